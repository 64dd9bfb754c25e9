// Databases on disk: damaged, truncated and foreign files are never trusted.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "endgame/reference_value.hpp"
#include "endgame/verify.hpp"
#include "files/database_files.hpp"
#include "files/pack.hpp"
#include "kalah/notation.hpp"
#include "kalah/version.hpp"
#include "support/folder.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/tsv.hpp"

using namespace kalah;
using namespace kalah::files;
using test::Folder;
using test::Random;

namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 34;

Build build_of(const Folder& folder, const Rules& rules, int pits, int seeds,
               std::uint64_t memory = kPlenty) {
    return {{folder.path(), rules, pits}, seeds, 2, memory};
}

void build_all(const Build& build) {
    const auto needs = plan(build);
    REQUIRE_MESSAGE(needs, needs.error().message);
    const auto done = build_files(build, *needs);
    REQUIRE_MESSAGE(done, done.error().message);
    REQUIRE(*done);
}

std::string read_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

Rules empty_capture() {
    Rules rules;
    rules.capture = Capture::empty;
    return rules;
}

/// The values of a level in plain memory, which a test can change.
class LevelInVector : public LevelSource {
  public:
    explicit LevelInVector(const LevelSource& level, std::size_t size)
        : changed(level.values(), level.values() + size) {}
    [[nodiscard]] const std::int8_t* values() const override { return changed.data(); }
    [[nodiscard]] bool check(int, std::size_t) const override { return true; }
    std::vector<std::int8_t> changed;
};

}  // namespace

TEST_CASE("a database on disk has the values of one in memory") {
    const Folder folder;
    for (const Rules& rules : {Rules{}, empty_capture()}) {
        build_all(build_of(folder, rules, 6, 9));
        const auto database = open_database({folder.path(), rules, 6});
        REQUIRE(database);
        CHECK((*database)->max_seeds() == 9);
        const auto expected = *EndgameDatabase::build(rules, 6, 9, 1);
        for (int seeds = 0; seeds <= 9; ++seeds)
            for (std::uint64_t i = 0; i < level_size(6, seeds); ++i) {
                const Board board = endgame::position_of(i, seeds, 6);
                REQUIRE((*database)->levels().future(board) == expected->levels().future(board));
            }
        CHECK_FALSE((*database)->damaged());
        CHECK((*open_database({folder.path(), rules, 6}, 5))->max_seeds() == 5);
    }
}

TEST_CASE("files of every rule set that has databases are read back") {
    const Folder folder;
    for (const Rules& rules : test::all_rules()) {
        if (!endgame::has_databases(rules)) continue;
        CAPTURE(to_text(rules));
        build_all(build_of(folder, rules, 2, 3));
        const auto database = open_database({folder.path(), rules, 2});
        REQUIRE(database);
        CHECK((*database)->max_seeds() == 3);
    }
}

TEST_CASE("no flipped bit of a level file changes a value") {
    Random random(120020);
    const Folder folder;
    const DatabaseLocation place{folder.path(), {}, 4};
    build_all(build_of(folder, {}, 4, 12));
    const auto expected = *EndgameDatabase::build({}, 4, 12, 1);
    const std::string good = read_bytes(place.path(12));
    int refused = 0;
    int unknown = 0;
    for (int i = 0; i < test::scaled(60, 2000); ++i) {
        std::string bad = good;
        const auto last = static_cast<int>(bad.size()) - 1;
        // Damage the header and its checksums in half of the cases.
        const auto at = static_cast<std::size_t>(test::pick(random, 0, i % 2 == 0 ? 300 : last));
        bad[at] = static_cast<char>(bad[at] ^ (1 << test::pick(random, 0, 7)));
        write_bytes(place.path(12), bad);
        const auto database = open_database(place);
        if (!database) {
            CHECK(database.error().message.find(place.path(12) + ": ") == 0);
            ++refused;
            continue;
        }
        for (int probes = 0; probes < 2000; ++probes) {
            const std::uint64_t index = random() % level_size(4, 12);
            const Board board = endgame::position_of(index, 12, 4);
            const int value = (*database)->levels().future(board);
            if (value == endgame::Levels::kUnknown) {
                CHECK((*database)->damaged());
                ++unknown;
            } else {
                REQUIRE(value == expected->levels().future(board));
            }
        }
        const std::size_t header = values_at(4, 12);
        if (at < header) continue;
        CHECK((*database)->levels().future(endgame::position_of(at - header, 12, 4)) ==
              endgame::Levels::kUnknown);
        const auto needs = plan(build_of(folder, {}, 4, 13));
        REQUIRE(needs);
        const auto built = build_files(build_of(folder, {}, 4, 13), *needs);
        REQUIRE_FALSE(built);
        CHECK(built.error().message == place.path(12) + ": damaged; remove it to build it again");
    }
    CHECK(refused > 10);
    CHECK(unknown > 10);
}

