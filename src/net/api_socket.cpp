// /api: a browser's conversation with the site, one text message at a time.
#include <array>
#include <deque>
#include <optional>

#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/http_stream.hpp"

namespace kalah::net {
namespace {

namespace websocket = beast::websocket;

constexpr std::size_t kMostMessage = std::size_t{64} * 1024;
constexpr std::size_t kMostUnread = std::size_t{1024} * 1024;
/// Messages are lines to it. It also counts what is no message: control frames, empty fragments.
constexpr BudgetLimits kBudget = {.lines = 200,
                                  .lines_a_second = 50,
                                  .lines_a_question = 0,
                                  .bytes = 200.0 * kMostMessage,
                                  .bytes_a_second = 50.0 * kMostMessage,
                                  .bytes_a_question = 0};
constexpr std::chrono::seconds kIdle{60};            // half of it later comes a ping
constexpr std::chrono::milliseconds kFarewell{250};  // to answer a close when the server ends

websocket::close_code code_of(Closing why) {
    switch (why) {
        case Closing::too_much:
            return websocket::close_code::policy_error;
    }
    return websocket::close_code::internal_error;
}

class ApiSocket final : public Visitor, public std::enable_shared_from_this<ApiSocket> {
  public:
    ApiSocket(Loop& loop, HttpStream stream, HostTicket ticket)
        : loop_(loop),
          stream_(std::move(stream)),
          ticket_(std::move(ticket)),
          budget_(kBudget, Clock::now()),
          linger_(loop.io) {}
    ~ApiSocket() override { loop_.visitors.erase(visit_); }
    ApiSocket(const ApiSocket&) = delete;
    ApiSocket& operator=(const ApiSocket&) = delete;

    void start(const HttpRequest& request) {
        stream_.next_layer().expires_never();
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = kLinger;  // of closing too
        timeout.idle_timeout = kIdle;
        timeout.keep_alive_pings = true;
        stream_.set_option(timeout);
        stream_.text(true);
        stream_.auto_fragment(false);
        stream_.read_message_max(0);  // received() looks: Beast would cut the peer off unheard
        stream_.control_callback(
            [this](websocket::frame_type /*any*/, beast::string_view) { be_bothered(); });
        stream_.next_layer().rate_policy().on_nothing = [this] { be_bothered(); };
        stream_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
            if (!error) self->accepted();
        });
    }

    void send(std::string message) override {
        if (closing_) return;
        waiting_bytes_ += message.size();
        waiting_.push_back(std::move(message));
        if (waiting_bytes_ > kMostUnread) return cut_off();
        if (waiting_.size() == 1) write();
    }

    void close(Closing why, std::string reason) override { close(code_of(why), reason, kLinger); }

    void go_away() override {
        close(websocket::close_code::going_away, "The server is closing", kFarewell);
    }

  private:
    void accepted() {
        ErrorCode ignored;
        const auto peer = stream_.next_layer().socket().remote_endpoint(ignored);
        visit_ = loop_.came(*this, ticket_.host());
        loop_.log(Level::info, "visit",
                  {{"visit", static_cast<std::int64_t>(visit_)}, {"peer", address_text(peer)}});
        read();
        if (loop_.ending) go_away();
    }

    /// Not from inside of Beast's reading: the answer may be the end.
    void be_bothered() {
        asio::post(loop_.io, [self = shared_from_this()] { self->pay(0); });
    }

    /// False if that was too much.
    bool pay(std::size_t bytes) {
        if (budget_.take_bytes(bytes, Clock::now()) && budget_.take_line()) return true;
        close(websocket::close_code::policy_error, "Too many messages", kLinger);
        return false;
    }

    /// In pieces, so that the meter is told soon what was in them.
    void read() {
        stream_.async_read_some(asio::buffer(incoming_),
                                [self = shared_from_this()](ErrorCode error, std::size_t size) {
                                    if (error) return self->ended();
                                    self->stream_.next_layer().rate_policy().contained(size);
                                    if (!self->closing_)
                                        self->received({self->incoming_.data(), size});
                                    self->read();
                                });
    }

    void received(std::string_view piece) {
        if (stream_.got_binary())
            return close(websocket::close_code::unknown_data, "Only text is understood", kLinger);
        if (message_.size() + piece.size() > kMostMessage)
            return close(websocket::close_code::too_big, "More than 64 KiB", kLinger);
        message_ += piece;
        if (!stream_.is_message_done()) return;
        if (pay(message_.size())) loop_.site->said(visit_, std::exchange(message_, {}));
    }

    void ended() {
        linger_.cancel();
        closing_ = true;
        if (loop_.visitors.erase(visit_) > 0) loop_.site->left(visit_);
    }

    void write() {
        stream_.async_write(asio::buffer(waiting_.front()),
                            [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                                if (!error) self->written();  // else reading will notice
                            });
    }

    void written() {
        waiting_bytes_ -= waiting_.front().size();
        waiting_.pop_front();
        if (!waiting_.empty()) return write();
        if (closing_) say_goodbye();
    }

    /// What waits is sent before, if the peer takes it within the time.
    void close(websocket::close_code code, std::string_view reason, milliseconds within) {
        if (closing_) return;
        closing_ = true;
        message_.clear();
        goodbye_ = websocket::close_reason(code, beast::string_view(reason.data(), reason.size()));
        linger_.expires_after(within);
        linger_.async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->stream_.next_layer().close();
        });
        if (waiting_.empty()) say_goodbye();
    }

    void say_goodbye() {
        stream_.async_close(goodbye_, [self = shared_from_this()](ErrorCode /*either way*/) {});
    }

    void cut_off() {
        closing_ = true;
        loop_.log(Level::warning, "slow visitor", {{"visit", static_cast<std::int64_t>(visit_)}});
        stream_.next_layer().close();
    }

    Loop& loop_;
    websocket::stream<HttpStream> stream_;
    HostTicket ticket_;
    VisitId visit_ = 0;
    Budget budget_;
    std::array<char, 2048> incoming_{};
    std::string message_;              // as much of it as has come
    std::deque<std::string> waiting_;  // the first one is being written
    std::size_t waiting_bytes_ = 0;
    bool closing_ = false;
    websocket::close_reason goodbye_;
    asio::steady_timer linger_;
};

}  // namespace

void open_api_socket(Loop& loop, HttpStream stream, HostTicket ticket, const HttpRequest& request) {
    std::make_shared<ApiSocket>(loop, std::move(stream), std::move(ticket))->start(request);
}

}  // namespace kalah::net
