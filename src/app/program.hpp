// The command line: a program of subcommands, each with its arguments, its help and what it does.
// A thin wrapper around the CLI11 library, which is slow to compile and therefore stays in
// program.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/description.hpp"
#include "system/field.hpp"

namespace CLI {
class App;
}

namespace kalah::app {

/// The arguments of one subcommand, while they are declared. Targets keep their value unless the
/// argument is given, and must live until the program has run.
class Arguments {
  public:
    explicit Arguments(CLI::App& app) : app_(app) {}

    enum class Need : bool { optional, required };

    void positional(const std::string& name, std::optional<std::string>& target,
                    const std::string& help, Need need = Need::optional);
    /// All positional arguments from here on; at least one if they are required.
    void positionals(const std::string& name, std::vector<std::string>& target,
                     const std::string& help, Need need = Need::required);
    /// An option or a flag, read like a key of a TOML file.
    void field(const Field& field);
    /// An option with one or more values behind it; `type` shows in the help: FILE, or yes|no.
    void options(const std::string& names, const std::string& type,
                 std::vector<std::string>& target, const std::string& help,
                 Need need = Need::optional);
    /// Options declared from here on stand under this heading in the help.
    void heading(const std::string& text) { heading_ = text; }

  private:
    CLI::App& app_;
    std::string heading_ = "Options";
};

class Program {
  public:
    Program();
    ~Program();

    struct Text {
        std::string name;     // one word, or a family's name and a word: "db build"
        std::string summary;  // one line, in the list of subcommands
        std::string details;  // examples and what else is worth knowing, below the options
        std::string other_spelling = {};
    };
    /// Adds a subcommand: `Options` holds its arguments, `declare` binds them, `act` does the work,
    /// or throws a CommandError.
    template <class Options>
    void add(const Text& text, void (*declare)(Arguments&, Options&),
             std::function<void(const Options&)> act) {
        auto options = std::make_shared<Options>();
        Arguments arguments = add_command(text, [options, act = std::move(act)] { act(*options); });
        declare(arguments, *options);
    }

    /// Adds a first word that subcommands share; call it before adding the first of them.
    void add_family(const std::string& name, const std::string& summary);

    /// The program and all commands added so far.
    [[nodiscard]] CommandDescription describe() const;

    /// Parses the line and runs the subcommand. Returns the exit code; does not throw.
    int run(int argc, const char* const* argv);

  private:
    Arguments add_command(const Text& text, std::function<void()> action);
    int parse_and_run(int argc, const char* const* argv);
    [[nodiscard]] int print_version() const;

    std::unique_ptr<CLI::App> root_;
    std::function<void()> chosen_;
    bool version_ = false;
    bool json_ = false;  // of --version
};

}  // namespace kalah::app
