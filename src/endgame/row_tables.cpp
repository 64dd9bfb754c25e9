#include "endgame/row_tables.hpp"

#include <utility>

namespace kalah::endgame {
namespace {

/// Runs shorter than this on average are slower than looking up rank by rank.
constexpr std::size_t kWorthwhile = 12;

std::vector<RowTables::Run> runs_of(const std::uint32_t* to, const std::uint8_t* held,
                                    std::size_t count) {
    std::vector<RowTables::Run> runs;
    for (std::size_t from = 0; from < count; ++from) {
        const std::uint32_t taken = held == nullptr ? 0 : held[from];
        if (!runs.empty() && runs.back().held == taken &&
            runs.back().to + runs.back().length == to[from])
            ++runs.back().length;
        else
            runs.push_back({static_cast<std::uint32_t>(from), to[from], 1, taken});
        if (runs.size() * kWorthwhile > count + 64 * kWorthwhile) return {};
    }
    if (runs.size() * kWorthwhile > count) return {};
    return runs;
}

}  // namespace

RowTables::RowTables(int pits, int max_seeds, Capture capture) : pits_(pits) {
    make_rows(max_seeds);
    make_changes(max_seeds);
    make_runs(max_seeds);
    inner_.resize(index(max_seeds) + 1);
    for (auto& lists : inner_if_empty_) lists.resize(index(max_seeds) + 1);
    for (int seeds = 0; seeds <= max_seeds; ++seeds) make_inner(seeds, capture);
}

void RowTables::make_rows(int max_seeds) {
    for (int seeds = 0; seeds <= max_seeds; ++seeds) {
        counts_.push_back(static_cast<std::size_t>(row_count(pits_, seeds)));
        first_.push_back(rows_.size());
        Row row{};
        row[0] = static_cast<std::uint8_t>(seeds);
        do {
            rows_.push_back(row);
        } while (next_row(row, pits_));
        assert(rows_.size() == first_.back() + counts_.back());
    }
}

void RowTables::make_changes(int max_seeds) {
    for (int pit = 0; pit < pits_; ++pit) {
        auto& emptied = emptied_[index(pit)];
        auto& held = held_[index(pit)];
        emptied.reserve(rows_.size());
        held.reserve(rows_.size());
        for (Row row : rows_) {
            held.push_back(std::exchange(row[index(pit)], std::uint8_t{0}));
            emptied.push_back(rank_of(row, pits_));
        }
    }
    for (int pits = 1; pits <= pits_ && pits <= max_seeds; ++pits) {
        auto& added = added_[index(pits)];
        const std::size_t end = first_[index(max_seeds - pits)] + count(max_seeds - pits);
        added.reserve(end);
        for (std::size_t i = 0; i < end; ++i) {
            Row row = rows_[i];
            for (std::size_t pit = 0; pit < index(pits); ++pit) ++row[pit];
            added.push_back(rank_of(row, pits_));
        }
    }
}

void RowTables::make_runs(int max_seeds) {
    for (auto& runs : added_runs_) runs.resize(index(max_seeds) + 1);
    for (auto& runs : emptied_runs_) runs.resize(index(max_seeds) + 1);
    for (int seeds = 0; seeds <= max_seeds; ++seeds) {
        for (int pits = 1; pits <= pits_ && pits + seeds <= max_seeds; ++pits)
            added_runs_[index(pits)][index(seeds)] =
                runs_of(added(pits, seeds), nullptr, count(seeds));
        for (int pit = 0; pit < pits_; ++pit)
            emptied_runs_[index(pit)][index(seeds)] =
                runs_of(emptied(pit, seeds), held(pit, seeds), count(seeds));
    }
}

void RowTables::make_inner(int seeds, Capture capture) {
    for (int pit = 0; pit < pits_; ++pit) {
        for (std::size_t rank = 0; rank < count(seeds); ++rank) {
            Row after = row(seeds, rank);
            const int sown = std::exchange(after[index(pit)], std::uint8_t{0});
            const int last = pit + sown;
            if (sown == 0 || last >= pits_) continue;
            for (int i = pit + 1; i <= last; ++i) ++after[index(i)];
            const Inner move{static_cast<std::uint32_t>(rank), rank_of(after, pits_)};
            const bool alone = after[index(last)] == 1;
            if (!alone || capture == Capture::none)
                inner_[index(seeds)].push_back(move);
            else if (capture == Capture::opposite)
                inner_if_empty_[index(pits_ - 1 - last)][index(seeds)].push_back(move);
        }
    }
}

}  // namespace kalah::endgame
