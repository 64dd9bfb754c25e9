// Analysis: the requests analyze, review and stop. A session runs at most one analysis and one
// review. Both run players/analysis in slices on the compute scheduler, whose threads report by
// events; a page gets reports of an analysis at most ten times a second. The server's thread only.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string_view>

#include "players/analysis.hpp"
#include "players/untrusted.hpp"
#include "server/core.hpp"
#include "server/request.hpp"

namespace kalah::server {

/// The evaluation whose parts an analysis tells.
struct Explained {
    EvalId eval = {};
    std::optional<int> bonus = {};  // for moving again, if not the evaluation's own
    KnowledgeWeights weights = {};
};

class Analysis {
  public:
    static constexpr std::chrono::seconds kLongestAnalysis{60};
    static constexpr std::chrono::seconds kLongestLook{2};      // at a position of a review
    static constexpr std::chrono::seconds kLongestReview{120};  // all its positions together
    static constexpr milliseconds kBetweenEvents{100};

    Analysis(Core& core, std::shared_ptr<players::UntrustedResources> resources)
        : core_(core), resources_(std::move(resources)) {}

    /// Nothing if the request is none of these.
    [[nodiscard]] std::optional<Result<Json>> handle(SessionId session, Request& request);
    void session_closed(SessionId session);
    /// Sends the reports that waited for their time.
    void wake();

  private:
    enum class Kind : std::uint8_t { analysis, review };
    using Key = std::pair<SessionId, Kind>;
    struct Running {
        std::int64_t id = 0;       // of the request
        std::uint64_t serial = 0;  // of the search: tells its events whether it still runs
        Scheduler::JobId job = 0;
        Game game;
        EvalId eval = {};
        players::Asks asks = {};
        std::optional<Explained> explained = {};
        std::optional<players::PositionValues> newest = {};  // of an analysis
        bool pending = false;                                // it was not sent yet
        Time next_event = {};                                // not before
    };

    [[nodiscard]] Result<Json> analyze(SessionId session, Request& request);
    [[nodiscard]] Result<Json> review(SessionId session, Request& request);
    [[nodiscard]] Result<Json> stop(SessionId session, Request& request);

    Running& begin(Key key, std::int64_t id, Game game, const players::Spec& spec);
    /// Nothing if it is over, or another one runs instead.
    [[nodiscard]] Running* find(Key key, std::uint64_t serial);
    /// Ends the search that runs, and tells the page so.
    void cut(Key key);
    [[nodiscard]] players::Prepare sources_of(const players::Spec& spec, const Game& game) const;
    void search_position(Key key, Running& running, const players::Spec& spec);
    void search_game(Key key, Running& running, const players::Spec& spec);
    void on_change(Key key, std::uint64_t serial, const players::PositionValues& values);
    void tell(SessionId session, Running& running);
    void tell_analysis(SessionId session, const Running& running, bool done, bool stopped);
    void finish_analysis(Key key, std::uint64_t serial,
                         std::optional<players::PositionValues> values, bool stopped);
    void tell_position(Key key, std::uint64_t serial, const players::ReviewedPosition& found);

    Core& core_;
    std::shared_ptr<players::UntrustedResources> resources_;
    /// How many engines searches keep between their slices; shared with jobs that outlive this.
    std::shared_ptr<std::atomic<int>> engines_ = std::make_shared<std::atomic<int>>(0);
    std::map<Key, Running> running_;
    std::uint64_t last_serial_ = 0;
};

}  // namespace kalah::server