TEST_CASE("a cut level file is refused") {
    Random random(120021);
    const Folder folder;
    const DatabaseLocation place{folder.path(), {}, 3};
    build_all(build_of(folder, {}, 3, 10));
    const std::string good = read_bytes(place.path(10));
    for (int i = 0; i < 60; ++i) {
        const int most = static_cast<int>(good.size()) - 1;
        const auto length = static_cast<std::size_t>(test::pick(random, 0, i < 20 ? 200 : most));
        write_bytes(place.path(10), good.substr(0, length));
        REQUIRE_FALSE(open_database(place));
    }
    write_bytes(place.path(10), good + "x");
    CHECK_FALSE(open_database(place));
    write_bytes(place.path(10), good);
    CHECK(open_database(place));
}

TEST_CASE("a file of other rules, pits or seeds is refused, and so is one of another kind") {
    const Folder folder;
    build_all(build_of(folder, {}, 3, 6));
    build_all(build_of(folder, empty_capture(), 3, 6));
    build_all(build_of(folder, {}, 2, 6));
    const DatabaseLocation place{folder.path(), {}, 3};
    const std::string good = read_bytes(place.path(6));
    const auto refused = [&](const std::string& bytes) {
        write_bytes(place.path(6), bytes);
        const auto database = open_database(place);
        REQUIRE_FALSE(database);
        return database.error().message.substr(place.path(6).size() + 2);
    };
    CHECK(refused(read_bytes(DatabaseLocation{folder.path(), empty_capture(), 3}.path(6))) ==
          "holds empty-capture-3-06.kalahdb, not what its name says");
    CHECK(refused(read_bytes(DatabaseLocation{folder.path(), {}, 2}.path(6))) ==
          "holds standard-2-06.kalahdb, not what its name says");
    CHECK(refused(read_bytes(place.path(5))) ==
          "holds standard-3-05.kalahdb, not what its name says");
    CHECK(refused("moves: 3-6 2\n") == "not a level of an endgame database");
    CHECK(refused("") == "not a level of an endgame database");
    std::string later = good;
    later[8] = 3;
    CHECK(refused(later) == "version 3 of the format; this program reads 1 to 2");
    // The first version does not say what wrote it.
    later[8] = 1;
    CHECK(refused(later) == "its header is damaged");
    const auto none = open_database({folder.path(), {}, 4});
    REQUIRE_FALSE(none);
    CHECK(none.error().message == folder.path() + ": no database for standard with 4 pits");
}

TEST_CASE("files are the same however they were built") {
    const Folder at_once;
    const Folder in_steps;
    const Folder from_files;
    build_all(build_of(at_once, {}, 5, 12));
    for (const int seeds : {0, 3, 4, 9, 12}) build_all(build_of(in_steps, {}, 5, seeds));
    std::filesystem::remove(DatabaseLocation{in_steps.path(), {}, 5}.path(11));
    build_all(build_of(in_steps, {}, 5, 12));
    const std::uint64_t enough = plan(build_of(from_files, {}, 5, 12))->memory;
    const Build paged = build_of(from_files, {}, 5, 12, enough - 1);
    CHECK(plan(paged)->kept == LevelWriter::Kept::in_file);
    build_all(paged);
    for (int seeds = 0; seeds <= 12; ++seeds) {
        const std::string expected =
            read_bytes(DatabaseLocation{at_once.path(), {}, 5}.path(seeds));
        REQUIRE(expected.size() == file_size(5, seeds));
        CHECK(read_bytes(DatabaseLocation{in_steps.path(), {}, 5}.path(seeds)) == expected);
        CHECK(read_bytes(DatabaseLocation{from_files.path(), {}, 5}.path(seeds)) == expected);
    }
}

