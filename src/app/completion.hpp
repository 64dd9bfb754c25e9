// The words that a shell may offer next: commands, options, and what an option takes. Knows shells
// only by the two scripts that ask for these words. Pure functions, any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/description.hpp"

namespace kalah::app {

struct Completion {
    struct Candidate {
        std::string word;     // the whole word, with what is typed of it
        std::string meaning;  // one line; may be empty
    };
    std::vector<Candidate> candidates;
    enum class Files : std::uint8_t { none, files, folders };
    Files files = Files::none;  // names of these may stand there, too
};

/// `line` is what stands behind the program's name; its last word is the one being typed, up to
/// the cursor, empty at the beginning of a word.
[[nodiscard]] Completion complete(const CommandDescription& program,
                                  std::span<const std::string> line);

/// The value of an option that takes `value`, by its description (FILE, yes|no, SPEC), or of an
/// argument of this name.
[[nodiscard]] Completion complete_value(std::string_view value, const std::string& typed);

/// Completion for bash and zsh: data/completion.
[[nodiscard]] std::string_view bash_completion();
[[nodiscard]] std::string_view zsh_completion();

}  // namespace kalah::app
