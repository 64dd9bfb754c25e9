// ValueChain: what the moves of a position are worth, by the first that knows: the result of a game
// that is over, the endgame database, the opening book, the solver, and last an engine, which only
// estimates. Analyses, reviews, hints and pages all ask this one. The caller decides who works next
// and for how long. A chain looks at one position after another and keeps its tables between them.
// No threads, no text. An object is used by one thread at a time; stop tokens from any.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/solver.hpp"
#include "players/book.hpp"

namespace kalah::players {

/// What the members of a chain bring with them.
struct ValueSources {
    ValueSources(EngineOptions settings)
        : engine(std::move(settings)) {}  // NOLINT: an engine alone

    EngineOptions engine;                   // with its database, which the solver uses too
    std::shared_ptr<const Book> book = {};  // null: none
    /// A database in memory for the solver, if the engine has none and the position is hard; may be
    /// empty, or return null. Takes some hundred milliseconds at its first call.
    std::function<std::shared_ptr<const EndgameDatabase>()> small_database = {};
};

/// Called when the chain first needs it, on the thread of that slice. Opening a database takes some
/// hundred milliseconds.
using Prepare = std::function<ValueSources()>;

/// An engine that is made when it is first used and can be released between two slices: its table
/// is most of what an analysis keeps in memory (64 MiB for the champion).
class AnalysisEngine {
  public:
    explicit AnalysisEngine(Prepare prepare) : prepare_(std::move(prepare)) {}

    /// Prepared now if it was not; null if memory runs out.
    [[nodiscard]] const ValueSources* sources();
    /// Makes it now if it was not, which can take a tenth of a second; false if memory runs out.
    [[nodiscard]] bool make();
    /// At most `time`, and at most so many nodes if the settings do not say fewer. Nothing if
    /// memory runs out.
    std::optional<SearchReport> analyse(const Rules& rules, const Board& board,
                                        std::chrono::milliseconds time,
                                        std::optional<std::uint64_t> nodes, const StopToken& stop,
                                        const Engine::OnDepth& on_depth);
    [[nodiscard]] bool is_made() const { return engine_ != nullptr; }
    void release() {
        engine_.reset();
        sources_.reset();
    }

  private:
    Prepare prepare_;
    std::optional<ValueSources> sources_ = {};
    std::unique_ptr<Engine> engine_;
};

/// Who says what a position or a move is worth.
enum class ValueSource : std::uint8_t {
    none,      // nobody
    result,    // the game is over
    database,  // of endgames
    book,      // of openings
    solver,
    search,  // of an engine: an estimate, unless it reached the end of the game
};
/// "database"
[[nodiscard]] std::string_view name(ValueSource source);

enum class ValueKind : std::uint8_t { exact, lower, upper, estimate };
/// "exact"
[[nodiscard]] std::string_view name(ValueKind kind);

/// What is known of a value: the final store difference for the player to move, in seeds.
struct KnownValue {
    std::optional<int> lower = {};           // proved; nothing if the seeds left say as much
    std::optional<int> upper = {};           // the same
    std::optional<double> estimate = {};     // not proved
    ValueSource source = ValueSource::none;  // of the score

    [[nodiscard]] bool is_known() const { return lower || upper || estimate; }
    [[nodiscard]] bool is_exact() const { return lower && lower == upper; }
    /// The estimate, unless the value is proved; the bound, if there is no estimate or the estimate
    /// is not within it. 0 if nothing is known.
    [[nodiscard]] double score() const;
    [[nodiscard]] ValueKind kind() const;  // of the score
    /// The same for the other player.
    [[nodiscard]] KnownValue for_opponent() const;
};

struct MoveValue {
    int pit = 0;
    KnownValue value = {};
    std::vector<int> line = {};  // begins with the move itself
};

/// What is known of a position. Its score is that of its best move, and no bound of a move is above
/// its own.
struct PositionValues {
    KnownValue value = {};
    std::optional<int> best = {};  // a pit; nothing while nothing is known
    std::vector<int> line = {};
    std::vector<MoveValue> moves = {};  // all legal ones, best first
    int depth = 0;                      // that the engine has finished
    std::uint64_t nodes = 0;            // of engine and solver
    double seconds = 0;                 // for the one who measures them

