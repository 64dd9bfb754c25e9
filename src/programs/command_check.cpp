#include "programs/command_check.hpp"

#include <algorithm>
#include <string_view>

#include "programs/processes.hpp"
#include "programs/sandbox.hpp"

namespace kalah::programs {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kOperators = ";&|<>()\n";
constexpr std::string_view kSpecial = "\"'\\$`*?[]{}~!#=";  // the shell changes such words

void skip_blanks(std::string_view& rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
}

/// Takes the next word; empty if an operator or nothing follows.
std::string_view take_word(std::string_view& rest) {
    skip_blanks(rest);
    const std::size_t end =
        std::min({rest.find_first_of(kBlanks), rest.find_first_of(kOperators), rest.size()});
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
}

bool is_plain(std::string_view word) {
    return !word.empty() && word.front() != '-' && word.find_first_of(kSpecial) == word.npos;
}

/// NAME=VALUE with a plain value; of any name but PATH, which would change what is found.
bool is_assignment(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == word.npos || (word[0] >= '0' && word[0] <= '9')) return false;
    const std::string_view name = word.substr(0, equals);
    const auto is_of_a_name = [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z');
    };
    const std::string_view value = word.substr(equals + 1);
    return name != "PATH" && std::all_of(name.begin(), name.end(), is_of_a_name) &&
           value.find_first_of(kSpecial) == value.npos;
}

/// By what follows a word: "2" of `2>log` and "f" of `f() { ...; }` name no program.
bool is_no_command(std::string_view rest) {
    const bool redirects = rest.starts_with('<') || rest.starts_with('>');
    skip_blanks(rest);
    return redirects || rest.starts_with('(');
}

/// What a command begins with, if that is plain to see.
struct Beginning {
    std::string directory = ".";
    std::string program;
};
std::optional<Beginning> beginning_of(std::string_view rest) {
    Beginning found;
    for (;;) {
        const std::string_view word = take_word(rest);
        if (is_assignment(word) || word == "exec") continue;
        if (!is_plain(word)) return std::nullopt;
        if (word != "cd") {
            if (is_no_command(rest)) return std::nullopt;
            found.program = word;
            return found;
        }
        const std::string_view directory = take_word(rest);
        skip_blanks(rest);
        if (!is_plain(directory) || !rest.starts_with("&&")) return std::nullopt;
        rest.remove_prefix(2);
        if (directory.front() == '/' || found.directory == ".")
            found.directory = directory;
        else
            found.directory.append("/").append(directory);
    }
}

constexpr int kNoDirectory = 3;
constexpr int kNoProgram = 4;
constexpr int kWindowsLineEnds = 5;
// Of a script, looks at the line that names the interpreter, which the system takes with the
// carriage return of a Windows line end. Perl and Ruby ignore it behind an argument.
constexpr const char* kRunsInShell = R"sh(
cd "$1" || exit 3
case $2 in
    */*) test -f "$2" && test -x "$2" ;;
    *) command -v "$2" >/dev/null ;;
esac || exit 4
case $2 in
    */*)
        line=$(head -c 256 "$2" | head -n 1)
        case $line in
            '#!'*perl' '*|'#!'*ruby' '*) ;;
            '#!'*"$(printf '\r')") exit 5 ;;
        esac ;;
esac
)sh";

/// What a shell says that cannot read the command; nothing if it can. Runs nothing of it.
std::optional<Error> syntax_error(const std::string& command) {
    const Ran read = run_quietly({"/bin/sh", "-n", "-c", command});
    if (read.code == 0) return std::nullopt;
    return Error{"the shell cannot read this command (" + printable(read.said) +
                 "); are its quotes in pairs?"};
}

/// The file, as a word for a shell in the directory from which we were started.
std::string file_from_here(const Beginning& beginning) {
    const bool here = beginning.directory == "." || beginning.program.front() == '/';
    if (here) return beginning.program;
    const std::string& program = beginning.program;
    return beginning.directory + '/' + (program.starts_with("./") ? program.substr(2) : program);
}

}  // namespace

std::optional<Error> validate_command(const std::string& command, bool sandbox,
                                      const std::string& own_program) {
    if (auto error = syntax_error(command)) return error;
    const auto beginning = beginning_of(command);
    if (!beginning) return std::nullopt;
    // The words are plain: the shell changes nothing in them.
    const std::string look =
        "set -- " + beginning->directory + ' ' + beginning->program + kRunsInShell;
    const int code =
        run_quietly(sandbox ? sandboxed_without_server(own_program, look) : in_shell(look)).code;
    const std::string where = sandbox ? " in the sandbox" : "";
    if (code == kNoDirectory)
        return Error{"there is no directory " + printable(beginning->directory) + where};
    const std::string program = printable(beginning->program);
    if (code == kWindowsLineEnds)
        return Error{program +
                     " has Windows line ends, so its interpreter is not found; mend it: "
                     "sed -i 's/\\r$//' " +
                     printable(file_from_here(*beginning))};
    if (code != kNoProgram) return std::nullopt;
    if (program.find('/') == std::string::npos)
        return Error{"there is no program " + program + where};
    return Error{program + " is not a program that can be run" + where +
                 " (does the file exist, and is it executable?)"};
}

}  // namespace kalah::programs
