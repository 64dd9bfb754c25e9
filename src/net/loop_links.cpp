#include "net/loop_links.hpp"

#include <boost/asio/post.hpp>

namespace kalah::net {

void LoopLinks::send(VisitId visit, std::string message) {
    asio::post(loop_.io, [this, visit, message = std::move(message)]() mutable {
        const auto found = loop_.visitors.find(visit);
        if (found != loop_.visitors.end()) found->second->send(std::move(message));
    });
}

void LoopLinks::close(VisitId visit, Closing why, std::string reason) {
    asio::post(loop_.io, [this, visit, why, reason = std::move(reason)]() mutable {
        const auto found = loop_.visitors.find(visit);
        if (found != loop_.visitors.end()) found->second->close(why, std::move(reason));
    });
}

void LoopLinks::look(std::size_t most, std::function<void(HallScene)> callback) {
    asio::post(loop_.io,
               [this, most, callback = std::move(callback)] { callback(loop_.hall.scene(most)); });
}

void LoopLinks::look_at(BoutId bout,
                        std::function<void(std::optional<HallScene::Table>)> callback) {
    asio::post(loop_.io, [this, bout, callback = std::move(callback)] {
        callback(loop_.hall.table_of(bout));
    });
}

void LoopLinks::look_at_number(GameNumber number,
                               std::function<void(std::optional<HallScene::Table>)> callback) {
    asio::post(loop_.io, [this, number, callback = std::move(callback)] {
        callback(loop_.hall.table_of_number(number));
    });
}

}  // namespace kalah::net