TEST_CASE("a build says what it needs, and refuses what is not there") {
    const Folder folder;
    const auto needs = plan(build_of(folder, {}, 6, 8));
    REQUIRE(needs);
    CHECK(needs->positions == endgame::database_size(6, 8));
    CHECK(needs->disk > needs->positions);
    CHECK_FALSE(plan(build_of(folder, {}, 6, 20, 1'000'000)));
    CHECK_FALSE(plan(build_of(folder, {}, 6, 60, std::uint64_t{1} << 60)));
    Rules stop;
    stop.majority_stop = true;
    CHECK_FALSE(plan(build_of(folder, stop, 6, 5)));
    build_all(build_of(folder, {}, 6, 8));
    CHECK(plan(build_of(folder, {}, 6, 7))->positions == 0);
    CHECK(plan(build_of(folder, {}, 6, 9))->positions == level_size(6, 9));
}

TEST_CASE("a build that is stopped leaves complete levels and nothing else") {
    const Folder folder;
    const Build build = build_of(folder, {}, 6, 10);
    const auto needs = plan(build);
    const auto done =
        build_files(build, *needs, [](std::uint64_t positions) { return positions < 200'000; });
    REQUIRE(done);
    CHECK_FALSE(*done);
    const int highest = highest_level(build.place);
    CHECK(highest >= 0);
    CHECK(highest < 10);
    int files = 0;
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder.path()))
        ++files;
    CHECK(files == highest + 1);
}

TEST_CASE("two builds do not share a directory at the same time") {
    const Folder folder;
    const Build build = build_of(folder, {}, 4, 6);
    const auto needs = plan(build);
    bool refused = false;
    const auto done = build_files(build, *needs, [&](std::uint64_t) {
        refused = !build_files(build, *needs);
        return true;
    });
    CHECK(*done);
    CHECK(refused);
}

TEST_CASE("packed and unpacked files are the same, and a damaged pack is refused") {
    Random random(120022);
    const Folder folder;
    const Folder other;
    const DatabaseLocation place{folder.path(), empty_capture(), 5};
    build_all(build_of(folder, empty_capture(), 5, 11));
    const std::string file = folder.path() + "/pack";
    const auto packed = pack(place, 10, file, 3, 2);
    REQUIRE_MESSAGE(packed, packed.error().message);
    CHECK(packed->levels == 11);
    CHECK(packed->packed < packed->plain / 2);
    const auto unpacked = unpack(file, other.path());
    REQUIRE(unpacked);
    for (int seeds = 0; seeds <= 10; ++seeds)
        CHECK(read_bytes(place.path(seeds)) ==
              read_bytes(DatabaseLocation{other.path(), empty_capture(), 5}.path(seeds)));

    const std::string good = read_bytes(file);
    for (int i = 0; i < 40; ++i) {
        std::string bad = good;
        const auto at =
            static_cast<std::size_t>(test::pick(random, 16, static_cast<int>(good.size()) - 1));
        if (i % 2 == 0)
            bad.resize(at);
        else
            bad[at] = static_cast<char>(bad[at] ^ 4);
        write_bytes(file, bad);
        const Folder target;
        const auto result = unpack(file, target.path());
        // zstd does not use every bit of its frames: if unpacking works, the values must be right.
        if (!result) continue;
        CHECK(i % 2 == 1);
        for (int seeds = 0; seeds <= 10; ++seeds)
            REQUIRE(read_bytes(place.path(seeds)) ==
                    read_bytes(DatabaseLocation{target.path(), empty_capture(), 5}.path(seeds)));
    }
}

TEST_CASE("a level file says which version wrote it, and its checksum does not depend on it") {
    const Folder folder;
    const DatabaseLocation place{folder.path(), {}, 2};
    build_all(build_of(folder, {}, 2, 6));
    const auto level = LevelFile::open(place.path(6), {{}, 2, 6});
    REQUIRE(level);
    const LevelHeader& header = (*level)->header();
    const std::string commit = version().commit;
    CHECK(to_text(header.writer()) == "kalah " + std::string(version().text) +
                                          (commit == "unknown" ? "" : " (" + commit + ")"));
    CHECK(to_text(Writer{1, 20, 3, 1, 0xABC}) == "kalah 1.20.3 (00000abc+)");
    CHECK(to_text(Writer{1, 20, 3, 0, 0}) == "kalah 1.20.3");
    const auto other = LevelHeader::of(header.name(), (*level)->values(), {9, 9, 9, 0, 1});
    CHECK(other.checksum() == header.checksum());
    CHECK(LevelHeader::read(other.bytes().data(), other.bytes().size()));
}

