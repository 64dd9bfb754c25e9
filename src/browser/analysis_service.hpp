// AnalysisService: analyze, review and stop. A visitor has at most one of each; what searches find
// comes from their threads and is told from the desk's, an analysis at most ten times a second.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "browser/searches.hpp"
#include "browser/service.hpp"

namespace kalah::browser {

class AnalysisService : public Service {
  public:
    static constexpr std::chrono::seconds kLongestAnalysis{60};
    static constexpr std::chrono::seconds kLongestLook{2};      // at a position of a review
    static constexpr std::chrono::seconds kLongestReview{120};  // all its positions together
    static constexpr std::chrono::seconds kTurn{2};             // of a search that others wait for

    AnalysisService(Office& office, std::shared_ptr<UntrustedResources> resources,
                    std::size_t threads, std::chrono::milliseconds turn = kTurn);

    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;
    void left(VisitId visit) override;

  private:
    enum class Kind : std::uint8_t { analysis, review };
    using Key = std::pair<VisitId, Kind>;
    /// The newest report, from the searching thread to the desk's.
    struct Stream {
        std::mutex mutex;
        std::optional<SearchReport> newest;
        bool pending = false;  // the desk knows that there is one
    };
    struct Running {
        std::int64_t id = 0;       // of the request
        std::uint64_t serial = 0;  // of the search: posted work looks whether it still runs
        Turns::Ticket ticket = 0;
        Game game;
        EvalId eval = {};
        std::shared_ptr<Stream> stream = {};  // of an analysis
        net::Time next_event = {};            // not before
    };

    [[nodiscard]] Result<Json> analyze(VisitId visit, Request& request);
    [[nodiscard]] Result<Json> review(VisitId visit, Request& request);
    [[nodiscard]] Result<Json> stop(VisitId visit, Request& request);

    Running& begin(Key key, std::int64_t id, Game game, const players::Spec& spec);
    /// Nothing if it is over, or another one runs instead.
    [[nodiscard]] Running* find(Key key, std::uint64_t serial);
    /// What runs is told to be cut short, and ended.
    void cut(Key key);
    void search_position(Key key, Running& running, const players::Spec& spec);
    void search_game(Key key, Running& running, const players::Spec& spec);
    void flush(Key key, std::uint64_t serial);
    void tell_analysis(VisitId visit, const Running& running,
                       const std::optional<SearchReport>& report, bool done, bool stopped);
    void finish_analysis(Key key, std::uint64_t serial, const std::optional<SearchReport>& report,
                         bool stopped);
    void tell_position(Key key, std::uint64_t serial, std::size_t ply, const SearchReport& report);

    Office& office_;
    std::map<Key, Running> running_;
    std::uint64_t last_serial_ = 0;
    SearchRoom room_;
    Turns turns_;  // last: its threads use the others
};

}  // namespace kalah::browser
