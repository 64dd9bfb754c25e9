#include "app/batch_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "app/command.hpp"
#include "system/csv.hpp"

namespace kalah::app {
namespace {

bool always() {
    return true;
}

bool begins_alike(const std::string& a, const std::string& b) {
    const std::size_t both = std::min(a.size(), b.size());
    return a.compare(0, both, b, 0, both) == 0;
}

}  // namespace

BatchInput::BatchInput(const std::string& file) : name_(file == "-" ? "standard input" : file) {
    if (file == "-") return;
    file_ = Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file_.is_open()) throw failure(file + ": " + std::strerror(errno));
    from_ = file_.number();
    struct stat about {};
    if (::fstat(from_, &about) != 0 || !S_ISREG(about.st_mode)) return;  // a pipe is read once
    while (next(always)) ++questions_;
    if (::lseek(from_, 0, SEEK_SET) != 0) throw failure(file + ": " + std::strerror(errno));
    row_ = 0;
}

std::optional<Question> BatchInput::next(const std::function<bool()>& go_on) {
    while (auto text = line(go_on)) {
        ++row_;
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (row_ == 1 && text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
        const std::size_t first = text->find_first_not_of(" \t\r");
        if (first == std::string::npos || (*text)[first] == '#') continue;
        const std::size_t last = text->find_last_not_of(" \t\r");
        return Question{row_, text->substr(first, last - first + 1)};
    }
    return std::nullopt;
}

std::optional<std::string> BatchInput::line(const std::function<bool()>& go_on) {
    std::string text;
    bool any = false;
    while (begin_ < end_ || fill(go_on)) {
        any = true;
        const char* from = buffer_.data() + begin_;
        const char* stop = buffer_.data() + end_;
        const char* line_end = std::find(from, stop, '\n');
        // One byte more than the limit shows that a line is too long.
        const std::size_t room = kLongestLine + 1 - text.size();
        text.append(from, std::min(room, static_cast<std::size_t>(line_end - from)));
        begin_ = static_cast<std::size_t>(line_end - buffer_.data());
        if (line_end == stop) continue;
        ++begin_;
        return text;
    }
    return any && go_on() ? std::optional(text) : std::nullopt;
}

bool BatchInput::fill(const std::function<bool()>& go_on) {
    while (go_on()) {
        pollfd look{from_, POLLIN, 0};
        const int ready = ::poll(&look, 1, 100);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t count = ::read(from_, buffer_.data(), buffer_.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw failure(name_ + ": " + std::strerror(errno));
        begin_ = 0;
        end_ = static_cast<std::size_t>(count);
        return count > 0;
    }
    return false;
}

std::string BatchOutput::beginning(const Question& question) const {
    if (csv_)
        return fmt::format("{},{},{},", question.row, csv_foreign(question.text),
                           csv_quoted(rules_));
    const std::string object = Json()
                                   .set("row", static_cast<std::uint64_t>(question.row))
                                   .set("position", question.text)
                                   .set("rules", rules_)
                                   .line();
    return object.substr(0, object.size() - 1);  // without the brace
}

BatchOutput::BatchOutput(const BatchOptions& options, const BatchWork& work)
    : file_name_(options.out.value_or("")),
      rules_(to_text(work.rules)),
      columns_(work.columns),
      csv_(options.csv) {
    header_ = "row,position,rules";
    for (const std::string& column : work.columns) header_ += ',' + column;
    header_ += ",error\n";
    if (file_name_ == "-") file_name_.clear();
    if (file_name_.empty()) {
        if (options.resume) throw usage_error("--resume needs --out FILE");
        return;
    }
    std::error_code none;
    if (options.resume && std::filesystem::exists(file_name_, none) &&
        !std::filesystem::is_regular_file(file_name_, none))
        throw usage_error("--out " + file_name_ + ": only a file can be continued");
    if (*options.file != "-" && std::filesystem::equivalent(*options.file, file_name_, none))
        throw usage_error("--batch and --out are the same file");
    if (!options.resume && std::filesystem::is_regular_file(file_name_, none))
        throw usage_error("--out " + file_name_ + " is already there: --resume continues it");
}

BatchOutput::Left BatchOutput::left() const {
    std::ifstream in(file_name_, std::ios::binary);
    if (!in) throw failure(file_name_ + ": cannot be read");
    Left found;
    for (std::string line; std::getline(in, line);) {
        if (in.eof()) {
            found.part = line;
            break;
        }
        found.whole += line.size() + 1;
        ++found.lines;
        found.bad += csv_ ? line.ends_with('"') : line.find(R"(,"error":{"code":)") != line.npos;
        found.last = std::move(line);
    }
    if (in.bad()) throw failure(file_name_ + ": cannot be read");
    return found;
}

/// An answer of this command, or an error.
bool BatchOutput::has_keys(const std::string& line) const {
    const auto json = Json::parse(line);
    if (csv_ || !json || json->find("error")) return csv_ || json;
    std::vector<std::string> keys{"row", "position", "rules"};
    keys.insert(keys.end(), columns_.begin(), columns_.end());
    const auto found = json->keys();
    return std::is_permutation(keys.begin(), keys.end(), found.begin(), found.end());
}

std::uint64_t BatchOutput::resume(BatchInput& input) {
    if (!std::filesystem::exists(file_name_)) return 0;
    const auto foreign = [&](const char* what) {
        return failure(
            fmt::format("{}: {} {}; is it from another batch?", file_name_, what, input.name()));
    };
    const Left there = left();
    begun_ = csv_ && there.lines > 0;
    std::uint64_t skipped = 0;
    if (there.lines > (csv_ ? 1U : 0U)) {
        while (true) {
            const auto question = input.next(always);
            if (!question) throw foreign("its last line answers no line of");
            ++skipped;
            if (there.last.starts_with(beginning(*question))) break;
        }
        if (!has_keys(there.last))
            throw foreign("its answers are of another command than those to");
    } else if (begun_ && there.last + '\n' != header_) {
        throw failure(file_name_ + ": is not a table of this command; expected " +
                      header_.substr(0, header_.size() - 1));
    }
    if (!there.part.empty()) {
        if (csv_ && !begun_) {
            if (!begins_alike(there.part, header_)) throw foreign("it does not begin a table of");
        } else {
            read_ahead_ = input.next(always);
            if (!read_ahead_ || !begins_alike(there.part, beginning(*read_ahead_)))
                throw foreign("what follows its last whole line answers no line of");
        }
    }
    bad_before_ = there.bad;
    std::error_code code;
    std::filesystem::resize_file(file_name_, there.whole, code);
    if (code) throw failure(file_name_ + ": " + code.message());
    return skipped;
}

void BatchOutput::open() {
    if (!file_name_.empty()) {
        file_.reset(std::fopen(file_name_.c_str(), "ab"));
        if (!file_) throw failure(file_name_ + ": " + std::strerror(errno));
    }
    if (csv_ && !begun_) write(header_);
}

void BatchOutput::write(const std::string& text) {
    std::FILE* to = file_ ? file_.get() : stdout;
    wrong_ = wrong_ || std::fwrite(text.data(), 1, text.size(), to) != text.size();
}

void BatchOutput::flush() {
    wrong_ = std::fflush(file_ ? file_.get() : stdout) != 0 || wrong_;
}

std::string BatchOutput::name() const {
    return file_name_.empty() ? "standard output" : file_name_;
}

std::optional<Question> BatchOutput::take_read_ahead() {
    return std::exchange(read_ahead_, std::nullopt);
}

}  // namespace kalah::app
