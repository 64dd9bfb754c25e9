// What the command line looks like, as values: what `--help` prints, for manual pages and for the
// completion of shells. Made by Program::describe; nothing here parses. Immutable, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kalah::app {

/// An option, or an argument without a name of its own.
struct OptionDescription {
    std::vector<std::string> names;  // "--colour", "--color"; "position" of an argument
    std::string value;               // what stands behind it: "FILE", "yes|no"; empty for a flag
    std::string help;                // one line
    std::string heading;             // under which the help lists it
    bool required = false;
    bool many = false;  // takes as many values as follow
};

struct CommandDescription {
    std::string words;                     // "games list"; empty for the program itself
    std::vector<std::string> other_words;  // the same in other spellings
    std::string summary;
    std::string details;  // the lines below the options
    std::vector<OptionDescription> arguments;
    std::vector<OptionDescription> options;
    std::vector<CommandDescription> commands;  // of a family, or of the program

    /// The last of its words: what its family knows it by.
    [[nodiscard]] std::string name() const { return words.substr(words.rfind(' ') + 1); }
};

/// The command among those of `parent` that has this name or spelling; null if there is none.
[[nodiscard]] const CommandDescription* find_command(const CommandDescription& parent,
                                                     std::string_view name);

/// The command itself and all below it, in the order of the help.
[[nodiscard]] std::vector<const CommandDescription*> with_all_below(
    const CommandDescription& command);

}  // namespace kalah::app
