#include <fmt/core.h>

#include "app/command.hpp"
#include "app/completion.hpp"
#include "app/options.hpp"

namespace kalah::app {
namespace {

struct WordsOptions {
    std::vector<std::string> line;
    bool json = false;
};

std::string_view files_word(Completion::Files files) {
    switch (files) {
        case Completion::Files::none:
            return "none";
        case Completion::Files::files:
            return "files";
        case Completion::Files::folders:
            return "folders";
    }
    return "";
}

void act_words(const Program& program, const WordsOptions& options) {
    const Completion completion = complete(program.describe(), options.line);
    const std::string_view files = files_word(completion.files);
    if (options.json) {
        Json words = Json::array();
        for (const auto& candidate : completion.candidates)
            words.push(Json().set("word", candidate.word).set("meaning", candidate.meaning));
        return print_json(Json().set("words", words).set("files", files));
    }
    for (const auto& candidate : completion.candidates)
        fmt::print("{}\t{}\n", candidate.word, candidate.meaning);
    if (completion.files != Completion::Files::none) fmt::print(":{}\n", files);
}

void add_script(Program& program, const std::string& shell, std::string_view script,
                const std::string& examples) {
    program.add<bool>({"completion " + shell, "print the script for " + shell, examples},
                      declare_json, [shell, script](const bool& json) {
                          if (json)
                              print_json(Json().set("shell", shell).set("script", script));
                          else
                              fmt::print("{}", script);
                      });
}

}  // namespace

void add_completion_commands(Program& program) {
    program.add_family("completion", "complete commands, options and values with the Tab key");
    add_script(program, "bash", bash_completion(),
               "Example, for ~/.bashrc:\n"
               "  source <(kalah completion bash)\n"
               "An installed program needs no such line.");
    add_script(program, "zsh", zsh_completion(),
               "Example, for ~/.zshrc, after compinit:\n"
               "  source <(kalah completion zsh)\n"
               "An installed program needs no such line.");
    program.add<WordsOptions>(
        {"completion words", "print the words that may come next",
         "Example:\n"
         "  kalah completion words -- match champion:ti\n"
         "The words behind -- are the line so far, without the program's name; the last one is\n"
         "being typed and may be empty. Each line is a word, a tab and its meaning; a last line\n"
         "':files' or ':folders' says that names of these may stand there, too."},
        [](Arguments& arguments, WordsOptions& options) {
            arguments.positionals("line", options.line, "the words of the line",
                                  Arguments::Need::optional);
            declare_json(arguments, options.json);
        },
        [&program](const WordsOptions& options) { act_words(program, options); });
}

}  // namespace kalah::app
