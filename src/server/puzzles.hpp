// Puzzles: the requests puzzles, puzzle and answer. The puzzles are those that come with the
// program; an answer is proved on the compute threads. The server's thread only.
#pragma once

#include <functional>
#include <memory>

#include "players/untrusted.hpp"
#include "puzzles/collection.hpp"
#include "server/core.hpp"
#include "server/request.hpp"

namespace kalah::server {

class Puzzles {
  public:
    using Answer = std::function<void(const Result<Json>&)>;

    Puzzles(Core& core, std::shared_ptr<players::UntrustedResources> resources)
        : core_(core), resources_(std::move(resources)) {}

    /// False if the request is about something else.
    [[nodiscard]] bool handle(Request& request, const Answer& answer);

  private:
    [[nodiscard]] const puzzles::Collection& collection();
    [[nodiscard]] Result<Json> list(Request& request);
    /// The puzzle that the key `puzzle` names. Read all other keys before: it validates the
    /// request.
    [[nodiscard]] Result<puzzles::Puzzle> take_puzzle(Request& request);
    void judge(Request& request, const Answer& answer);

    Core& core_;
    std::shared_ptr<players::UntrustedResources> resources_;
    std::unique_ptr<const puzzles::Collection> collection_ = {};  // read when it is first needed
};

}  // namespace kalah::server
