// Fits the evaluation `fitted` (src/eval/fitted.hpp) to exact values and to those of deep searches,
// and writes its table. Positions come from games of random and shallowly searched moves on six
// pits. Those with few seeds left are solved; a teacher, one of our own players, searches the
// others. The table begins with the options of the run, which repeat it. tools/fit runs this
// program.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/mix64.hpp"
#include "eval/fitted.hpp"
#include "kalah/engine.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "rules/position.hpp"
#include "system/values.hpp"

namespace {

using namespace kalah;  // NOLINT: a program, not a header
using eval::Fitted;

struct Sample {
    std::uint16_t cells[Fitted::kPits];  // indices into the table
    float future;                        // teacher's value less the store difference, in seeds
};

struct Random {
    std::uint64_t state;
    std::uint64_t next() { return state = mix64(state, 1); }
    int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
};

/// A board after a random number of sowings; nothing if the game ended before.
std::optional<Board> random_board(const Rules& rules, Engine& shallow, Random& random) {
    const StopToken never;
    Board board = start_board({Fitted::kPits, 3 + random.below(4)});
    const int sowings = random.below(36);
    const int careless = 1 + random.below(4);  // one in so many moves is random
    for (int i = 0; i < sowings; ++i) {
        int pit = 0;
        if (random.below(careless) == 0 || i < 3) {
            do pit = random.below(Fitted::kPits);
            while (board.at(board.to_move, pit) == 0);
        } else {
            pit = shallow.best_move(rules, board, never).pit;
        }
        if (apply(rules, board, pit).over) return std::nullopt;
    }
    return board;
}

/// A rule set to learn from, with its database.
struct School {
    Rules rules;
    std::shared_ptr<const EndgameDatabase> database;
};

struct Lessons {
    players::Spec deep;
    players::Spec shallow;
    int solved_seeds;  // solve positions with at most this many seeds in the pits
    std::vector<School> schools;
};

/// The value for the mover, less the store difference.
double future(const Lessons& lessons, const School& school, const Board& board) {
    const double difference = board.store(board.to_move) - board.store(opponent(board.to_move));
    if (seeds_in_pits(board) <= lessons.solved_seeds) {
        constexpr std::size_t kTable = std::size_t{4} << 20;
        Solver solver = Solver::create(school.rules, board, {school.database, kTable, 1}).take();
        const auto outcome = solver.solve(board, [](const ProvedBounds&) { return true; });
        return outcome->proved.lower - difference;
    }
    const StopToken never;
    Engine deep = players::make_engine(lessons.deep.settings);
    const auto report = deep.best_move(school.rules, board, never);
    const int unit = report.score.exact ? report.score.unit
                                        : std::max(value_per_seed(lessons.deep.settings.eval), 1);
    return static_cast<double>(report.score.value) / unit - difference;
}

Sample sample_of(const Lessons& lessons, std::uint64_t seed) {
    Random random{seed};
    const School& school = lessons.schools[random.next() % lessons.schools.size()];
    Engine shallow = players::make_engine(lessons.shallow.settings);
    std::optional<Board> board;
    while (!board) board = random_board(school.rules, shallow, random);
    Sample sample{};
    const PlainPosition position(school.rules, *board);
    for (int pit = 0; pit < Fitted::kPits; ++pit)
        sample.cells[pit] = static_cast<std::uint16_t>(Fitted::cell(position, pit));
    sample.future = static_cast<float>(future(lessons, school, *board));
    return sample;
}

/// Least squares with a small pull towards zero, solved by conjugate gradients. A cell's value is
/// the sum of three weights: one for the own pit, one for the opposite pit and one for both. A rare
/// pair of counts thus falls back on what is known about each of the two.
class Fit {
  public:
    static constexpr std::size_t kCells = Fitted::kTableSize;
    static constexpr std::size_t kSide = static_cast<std::size_t>(Fitted::kPits) * Fitted::kCounts;
    static constexpr std::size_t kWeights = kCells + 2 * kSide;

    explicit Fit(const std::vector<Sample>& samples) : samples_(samples) {}

    std::vector<double> cells(int rounds, double pull) const {
        std::vector<double> weights(kWeights, 0.0);
        std::vector<double> residual(kWeights, 0.0);
        for (const Sample& sample : samples_) add(residual, sample, sample.future);
        std::vector<double> direction = residual;
        double norm = dot(residual, residual);
        for (int round = 0; round < rounds && norm > 1e-6; ++round) {
            std::vector<double> image(kWeights, 0.0);
            for (const Sample& sample : samples_) add(image, sample, value(direction, sample));
            for (std::size_t i = 0; i < kWeights; ++i) image[i] += pull * direction[i];
            const double step = norm / dot(direction, image);
            for (std::size_t i = 0; i < kWeights; ++i) {
                weights[i] += step * direction[i];
                residual[i] -= step * image[i];
            }
            const double next = dot(residual, residual);
            for (std::size_t i = 0; i < kWeights; ++i)
                direction[i] = residual[i] + next / norm * direction[i];
            norm = next;
        }
        std::vector<double> cells(kCells);
        for (std::size_t i = 0; i < kCells; ++i)
            cells[i] = weights[i] + weights[own(i)] + weights[opposite(i)];
        return cells;
    }

