#include "programs/command_check.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "programs/output_file.hpp"
#include "programs/sandbox.hpp"
#include "support/folder.hpp"
#include "support/skip.hpp"

using namespace kalah;
using namespace kalah::programs;

namespace {

/// What is wrong with a command, or "".
std::string wrong(const std::string& command, bool sandbox = false) {
    const auto error = validate_command(command, sandbox, KALAH_PROGRAM);
    return error ? error->message : "";
}

/// A folder to work in, with a program, a file that is none, and a folder with another program.
struct Place {
    Place() : before(working_directory()) {
        std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
        std::filesystem::create_directory(folder.path() + "/sub");
        for (const char* name : {"/bot", "/sub/other"}) {
            std::ofstream(folder.path() + name) << "#!/bin/sh\n";
            ::chmod((folder.path() + name).c_str(), 0755);
        }
        std::ofstream(folder.path() + "/text") << "no program\n";
        ::chmod((folder.path() + "/text").c_str(), 0644);
        REQUIRE(::chdir(folder.path().c_str()) == 0);
    }
    ~Place() { static_cast<void>(::chdir(before.c_str())); }
    test::Folder folder;
    std::string before;
};

}  // namespace

TEST_CASE("commands whose program is not there are told from others") {
    const Place place;
    CHECK(wrong("nosuchprogram") == "there is no program nosuchprogram");
    CHECK(wrong("A=1 B=two exec nosuchprogram --fast | tee log") ==
          "there is no program nosuchprogram");
    CHECK(wrong("nosuchprogram; true") == "there is no program nosuchprogram");
    CHECK(wrong("./nosuch").starts_with("./nosuch is not a program that can be run"));
    CHECK(wrong("./text 3").starts_with("./text is not a program that can be run"));
    CHECK(wrong("./sub").starts_with("./sub is not a program that can be run"));
    CHECK(wrong("bot") == "there is no program bot");  // the folder is not in PATH
    CHECK(wrong("cd nosuch && java Main") == "there is no directory nosuch");
    CHECK(wrong("cd sub && ./bot").starts_with("./bot is not a program"));
    CHECK(wrong("cd sub&&nosuchprogram") == "there is no program nosuchprogram");
    CHECK(wrong("cd /nosuch/folder && ./x") == "there is no directory /nosuch/folder");
}

TEST_CASE("commands that can be run, or of which only running tells, raise no alarm") {
    const Place place;
    for (const char* command : {"./bot",
                                "exec ./bot",
                                "A=1 ./bot",
                                "cd sub && ./other",
                                "cd sub && cd .. && ./bot",
                                "cat",
                                "/bin/cat",
                                "exit 3",
                                "echo \"x\" >&2; exit 3",
                                "if true; then ./bot; fi",
                                "(cd sub; ./other)",
                                "\"./bo\"t",
                                "$HOME/nosuch",
                                "PATH=sub other",
                                "A='b c' nosuch",
                                "~/nosuch",
                                "{ nosuch; }",
                                "! nosuch",
                                "cd sub; ./other",
                                "cd 's u b' && nosuch",
                                "# nothing",
                                "",
                                "   ",
                                "python3 nosuch.py",
                                "exec -a name ./bot",
                                ". ./bot",
                                "cd \"$X\" && nosuch",
                                "./b*t",
                                "umask 077; ./bot",
                                "2>log ./bot",
                                "f() { ./bot; }; f",
                                "f () { ./bot; }; f",
                                "A=$(nosuch) nosuch"}) {
        CAPTURE(command);
        CHECK(wrong(command).empty());
    }
}

TEST_CASE("scripts with Windows line ends are told from others, with the command that mends them") {
    const Place place;
    const auto script = [](const std::string& name, const std::string& text) {
        std::ofstream(name, std::ios::binary) << text;
        ::chmod(name.c_str(), 0755);
    };
    const std::string said =
        "./run has Windows line ends, so its interpreter is not found; mend it: sed -i 's/\\r$//' ";
    script("run", "#!/usr/bin/env python3\r\nprint()\r\n");
    CHECK(wrong("./run") == said + "./run");
    script("sub/run", "#!/bin/sh -e\r\nexec ./bot\r\n");
    CHECK(wrong("cd sub && ./run") == said + "sub/run");
    if (!validate_sandbox()) CHECK(wrong("cd sub && ./run", true) == said + "sub/run");
    script("run", "#!/bin/sh\nexec ./bot\r\n");
    CHECK(wrong("./run").empty());
    script("run", "#!/usr/bin/perl -w\r\n");  // Perl ignores it
    CHECK(wrong("./run").empty());
    script("run", "");
    CHECK(wrong("./run").empty());
}

TEST_CASE("a command with a quote too few is refused, and nothing of it runs") {
    const Place place;
    for (const char* command :
         {"touch ran; cd O'Hara && ./run", "touch ran; \"./run", "touch ran; ./run )"}) {
        CAPTURE(command);
        const std::string what = wrong(command);
        CHECK(what.starts_with("the shell cannot read this command ("));
        CHECK(what.ends_with("); are its quotes in pairs?"));
        CHECK(what.find('\n') == std::string::npos);
    }
    CHECK(!std::filesystem::exists("ran"));
}

TEST_CASE("in a sandbox, a program that the sandbox hides is not there") {
    if (const auto objection = validate_sandbox()) return test::skip(objection->message);
    const test::Folder elsewhere;  // in /tmp
    const std::string hidden = elsewhere.path() + "/bot";
    std::filesystem::copy_file("/bin/true", hidden);
    const Place place;
    CHECK(wrong(hidden).empty());
    CHECK(wrong(hidden, true) == hidden +
                                     " is not a program that can be run in the sandbox (does the "
                                     "file exist, and is it executable?)");
    CHECK(wrong("./bot", true).empty());
    if (::geteuid() == 0) {  // who is nobody in the sandbox
        ::chmod("bot", 0700);
        CHECK(wrong("./bot").empty());
        CHECK(wrong("./bot", true).starts_with("./bot is not a program"));
        ::chmod("bot", 0755);
    }
    CHECK(wrong("cat", true).empty());
    CHECK(wrong("nosuchprogram", true) == "there is no program nosuchprogram in the sandbox");
}

TEST_CASE("what a program writes is kept line by line, up to a limit") {
    const test::Folder folder;
    const std::string path = folder.path() + "/out";
    const auto content = [&] {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    using Stream = OutputFile::Stream;
    {
        OutputFile file(path);
        file.add(Stream::output, "one\ntw");
        file.add(Stream::errors, "wrong\n\nva");
        file.add(Stream::output, "o\n");
        file.finish();
    }
    CHECK(content() == "out: one\nerr: wrong\nerr: \nout: two\nerr: va\n");
    {
        OutputFile file(path);
        file.add(Stream::output, std::string(20'000, 'x'));
        for (int i = 0; i < 200; ++i) file.add(Stream::errors, std::string(9'999, 'y') + '\n');
        file.finish();
    }
    const std::string much = content();
    CHECK(much.size() < OutputFile::kMostKept + 200);
    CHECK(much.size() > OutputFile::kMostKept - 20'000);
    CHECK(much.ends_with("kalah: no more than 1048576 bytes are kept; what follows is lost\n"));
    CHECK_THROWS_AS(OutputFile(folder.path() + "/none/out"), std::system_error);
}
