#include "samples/kept_games.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/mix64.hpp"
#include "system/files.hpp"

namespace kalah::samples {
namespace {

constexpr const char* kHead = "kalah-data-games 1 ";

/// Writes numbers with blanks between them, and their checksum at the end.
class Line {
  public:
    void put(std::int64_t number) {
        text_ += std::to_string(number) + ' ';
        sum_ = mix64(sum_, static_cast<std::uint64_t>(number));
    }
    [[nodiscard]] std::string ended() const { return text_ + std::to_string(sum_) + '\n'; }

  private:
    std::string text_ = {};
    std::uint64_t sum_ = 0;
};

/// Reads what Line has written.
class Numbers {
  public:
    explicit Numbers(std::string_view line) : left_(line) {}
    template <class T>
    void get(T& number) {
        const auto value = next<std::int64_t>();
        sum_ = mix64(sum_, static_cast<std::uint64_t>(value));
        number = static_cast<T>(value);
    }
    /// Nothing was missing, and nothing follows but the right checksum.
    [[nodiscard]] bool end() { return next<std::uint64_t>() == sum_ && fine_ && left_.empty(); }
    [[nodiscard]] bool fine() const { return fine_; }

  private:
    template <class T>
    T next() {
        T value = 0;
        const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
        fine_ = fine_ && error == std::errc();
        left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
        if (!left_.empty() && left_.front() == ' ') left_.remove_prefix(1);
        return value;
    }

    std::string_view left_;
    std::uint64_t sum_ = 0;
    bool fine_ = true;
};

/// Calls visit(number) with each number of a sample and its label, to write or to read them.
template <class SampleT, class LabelT, class Visit>
void visit_numbers(SampleT& sample, LabelT& label, int width, const Visit& visit) {
    const auto pits = static_cast<std::size_t>(width);
    for (const Side side : kBothSides) {
        for (std::size_t pit = 0; pit < pits; ++pit) visit(sample.board.pits[side][pit]);
        visit(sample.board.stores[side]);
    }
    visit(sample.ply);
    visit(sample.phase);
    visit(sample.player);
    visit(sample.move);
    visit(sample.test);
    visit(sample.outcome);
    visit(label.kind);
    visit(label.value);
    visit(label.best);
    for (std::size_t pit = 0; pit < pits; ++pit) visit(label.moves[pit]);
}

std::string line_of(const ChosenGame& game, int width) {
    Line line;
    line.put(static_cast<std::int64_t>(game.number));
    line.put(static_cast<std::int64_t>(game.duplicates));
    line.put(static_cast<std::int64_t>(game.samples.size()));
    for (std::size_t i = 0; i < game.samples.size(); ++i) {
        const Label label = game.labels[i].value_or(Label{});
        line.put(game.labels[i].has_value());
        line.put(std::bit_cast<std::int32_t>(label.estimate));
        visit_numbers(game.samples[i], label, width,
                      [&](const auto& number) { line.put(static_cast<std::int64_t>(number)); });
    }
    return line.ended();
}

std::optional<ChosenGame> game_of(std::string_view line, int width) {
    Numbers numbers(line);
    ChosenGame game;
    std::size_t count = 0;
    numbers.get(game.number);
    numbers.get(game.duplicates);
    numbers.get(count);
    for (std::size_t i = 0; i < count && numbers.fine(); ++i) {
        Sample sample;
        Label label;
        bool labelled = false;
        std::int32_t estimate = 0;
        numbers.get(labelled);
        numbers.get(estimate);
        visit_numbers(sample, label, width, [&](auto& number) { numbers.get(number); });
        sample.board.width = static_cast<std::uint8_t>(width);
        sample.game = static_cast<std::uint32_t>(game.number);
        label.estimate = std::bit_cast<float>(estimate);
        game.samples.push_back(sample);
        game.labels.push_back(labelled ? std::optional(label) : std::nullopt);
    }
    if (!numbers.end()) return std::nullopt;
    return game;
}

std::string reason(const std::string& path) {
    return path + ": " + std::strerror(errno);  // NOLINT: one thread opens files
}

}  // namespace

Result<std::unique_ptr<KeptGames>> KeptGames::open(const std::string& folder,
                                                   const std::string& command, int width,
                                                   bool anew) {
    std::unique_ptr<KeptGames> kept(new KeptGames(folder + "/" + kFile, width));
    const std::string& path = kept->path_;
    kept->file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    const int file = kept->file_.number();
    if (!kept->file_.is_open()) return Error{reason(path)};
    if (::flock(file, LOCK_EX | LOCK_NB) != 0)
        return Error{folder + ": another run makes a data set there"};
    const auto text = read_file(path);
    if (!text) return text.error();
    const std::string head = kHead + command + "\n";
    std::size_t whole = 0;  // bytes that are as they should be
    if (text->starts_with(head)) {
        whole = head.size();
        for (std::size_t end = 0; (end = text->find('\n', whole)) != text->npos; whole = end + 1) {
            const auto game = game_of({text->data() + whole, end - whole}, width);
            if (!game) break;
            kept->games_.emplace(game->number, *game);
        }
    } else if (text->find('\n') != text->npos && !anew) {
        return Error{folder + ": holds an unfinished data set of another command, see the first " +
                     "line of " + kFile + ": name another folder, or give --replace"};
    }
    if (::ftruncate(file, static_cast<off_t>(whole)) != 0) return Error{reason(path)};
    if (whole == 0 && ::write(file, head.data(), head.size()) != static_cast<ssize_t>(head.size()))
        return Error{reason(path)};
    return kept;
}

const ChosenGame* KeptGames::find(std::uint64_t number) const {
    const auto found = games_.find(number);
    return found == games_.end() ? nullptr : &found->second;
}

void KeptGames::add(const ChosenGame& game) {
    const std::string line = line_of(game, width_);
    const std::lock_guard lock(mutex_);
    if (fault_) return;
    const ssize_t written = ::write(file_.number(), line.data(), line.size());
    if (written < 0)
        fault_ = reason(path_);
    else if (static_cast<std::size_t>(written) < line.size())
        fault_ = path_ + ": the disk is full";
}

std::optional<std::string> KeptGames::fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
}

void KeptGames::remove() const {
    ::unlink(path_.c_str());
}

}  // namespace kalah::samples
