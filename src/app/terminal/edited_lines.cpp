#include "app/terminal/edited_lines.hpp"

#include <termios.h>

#include <utility>

namespace kalah::app {

std::unique_ptr<EditedLines> EditedLines::open(int in, std::FILE* out,
                                               std::vector<std::string> words,
                                               LineReader::OnLine on_line) {
    std::unique_ptr<EditedLines> lines(new EditedLines(in, std::move(on_line)));
    EditedLines& self = *lines;
    const auto stopped = [&self] {
        const std::lock_guard lock(self.mutex_);
        return self.done_ || self.dropped_;
    };
    const auto new_prompt = [&self] { return self.take_new_prompt(); };
    self.editor_ = LineEditor::open({in, out, std::move(words), stopped, new_prompt});
    if (!self.editor_) return nullptr;
    self.thread_ = std::thread([&self] { self.run(); });
    return lines;
}

EditedLines::~EditedLines() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void EditedLines::ask(std::string prompt, LineEditor::OnArrow on_arrow) {
    const std::lock_guard lock(mutex_);
    new_prompt_ = std::move(prompt);
    on_arrow_ = std::move(on_arrow);
}

void EditedLines::leave_prompt() {
    const std::lock_guard lock(mutex_);
    new_prompt_.reset();
    on_arrow_ = {};
}

void EditedLines::drop() {
    ::tcflush(in_, TCIFLUSH);
    const std::lock_guard lock(mutex_);
    dropped_ = true;
}

void EditedLines::used() {
    {
        const std::lock_guard lock(mutex_);
        in_use_ = false;
    }
    changed_.notify_one();
}

std::optional<std::string> EditedLines::take_new_prompt() {
    const std::lock_guard lock(mutex_);
    return std::exchange(new_prompt_, std::nullopt);
}

/// Under the lock: the board that it draws over may not move away meanwhile.
std::optional<std::string> EditedLines::arrow(Arrow which, const std::string& line) {
    const std::lock_guard lock(mutex_);
    return on_arrow_ ? on_arrow_(which, line) : std::nullopt;
}

/// A line that begins without a prompt gets it as a new one.
void EditedLines::run() {
    const auto on_arrow = [this](Arrow which, const std::string& line) {
        return arrow(which, line);
    };
    while (true) {
        const auto line = editor_->read("", on_arrow);
        {
            const std::lock_guard lock(mutex_);
            if (done_) return;
            if (std::exchange(dropped_, false)) continue;
            on_arrow_ = {};
            in_use_ = true;
        }
        on_line_(line);
        if (!line) return;
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return done_ || !in_use_; });
        if (done_) return;
    }
}

}  // namespace kalah::app
