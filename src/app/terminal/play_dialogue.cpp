#include "app/terminal/play_dialogue.hpp"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <ostream>

#include <fmt/core.h>

#include "app/terminal/move_report.hpp"
#include "app/terminal/progress.hpp"
#include "base/mix64.hpp"
#include "base/text.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

/// Trims text; turns tabs, and the '\r' of foreign line ends, into blanks.
std::string tidy(std::string text) {
    for (char& c : text)
        if (c == '\t' || c == '\r') c = ' ';
    return std::string(trimmed(text));
}

/// Quotes a path so that it can be pasted into a shell.
std::string for_shell(const std::string& path) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+=:,@";
    if (path.find_first_not_of(kPlain) == std::string::npos) return path;
    std::string text = "'";
    for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

PlayDialogue::PlayDialogue(Game game, std::istream& in, std::ostream& out, std::ostream& err,
                           Settings settings)
    : game_(std::move(game)), in_(in), out_(out), err_(err), settings_(std::move(settings)) {}

std::vector<std::string> PlayDialogue::commands() {
    return {"board", "help", "hint", "moves", "new", "quit", "save", "undo"};
}

std::optional<Error> PlayDialogue::run() {
    out_ << "Kalah, rules " << to_text(game_.rules()) << ". Type a pit number, or help.\n\n";
    seat_players();
    changed();
    std::string line;
    while (!done_ && !refused_ && !interrupted()) {
        if (Player* program = program_to_move()) {
            let_program_move(*program);
            continue;
        }
        if (game_.over() && !somebody_reads()) break;
        if (!next_line(line)) {
            if (settings_.prompt) out_ << "\n";
            break;
        }
        ++line_;
        board_is_above_ = false;
        obey(tidy(line));
    }
    out_ << "moves: " << (game_.played().empty() ? "none" : moves_text(game_)) << "\n"
         << (game_.over() ? "result: " : "unfinished: ")
         << (game_.over() ? status(game_.board(), true) : to_text(game_.board())) << "\n";
    out_.flush();
    return refused_;
}

/// False at the end of the input.
bool PlayDialogue::next_line(std::string& line) {
    const std::string prompt =
        std::string(game_.over() ? "over" : to_text(game_.board().to_move)) + "> ";
    if (settings_.ask) {
        out_.flush();
        const auto typed = settings_.ask(
            prompt, [this](Arrow which, const std::string& text) { return choose(which, text); });
        choice_.reset();
        line = typed.value_or("");
        return typed.has_value();
    }
    if (settings_.prompt) out_ << prompt;
    out_.flush();
    return static_cast<bool>(std::getline(in_, line));
}

std::optional<std::string> PlayDialogue::choose(Arrow which, const std::string& line) {
    if (game_.over() || settings_.style.words) return std::nullopt;
    auto chosen = choice_.walk(game_.board(), which, line);
    if (chosen && board_is_above_) out_ << over_board_above(drawn_board(), 0) << std::flush;
    return chosen;
}

bool PlayDialogue::interrupted() const {
    return settings_.stop != nullptr && settings_.stop->requested();
}

bool PlayDialogue::somebody_reads() const {
    return settings_.players[0] == nullptr || settings_.players[1] == nullptr;
}

void PlayDialogue::seat_players() {
    for (Player* player : settings_.players)
        if (player != nullptr) player->new_game(mix64(settings_.seed, games_++));
    reviewed_ = false;
}

Player* PlayDialogue::program_to_move() const {
    return game_.over() ? nullptr : program_of(game_.board().to_move);
}

Player* PlayDialogue::program_of(Side side) const {
    return settings_.players[side];
}

void PlayDialogue::let_program_move(Player& program) {
    const bool wipe = settings_.prompt && !settings_.style.words;
    if (settings_.prompt) out_ << program.name() << (wipe ? " thinks" : " thinks.\n") << std::flush;
    const StopToken never;
    const Decision decision =
        program.choose(game_, settings_.stop != nullptr ? *settings_.stop : never);
    if (wipe) out_ << kWipeLine;
    if (interrupted()) return;
    if (const auto error = game_.validate(decision.pit)) {
        refused_ = Error{program.name() + " cannot continue: " + error->message};
        return;
    }
    game_.play(decision.pit);
    report_move(game_.played().size() - 1);
    if (!decision.note.comment.empty()) out_ << "  (" << decision.note.comment << ")\n";
    out_ << "\n";
    changed();
}

void PlayDialogue::obey(const std::string& line) {
    if (line.empty()) return;
    if (begins_with_pit(line)) return play_moves(line);
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string word = line.substr(0, blank);
    const std::string argument = tidy(line.substr(blank));
    if (word == "undo" || word == "u") return undo(argument);
    if (word == "hint" || word == "h") return hint(argument);
    if (word == "save") return save(argument, false);
    if (word == "save!") return save(argument, true);
    if (!argument.empty()) return complain("unknown command: " + in_quotes(line) + "; type help");
    if (word == "help" || word == "?") return help();
    if (word == "board" || word == "b") return show_board();
    if (word == "moves") {
        out_ << moves_text(game_) << "\n";
    } else if (word == "new") {
        start_anew();
    } else if (word == "quit" || word == "q" || word == "exit") {
        done_ = true;
    } else {
        complain("unknown command: " + in_quotes(line) + "; type help");
    }
}

void PlayDialogue::play_moves(const std::string& line) {
    const std::size_t before = game_.played().size();
    const auto played = game_.play_text(line);
    if (!played) {
        // For a single move, the column tells nothing.
        const bool single = std::all_of(line.begin(), line.end(), is_digit);
        return complain(single ? played.error().message : to_text(played.error()));
    }
    for (std::size_t i = before; i < game_.played().size(); ++i) report_move(i);
    out_ << "\n";
    changed();
}

