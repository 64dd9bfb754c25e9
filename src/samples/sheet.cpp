#include "samples/sheet.hpp"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <sodium.h>

#include "base/text.hpp"
#include "kalah/game.hpp"
#include "report/text.hpp"
#include "system/files.hpp"

namespace kalah::samples {
namespace {

constexpr const char* kFormat = "kalah-data 1";
constexpr const char* kSheet = "dataset.json";
constexpr const char* kReadme = "README.md";

std::string sha256(const std::string& bytes) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    std::string text;
    for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
    return text;
}

struct WrittenFile {
    std::string name;
    std::size_t positions = 0;
    std::size_t bytes = 0;
    std::string checksum;
};

/// How many samples of each phase are in each part.
struct PhaseCount {
    int least_seeds = 0;
    int most_seeds = 0;
    std::size_t wanted = 0;
    std::size_t train = 0;
    std::size_t test = 0;
};

std::vector<PhaseCount> phase_counts(const Selection& selection, const DataSet& data) {
    std::vector<PhaseCount> counts(data.wanted.size());
    for (int seeds = selection.least_seeds; seeds <= selection.most_seeds; ++seeds) {
        PhaseCount& count = counts[static_cast<std::size_t>(Sampler::phase_of(selection, seeds))];
        if (count.least_seeds == 0) count.least_seeds = seeds;
        count.most_seeds = seeds;
    }
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i].wanted = data.wanted[i];
    for (const Sample& sample : data.samples)
        ++(sample.test ? counts[sample.phase].test : counts[sample.phase].train);
    return counts;
}

std::size_t count_kind(const DataSet& data, LabelKind kind) {
    std::size_t count = 0;
    for (const Sample& sample : data.samples) count += sample.label.kind == kind ? 1 : 0;
    return count;
}

const char* key_text(const Rules& rules) {
    return rules.majority_stop ? "pits and stores, mover's first" : "pits, mover's first";
}

/// Everything that both sheets say, gathered once.
struct Sheet {
    const SheetFacts& facts;
    const GameSource& source;
    const Selection& selection;
    const DataSet& data;
    std::vector<PhaseCount> phases;
    std::vector<WrittenFile> files;
    std::set<std::uint32_t> train_games = {};
    std::set<std::uint32_t> test_games = {};

    [[nodiscard]] std::size_t positions(Part part) const {
        std::size_t count = 0;
        for (const PhaseCount& phase : phases)
            count += part == Part::train ? phase.train : phase.test;
        return count;
    }
};

Json label_json(const SheetFacts& facts) {
    switch (facts.label) {
        case LabelKind::none:
            return Json().set("kind", "none");
        case LabelKind::exact:
            return Json()
                .set("kind", "exact")
                .set("nodes", facts.label_nodes)
                .set("database_seeds", facts.database_seeds);
        case LabelKind::estimate:
            break;
    }
    return Json().set("kind", "deep").set("player", facts.label_player);
}

Json sheet_json(const Sheet& sheet) {
    const DataSet& data = sheet.data;
    Json players = Json::array();
    for (const players::Spec& player : sheet.source.players) players.push(player.text);
    Json phases = Json::array();
    for (const PhaseCount& phase : sheet.phases)
        phases.push(
            Json()
                .set("seeds", Json::numbers(std::array{phase.least_seeds, phase.most_seeds}))
                .set("wanted", phase.wanted)
                .set("train", phase.train)
                .set("test", phase.test));
    Json files = Json::array();
    for (const WrittenFile& file : sheet.files)
        files.push(Json()
                       .set("name", file.name)
                       .set("positions", file.positions)
                       .set("bytes", file.bytes)
                       .set("sha256", file.checksum));
    Json kinds;
    for (const LabelKind kind : {LabelKind::exact, LabelKind::estimate, LabelKind::none})
        kinds.set(name(kind), count_kind(data, kind));
    return Json()
        .set("format", kFormat)
        .set("command", sheet.facts.command)
        .set("version", sheet.facts.maker)
        .set("seed", sheet.source.seed)
        .set("rules", to_text(sheet.source.rules))
        .set("board", start_text(sheet.source.start))
        .set("pits", sheet.source.start.width)
        .set("players", players)
        .set("opening", sheet.source.opening)
        .set("label", label_json(sheet.facts))
        .set("wanted", sheet.selection.positions)
        .set("positions", data.samples.size())
        .set("train", sheet.positions(Part::train))
        .set("test", sheet.positions(Part::test))
        .set("complete", !data.interrupted && data.samples.size() == sheet.selection.positions)
        .set("interrupted", data.interrupted)
        .set("phases", phases)
        .set("labels", kinds)
        .set("games", Json()
                          .set("played", data.games)
                          .set("train", sheet.train_games.size())
                          .set("test", sheet.test_games.size()))
        .set("duplicates", data.duplicates)
        .set("unsolved", data.unsolved)
        .set("key", key_text(sheet.source.rules))
        .set("files", files);
}

