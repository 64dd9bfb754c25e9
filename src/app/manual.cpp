#include "app/manual.hpp"

#include <algorithm>
#include <set>

namespace kalah::app {
namespace {

/// Text as roff prints it unchanged. A hyphen is written as a minus, so that options can be copied.
std::string plain(std::string_view text) {
    std::string roff;
    for (const char c : text) {
        if (c == '\\')
            roff += "\\e";
        else if (c == '-')
            roff += "\\-";
        else if (c == '\'')
            roff += "\\(aq";
        else if (c == '`')
            roff += "\\(ga";
        else if (c == '^')
            roff += "\\(ha";
        else if (c == '~')
            roff += "\\(ti";
        else
            roff += c;
    }
    return roff.starts_with('.') ? "\\&" + roff : roff;
}
std::string bold(std::string_view text) {
    return "\\fB" + plain(text) + "\\fR";
}
std::string italic(std::string_view text) {
    return "\\fI" + plain(text) + "\\fR";
}

std::string section(std::string_view heading) {
    std::string capitals;
    for (const char c : heading) capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return ".SH " + plain(capitals) + "\n";
}

/// A row of a list: its first line, and what it means.
std::string row(const std::string& tag, const std::string& text) {
    return ".TP\n" + tag + "\n" + text + "\n";
}

/// With a full stop, unless it has an end of its own.
std::string sentence(std::string text) {
    if (!text.empty() && text.back() != '.' && text.back() != '?') text += '.';
    return text;
}

std::string option_row(const OptionDescription& option) {
    std::string tag;
    for (const std::string& name : option.names) tag += (tag.empty() ? "" : ", ") + bold(name);
    if (!option.value.empty()) tag += " " + italic(option.value);
    if (option.many) tag += " ...";
    return row(tag, plain(option.help + (option.required ? " (required)" : "")));
}

std::string synopsis(const CommandDescription& command) {
    std::string text = bold(command.words.empty() ? "kalah" : "kalah " + command.words);
    if (!command.options.empty()) text += " [" + italic("options") + "]";
    for (const OptionDescription& argument : command.arguments) {
        const std::string name = italic(argument.names.front()) + (argument.many ? " ..." : "");
        text += argument.required ? " " + name : " [" + name + "]";
    }
    if (!command.commands.empty()) text += " " + italic("command") + " ...";
    return section("Synopsis") + text + "\n";
}

/// Under the headings of the help, in its order.
std::string options_of(const CommandDescription& command) {
    std::vector<std::string> headings;
    for (const OptionDescription& option : command.options)
        if (std::find(headings.begin(), headings.end(), option.heading) == headings.end())
            headings.push_back(option.heading);
    std::string text;
    for (const std::string& heading : headings) {
        text += section(heading);
        for (const OptionDescription& option : command.options)
            if (option.heading == heading) text += option_row(option);
    }
    return text;
}

/// The lines below the help: indented ones are kept as they are, the others are filled. The
/// examples come first; what follows them has a section of its own.
std::string details_of(const CommandDescription& command) {
    std::string text;
    std::string_view rest = command.details;
    bool notes = false;
    bool verbatim = false;
    const auto end_verbatim = [&] {
        if (verbatim) text += ".EE\n.RE\n.PP\n";
        verbatim = false;
    };
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (text.empty() && line.starts_with("Example")) {
            text += section(line.substr(0, line.find(':')));
        } else if (line.starts_with("  ")) {
            if (!verbatim) text += ".RS 4\n.EX\n";
            verbatim = true;
            text += plain(line.substr(2)) + "\n";
        } else {
            end_verbatim();
            if (!notes) {
                if (text.ends_with(".PP\n")) text.resize(text.size() - 4);
                text += section("Notes");
            }
            notes = true;
            text += plain(line) + "\n";
        }
    }
    end_verbatim();
    if (text.ends_with(".PP\n")) text.resize(text.size() - 4);
    return text;
}

std::string page_reference(const CommandDescription& command) {
    return bold(manual_name(command)) + "(1)";
}

/// The commands that the texts name in quotes, 'kalah players', its family and what is in it.
std::string see_also(const CommandDescription& command, const CommandDescription& program) {
    std::string texts = command.summary + command.details;
    for (const auto* list : {&command.options, &command.arguments})
        for (const OptionDescription& option : *list) texts += " " + option.help;
    std::set<std::string> pages;
    for (const CommandDescription* other : with_all_below(program)) {
        const bool above = other->words.empty() || command.words.starts_with(other->words + " ");
        const bool below = other->words.starts_with(command.words + " ");
        const bool named = texts.find("'kalah " + other->words + "'") != std::string::npos;
        if (other->words != command.words && (above || below || named))
            pages.insert(manual_name(*other));
    }
    std::string text;
    for (const std::string& page : pages) text += (text.empty() ? "" : ",\n") + bold(page) + "(1)";
    return section("See also") + text + "\n";
}

/// What holds for every command, in the page of the program.
std::string common_sections() {
    return section("Exit status") + row(bold("0"), "The command did what was asked.") +
           row(bold("1"), "It failed; one line on standard error says why.") +
           row(bold("2"), "It was called wrongly.") +
           row(bold("130"), "Ctrl\\-C ended it, with the results up to then.") +
           section("Environment") +
           row(bold("XDG_DATA_HOME"), "Games, databases and books are kept in its folder\n" +
                                          italic("kalah") +
                                          " (default: " + italic("~/.local/share") + ").") +
           row(bold("NO_COLOR"), "If it is set, drawings have no colour by default.");
}

}  // namespace

std::string manual_name(const CommandDescription& command) {
    std::string name = command.words.empty() ? "kalah" : "kalah " + command.words;
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string manual_page(const CommandDescription& command, const CommandDescription& program,
                        std::string_view version) {
    const bool whole = command.words.empty();
    const std::string name = manual_name(command);
    std::string capitals = name;
    for (char& c : capitals)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    std::string summary = command.summary;
    if (whole && summary.ends_with('.')) summary.pop_back();
    std::string page = ".TH " + plain(capitals) + " 1 \"\" \"kalah " + plain(version) +
                       "\" \"Kalah\"\n" + section("Name") + plain(name) + " \\- " + plain(summary) +
                       "\n" + synopsis(command);
    if (!command.arguments.empty()) {
        page += section("Arguments");
        for (const OptionDescription& argument : command.arguments) page += option_row(argument);
    }
    page += options_of(command);
    if (!command.commands.empty()) {
        page += section("Commands");
        for (const CommandDescription& below : command.commands) {
            std::string names = bold(below.name());
            for (const std::string& other : below.other_words) names += ", " + bold(other);
            page +=
                row(names, plain(sentence(below.summary)) + " See " + page_reference(below) + ".");
        }
    }
    page += details_of(command);
    if (whole) return page + common_sections();
    return page + see_also(command, program);
}

}  // namespace kalah::app