void PlayDialogue::report_move(std::size_t index) {
    const MoveResult& move = game_.played()[index];
    out_ << to_text(move.mover) << " plays " << move.pit + 1 << ": "
         << move_report(move, game_.board_after(index + 1)) << "\n";
}

void PlayDialogue::undo(const std::string& argument) {
    int count = 1;
    if (!argument.empty()) {
        TextCursor cursor(argument);
        const auto number = cursor.number(kMaxSeeds, "a number of moves");
        if (!number || !cursor.done()) return complain("undo takes a number of moves");
        count = *number;
    }
    const std::size_t played = game_.played().size();
    if (played > 0 && static_cast<std::size_t>(count) > played)
        return complain(
            fmt::format("only {} {} been played", played, played == 1 ? "move has" : "moves have"));
    // Go back to a move that a person made: a program would only play its own again.
    std::size_t left = played - std::min(static_cast<std::size_t>(count), played);
    while (left > 0 && program_of(game_.board_after(left).to_move) != nullptr) --left;
    if (left == played || program_of(game_.board_after(left).to_move) != nullptr)
        return complain("you have no move to take back");
    while (game_.played().size() > left) game_.undo();
    changed();
}

std::string PlayDialogue::hint_for(int pit) const {
    Board after = game_.board();
    const MoveResult played = kalah::apply(game_.rules(), after, pit);
    return fmt::format("{:>3}: {}\n", pit + 1, move_report(played, after));
}

void PlayDialogue::hint(const std::string& argument) {
    if (game_.over()) return complain("the game is over");
    if (!argument.empty()) {
        TextCursor cursor(argument);
        const auto number = cursor.number(kMaxSeeds, "a pit number");
        if (!number || !cursor.done()) return complain("hint takes a pit number");
        if (const auto error = game_.validate(*number - 1)) return complain(error->message);
        out_ << hint_for(*number - 1);
        return show_worth(*number - 1);
    }
    for (const int pit : legal_moves(game_.board())) out_ << hint_for(pit);
    show_worth(std::nullopt);
}

void PlayDialogue::show_worth(std::optional<int> only) {
    if (!settings_.advise) return;
    out_.flush();
    const auto values = settings_.advise(game_);
    const bool stopped = interrupted() && settings_.take_back_interrupt();
    std::string text;  // a line for each move: bounds, an estimate and their source are long
    for (const auto& [pit, value] : values)
        if (!only || pit == *only)
            text += fmt::format("{}  {}: {}", text.empty() ? "" : "\n        ", pit + 1, value);
    out_ << "  worth:" << (text.empty() ? "  unknown" : text) << (stopped ? "  (stopped)\n" : "\n");
}

void PlayDialogue::save(const std::string& argument, bool replace) {
    const std::string path = argument.empty() ? settings_.file : argument;
    if (path.empty()) return complain("save needs a file name");
    const bool keep = !replace && path != settings_.file;
    std::error_code ignored;
    const char* hint =
        keep && std::filesystem::is_regular_file(path, ignored) ? " (save! replaces it)" : "";
    const auto error = write_file(path, to_text(game_), keep ? Existing::keep : Existing::replace);
    if (error) return complain("not saved: " + *error + hint);
    settings_.file = path;
    out_ << "saved to " << printable(path) << "; continue with: kalah play --load "
         << for_shell(path) << "\n";
}

void PlayDialogue::start_anew() {
    game_ = Game(game_.rules(), game_.start());
    settings_.file.clear();
    seat_players();
    changed();
}

void PlayDialogue::help() {
    out_ << "  3          play pit 3, counted from your own left\n";
    if (settings_.ask && !settings_.style.words)
        out_ << "  arrow keys left and right on an empty line choose a pit, Enter plays it;\n"
                "             up and down bring back earlier lines, Tab completes a command\n";
    out_ << "  3-6 2      several moves: '-' within a turn, blanks between turns\n"
            "  hint [3]   show what each move, or move 3, does and is worth\n"
            "  undo [2]   take back the last move, or two\n"
            "  moves      list the moves so far\n"
            "  board      draw the board again\n"
            "  save FILE  write the game to a new file; later, save alone writes it again\n"
            "  save! FILE the same, replacing an existing file\n"
            "  new        start again\n"
            "  quit       leave (so do q, exit and the end of input)\n";
    if (!settings_.style.words)
        out_ << "On the board, o marks the pit of the last move, * where its last seed fell, and x "
                "a\n"
                "pit that it captured.\n";
}

void PlayDialogue::complain(const std::string& message) {
    if (!settings_.prompt) {
        refused_ = Error{message, 0, line_};
        return;
    }
    out_.flush();
    err_ << message << "\n";
    err_.flush();
}

void PlayDialogue::show_board() {
    out_ << drawn_board();
    board_is_above_ = true;
}

/// The board and whose move it is.
std::string PlayDialogue::drawn_board() const {
    BoardScene scene;
    if (!game_.played().empty()) scene.last = &game_.played().back();
    scene.chosen = choice_.pit();
    const bool alone = (program_of(Side::south) == nullptr) != (program_of(Side::north) == nullptr);
    if (alone) scene.reader = program_of(Side::south) == nullptr ? Side::south : Side::north;
    return board_text(game_.board(), settings_.style, scene) + (settings_.style.words ? "" : "\n") +
           status(game_.board(), game_.over()) + "\n";
}

void PlayDialogue::changed() {
    show_board();
    settings_.on_change(game_);
    if (!game_.over() || reviewed_ || !settings_.review) return;
    reviewed_ = true;
    board_is_above_ = false;
    for (const std::string& line : settings_.review(game_)) out_ << line << "\n";
}

}  // namespace kalah::app
