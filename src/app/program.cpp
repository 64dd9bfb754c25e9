#include "app/program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/command.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/result.hpp"
#include "kalah/version.hpp"
#include "players/make_engine.hpp"
#include "system/closest.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

int complain(std::string_view command, std::string_view message, int code) {
    std::fflush(stdout);
    if (message.empty()) return code;
    std::string line;  // one line, whatever was quoted from the input
    for (const char c : message) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    line = fmt::format("kalah{}{}: {}\n", command.empty() ? "" : " ", command, line);
    std::fputs(line.c_str(), stderr);  // does not throw if writing fails
    return code;
}

std::vector<std::string> command_names(const CLI::App& parent) {
    std::vector<std::string> names;
    for (const CLI::App* command : parent.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

constexpr std::size_t kHelpWidth = 100;
constexpr std::size_t kHelpColumn = 32;

/// The help of an option in lines that fit beside its name, and one blank line between groups.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() { column_width(kHelpColumn); }
    std::string make_option_desc(const CLI::Option* option) const override {
        std::istringstream words(option->get_description());
        std::string text;
        std::size_t length = 0;  // of the last line
        for (std::string word; words >> word;) {
            const bool fits = length + 1 + word.size() <= kHelpWidth - kHelpColumn;
            if (!text.empty()) text += fits ? ' ' : '\n';
            length = fits && !text.empty() ? length + 1 + word.size() : word.size();
            text += word;
        }
        return text;
    }
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;)
            text.erase(at, 1);
        return text;
    }
};

/// "--north needs a value: --north SPEC"; nothing if that is not what is wrong.
std::optional<std::string> missing_value(const CLI::App& app, const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return std::nullopt;
    const std::string text = error.what();
    const std::string name = text.substr(0, text.find(':'));
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr) return std::nullopt;
    return name + " needs a value: " + name + " " + option->get_type_name();
}

/// "analyse" finds analyze, too.
const CLI::App* find_command(const CLI::App& parent, const std::string& name) {
    for (const CLI::App* command : parent.get_subcommands({}))
        if (command->check_name(name)) return command;
    return nullptr;
}

/// The subcommand that was being read, and its words.
const CLI::App& given_app(const CLI::App& root, std::string& words) {
    const CLI::App* app = &root;
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
        words += (words.empty() ? "" : " ") + app->get_name();
    }
    return *app;
}
std::string given_command(const CLI::App& root) {
    std::string words;
    given_app(root, words);
    return words;
}

/// An option that was given more often than it may be.
const CLI::Option* repeated_option(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (static_cast<int>(option->count()) > std::max(option->get_items_expected_max(), 1))
            return option;
    return nullptr;
}

/// A flag that was given a value: --json=yes.
std::optional<std::string> flag_with_value(const CLI::App& app, int argc, const char* const* argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        if (!argument.starts_with("--") || equals == std::string::npos) continue;
        const CLI::Option* option = app.get_option_no_throw(argument.substr(0, equals));
        if (option != nullptr && option->get_items_expected_max() == 0)
            return argument.substr(0, equals);
    }
    return std::nullopt;
}

/// What the command does not take, in the order in which it was given: CLI11 returns it reversed.
std::string unexpected(const CLI::App& root, const CLI::App& app, int argc,
                       const char* const* argv) {
    std::vector<std::string> extras = root.remaining(true);
    std::string message = "unexpected:";
    for (int i = 1; i < argc; ++i) {
        const auto extra = std::find(extras.begin(), extras.end(), argv[i]);
        if (extra == extras.end()) continue;
        if (extra->starts_with("--")) {
            std::vector<std::string> names;
            for (const CLI::Option* option : app.get_options())
                for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
            const std::string meant = closest_name(extra->substr(0, extra->find('=')), names);
            return "no option " + printable(*extra) +
                   (meant.empty() ? "" : ": did you mean " + meant + "?");
        }
        message += " " + printable(*extra);
        extras.erase(extra);
    }
    return message;
}

int refuse(const CLI::App& root, const CLI::ParseError& error, int argc, const char* const* argv) {
    std::string command;
    const CLI::App& app = given_app(root, command);
    std::string message = error.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        message = unexpected(root, app, argc, argv);
    } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
               !app.get_subcommands({}).empty()) {
        message = "a command is required";
    } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr &&
               !message.starts_with("--")) {
        message = "missing: " + message.substr(0, message.find(" is required"));
    } else if (const CLI::Option* option = repeated_option(app)) {
        message = option->get_name() + " was given more than once";
    } else if (const auto missing = missing_value(app, error)) {
        message = *missing;
    } else if (const auto flag = flag_with_value(app, argc, argv)) {
        message = *flag + " takes no value";
    }
    const std::string help = command.empty() ? "kalah --help" : "kalah " + command + " --help";
    return wrong_usage(command, message + " (see '" + help + "')");
}

/// Words that stand for options: "help X Y" is "X Y --help", "version" is "--version". The words
/// behind "man" name commands: behind "--", so that they are not taken for commands to run.
std::vector<const char*> with_words_as_options(int argc, const char* const* argv) {
    std::vector<const char*> line(argv, argv + argc);
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "version") line[1] = "--version";
    if (first == "help") {
        line.erase(line.begin() + 1);
        line.push_back("--help");
    }
    const auto as_it_is = [](std::string_view word) {
        return word == "--" || word.starts_with("--out-dir");
    };
    if (first == "man" && std::none_of(line.begin() + 2, line.end(), as_it_is)) {
        const auto is_option = [](std::string_view word) { return word.starts_with('-'); };
        const auto words = std::stable_partition(line.begin() + 2, line.end(), is_option);
        if (words != line.end()) line.insert(words, "--");
    }
    return line;
}

}  // namespace

