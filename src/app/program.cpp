#include "app/program.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/command.hpp"
#include "kalah/result.hpp"
#include "kalah/version.hpp"
#include "players/make_engine.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

std::string command_names(const CLI::App& root) {
    std::string names;
    for (const CLI::App* command : root.get_subcommands({}))
        names += (names.empty() ? "" : ", ") + command->get_name();
    return names;
}

bool has_command(const CLI::App& root, const std::string& name) {
    const auto commands = root.get_subcommands({});
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* command) { return command->get_name() == name; });
}

bool is_root_option(std::string_view argument) {
    return argument == "-h" || argument == "--help" || argument == "--version";
}

std::string version_text() {
    const Version& it = version();
    return std::string("kalah ") + it.text + "\ncommit   " + it.commit + "\ncompiler " +
           it.compiler + "\noptions  " + it.options;
}

std::string version_json() {
    const Version& it = version();
    return Json()
        .set("version", it.text)
        .set("commit", it.commit)
        .set("compiler", it.compiler)
        .set("options", it.options)
        .line();
}

/// The subcommand that was given, if one was.
std::string given_command(const CLI::App& root) {
    std::string command;
    for (const CLI::App* app = &root; !app->get_subcommands().empty();) {
        app = app->get_subcommands().front();
        command += (command.empty() ? "" : " ") + app->get_name();
    }
    return command;
}

int refuse(const CLI::App& root, const CLI::ParseError& error) {
    const std::string command = given_command(root);
    std::string message = error.what();
    // The library's message for what it does not know speaks of "following arguments".
    if (error.get_name() == "ExtrasError")
        message = "not understood: " + printable(message.substr(message.find(": ") + 2));
    if (error.get_name() == "ArgumentMismatch" &&
        message.find("flag override") != std::string::npos)
        message = "--" + message.substr(0, message.find(' ')) + " takes no value";
    const std::size_t repeated = message.find(": At Most 1 required");
    if (error.get_name() == "ArgumentMismatch" && repeated != std::string::npos)
        message = message.substr(0, repeated) + " was given more than once";
    const std::string help = command.empty() ? "kalah --help" : "kalah " + command + " --help";
    return wrong_usage(command, message + " (see '" + help + "')");
}

}  // namespace

void Arguments::positional(const std::string& name, std::optional<std::string>& target,
                           const std::string& help, Need need) {
    app_.add_option(name, target, help)->type_name("")->required(need == Need::required);
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help) {
    app_.add_option(name, target, help)->type_name("")->required();
}

void Arguments::flag(const std::string& names, bool& target, const std::string& help) {
    app_.add_flag(names, target, help)->disable_flag_override()->group(heading_);
}

void Arguments::option(const std::string& names, const std::string& type,
                       std::optional<std::string>& target, const std::string& help, Need need) {
    app_.add_option(names, target, help)
        ->type_name(type)
        ->group(heading_)
        ->required(need == Need::required);
}

void Arguments::options(const std::string& names, const std::string& type,
                        std::vector<std::string>& target, const std::string& help) {
    app_.add_option(names, target, help)->type_name(type)->group(heading_);
}

void Arguments::number(const std::string& names, std::uint64_t& target, Range range,
                       const std::string& help, Need need) {
    // Read by hand: the library takes 1e9, 0x10 and -1 for numbers.
    const std::string bounds = std::to_string(range.least) + " to " + std::to_string(range.most);
    const auto read = [&target, range, bounds, names](const CLI::results_t& values) {
        const std::string& text = values.back();
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [at, code] = std::from_chars(text.data(), end, value);
        const bool leading_zero = text.size() > 1 && text[0] == '0';
        if (code != std::errc() || at != end || leading_zero || value < range.least ||
            value > range.most)
            throw CLI::ValidationError(names, in_quotes(text) + " is not a number from " + bounds);
        target = value;
        return true;
    };
    app_.add_option(names, read, help)
        ->type_name("N")
        ->required(need == Need::required)
        ->group(heading_);
}

Program::Program()
    : root_(std::make_unique<CLI::App>("Plays, analyses and referees the board game Kalah.",
                                       "kalah")) {
    root_->set_version_flag("--version", version_text(), "print the version; with --json as JSON");
    root_->set_help_flag("-h,--help", "print this help");
    root_->require_subcommand(1);
    root_->get_formatter()->column_width(32);
    root_->footer("'kalah COMMAND --help' explains a command and gives an example.");
}

Program::~Program() = default;

Arguments Program::add_command(const Text& text, std::function<int()> action) {
    CLI::App* parent = root_.get();
    std::string name = text.name;
    if (const std::size_t blank = name.find(' '); blank != std::string::npos) {
        parent = root_->get_subcommand(name.substr(0, blank));
        name.erase(0, blank + 1);
    }
    CLI::App& command = *parent->add_subcommand(name, text.summary);
    command.footer(text.details);
    command.callback([this, action = std::move(action)] { chosen_ = action; });
    return Arguments(command);
}

void Program::add_family(const std::string& name, const std::string& summary) {
    CLI::App& family = *root_->add_subcommand(name, summary);
    family.require_subcommand(1);
    family.footer("'kalah " + name + " COMMAND --help' explains a command and gives an example.");
}

int Program::parse_and_run(int argc, const char* const* argv) {
    if (argc > 1 && !has_command(*root_, argv[1]) && !is_root_option(argv[1]))
        return wrong_usage(
            "", "no command \"" + std::string(argv[1]) + "\": there are " + command_names(*root_));
    if (argc == 3 && argv[1] == std::string_view("--version") &&
        argv[2] == std::string_view("--json")) {
        std::puts(version_json().c_str());
        return kOk;
    }
    if (argc > 2) {  // the same for the second word of a family
        const CLI::App* family =
            has_command(*root_, argv[1]) ? root_->get_subcommand(argv[1]) : nullptr;
        if (family != nullptr && !family->get_subcommands({}).empty() &&
            !has_command(*family, argv[2]) && !is_root_option(argv[2]))
            return wrong_usage(argv[1], "no command \"" + std::string(argv[2]) + "\": there are " +
                                            command_names(*family));
    }
    try {
        root_->parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        return root_->exit(asked);
    } catch (const CLI::ParseError& error) {
        return refuse(*root_, error);
    }
    return chosen_();
}

int Program::run(int argc, const char* const* argv) {
    try {
        const int code = parse_and_run(argc, argv);
        // Output that did not arrive is a failure, not a success with less output.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            return failed("", "standard output cannot be written");
        return code;
    } catch (const players::NoRoomForTable& error) {
        return failed(given_command(*root_), error.what());
    } catch (const std::bad_alloc&) {
        return failed("", "out of memory");
    } catch (const std::system_error& error) {
        return failed(given_command(*root_),
                      "the system refuses: " + error.code().message() + "; try again later");
    } catch (const std::exception& error) {
        return failed("", error.what());
    }
}

}  // namespace kalah::app
