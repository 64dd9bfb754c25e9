// Checkpoints: which files are read back, and which are refused.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "base/mix64.hpp"
#include "files/checkpoint.hpp"
#include "support/folder.hpp"

using namespace kalah;

namespace {

/// A folder with the name of a checkpoint in it.
struct CheckpointFolder : test::Folder {
    [[nodiscard]] std::string file() const { return path() + "/checkpoint"; }
};

solve::BoundTable filled() {
    solve::BoundTable table(1 << 16);
    for (std::uint64_t i = 1; i <= 1000; ++i)
        table.store(mix64(7, i), {static_cast<int>(i % 20) - 10, 30, static_cast<int>(i % 6)},
                    static_cast<int>(i % 16));
    return table;
}

}  // namespace

TEST_CASE("a checkpoint gives back what was dear to prove") {
    const CheckpointFolder folder;
    REQUIRE(!files::save_checkpoint(folder.file(), "standard 6x4", filled()));
    solve::BoundTable table(1 << 16);
    CHECK(*files::checkpoint_table(folder.file(), "standard 6x4") == table.bytes());
    const auto known = files::load_checkpoint(folder.file(), "standard 6x4", table);
    REQUIRE(known);
    std::uint64_t found = 0;
    for (std::uint64_t i = 1; i <= 1000; ++i) {
        const auto entry = table.find(mix64(7, i));
        CHECK((i % 16 >= 6 || !entry));
        if (!entry) continue;
        CHECK(entry->lower == static_cast<int>(i % 20) - 10);
        CHECK(entry->upper == 30);
        CHECK(entry->pit == static_cast<int>(i % 6));
        ++found;
    }
    CHECK(found == *known);
    CHECK(found > 500);
}

TEST_CASE("no checkpoint is as good as an empty one") {
    const CheckpointFolder folder;
    solve::BoundTable table(1 << 16);
    const auto known = files::load_checkpoint(folder.file(), "standard 6x4", table);
    REQUIRE(known);
    CHECK(*known == 0);
    CHECK(*files::checkpoint_table(folder.file(), "standard 6x4") == 0);
    CHECK(!files::cannot_save(folder.file()));
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a checkpoint that does not fit is refused, and says why") {
    const CheckpointFolder folder;
    REQUIRE(!files::save_checkpoint(folder.file(), "standard 6x4", filled()));
    const std::string good = *test::read_text(folder.file());
    const auto refusal = [&](const std::string& text, std::size_t bytes = 1 << 16) {
        test::write_text(folder.file(), text);
        solve::BoundTable table(bytes);
        const auto known = files::load_checkpoint(folder.file(), "standard 6x4", table);
        return known ? "accepted" : known.error().message.substr(folder.file().size());
    };
    CHECK(refusal(good) == "accepted");
    CHECK(refusal("hello") == ": not a checkpoint of this program");
    CHECK(refusal(good.substr(0, good.size() - 1)) == ": cut short");
    CHECK(refusal(good.substr(0, 38)) == ": cut short");
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 4);
    CHECK(refusal(flipped) == ": damaged, its checksum does not fit");
    std::string other = good;
    other.replace(other.find("6x4"), 3, "6x5");
    CHECK(refusal(other) == ": belongs to another question (see its second line)");
    CHECK(refusal(good, 1 << 17) == ": made with a table of another size");
    CHECK(refusal(good + "more") == ": longer than it should be");
    CHECK(!files::checkpoint_table(folder.file(), "standard 6x5"));
}

TEST_CASE("a checkpoint that cannot be written says so") {
    const auto wrong = files::save_checkpoint("/nonexistent/checkpoint", "standard 6x4", filled());
    REQUIRE(wrong);
    CHECK(wrong->find("No such file") != std::string::npos);
    CHECK(files::cannot_save("/nonexistent/checkpoint") == wrong);
}
