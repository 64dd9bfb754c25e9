// Lines typed at a terminal with the keys that people know from their shell: moving and deleting
// within the line, earlier lines, completion with Tab. A thin wrapper around the library libedit,
// which only line_editor.cpp includes. Not for pipes and files: those need nothing of it. One
// thread, one editor.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kalah::app {

enum class Arrow : std::uint8_t { left, right };

class LineEditor {
  public:
    /// Called for an arrow at the end of the line typed so far. Returns the line that takes its
    /// place, or nothing if the cursor is to move as usual.
    using OnArrow = std::function<std::optional<std::string>(Arrow, const std::string& line)>;

    struct Settings {
        int in;                          // a terminal
        std::FILE* out;                  // the same
        std::vector<std::string> words;  // that Tab completes, at the beginning of a line
        std::function<bool()> stopped;   // asked twenty times a second: ends a line that is typed
        /// Asked as often: a new prompt, where the cursor is now, with what was typed behind it.
        /// May be empty.
        std::function<std::optional<std::string>()> new_prompt = {};
    };
    /// Null if the program was built without libedit, or the terminal cannot move its cursor.
    static std::unique_ptr<LineEditor> open(Settings settings);

    LineEditor() = default;
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;
    virtual ~LineEditor() = default;

    /// The next line, without its end; nothing at the end of the input or if `stopped` says so.
    /// Between two calls, the terminal is as it was before.
    virtual std::optional<std::string> read(const std::string& prompt, const OnArrow& on_arrow) = 0;
};

}  // namespace kalah::app
