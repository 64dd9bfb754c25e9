#include "app/completion.hpp"

#include <algorithm>
#include <set>

namespace kalah::app {
namespace {

const OptionDescription* find_option(const CommandDescription& command, std::string_view name) {
    for (const OptionDescription& option : command.options)
        if (std::count(option.names.begin(), option.names.end(), name) > 0) return &option;
    return nullptr;
}

/// What was given to a command before the word that is being typed.
struct Given {
    const OptionDescription* waiting = nullptr;  // an option that takes a value, or one more
    bool value_needed = false;
    std::size_t arguments = 0;
    std::set<const OptionDescription*> options;
};

Given given_before(const CommandDescription& command, std::span<const std::string> words) {
    Given given;
    for (const std::string& word : words) {
        const bool is_option = word.size() > 1 && word.starts_with('-');
        const std::size_t equals = is_option ? word.find('=') : std::string::npos;
        const OptionDescription* option =
            is_option ? find_option(command, word.substr(0, equals)) : nullptr;
        if (option != nullptr) {
            given.options.insert(option);
            const bool takes_value = !option->value.empty() && equals == std::string::npos;
            given.waiting = takes_value ? option : nullptr;
            given.value_needed = takes_value;
        } else if (given.waiting != nullptr) {
            given.value_needed = false;
            if (!given.waiting->many) given.waiting = nullptr;
        } else {
            ++given.arguments;
        }
    }
    return given;
}

void offer_options(Completion& completion, const CommandDescription& command, const Given& given,
                   const std::string& typed) {
    for (const OptionDescription& option : command.options)
        if (!given.options.contains(&option))
            for (const std::string& name : option.names)
                if (name.starts_with("--") && name.starts_with(typed))
                    completion.candidates.push_back({name, option.help});
}

void offer_commands(Completion& completion, const CommandDescription& command,
                    const std::string& typed) {
    for (const CommandDescription& below : command.commands) {
        std::vector<std::string> names = below.other_words;
        names.insert(names.begin(), below.name());
        for (const std::string& name : names)
            if (name.starts_with(typed)) completion.candidates.push_back({name, below.summary});
    }
}

/// --option=value, as one word.
Completion complete_joined(const CommandDescription& command, const std::string& typed) {
    const std::size_t value = typed.find('=') + 1;
    const OptionDescription* option = find_option(command, typed.substr(0, value - 1));
    if (option == nullptr || option->value.empty()) return {};
    Completion completion = complete_value(option->value, typed.substr(value));
    for (auto& candidate : completion.candidates) candidate.word.insert(0, typed.substr(0, value));
    return completion;
}

}  // namespace

Completion complete(const CommandDescription& program, std::span<const std::string> line) {
    Completion completion;
    if (line.empty()) return completion;
    const std::string& typed = line.back();
    auto before = line.first(line.size() - 1);
    // "help X" and "man X" take the words of commands.
    const bool only_commands = !before.empty() && (before[0] == "help" || before[0] == "man");
    if (only_commands) before = before.subspan(1);

    const CommandDescription* command = &program;
    while (!before.empty() && !command->commands.empty()) {
        const CommandDescription* below = find_command(*command, before[0]);
        if (below == nullptr) break;
        command = below;
        before = before.subspan(1);
    }
    if (only_commands && !(line[0] == "man" && typed.starts_with('-'))) {
        if (before.empty()) offer_commands(completion, *command, typed);
        return completion;
    }
    if (only_commands) command = find_command(program, "man");

    const Given given = given_before(*command, before);
    const bool begins_option = typed.starts_with('-');
    if (given.waiting != nullptr && (given.value_needed || !begins_option))
        return complete_value(given.waiting->value, typed);
    if (begins_option && typed.find('=') != std::string::npos)
        return complete_joined(*command, typed);
    if (!begins_option && !command->commands.empty()) {
        if (given.arguments > 0) return completion;
        offer_commands(completion, *command, typed);
        if (command == &program && std::string_view("help").starts_with(typed))
            completion.candidates.push_back({"help", "explain a command"});
        return completion;
    }
    if (!begins_option && !command->arguments.empty()) {
        const std::size_t at = std::min(given.arguments, command->arguments.size() - 1);
        const OptionDescription& argument = command->arguments[at];
        if (given.arguments == at || argument.many)
            completion = complete_value(argument.names.front(), typed);
    }
    if (completion.candidates.empty() && completion.files == Completion::Files::none &&
        (begins_option || typed.empty()))
        offer_options(completion, *command, given, typed);
    return completion;
}

}  // namespace kalah::app