std::string label_text(const Sheet& sheet) {
    const SheetFacts& facts = sheet.facts;
    switch (facts.label) {
        case LabelKind::none:
            return "The positions have no labels but `outcome`.\n";
        case LabelKind::exact:
            return fmt::format(
                "Values are exact: proved by search, with perfect play by both sides{}. {} "
                "positions "
                "were left out because {} nodes did not prove all of their moves; others took "
                "their "
                "place where there were any.\n",
                facts.database_seeds < 0
                    ? ""
                    : fmt::format(", with a database of all positions of up to {} seeds",
                                  facts.database_seeds),
                sheet.data.unsolved, grouped(facts.label_nodes));
        case LabelKind::estimate:
            break;
    }
    return fmt::format(
        "Values are estimates in seeds by `{}`; where the search proved the values of all moves, "
        "`kind` is `exact`. `value` is `estimate` rounded. Best moves are those of the highest "
        "estimate.\n",
        facts.label_player);
}

std::string columns_text(const Sheet& sheet) {
    const bool labels = sheet.facts.label != LabelKind::none;
    std::string text =
        "| CSV | NPZ | |\n|---|---|---|\n"
        "| `position` | | the position with its mover as south, as all commands of kalah read it "
        "|\n"
        "| `own1`.. `other1`.. `own_store` `other_store` | `positions`, uint8, one row each | the "
        "mover's pits, the opponent's pits, each from its owner's left, then the mover's store and "
        "the opponent's |\n"
        "| `game`, `ply` | `game` uint32, `ply` uint16 | number of the game, from 0; moves played "
        "before the position |\n"
        "| `phase`, `seeds` | `phase` uint8 | phase, from 1; seeds in the pits |\n";
    if (labels)
        text +=
            "| `kind` | `kind` uint8 | of the label: 1 `exact`, 2 `estimate` |\n"
            "| `value` | `value` int16 | final store difference for the mover, in seeds, stores "
            "included |\n"
            "| `best` | `best` uint16 | all best moves: pits from 1, or a bit mask whose lowest "
            "bit "
            "is pit 1 |\n"
            "| `value1`.. | `move_values`, int16, a column for each pit | the value of each move "
            "for "
            "the mover; empty, or -32768, where the pit is empty |\n";
    if (sheet.facts.label == LabelKind::estimate)
        text += "| `estimate` | `estimate` float32 | the value before rounding |\n";
    return text +
           "| `player`, `move`, `outcome` | the same: uint8, uint8, int16 | who was to move "
           "(number "
           "in the list of players), the pit that was played (from 1), and the final store "
           "difference of the game for the mover |\n";
}

std::string use_text(const Sheet& sheet) {
    const std::string rights =
        "\n## Use\nThe program claims no rights in what it computes: publish the data under any "
        "licence. ";
    if (sheet.data.interrupted)
        return rights +
               fmt::format(
                   "The run was interrupted, so that nothing makes the same files again: "
                   "keep them, and cite the data set with their checksums:\n\n> Kalah data "
                   "set, made by {}, `{}`, interrupted after {} of {} positions\n",
                   sheet.facts.maker, sheet.facts.command, grouped(sheet.data.samples.size()),
                   grouped(sheet.selection.positions));
    return rights + fmt::format(
                        "To cite the data set, name the program with its version, the command and "
                        "the seed; they repeat it byte by byte:\n\n> Kalah data set, made by {}, "
                        "`{}`\n",
                        sheet.facts.maker, sheet.facts.command);
}

std::string readme(const Sheet& sheet, const std::string& json) {
    const DataSet& data = sheet.data;
    std::string text =
        fmt::format("# {} positions of Kalah {}\nMade by {} with seed {}:\n\n```sh\n{}\n```\n\n",
                    grouped(data.samples.size()), start_text(sheet.source.start), sheet.facts.maker,
                    sheet.source.seed, sheet.facts.command);
    if (data.interrupted)
        text += fmt::format(
            "**The run was interrupted** after {} of {} positions. The command goes on with "
            "it and makes the whole data set, not these files again.\n\n",
            grouped(data.samples.size()), grouped(sheet.selection.positions));
    text += fmt::format("Rules: `{}`. Games: {}, each begun by {} random sowings, between\n\n",
                        to_text(sheet.source.rules), grouped(data.games), sheet.source.opening);
    for (std::size_t i = 0; i < sheet.source.players.size(); ++i)
        text += fmt::format("{}. `{}`\n", i + 1, sheet.source.players[i].text);
    text += "\n## Labels\n" + label_text(sheet);
    text +=
        "\n## Phases\n| phase | seeds in the pits | wanted | train | test |\n"
        "|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < sheet.phases.size(); ++i) {
        const PhaseCount& phase = sheet.phases[i];
        text += fmt::format("| {} | {} to {} | {} | {} | {} |\n", i + 1, phase.least_seeds,
                            phase.most_seeds, phase.wanted, phase.train, phase.test);
    }
    text += fmt::format("| all | | {} | {} | {} |\n", sheet.selection.positions,
                        sheet.positions(Part::train), sheet.positions(Part::test));
    text += fmt::format(
        "\nLabels: {} exact, {} estimates, {} without.\n\n## Duplicates and split\n"
        "No two positions have the same {}: the rest of the game depends on nothing else, and a "
        "position and its flipped twin count as one. {} positions were drawn again and left out. "
        "All positions of a game are in the same part ({} games in train, {} in test), and no "
        "position is in both.\n",
        count_kind(data, LabelKind::exact), count_kind(data, LabelKind::estimate),
        count_kind(data, LabelKind::none), key_text(sheet.source.rules), grouped(data.duplicates),
        sheet.train_games.size(), sheet.test_games.size());
    text += "\n## Columns\n" + columns_text(sheet);
    text += "\n## Files\n| file | positions | bytes | SHA-256 |\n|---|---|---|---|\n";
    for (const WrittenFile& file : sheet.files)
        text += fmt::format("| {} | {} | {} | `{}` |\n", file.name, file.positions, file.bytes,
                            file.checksum);
    text += fmt::format("| {} | | {} | `{}` |\n", kSheet, json.size(), sha256(json));
    return text + use_text(sheet);
}

