#include "samples/data_set.hpp"

#include <algorithm>
#include <atomic>

#include "samples/workers.hpp"

namespace kalah::samples {
namespace {

/// How many games to play before their positions are chosen. It must not depend on the threads.
std::size_t block_size(const Sampler& sampler, const Selection& selection) {
    const std::size_t least = sampler.missing() / static_cast<std::size_t>(selection.per_game) + 1;
    return std::clamp<std::size_t>(least, 8, 64);
}

}  // namespace

DataSet make_data_set(const GameSource& source, const Selection& selection,
                      const NewLabeller& labels, int threads, const StopToken& stop,
                      const ProgressCallback& watch) {
    DataSet made;
    Sampler sampler(selection, source.seed);
    made.wanted = sampler.wanted();
    PerWorker makers(threads, [&] { return GameMaker(source); });
    PerWorker labellers(threads, labels);
    std::uint64_t next = 0;  // game
    std::atomic<std::uint64_t> ready{0};
    const auto look = [&](std::uint64_t) { return watch(ready) && !stop.requested(); };
    while (!sampler.done() && !made.interrupted) {
        // 1. Play a block of games.
        std::vector<std::uint64_t> numbers;
        for (const std::size_t size = block_size(sampler, selection); numbers.size() < size; ++next)
            if (sampler.wants(next)) numbers.push_back(next);
        std::vector<std::optional<FreshGame>> games(numbers.size());
        const bool played = run_tasks(threads, games.size(), look, [&](std::size_t i, int worker) {
            games[i] = makers[worker].play(numbers[i], stop);
        });
        made.interrupted = !played || stop.requested();
        if (made.interrupted) break;
        made.games += games.size();
        // 2. Choose positions, game by game.
        std::vector<std::vector<Sample>> chosen;
        for (std::size_t i = 0; i < games.size(); ++i)
            chosen.push_back(sampler.take(*games[i], numbers[i]));
        // 3. Label them, and keep those that have a label.
        std::vector<std::vector<std::optional<Label>>> found(chosen.size());
        const bool labelled =
            run_tasks(threads, chosen.size(), look, [&](std::size_t i, int worker) {
                found[i] = labellers[worker](chosen[i]);
                ready += static_cast<std::uint64_t>(
                    std::count_if(found[i].begin(), found[i].end(),
                                  [](const auto& label) { return label.has_value(); }));
            });
        made.interrupted = !labelled || stop.requested();
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            for (std::size_t k = 0; k < found[i].size(); ++k) {
                Sample& sample = chosen[i][k];
                if (found[i][k]) {
                    sample.label = *found[i][k];
                    made.samples.push_back(sample);
                    sampler.keep();
                } else if (!made.interrupted) {
                    ++made.unsolved;
                    sampler.give_back(sample);
                }
            }
        }
    }
    made.duplicates = sampler.duplicates();
    return made;
}

}  // namespace kalah::samples
