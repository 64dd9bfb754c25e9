// Runs the commands of a document and compares what they print.
//   console-test DOCUMENT FOLDER_OF_KALAH [EXAMPLES]
// In a block that begins with ```console, sh runs each line "$ command" (lines "> ..." continue
// it). The lines below are its expected output, standard error included; the last is "[exit 2]" if
// it must end with code 2. "..." in a line matches anything. All commands of a document run in one
// folder, which is empty but for a link "examples" to EXAMPLES, and find no database. With
// KALAH_UPDATE_GOLDEN set, rewrites the document with the printed output.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

struct Command {
    std::size_t line = 0;  // of the "$"
    std::string text;
    std::size_t output_begin = 0;  // lines of the document that are its output
    std::size_t output_end = 0;
};

Lines read_lines(std::istream& in) {
    Lines lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::vector<Command> commands_of(const Lines& document) {
    std::vector<Command> commands;
    bool inside = false;
    for (std::size_t i = 0; i < document.size(); ++i) {
        const std::string& line = document[i];
        if (line.starts_with("```")) {
            inside = !inside && line == "```console";
        } else if (inside && line.starts_with("$ ")) {
            commands.push_back({i, line.substr(2), i + 1, i + 1});
        } else if (inside && line.starts_with("> ") && !commands.empty() &&
                   commands.back().output_begin == i) {
            commands.back().text += "\n" + line.substr(2);
            commands.back().output_begin = commands.back().output_end = i + 1;
        } else if (inside && !commands.empty()) {
            commands.back().output_end = i + 1;
        }
    }
    return commands;
}

/// "..." in the pattern matches anything.
bool matches(const std::string& pattern, const std::string& text) {
    const std::size_t dots = pattern.find("...");
    if (dots == std::string::npos) return pattern == text;
    if (text.compare(0, dots, pattern, 0, dots) != 0) return false;
    const std::string rest = pattern.substr(dots + 3);
    for (std::size_t at = dots; at <= text.size(); ++at)
        if (matches(rest, text.substr(at))) return true;
    return false;
}

Lines run(const std::string& command) {
    FILE* pipe = ::popen(("exec 2>&1 </dev/null\n" + command).c_str(), "r");
    if (pipe == nullptr) return {"cannot run sh"};
    std::string output;
    char buffer[4096];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
        output.append(buffer, got);
    const int status = ::pclose(pipe);
    Lines lines;
    std::size_t begin = 0;
    while (begin < output.size()) {
        const std::size_t end = std::min(output.find('\n', begin), output.size());
        lines.push_back(output.substr(begin, end - begin));
        begin = end + 1;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code != 0) lines.push_back("[exit " + std::to_string(code) + "]");
    return lines;
}

bool same(const Lines& expected, const Lines& printed) {
    if (expected.size() != printed.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!matches(expected[i], printed[i])) return false;
    return true;
}

void report(const std::string& document, const Command& command, const Lines& expected,
            const Lines& printed) {
    std::cout << document << ":" << command.line + 1 << ": $ " << command.text << "\n";
    for (const std::string& line : expected) std::cout << "  expected: " << line << "\n";
    for (const std::string& line : printed) std::cout << "  printed:  " << line << "\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) return 2;
    const fs::path document = fs::absolute(argv[1]);
    std::ifstream file(document);
    const Lines lines = read_lines(file);
    const std::vector<Command> commands = commands_of(lines);
    if (commands.empty()) {
        std::cout << document << ": no commands found\n";
        return 1;
    }
    std::string folder = (fs::temp_directory_path() / "kalah-console-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
    ::setenv("PATH", (fs::absolute(argv[2]).string() + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder + "/data-home").c_str(), 1);  // no database of the user's
    if (argc == 4) fs::create_directory_symlink(fs::absolute(argv[3]), folder + "/examples");
    fs::current_path(folder);

    int different = 0;
    Lines updated;
    std::size_t copied = 0;
    for (const Command& command : commands) {
        const auto at = [&](std::size_t i) {
            return lines.begin() + static_cast<std::ptrdiff_t>(i);
        };
        const Lines expected(at(command.output_begin), at(command.output_end));
        const Lines printed = run(command.text);
        const bool equal = same(expected, printed);
        updated.insert(updated.end(), at(copied), at(command.output_begin));
        // Keep lines that match, with their "...".
        for (std::size_t i = 0; i < printed.size(); ++i)
            updated.push_back(i < expected.size() && matches(expected[i], printed[i]) ? expected[i]
                                                                                      : printed[i]);
        copied = command.output_end;
        if (equal) continue;
        ++different;
        report(document.filename(), command, expected, printed);
    }
    updated.insert(updated.end(), lines.begin() + static_cast<std::ptrdiff_t>(copied), lines.end());
    fs::current_path("/");
    fs::remove_all(folder);

    std::cout << different << " of " << commands.size() << " commands differ\n";
    if (different > 0 && std::getenv("KALAH_UPDATE_GOLDEN") != nullptr) {
        std::ofstream out(document);
        for (const std::string& line : updated) out << line << "\n";
        std::cout << "updated " << document << "\n";
        return 0;
    }
    return different == 0 ? 0 : 1;
}
