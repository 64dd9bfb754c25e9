// A thread on which a person edits lines, while another thread writes to the same terminal: that
// one says where the prompt is and what the arrow keys do, and whatever was typed so far is drawn
// there again. Like LineReader, which reads pipes. All functions are for the thread that writes.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/terminal/input.hpp"
#include "app/terminal/line_editor.hpp"

namespace kalah::app {

class EditedLines {
  public:
    /// Null where LineEditor is. `words` are completed by Tab. Calls `on_line` from its thread.
    static std::unique_ptr<EditedLines> open(int in, std::FILE* out, std::vector<std::string> words,
                                             LineReader::OnLine on_line);
    ~EditedLines();
    EditedLines(const EditedLines&) = delete;
    EditedLines& operator=(const EditedLines&) = delete;

    /// Puts the prompt at the cursor. `on_arrow` may be empty; it is called on the other thread
    /// until the next call of a function here, or the end of the line.
    void ask(std::string prompt, LineEditor::OnArrow on_arrow);
    /// The prompt is no longer where it was: something else is written below it.
    void leave_prompt();
    /// Discards what was typed without Enter.
    void drop();
    /// A line has been used: another one may be read.
    void used();

  private:
    explicit EditedLines(int in, LineReader::OnLine on_line)
        : in_(in), on_line_(std::move(on_line)) {}
    void run();
    [[nodiscard]] std::optional<std::string> take_new_prompt();
    std::optional<std::string> arrow(Arrow which, const std::string& line);

    const int in_;
    const LineReader::OnLine on_line_;
    std::unique_ptr<LineEditor> editor_;
    std::mutex mutex_;  // guards what follows
    std::optional<std::string> new_prompt_;
    LineEditor::OnArrow on_arrow_;
    bool dropped_ = false;
    bool in_use_ = false;  // a line was handed on and not used
    bool done_ = false;
    std::condition_variable changed_;
    std::thread thread_;
};

}  // namespace kalah::app