    [[nodiscard]] bool is_proved() const;  // every move is exact
};

/// What an engine alone has found, in its order.
[[nodiscard]] PositionValues values_of(const SearchReport& report, EvalId eval);

/// True as soon as both say the same: nothing to tell.
[[nodiscard]] bool same_bounds(const MovesResult& a, const MovesResult& b);

class ValueChain {
  public:
    static constexpr std::size_t kSolverTable = std::size_t{16} << 20;
    /// Of the solver at a position, before it asks for a small database: about 0.1 s.
    static constexpr std::uint64_t kNodesBeforeDatabase = 300'000;

    /// For positions that can follow from `first`. The engine's evaluation is `eval`.
    ValueChain(const Rules& rules, const Board& first, Prepare prepare, EvalId eval);

    /// Looks at a position where the game is not over and the mover has seeds to sow: result, book
    /// and database speak at once. What was known of the position before is forgotten.
    void look_at(const Board& board);

    using OnChange = std::function<void()>;
    /// A slice of the solver. `on_change` is called when bounds have moved.
    void solve(const SolveBudget& budget, const OnChange& on_change = {});
    /// It has proved every move, or cannot: too many seeds, or no memory.
    [[nodiscard]] bool solver_is_done() const { return gave_up_ || is_proved(); }
    /// A slice of the engine; keeps the deepest report. `on_change` is called for each of those.
    /// Nothing if memory runs out.
    std::optional<SearchReport> think(std::chrono::milliseconds time,
                                      std::optional<std::uint64_t> nodes, const StopToken& stop,
                                      const OnChange& on_change = {});
    /// Lines of best play for the moves that are proved, as far as the solver finds them quickly.
    void follow_proofs(const SolveBudget& budget);

    [[nodiscard]] PositionValues values() const;
    [[nodiscard]] bool is_proved() const;
    [[nodiscard]] std::uint64_t solver_nodes() const { return solver_nodes_; }  // at this position
    [[nodiscard]] const std::optional<SearchReport>& deepest() const { return deepest_; }
    [[nodiscard]] AnalysisEngine& engine() { return engine_; }

    [[nodiscard]] bool has_memory() const { return engine_.is_made() || solver_; }
    /// Gives back the tables; what is known of the position stays.
    void release();

    /// Best play after `line` from the position, at most so many moves in all.
    [[nodiscard]] std::vector<int> continued(std::vector<int> line, const SolveBudget& budget);

  private:
    struct Proof;
    [[nodiscard]] bool make_solver();
    /// The pit that is best by proof; nothing if that takes more than `budget`.
    [[nodiscard]] std::optional<int> proved_best(const Board& board, const SolveBudget& budget);
    void read_book();
    void add_bounds(std::vector<Proof>& moves, Proof& whole) const;
    void sort(std::vector<MoveValue>& moves) const;
    static void raise_best(std::vector<MoveValue>& moves, const std::vector<Proof>& proofs,
                           int least);
    [[nodiscard]] ValueSource solver_source() const;

    Rules rules_;
    Board first_;
    AnalysisEngine engine_;
    EvalId eval_;
    std::optional<Solver> solver_ = {};
    std::shared_ptr<const EndgameDatabase> database_ = {};  // of the solver
    bool asked_for_small_ = false;
    // Of the position that it looks at:
    Board board_ = {};
    std::optional<BookMove> book_ = {};
    std::vector<std::optional<BookMove>> book_after_ = {};  // each legal move
    std::optional<MovesResult> proved_ = {};
    std::optional<SearchReport> deepest_ = {};
    std::vector<std::vector<int>> lines_ = {};  // by legal move, if proofs were followed
    bool gave_up_ = false;                      // the solver
    std::uint64_t solver_nodes_ = 0;
};

}  // namespace kalah::players
