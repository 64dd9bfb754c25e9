// /api: a browser's conversation with the site, one text message at a time.
#include "net/web_socket.hpp"

namespace kalah::net {
namespace {

constexpr std::size_t kMostMessage = std::size_t{64} * 1024;
constexpr std::size_t kMostUnread = std::size_t{1024} * 1024;
/// Messages are lines to it. It also counts what is no message: control frames, empty fragments.
constexpr BudgetLimits kBudget = {.lines = 200,
                                  .lines_a_second = 50,
                                  .lines_a_question = 0,
                                  .bytes = 200.0 * kMostMessage,
                                  .bytes_a_second = 50.0 * kMostMessage,
                                  .bytes_a_question = 0};
constexpr std::chrono::seconds kIdle{60};
constexpr std::chrono::milliseconds kFarewell{250};  // to answer a close when the server ends

class ApiSocket final : public WebSocket, public Visitor {
  public:
    ApiSocket(Loop& loop, HttpStream stream, HostTicket ticket)
        : WebSocket(loop, std::move(stream), std::move(ticket)), budget_(kBudget, Clock::now()) {}
    ~ApiSocket() override { loop().visitors.erase(visit_); }
    ApiSocket(const ApiSocket&) = delete;
    ApiSocket& operator=(const ApiSocket&) = delete;

    void send(std::string message) override {
        if (cut_off_) return;
        write(std::move(message));
        if (waiting_bytes() <= kMostUnread) return;
        cut_off_ = true;
        loop().log(Level::warning, "slow visitor", {{"visit", static_cast<std::int64_t>(visit_)}});
        cut();
    }

    void close(Closing why, std::string reason) override {
        switch (why) {
            case Closing::too_much:
                return finish(Code::policy, reason, kLinger);
        }
    }

    void go_away() override { finish(Code::going_away, "The server is closing", kFarewell); }

  private:
    void accepted(const std::string& peer) override {
        visit_ = loop().came(*this, ticket().host());
        loop().log(Level::info, "visit",
                   {{"visit", static_cast<std::int64_t>(visit_)}, {"peer", peer}});
        if (loop().ending) go_away();
    }

    void received(const Piece& piece) override {
        if (piece.binary) return finish(Code::unknown_data, "Only text is understood", kLinger);
        if (message_.size() + piece.bytes.size() > kMostMessage)
            return finish(Code::too_big, "More than 64 KiB", kLinger);
        message_ += piece.bytes;
        if (piece.last && pay(message_.size()))
            loop().site->said(visit_, std::exchange(message_, {}));
    }

    void bothered() override { pay(0); }

    void ended() override {
        if (loop().visitors.erase(visit_) > 0) loop().site->left(visit_);
    }

    /// False if that was too much.
    bool pay(std::size_t bytes) {
        if (budget_.take_bytes(bytes, Clock::now()) && budget_.take_line()) return true;
        finish(Code::policy, "Too many messages", kLinger);
        return false;
    }

    VisitId visit_ = 0;
    Budget budget_;
    std::string message_;  // as much of it as has come
    bool cut_off_ = false;
};

}  // namespace

void open_api_socket(Loop& loop, HttpStream stream, HostTicket ticket, const HttpRequest& request) {
    std::make_shared<ApiSocket>(loop, std::move(stream), std::move(ticket))->accept(request, kIdle);
}

}  // namespace kalah::net
