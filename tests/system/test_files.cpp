#include "system/files.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

using namespace kalah;
namespace fs = std::filesystem;

namespace {

/// A folder that goes away with the test.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "kalah-test-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~TemporaryFolder() { fs::remove_all(path); }
    fs::path path;
};

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a file is written, read, kept and replaced, and nothing else is left behind") {
    const TemporaryFolder folder;
    const std::string path = folder.path / "game";
    CHECK_FALSE(write_file(path, "one\n", Existing::keep));
    CHECK(*read_file(path) == "one\n");
    const auto refused = write_file(path, "two\n", Existing::keep);
    REQUIRE(refused);
    CHECK(*refused == path + ": the file exists");
    CHECK(*read_file(path) == "one\n");
    CHECK_FALSE(write_file(path, "two\n", Existing::replace));
    CHECK(*read_file(path) == "two\n");
    CHECK(entries(folder.path) == 1);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    CHECK(fs::status(path).permissions() == static_cast<fs::perms>(0666 & ~mask));
}

TEST_CASE("what cannot be read or written is named with its reason") {
    const TemporaryFolder folder;
    const std::string missing = folder.path / "missing";
    CHECK(read_file(missing).error().message == missing + ": No such file or directory");
    CHECK(read_file(folder.path).error().message == folder.path.string() + ": Is a directory");
    const std::string nowhere = missing + "/game";
    CHECK(write_file(nowhere, "x", Existing::keep) == nowhere + ": No such file or directory");
    CHECK(write_file(folder.path, "x", Existing::replace).has_value());
    CHECK(entries(folder.path) == 0);
    CHECK(read_file("/dev/zero").error().message == "/dev/zero: too long for what it should be");
}

TEST_CASE("links stay links, rights stay, and what is not a file is left alone") {
    const TemporaryFolder folder;
    const std::string path = folder.path / "game";
    REQUIRE_FALSE(write_file(path, "one\n", Existing::keep));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    const std::string link = folder.path / "link";
    fs::create_symlink("game", link);
    CHECK_FALSE(write_file(link, "two\n", Existing::replace));
    CHECK(fs::is_symlink(link));
    CHECK(*read_file(path) == "two\n");
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    const std::string pipe = folder.path / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(write_file(pipe, "x", Existing::replace) == pipe + ": not a regular file");
    CHECK(fs::is_fifo(pipe));
    CHECK(entries(folder.path) == 3);
}