void print_json(const Json& json) {
    fmt::print("{}\n", json.line());
}

int wrong_usage(std::string_view command, std::string_view message) {
    return complain(command, message, kWrongUsage);
}

int failed(std::string_view command, std::string_view message) {
    return complain(command, message, kFailed);
}

void Arguments::positional(const std::string& name, std::optional<std::string>& target,
                           const std::string& help, Need need) {
    app_.add_option(name, target, help)->type_name("")->required(need == Need::required);
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help, Need need) {
    app_.add_option(name, target, help)->type_name("")->required(need == Need::required);
}

void Arguments::options(const std::string& names, const std::string& type,
                        std::vector<std::string>& target, const std::string& help, Need need) {
    app_.add_option(names, target, help)
        ->type_name(type)
        ->required(need == Need::required)
        ->group(heading_);
}

void Arguments::field(const Field& field) {
    const auto set = [field](const CLI::results_t& values) {
        const auto error = field.set(values.back());
        if (error)
            throw CLI::ValidationError(field.option().substr(0, field.option().find(',')) + " " +
                                           in_quotes(values.back()) + ": " + error->message,
                                       CLI::ExitCodes::ValidationError);
        return true;
    };
    if (field.is_flag()) {
        app_.add_flag_callback(
                field.option(), [field] { field.set("yes"); }, field.help)
            ->disable_flag_override()
            ->group(heading_);
        return;
    }
    app_.add_option(field.option(), set, field.help)
        ->type_name(field.value)
        ->required(field.required)
        ->group(heading_);
}

Program::Program()
    : root_(std::make_unique<CLI::App>("Plays, analyses and referees the board game Kalah.",
                                       "kalah")) {
    root_->add_flag("-V,--version", version_, "print version, commit, compiler and options");
    root_->add_flag("--json", json_, "with --version: as JSON")->disable_flag_override();
    root_->set_help_flag("-h,--help", "print this help");
    root_->formatter(std::make_shared<HelpFormatter>());
    root_->footer("'kalah help COMMAND' explains a command and gives an example.");
}

Program::~Program() = default;

Arguments Program::add_command(const Text& text, std::function<void()> action) {
    CLI::App* parent = root_.get();
    std::string name = text.name;
    if (const std::size_t blank = name.find(' '); blank != std::string::npos) {
        parent = root_->get_subcommand(name.substr(0, blank));
        name.erase(0, blank + 1);
    }
    CLI::App& command = *parent->add_subcommand(name, text.summary);
    if (!text.other_spelling.empty()) command.alias(text.other_spelling);
    command.footer(text.details);
    // Not of a command that others stand below, if one of those was given.
    command.callback([this, &command, action = std::move(action)] {
        if (command.get_subcommands().empty()) chosen_ = action;
    });
    return Arguments(command);
}

void Program::add_family(const std::string& name, const std::string& summary) {
    CLI::App& family = *root_->add_subcommand(name, summary);
    family.require_subcommand(1);
    family.footer("'kalah " + name + " COMMAND --help' explains a command and gives an example.");
}

int Program::parse_and_run(int argc, const char* const* argv) {
    // The first word, and the second one of a family, must be a command.
    const CLI::App* family = root_.get();
    std::string known;
    for (int i = 1; i < argc && i < 3; ++i) {
        const std::string word = argv[i];
        if (family->get_subcommands({}).empty() || word.starts_with('-')) break;
        const CLI::App* command = find_command(*family, word);
        if (command == nullptr)
            return wrong_usage(known, "no command " + in_quotes(word) + ": " +
                                          choices_text(word, command_names(*family)));
        family = command;
        known = word;
    }
    try {
        root_->parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help
        return root_->exit(asked);
    } catch (const CLI::ParseError& error) {
        return refuse(*root_, error, argc, argv);
    }
    if (version_) return print_version();
    if (json_) return wrong_usage("", "--json: name a command, or --version");
    if (!chosen_) return refuse(*root_, CLI::RequiredError::Subcommand(1), argc, argv);
    chosen_();
    return interrupted() ? interrupted_exit_code() : kOk;
}

int Program::print_version() const {
    const Version& info = version();
    if (json_)
        print_json(Json()
                       .set("version", info.text)
                       .set("commit", info.commit)
                       .set("compiler", info.compiler)
                       .set("options", info.options));
    else
        std::printf("%s\ncompiled by %s, %s\n", info.maker, info.compiler, info.options);
    return kOk;
}

int Program::run(int argc, const char* const* argv) {
    try {
        const auto line = with_words_as_options(argc, argv);
        const int code = parse_and_run(static_cast<int>(line.size()), line.data());
        // Output that did not arrive is a failure, not a success with less output.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return failed("", "cannot write standard output");
        return code;
    } catch (const CommandError& error) {
        const int code = complain(given_command(*root_), error.message, error.code);
        return interrupted() ? interrupted_exit_code() : code;
    } catch (const players::NoRoomForTable& error) {
        return failed(given_command(*root_), error.what());
    } catch (const std::bad_alloc&) {
        return failed("", "out of memory");
    } catch (const std::system_error& error) {
        return failed(given_command(*root_), error.code().message() + "; try again later");
    } catch (const std::exception& error) {
        return failed("", error.what());
    }
}

}  // namespace kalah::app
