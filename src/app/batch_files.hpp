// The two ends of a batch: the file of positions and the file of answers, with what a run that was
// ended has left in it. For the thread that reads, but for BatchOutput::write and flush, which one
// thread at a time may call.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/batch.hpp"
#include "base/descriptor.hpp"

namespace kalah::app {

/// One line of the input that has something to answer.
struct Question {
    std::size_t row = 0;  // its line number
    std::string text;     // the first kLongestLine bytes of the line
};
inline constexpr std::size_t kLongestLine = 1'000;

/// Reads lines, and skips those that are blank or begin with #. Throws a CommandError if the file
/// cannot be read.
class BatchInput {
  public:
    /// "-" is standard input.
    explicit BatchInput(const std::string& file);

    /// Waits for a line; calls `go_on` ten times a second. Nothing at the end, or if `go_on`
    /// returns false.
    std::optional<Question> next(const std::function<bool()>& go_on);
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Of the whole file; 0 if it is a pipe.
    [[nodiscard]] std::uint64_t questions() const { return questions_; }

  private:
    /// The next line without its end, cut to kLongestLine bytes.
    std::optional<std::string> line(const std::function<bool()>& go_on);
    bool fill(const std::function<bool()>& go_on);

    std::string name_;
    Descriptor file_;
    int from_ = 0;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t row_ = 0;
    std::uint64_t questions_ = 0;
};

class BatchOutput {
  public:
    BatchOutput(const BatchOptions& options, const BatchWork& work);

    /// Skips the questions that an earlier run has answered, and removes what it left of a line;
    /// returns how many they are. What is not of this batch is left alone, with a CommandError.
    std::uint64_t resume(BatchInput& input);
    /// Opens the file; a new table gets its header.
    void open();
    void write(const std::string& text);
    void flush();
    [[nodiscard]] bool wrong() const { return wrong_; }
    [[nodiscard]] std::string name() const;
    [[nodiscard]] bool csv() const { return csv_; }
    /// What the line of an answer begins with: row, position and rules.
    [[nodiscard]] std::string beginning(const Question& question) const;
    /// Lines without an answer of earlier runs.
    [[nodiscard]] std::uint64_t bad_before() const { return bad_before_; }
    /// A question that resume() had to read to know what comes next.
    [[nodiscard]] std::optional<Question> take_read_ahead();

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    /// What an earlier run left: its last whole line, the bytes and number of all whole lines, how
    /// many of them are errors, and a part of a line behind them.
    struct Left {
        std::uintmax_t whole = 0;
        std::uint64_t lines = 0;
        std::uint64_t bad = 0;
        std::string last;
        std::string part;
    };
    [[nodiscard]] Left left() const;
    [[nodiscard]] bool has_keys(const std::string& line) const;

    std::string file_name_;  // empty: standard output
    std::string rules_;
    std::vector<std::string> columns_;
    std::string header_;
    std::unique_ptr<std::FILE, Close> file_;
    std::optional<Question> read_ahead_;
    std::uint64_t bad_before_ = 0;
    bool csv_;
    bool begun_ = false;  // the header is there
    bool wrong_ = false;
};

}  // namespace kalah::app
