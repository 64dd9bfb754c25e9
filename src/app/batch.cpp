#include "app/batch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "app/batch_files.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"
#include "system/csv.hpp"

namespace kalah::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAhead = 4'096;  // lines read before the first of them is answered
constexpr std::chrono::milliseconds kBetweenLooks{100};

/// The questions between reading and writing. Workers take them in order; answers are written in
/// order by whoever completes the first one that waits.
class Window {
  public:
    Window(BatchOutput& output, const BatchWork& work) : output_(output), work_(work) {}

    /// Waits for space. False if no more questions are wanted.
    bool add(Question question, Progress& progress) {
        while (true) {
            if (!look(progress)) return false;
            std::unique_lock lock(mutex_);
            if (items_.size() >= kAhead) {
                wake_reader_.wait_for(lock, kBetweenLooks);
                continue;
            }
            items_.push_back({std::move(question), "", false});
            wake_workers_.notify_one();
            return true;
        }
    }
    /// For the reader, a few times a second: shows the progress and writes what waits in buffers.
    /// False if the batch has ended, or Ctrl-C ends it.
    bool look(Progress& progress) {
        if (interrupted()) end();
        const std::lock_guard lock(mutex_);
        progress.show(answered_);
        if (unflushed_ && Clock::now() >= next_flush_) flush();
        return !ended_;
    }
    /// No question follows. Waits until all are answered, or the batch has ended.
    void finish(Progress& progress) {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
            wake_workers_.notify_all();
        }
        while (look(progress)) {
            std::unique_lock lock(mutex_);
            if (items_.empty()) break;
            wake_reader_.wait_for(lock, kBetweenLooks);
        }
        end();
    }
    /// The life of a worker. What it throws ends the batch.
    void work() {
        try {
            const Answer answer = work_.new_worker();
            while (const auto taken = take()) {
                bool bad = false;
                std::string line = line_for(taken->question, answer, bad);
                if (interrupted()) return end();
                put(taken->number, std::move(line), bad);
            }
        } catch (...) {
            {
                const std::lock_guard lock(mutex_);
                thrown_ = std::current_exception();
            }
            end();
        }
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        wake_workers_.notify_all();
        wake_reader_.notify_all();
    }
    // Once all workers have ended:
    [[nodiscard]] std::uint64_t answered() const { return answered_; }
    [[nodiscard]] std::uint64_t bad() const { return bad_; }
    [[nodiscard]] const std::exception_ptr& thrown() const { return thrown_; }

  private:
    struct Item {
        Question question;
        std::string answer;
        bool done;
    };
    struct Taken {
        std::size_t number;
        Question question;
    };

    std::optional<Taken> take() {
        std::unique_lock lock(mutex_);
        wake_workers_.wait(lock,
                           [&] { return ended_ || closed_ || next_ < first_ + items_.size(); });
        if (ended_ || next_ == first_ + items_.size()) return std::nullopt;
        const std::size_t number = next_++;
        return Taken{number, items_[number - first_].question};
    }
    void put(std::size_t number, std::string line, bool bad) {
        const std::lock_guard lock(mutex_);
        if (bad) ++bad_;
        items_[number - first_].answer = std::move(line);
        items_[number - first_].done = true;
        if (ended_ || !items_.front().done) return;
        while (!items_.empty() && items_.front().done) {
            output_.write(items_.front().answer);
            items_.pop_front();
            ++first_;
            ++answered_;
        }
        unflushed_ = true;
        // Whoever sends one line and waits must get its answer.
        if (items_.empty() || Clock::now() >= next_flush_) flush();
        if (output_.wrong()) ended_ = true;
        wake_reader_.notify_one();
        if (ended_) wake_workers_.notify_all();
    }
    void flush() {
        output_.flush();
        unflushed_ = false;
        next_flush_ = Clock::now() + kBetweenLooks;
    }
    [[nodiscard]] std::string line_for(const Question& question, const Answer& answer,
                                       bool& bad) const {
        Json json = Json::object();
        const auto error = [&]() -> std::optional<Error> {
            if (question.text.size() > kLongestLine) return Error{"the line is too long"};
            const auto board = parse_start(question.text);
            if (!board) return board.error();
            return answer(*board, json);
        }();
        bad = error.has_value();
        std::string line = output_.beginning(question);
        if (output_.csv()) {
            for (const std::string& column : work_.columns)
                line += (bad ? "" : csv_cell(json.find(column))) + ',';
            if (error) line += csv_quoted(to_text(*error));
            return line + '\n';
        }
        if (error)
            json = Json::object().set(
                "error", Json().set("code", error->code).set("message", to_text(*error)));
        const std::string rest = json.line();
        if (rest.size() > 2) line += ',' + rest.substr(1, rest.size() - 2);
        return line + "}\n";
    }

    BatchOutput& output_;
    const BatchWork& work_;
    std::mutex mutex_;  // guards the output and the members below
    std::condition_variable wake_workers_;
    std::condition_variable wake_reader_;
    std::deque<Item> items_;
    std::size_t first_ = 0;  // the number of the first item
    std::size_t next_ = 0;   // that nobody has taken
    Clock::time_point next_flush_ = {};
    bool unflushed_ = false;
    bool closed_ = false;
    bool ended_ = false;
    std::uint64_t answered_ = 0;
    std::uint64_t bad_ = 0;
    std::exception_ptr thrown_;
};

/// The threads of a batch; ends it and joins them, whatever happens.
class Workers {
  public:
    Workers(Window& window, int threads) : window_(window) {
        threads_.reserve(static_cast<std::size_t>(threads));
        try {
            for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { window_.work(); });
        } catch (const std::system_error&) {  // those that were started do all of the work
        } catch (const std::bad_alloc&) {
        }
        if (threads_.empty()) throw failure("no thread can be started");
    }
    ~Workers() {
        window_.end();
        for (std::thread& thread : threads_) thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

  private:
    Window& window_;
    std::vector<std::thread> threads_;
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

bool is_batch(const BatchOptions& options) {
    if (options.file) return true;
    for (const auto& [given, name] :
         {std::pair(options.csv, "--csv"), std::pair(options.out.has_value(), "--out"),
          std::pair(options.resume, "--resume")})
        if (given) throw usage_error(std::string(name) + " needs --batch FILE");
    return false;
}

void run_batch(const BatchOptions& options, const BatchWork& work) {
    stop_on_signals();
    BatchInput input(*options.file);
    BatchOutput output(options, work);
    const std::uint64_t before = options.resume ? output.resume(input) : 0;
    output.open();
    Window window(output, work);
    {
        const Workers workers(window, work.threads);
        Progress progress("positions", input.questions() - std::min(before, input.questions()));
        const auto go_on = [&] { return window.look(progress); };
        auto question = output.take_read_ahead();
        if (!question) question = input.next(go_on);
        while (question && window.add(std::move(*question), progress)) question = input.next(go_on);
        window.finish(progress);
    }
    output.flush();
    if (window.thrown()) std::rethrow_exception(window.thrown());
    if (output.wrong()) throw failure(output.name() + ": cannot be written");
    if (interrupted())
        throw failure(fmt::format("interrupted after {}{}",
                                  report::counted(before + window.answered(), "position"),
                                  options.out ? "; --resume continues" : ""));
    if (const std::uint64_t bad = output.bad_before() + window.bad(); bad > 0)
        throw failure(fmt::format("no answer to {} of {}: see their errors", bad,
                                  report::counted(before + window.answered(), "line")));
}

}  // namespace kalah::app