TEST_CASE("files of the first version open, and stay as they are when packed and unpacked") {
    const Folder folder;
    const Folder again;
    const std::string old = KALAH_TEST_DATA "/endgame-v1.kalahpack";
    const auto unpacked = unpack(old, folder.path());
    REQUIRE_MESSAGE(unpacked, unpacked.error().message);
    const DatabaseLocation place{folder.path(), {}, 2};
    const std::string level = read_bytes(place.path(6));
    CHECK(level.substr(8, 4) == std::string("\1\0\0\0", 4));
    CHECK(level.substr(56, 8) == std::string(8, '\0'));
    const auto database = open_database(place);
    REQUIRE_MESSAGE(database, database.error().message);
    CHECK((*database)->max_seeds() == 6);
    CHECK(to_text((*LevelFile::open(place.path(6), {{}, 2, 6}))->header().writer()).empty());
    const auto expected = *EndgameDatabase::build({}, 2, 6, 1);
    for (std::uint64_t i = 0; i < level_size(2, 6); ++i) {
        const Board board = endgame::position_of(i, 6, 2);
        REQUIRE((*database)->levels().future(board) == expected->levels().future(board));
    }
    const std::string packed = again.path() + "/pack";
    REQUIRE(pack(place, 6, packed, 1, 1));
    CHECK(read_bytes(packed) == read_bytes(old));
    // A database may have levels of both versions.
    build_all(build_of(folder, {}, 2, 7));
    CHECK((*open_database(place))->max_seeds() == 7);
    CHECK(read_bytes(place.path(6)) == level);
    CHECK(read_bytes(place.path(7))[8] == 2);
}

TEST_CASE("every value is what its moves make it, by the reference rules") {
    for (const Rules& rules : {Rules{}, empty_capture()}) {
        const int seeds = test::scaled(9, 16);
        const auto database = *EndgameDatabase::build(rules, 6, seeds, 2);
        const endgame::Verified verified = endgame::verify(*database, 0, seeds, 2);
        CHECK(verified.complete);
        CHECK_FALSE(verified.wrong);
        CHECK(verified.positions == endgame::database_size(6, seeds));
    }
}

TEST_CASE("verifying finds a single wrong value") {
    Random random(120023);
    const Folder folder;
    build_all(build_of(folder, {}, 4, 6));
    for (int i = 0; i < 20; ++i) {
        const int level = test::pick(random, 0, 6);
        const std::uint64_t wrong = random() % level_size(4, level);
        std::vector<std::shared_ptr<const LevelSource>> levels;
        for (int seeds = 0; seeds <= 6; ++seeds) {
            const DatabaseLocation place{folder.path(), {}, 4};
            const auto file = LevelFile::open(place.path(seeds), {{}, 4, seeds});
            REQUIRE(file);
            auto copy = std::make_shared<LevelInVector>(**file, level_size(4, seeds));
            if (seeds == level) copy->changed[wrong] ^= 2;
            levels.push_back(copy);
        }
        const EndgameDatabase database(
            std::make_unique<const endgame::Levels>(Rules{}, 4, std::move(levels), 0));
        const endgame::Verified verified = endgame::verify(database, 0, 6, 2);
        CHECK_FALSE(verified.complete);
        REQUIRE(verified.wrong);
    }
}

TEST_CASE("the levels have the checksums that are known to be good") {
    std::map<std::pair<std::string, int>, std::vector<test::Row>> databases;
    for (const auto& row : test::read_table("endgame-checksums.tsv"))
        databases[{row.at("rules"), std::stoi(row.at("pits"))}].push_back(row);
    CHECK(databases.size() == 12);
    for (const auto& [key, rows] : databases) {
        const auto preset = parse_rules(key.first);
        REQUIRE(preset);
        const Folder folder;
        const int most = std::min(static_cast<int>(rows.size()) - 1, test::scaled(12, 16));
        build_all(build_of(folder, preset->rules, key.second, most));
        for (const auto& row : rows) {
            const int seeds = std::stoi(row.at("seeds"));
            if (seeds > most) continue;
            const DatabaseLocation place{folder.path(), preset->rules, key.second};
            const auto level =
                LevelFile::open(place.path(seeds), {preset->rules, key.second, seeds});
            REQUIRE(level);
            CAPTURE(row.at("rules"));
            CAPTURE(key.second);
            CAPTURE(seeds);
            CHECK((*level)->header().checksum() == std::stoull(row.at("checksum"), nullptr, 16));
        }
    }
}
