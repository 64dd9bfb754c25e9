#include "app/batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/notation.hpp"

namespace kalah::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestLine = 1'000;  // bytes of a position
constexpr std::size_t kAhead = 4'096;        // lines read before the first of them is answered
constexpr std::chrono::milliseconds kBetweenFlushes{200};

std::string quoted_cell(const std::string& text) {
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + '"';
}

/// Texts are quoted, null is empty, lists are quoted JSON.
std::string cell_of(const std::optional<Json>& value) {
    if (!value || value->is_null()) return "";
    if (const auto text = value->as_string()) return quoted_cell(*text);
    return value->is_array() || value->is_object() ? quoted_cell(value->line()) : value->line();
}

/// One line of the input that has something to answer.
struct Question {
    std::size_t row = 0;  // its line number
    std::string text;
};

/// Reads questions and skips the other lines.
class Input {
  public:
    explicit Input(const std::string& file) : name_(file == "-" ? "standard input" : file) {
        if (file == "-") return;
        file_.open(file);
        if (!file_ || std::filesystem::is_directory(file)) throw failure(file + ": cannot be read");
        if (!std::filesystem::is_regular_file(file)) return;  // a pipe can be read once
        while (next()) ++questions_;
        if (file_.bad()) throw failure(file + ": cannot be read");
        file_.clear();
        file_.seekg(0);
        row_ = 0;
    }
    std::optional<Question> next() {
        std::istream& from = file_.is_open() ? file_ : std::cin;
        for (std::string line; std::getline(from, line);) {
            ++row_;
            if (line.ends_with('\r')) line.pop_back();
            if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
            return Question{row_, std::move(line)};
        }
        return std::nullopt;
    }
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Of the whole file; 0 if it is a pipe.
    [[nodiscard]] std::uint64_t questions() const { return questions_; }

  private:
    std::string name_;
    std::ifstream file_;
    std::size_t row_ = 0;
    std::uint64_t questions_ = 0;
};

/// What a line of the output begins with.
std::string beginning(const Question& question, bool csv) {
    if (csv) return fmt::format("{},{},", question.row, quoted_cell(question.text));
    const std::string object = Json()
                                   .set("row", static_cast<std::uint64_t>(question.row))
                                   .set("position", question.text)
                                   .line();
    return object.substr(0, object.size() - 1);  // without the brace
}

/// A file of answers, or standard output.
class Output {
  public:
    Output(const BatchOptions& options, const BatchWork& work) : csv_(options.csv) {
        header_ = "row,position";
        for (const std::string& column : work.columns) header_ += ',' + column;
        header_ += ",error\n";
        if (!options.out) {
            if (options.resume) throw usage_error("--resume needs --out FILE");
            if (csv_) write(header_);
            return;
        }
        name_ = *options.out;
        const bool there = std::filesystem::exists(name_);
        if (there && !options.resume)
            throw usage_error("--out " + name_ + " is already there: --resume continues it");
        if (there) cut_to_whole_lines();
        file_.reset(std::fopen(name_.c_str(), "ab"));
        if (!file_) throw failure(name_ + ": cannot be written");
        if (csv_ && std::filesystem::file_size(name_) == 0) write(header_);
    }
    void write(const std::string& text) {
        std::FILE* to = file_ ? file_.get() : stdout;
        wrong_ = wrong_ || std::fwrite(text.data(), 1, text.size(), to) != text.size();
    }
    void flush() { wrong_ = std::fflush(file_ ? file_.get() : stdout) != 0 || wrong_; }
    [[nodiscard]] bool wrong() const { return wrong_; }
    [[nodiscard]] std::string name() const { return file_ ? name_ : "standard output"; }
    [[nodiscard]] bool csv() const { return csv_; }
    /// Skips the questions that an earlier run has answered; returns their number.
    std::uint64_t skip_answered(Input& input) const {
        if (last_line_.empty()) return 0;
        for (std::uint64_t skipped = 1; const auto question = input.next(); ++skipped)
            if (last_line_.starts_with(beginning(*question, csv_))) return skipped;
        throw failure(name_ + ": its last line answers no line of " + input.name() +
                      "; is it from another batch?");
    }

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    /// Removes what a killed run left of a line, and remembers the last whole line.
    void cut_to_whole_lines() {
        std::ifstream in(name_, std::ios::binary);
        std::string line;
        std::uintmax_t whole = 0;
        for (bool first = true; std::getline(in, line) && !in.eof(); first = false) {
            if (first && csv_ && line + '\n' != header_)
                throw failure(name_ + ": is not a table of this command; expected " +
                              header_.substr(0, header_.size() - 1));
            whole += line.size() + 1;
            if (!first || !csv_) last_line_ = line;
        }
        if (in.bad()) throw failure(name_ + ": cannot be read");
        in.close();
        std::error_code code;
        std::filesystem::resize_file(name_, whole, code);
        if (code) throw failure(name_ + ": " + code.message());
    }

