// /socket: KGP by WebSocket. Each line is a message of its own.
#include "net/web_socket.hpp"

namespace kalah::net {
namespace {

class KgpSocket final : public WebSocket, public Outlet {
  public:
    using WebSocket::WebSocket;

    [[nodiscard]] bool send(std::string_view lines) override {
        while (!lines.empty()) {
            const std::size_t length = lines.find('\n') + 1;
            write(std::string(lines.substr(0, length)));
            lines.remove_prefix(length);
        }
        return waiting_bytes() <= loop().options.most_waiting_bytes;
    }

    void finish() override { WebSocket::finish(Code::normal, "", kLinger); }

  private:
    void accepted(const std::string& peer) override {
        session_ = loop().opened(*this);
        loop().log(Level::info, "connected",
                   {{"session", static_cast<std::int64_t>(session_)},
                    {"peer", peer},
                    {"by", "websocket"}});
    }

    void received(const Piece& piece) override {
        if (piece.bytes.empty()) loop().bothered(session_);
        loop().received(session_, piece.bytes);
    }
    void bothered() override { loop().bothered(session_); }
    void ended() override { loop().closed(session_); }

    SessionId session_ = 0;
};

}  // namespace

void open_kgp_socket(Loop& loop, HttpStream stream, HostTicket ticket, const HttpRequest& request) {
    std::make_shared<KgpSocket>(loop, std::move(stream), std::move(ticket))
        ->accept(request, std::nullopt);
}

}  // namespace kalah::net