    static double error(const std::vector<double>& cells, const std::vector<Sample>& samples) {
        double sum = 0;
        for (const Sample& sample : samples) {
            double off = -sample.future;
            for (const auto cell : sample.cells) off += cells[cell];
            sum += off * off;
        }
        return std::sqrt(sum / static_cast<double>(samples.size()));
    }

  private:
    static std::size_t own(std::size_t cell) { return kCells + cell / Fitted::kCounts; }
    static std::size_t opposite(std::size_t cell) {
        constexpr std::size_t kPit = std::size_t{Fitted::kCounts} * Fitted::kCounts;
        return kCells + kSide + cell / kPit * Fitted::kCounts + cell % Fitted::kCounts;
    }
    static void add(std::vector<double>& weights, const Sample& sample, double amount) {
        for (const auto cell : sample.cells) {
            weights[cell] += amount;
            weights[own(cell)] += amount;
            weights[opposite(cell)] += amount;
        }
    }
    static double value(const std::vector<double>& weights, const Sample& sample) {
        double sum = 0;
        for (const auto cell : sample.cells)
            sum += weights[cell] + weights[own(cell)] + weights[opposite(cell)];
        return sum;
    }
    static double dot(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    }
    const std::vector<Sample>& samples_;
};

void write_table(const std::vector<double>& cells, const std::string& how, const char* path) {
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) {
        std::perror(path);
        std::exit(1);
    }
    std::fprintf(file, "// Made by %s: do not edit.\n", how.c_str());
    std::fprintf(file, "// One line a pit and own count; columns: seeds in the opposite pit.\n");
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const long rounded = std::lround(cells[i] * Fitted::kPerSeed);
        std::fprintf(file, "%ld,%s", rounded, (i + 1) % Fitted::kCounts == 0 ? "\n" : " ");
    }
    if (std::fclose(file) != 0) {
        std::perror(path);
        std::exit(1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::fprintf(stderr, "usage: kalah-fit POSITIONS SEED SOLVED_SEEDS TEACHER THREADS OUT\n");
        return 2;
    }
    const auto positions = parse_number(argv[1], 100, 1'000'000'000);
    const auto wanted_seed = parse_number(argv[2], 0, 1'000'000'000);
    const auto solved_seeds = parse_number(argv[3], 0, 126);
    const auto cores_wanted = parse_number(argv[5], 1, 256);
    if (!positions || !wanted_seed || !solved_seeds || !cores_wanted) {
        std::fprintf(stderr,
                     "kalah-fit: POSITIONS (at least 100), SEED, SOLVED_SEEDS and THREADS "
                     "are numbers\n");
        return 2;
    }
    const auto count = static_cast<std::size_t>(*positions);
    const std::uint64_t seed = *wanted_seed;
    const auto deep = players::parse_player(argv[4]);
    const auto shallow = players::parse_player("champion:eval=store,nodes=300,memory=64K");
    if (!deep) {
        std::fprintf(stderr, "kalah-fit: %s\n", to_text(deep.error()).c_str());
        return 2;
    }
    if (deep->settings.limits.time) {
        std::fprintf(stderr,
                     "kalah-fit: a teacher with a time limit cannot be repeated: give it "
                     "nodes= or depth=\n");
        return 2;
    }
    const auto cores = static_cast<int>(*cores_wanted);
    Lessons lessons{*deep, *shallow, static_cast<int>(*solved_seeds), {}};
    for (const char* name : {"standard", "empty-capture"}) {
        const Rules rules = parse_rules(name)->rules;
        constexpr int kSeeds = 18;
        lessons.schools.push_back(
            {rules, *EndgameDatabase::build(rules, Fitted::kPits, kSeeds, cores)});
    }
    // Each sample has its own random numbers, so that the result does not depend on the threads.
    std::vector<Sample> samples(count);
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < cores; ++i)
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < count; at = next++) {
                if (at % 10000 == 0) std::fprintf(stderr, "%zu of %zu\n", at, count);
                samples[at] = sample_of(lessons, mix64(seed, at));
            }
        });
    for (auto& thread : threads) thread.join();
    const std::vector<Sample> held(samples.end() - static_cast<std::ptrdiff_t>(count / 10),
                                   samples.end());
    samples.resize(count - held.size());
    const auto cells = Fit(samples).cells(200, 20.0);
    std::fprintf(stderr, "error in seeds: %.3f fitted, %.3f held out, %.3f without evaluation\n",
                 Fit::error(cells, samples), Fit::error(cells, held),
                 Fit::error(std::vector<double>(cells.size(), 0.0), held));
    write_table(cells,
                std::string("tools/fit ") + argv[1] + " " + argv[2] + " " + argv[3] + " " + argv[4],
                argv[6]);
    return 0;
}