    std::string name_;
    std::unique_ptr<std::FILE, Close> file_;
    std::string header_;
    std::string last_line_;
    bool csv_;
    bool wrong_ = false;
};

/// The questions between reading and writing. Workers take them in order; answers are written in
/// order by whoever completes the first one that waits.
class Window {
  public:
    Window(Output& output, const BatchWork& work) : output_(output), work_(work) {}

    /// Waits for space. False if no more questions are wanted.
    bool add(Question question, Progress& progress) {
        std::unique_lock lock(mutex_);
        while (items_.size() >= kAhead && !ended_) {
            wake_reader_.wait_for(lock, std::chrono::milliseconds(100));
            progress.show(answered_);
            if (interrupted()) ended_ = true;
        }
        if (ended_) return false;
        items_.push_back({std::move(question), "", false});
        wake_workers_.notify_one();
        progress.show(answered_);
        return true;
    }
    /// No question follows. Waits until all are answered, or the batch has ended.
    void finish(Progress& progress) {
        std::unique_lock lock(mutex_);
        closed_ = true;
        wake_workers_.notify_all();
        while (!items_.empty() && !ended_) {
            wake_reader_.wait_for(lock, std::chrono::milliseconds(100));
            progress.show(answered_);
            if (interrupted()) ended_ = true;
        }
        ended_ = true;
        wake_workers_.notify_all();
    }
    /// The life of a worker.
    void work() {
        const Answer answer = work_.new_worker();
        while (const auto at = take()) {
            Question question;
            {
                const std::lock_guard lock(mutex_);
                question = items_[*at - first_].question;
            }
            bool bad = false;
            std::string line = answered(question, answer, bad);
            if (interrupted()) return end();
            put(*at, std::move(line), bad);
        }
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        wake_workers_.notify_all();
        wake_reader_.notify_all();
    }
    [[nodiscard]] std::uint64_t answered() const { return answered_; }
    [[nodiscard]] std::uint64_t bad() const { return bad_; }

  private:
    struct Item {
        Question question;
        std::string answer;
        bool done;
    };

