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
                      const ProgressCallback& watch, KeptGames* kept) {
    DataSet made;
    Sampler sampler(selection, source.seed);
    made.wanted = sampler.wanted();
    PerWorker makers(threads, [&] { return GameMaker(source); });
    PerWorker labellers(threads, labels);
    std::uint64_t next = 0;  // game
    std::atomic<std::uint64_t> ready{0};
    const auto look = [&](std::uint64_t) {
        return watch(ready) && !stop.requested() && !(kept != nullptr && kept->fault());
    };
    while (!sampler.done() && !made.interrupted) {
        // 1. Play a block of games.
        std::vector<std::uint64_t> numbers;
        for (const std::size_t size = block_size(sampler, selection); numbers.size() < size; ++next)
            if (sampler.wants(next)) numbers.push_back(next);
        const auto known = [&](std::size_t i) {
            return kept == nullptr ? nullptr : kept->find(numbers[i]);
        };
        std::vector<std::optional<FreshGame>> games(numbers.size());
        const bool played = run_tasks(threads, games.size(), look, [&](std::size_t i, int worker) {
            if (known(i) == nullptr) games[i] = makers[worker].play(numbers[i], stop);
        });
        made.interrupted = !played || stop.requested();
        if (made.interrupted) break;
        made.games += games.size();
        // 2. Choose positions, game by game.
        std::vector<ChosenGame> chosen;
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (const ChosenGame* again = known(i)) {
                sampler.take_again(source.rules, again->samples, again->duplicates);
                chosen.push_back(*again);
                continue;
            }
            const std::uint64_t before = sampler.duplicates();
            auto samples = sampler.take(*games[i], numbers[i]);
            chosen.push_back({numbers[i], sampler.duplicates() - before, std::move(samples)});
        }
        // 3. Label them, and keep those that have a label.
        const bool labelled =
            run_tasks(threads, chosen.size(), look, [&](std::size_t i, int worker) {
                ChosenGame& game = chosen[i];
                if (known(i) == nullptr) {
                    game.labels = labellers[worker](game.samples);
                    if (kept != nullptr && !stop.requested()) kept->add(game);
                }
                ready += static_cast<std::uint64_t>(
                    std::count_if(game.labels.begin(), game.labels.end(),
                                  [](const auto& label) { return label.has_value(); }));
            });
        made.interrupted = !labelled || stop.requested();
        for (ChosenGame& game : chosen) {
            for (std::size_t k = 0; k < game.labels.size(); ++k) {
                Sample& sample = game.samples[k];
                if (game.labels[k]) {
                    sample.label = *game.labels[k];
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