/// The names of all files that a data set may have.
bool is_own(const std::string& name) {
    for (const char* own : {kReadme, kSheet, "train.csv", "test.csv", "train.npz", "test.npz"})
        if (name == own) return true;
    return false;
}

Error holds_a_data_set(const std::string& folder) {
    return Error{folder + ": holds a data set: name another folder, or give --replace"};
}

}  // namespace

std::optional<Error> prepare_folder(const std::string& folder, bool replace) {
    namespace fs = std::filesystem;
    std::error_code code;
    fs::create_directories(folder, code);
    if (code) return Error{folder + ": " + code.message()};
    std::vector<fs::path> old;
    bool begun = false;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        if (entry.path().filename() == KeptGames::kFile)
            begun = true;
        else
            old.push_back(entry.path());
    }
    if (code) return Error{folder + ": " + code.message()};
    if (old.empty()) return std::nullopt;
    for (const fs::path& path : old)
        if (!is_own(path.filename().string()) || !fs::is_regular_file(path, code))
            return Error{folder + ": holds " + in_quotes(path.filename().string()) +
                         ", which is not of a data set: name another folder"};
    if (begun) return std::nullopt;  // open_folder() sees what it is
    if (!fs::is_regular_file(fs::path(folder) / kSheet, code))
        return Error{folder + ": is not empty and holds no " + kSheet +
                     ", so it is not a data set: name another folder"};
    if (!replace) return holds_a_data_set(folder);
    return std::nullopt;
}

Result<Workplace> open_folder(const std::string& folder, const SheetFacts& facts, int width,
                              bool replace) {
    Workplace place;
    if (const auto text = read_file(folder + "/" + kSheet)) {
        const auto sheet = Json::parse(*text);
        const auto command = sheet ? sheet->find("command") : std::nullopt;
        place.replaces = !command || command->as_string() != facts.command;
        if (place.replaces && !replace) return holds_a_data_set(folder);
    }
    auto kept = KeptGames::open(folder, facts.command + " # " + facts.maker, width, replace);
    if (!kept) return kept.error();
    place.kept = kept.take();
    return place;
}

Result<Json> write_data_set(const std::string& folder, const SheetFacts& facts,
                            const GameSource& source, const Selection& selection,
                            const DataSet& data) {
    namespace fs = std::filesystem;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code))
        if (is_own(entry.path().filename().string())) fs::remove(entry.path(), code);
    const auto write = [&](const std::string& name, const std::string& bytes) {
        return write_file(folder + "/" + name, bytes, Existing::replace);
    };
    Sheet sheet{facts, source, selection, data, phase_counts(selection, data), {}};
    for (const Sample& sample : data.samples)
        (sample.test ? sheet.test_games : sheet.train_games).insert(sample.game);
    for (const Part part : {Part::train, Part::test}) {
        const Rows rows{data.samples, part, source.start.width, facts.label != LabelKind::none,
                        facts.label == LabelKind::estimate};
        for (const auto& [wanted, ending, made] :
             {std::tuple(facts.csv, ".csv", &to_csv), std::tuple(facts.npz, ".npz", &to_npz)}) {
            if (!wanted) continue;
            const std::string file = std::string(name(part)) + ending;
            const std::string bytes = made(rows);
            if (auto error = write(file, bytes)) return Error{*error};
            sheet.files.push_back({file, rows.count(), bytes.size(), sha256(bytes)});
        }
    }
    Json json = sheet_json(sheet);
    const std::string text = json.line() + "\n";
    if (auto error = write(kReadme, readme(sheet, text))) return Error{*error};
    if (auto error = write(kSheet, text)) return Error{*error};
    return json;
}

}  // namespace kalah::samples