    std::optional<std::size_t> take() {
        std::unique_lock lock(mutex_);
        wake_workers_.wait(lock,
                           [&] { return ended_ || next_ < first_ + items_.size() || closed_; });
        if (ended_ || next_ == first_ + items_.size()) return std::nullopt;
        return next_++;
    }
    void put(std::size_t at, std::string line, bool bad) {
        const std::lock_guard lock(mutex_);
        if (bad) ++bad_;
        items_[at - first_].answer = std::move(line);
        items_[at - first_].done = true;
        if (at != first_ || ended_) return;
        while (!items_.empty() && items_.front().done) {
            output_.write(items_.front().answer);
            items_.pop_front();
            ++first_;
            ++answered_;
        }
        // Whoever sends one line and waits must get its answer.
        if (items_.empty() || Clock::now() >= next_flush_) {
            output_.flush();
            next_flush_ = Clock::now() + kBetweenFlushes;
        }
        if (output_.wrong()) ended_ = true;
        wake_reader_.notify_one();
        if (ended_) wake_workers_.notify_all();
    }
    [[nodiscard]] std::string answered(const Question& question, const Answer& answer,
                                       bool& bad) const {
        Json json = Json::object();
        const auto error = [&]() -> std::optional<Error> {
            if (question.text.size() > kLongestLine) return Error{"the line is too long"};
            const auto board = parse_start(question.text);
            if (!board) return board.error();
            return answer(*board, json);
        }();
        bad = error.has_value();
        std::string line = beginning(question, output_.csv());
        if (output_.csv()) {
            for (const std::string& column : work_.columns)
                line += (bad ? "" : cell_of(json.find(column))) + ',';
            if (error) line += quoted_cell(to_text(*error));
            return line + '\n';
        }
        if (error)
            json = Json::object().set(
                "error", Json().set("code", error->code).set("message", to_text(*error)));
        const std::string rest = json.line();
        if (rest.size() > 2) line += ',' + rest.substr(1, rest.size() - 2);
        return line + "}\n";
    }

    Output& output_;
    const BatchWork& work_;
    std::mutex mutex_;  // guards the members below
    std::condition_variable wake_workers_;
    std::condition_variable wake_reader_;
    std::deque<Item> items_;
    std::size_t first_ = 0;  // the number of the first item
    std::size_t next_ = 0;   // that nobody has taken
    Clock::time_point next_flush_ = {};
    bool closed_ = false;
    bool ended_ = false;
    std::atomic<std::uint64_t> answered_ = 0;
    std::atomic<std::uint64_t> bad_ = 0;
};

}  // namespace

void declare_batch(Arguments& arguments, BatchOptions& options) {
    arguments.heading("Many positions");
    arguments.field(text_field("batch", "FILE", options.file,
                               "answer every line of this file, a position or size each; - reads\n"
                               "standard input"));
    arguments.field(flag_field("csv", options.csv, "write a CSV table instead of JSON lines"));
    arguments.field(text_field("out", "FILE", options.out,
                               "write the answers to this file (default: standard output)"));
    arguments.field(
        flag_field("resume", options.resume, "continue the --out of a run that was ended"));
}

void declare_batch(Arguments& arguments, BatchOptions& options, int& threads) {
    declare_batch(arguments, options);
    declare_threads(arguments, threads);
}

void run_batch(const BatchOptions& options, const BatchWork& work) {
    stop_on_signals();
    Input input(*options.file);
    Output output(options, work);
    const std::uint64_t before = options.resume ? output.skip_answered(input) : 0;
    Window window(output, work);
    std::exception_ptr thrown;
    std::mutex guard;
    std::vector<std::thread> threads;
    for (int i = 0; i < work.threads; ++i)
        threads.emplace_back([&] {
            try {
                window.work();
            } catch (...) {
                const std::lock_guard lock(guard);
                thrown = std::current_exception();
                window.end();
            }
        });
    {
        Progress progress("positions", input.questions() - std::min(before, input.questions()));
        while (auto question = input.next())
            if (!window.add(std::move(*question), progress)) break;
        window.finish(progress);
    }
    for (std::thread& thread : threads) thread.join();
    output.flush();
    if (thrown) std::rethrow_exception(thrown);
    if (output.wrong()) throw failure(output.name() + ": cannot be written");
    if (interrupted())
        throw failure(fmt::format("interrupted after {} positions{}", window.answered(),
                                  options.out ? "; --resume continues" : ""));
    if (window.bad() > 0)
        throw failure(fmt::format("{} of {} lines have no answer: see their errors", window.bad(),
                                  window.answered()));
}

}  // namespace kalah::app
