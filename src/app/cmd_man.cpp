#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/manual.hpp"
#include "app/options.hpp"
#include "kalah/version.hpp"
#include "system/closest.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

struct ManOptions {
    std::vector<std::string> words;
    std::optional<std::string> folder;
    bool json = false;
};

void write_all(const CommandDescription& program, const std::string& folder, bool json) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw failure(folder + ": " + error.message());
    Json names = Json::array();
    for (const CommandDescription* command : with_all_below(program)) {
        const std::string name = manual_name(*command) + ".1";
        const auto wrong =
            write_file(fmt::format("{}/{}", folder, name),
                       manual_page(*command, program, version().text), Existing::replace);
        if (wrong) throw failure(*wrong);
        names.push(name);
    }
    if (json) print_json(Json().set("folder", folder).set("pages", names));
}

void act_man(const Program& commands, const ManOptions& options) {
    const CommandDescription program = commands.describe();
    if (options.folder) {
        if (!options.words.empty())
            throw usage_error("--out-dir writes all pages: name no command");
        return write_all(program, *options.folder, options.json);
    }
    const CommandDescription* command = &program;
    for (const std::string& word : options.words) {
        std::vector<std::string> names;
        for (const CommandDescription& below : command->commands) names.push_back(below.name());
        const CommandDescription* found = find_command(*command, word);
        if (found == nullptr && names.empty())
            throw usage_error("'kalah " + command->words + "' has no commands below it");
        if (found == nullptr)
            throw usage_error("no command " + in_quotes(word) + ": " + choices_text(word, names));
        command = found;
    }
    const std::string page = manual_page(*command, program, version().text);
    if (options.json)
        print_json(Json().set("name", manual_name(*command)).set("page", page));
    else
        fmt::print("{}", page);
}

void declare_man(Arguments& arguments, ManOptions& options) {
    arguments.positionals("command", options.words, "the command (default: the program itself)",
                          Arguments::Need::optional);
    arguments.field(text_field("out-dir", "DIR", options.folder,
                               "write the pages of all commands into this folder"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_man(Program& program) {
    program.add<ManOptions>(
        {"man", "print the manual page of a command, as source for man",
         "Examples:\n"
         "  kalah man games list | man -l -\n"
         "  kalah man --out-dir ~/.local/share/man/man1\n"
         "Pages say what --help says. The second command installs them for 'man kalah-match',\n"
         "as an installation of the program does."},
        declare_man, [&program](const ManOptions& options) { act_man(program, options); });
}

}  // namespace kalah::app
