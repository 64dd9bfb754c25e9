#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/description.hpp"
#include "app/program.hpp"

namespace kalah::app {
namespace {

OptionDescription described(const CLI::Option& option) {
    OptionDescription result;
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
    if (result.names.empty()) result.names.push_back(option.get_name(true));
    result.value = option.get_type_name();
    result.help = option.get_description();
    std::replace(result.help.begin(), result.help.end(), '\n', ' ');
    result.heading = option.get_group();
    result.required = option.get_required();
    result.many = option.get_items_expected_max() > 1;
    return result;
}

CommandDescription described(const CLI::App& app, const std::string& words) {
    CommandDescription result;
    result.words = words;
    result.other_words = app.get_aliases();
    result.summary = app.get_description();
    result.details = app.get_footer();
    for (const CLI::Option* option : app.get_options())
        (option->nonpositional() ? result.options : result.arguments).push_back(described(*option));
    for (const CLI::App* command : app.get_subcommands({}))
        result.commands.push_back(
            described(*command, (words.empty() ? "" : words + " ") + command->get_name()));
    return result;
}

}  // namespace

CommandDescription Program::describe() const {
    return described(*root_, "");
}

const CommandDescription* find_command(const CommandDescription& parent, std::string_view name) {
    for (const CommandDescription& command : parent.commands)
        if (command.name() == name ||
            std::count(command.other_words.begin(), command.other_words.end(), name) > 0)
            return &command;
    return nullptr;
}

std::vector<const CommandDescription*> with_all_below(const CommandDescription& command) {
    std::vector<const CommandDescription*> all = {&command};
    for (const CommandDescription& below : command.commands) {
        const auto deeper = with_all_below(below);
        all.insert(all.end(), deeper.begin(), deeper.end());
    }
    return all;
}

}  // namespace kalah::app
