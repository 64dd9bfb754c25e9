#include "client/game_log.hpp"

#include <algorithm>
#include <utility>

#include "kgp/clean_text.hpp"
#include "rules/moves_between.hpp"

namespace kalah::client {
namespace {

constexpr std::size_t kMostUnseen = 20'000;  // positions to look at for the end of a game
constexpr std::size_t kLongestRemark = 1'000;

Error on_line(int line, std::string message) {
    return {std::move(message), 0, line};
}

std::string points_text(int own, int opponent) {
    return std::to_string(own) + "-" + std::to_string(opponent);
}

/// The ways from a position to the end of the game with this result, among moves that the client is
/// not asked about; stops at the second.
class UnseenEnd {
  public:
    UnseenEnd(const Rules& rules, const Outcome::Points& points) : rules_(rules), points_(points) {}

    void look(const Board& board, std::vector<int>& pits) {
        const PitSet legal = legal_moves(board);
        if (board.to_move == Side::south && legal.size() != 1) return;  // would be asked
        for (const int pit : legal) look(board, pit, pits);
    }
    void look(const Board& board, int pit, std::vector<int>& pits) {
        if (ways_ > 1 || ++looked_ > kMostUnseen) return;
        Board after = board;
        const bool over = apply(rules_, after, pit).over;
        pits.push_back(pit);
        if (over && after.store(Side::south) == points_.own &&
            after.store(Side::north) == points_.opponent) {
            if (ways_++ == 0) found_ = pits;
        } else if (!over && after.store(Side::south) <= points_.own &&
                   after.store(Side::north) <= points_.opponent) {
            look(after, pits);
        }
        pits.pop_back();
    }
    /// Whether everything was looked at.
    [[nodiscard]] bool complete() const { return looked_ <= kMostUnseen; }
    [[nodiscard]] int ways() const { return ways_; }
    [[nodiscard]] const std::vector<int>& found() const { return found_; }

  private:
    const Rules& rules_;
    Outcome::Points points_;
    std::size_t looked_ = 0;
    int ways_ = 0;
    std::vector<int> found_;
};

/// Plays the client's last move and the moves after it, if the result leaves only one possibility.
/// False if there is none at all.
bool play_unseen(GameRecord& record, const std::optional<int>& answer, const MoveNote& note,
                 const Outcome::Points& points) {
    const Board board = record.game.board();
    UnseenEnd end(record.game.rules(), points);
    std::vector<int> pits;
    if (answer) end.look(board, *answer, pits);
    if (end.ways() == 0)  // the answer came too late, or the log does not show it
        for (const int pit : legal_moves(board))
            if (pit != answer) end.look(board, pit, pits);
    std::vector<int> moves = end.found();
    if (end.ways() != 1 || !end.complete()) {
        moves.clear();
        if (answer) moves.push_back(*answer);
        record.ending = Ending::stopped;
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
        record.play(moves[i], i == 0 && moves[0] == answer ? note : MoveNote{});
    return end.ways() > 0 || !end.complete();
}

/// The game with its real sides: who begins is south.
GameRecord seated(GameRecord record) {
    if (record.game.start().to_move == Side::south) return record;
    Game game(record.game.rules(), kgp::seen_by(record.game.start(), Side::north));
    for (const MoveResult& played : record.game.played()) game.play(played.pit);
    record.game = std::move(game);
    std::swap(record.names[0], record.names[1]);
    for (Fault& fault : record.faults) fault.side = opponent(fault.side);
    if (record.loser) record.loser = opponent(*record.loser);
    return record;
}

bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string_view message_in(std::string_view line) {
    // A message inside quotes is part of another one.
    const std::size_t last = std::min(line.find('"'), line.size());
    for (std::size_t at = 0; at < last; ++at) {
        if (!is_letter_or_digit(line[at]) && line[at] != '@') continue;
        if (at > 0 && (is_letter_or_digit(line[at - 1]) || line[at - 1] == '@')) continue;
        const auto message = kgp::parse_message(line.substr(at));
        if (message && !std::holds_alternative<kgp::Unknown>(message->command) &&
            !std::holds_alternative<kgp::Malformed>(message->command))
            return line.substr(at);
    }
    return {};
}

const Rules& GameLog::rules() const {
    return session_.rules() ? *session_.rules() : defaults_.rules;
}

void GameLog::add(std::string_view line) {
    ++line_;
    const std::string_view text = message_in(line);
    if (text.empty()) return;
    const auto message = kgp::parse_message(text);
    if (std::holds_alternative<kgp::Kgp>(message->command)) end_session();
    if (const auto* move = std::get_if<kgp::Move>(&message->command))
        return on_move(message->ref, move->pit);
    if (const auto* set = std::get_if<kgp::Set>(&message->command)) on_set(message->id, *set);
    const auto event = session_.receive(text);
    if (!event) return;
    if (const auto* question = std::get_if<Question>(&*event)) on_question(*question);
    if (const auto* over = std::get_if<GameOver>(&*event))
        if (const auto outcome = tracker_.told(*over)) end_game(outcome->number, outcome);
}

void GameLog::on_set(kgp::Id id, const kgp::Set& set) {
    const bool from_server = id > 0 && id % 2 == 0;  // by custom
    if (set.option == "info:name" && !from_server)
        name_ = kgp::clean_text(set.value, kLongestRemark);
    if (set.option == "info:comment") remark_ = kgp::clean_text(set.value, kLongestRemark);
}

void GameLog::on_move(kgp::Id ref, int pit) {
    for (auto& [number, game] : games_) {
        if (ref != 0 && game.question.id != ref) continue;
        if (ref == 0 && number != games_.rbegin()->first) continue;
        if (pit < 0 || pit >= game.question.board.width ||
            game.question.board.at(Side::south, pit) == 0) {
            game.answer.reset();  // what follows shows what became of it
        } else {
            game.answer = pit;
            game.remark = std::exchange(remark_, {});
        }
        return;
    }
}

void GameLog::on_question(const Question& question) {
    session_.forget(question.id);
    tracker_.set_rules(rules());
    for (auto& [number, game] : games_)
        if (game.answer) static_cast<void>(tracker_.answered(game.question, *game.answer));
    const Context context = tracker_.asked(question);
    if (context.ended) end_game(context.ended->number, context.ended);
    if (context.new_game) {
        Board start = question.board;
        if (!context.since.empty()) start = *start_before(rules(), question.board);
        GameRecord record{Game(rules(), start)};
        record.names[Side::south] = who(name_, Side::south);
        record.names[Side::north] = who(question.opponent, Side::north);
        games_.emplace(context.number, Building{line_, std::move(record)});
    }
    const auto found = games_.find(context.number);
    if (found == games_.end()) return;
    Building& game = found->second;
    if (!context.new_game && !context.clear && !game.error)
        game.error =
            on_line(line_, "the position does not follow from that of line " +
                               std::to_string(game.asked_on) + " by the rules " + to_text(rules()));
    if (!game.error) play_on(game, context);
    game.question = question;
    game.asked_on = line_;
    game.answer.reset();
    game.remark.clear();
}

void GameLog::play_on(Building& game, const Context& context) {
    const bool ours = context.chosen_for_us;  // is the first move
    if (!context.new_game && !ours && game.answer)
        game.record.play(*game.answer, {.comment = game.remark});
    for (std::size_t i = 0; i < context.since.size(); ++i) {
        MoveNote note;
        // Of a move that the log does not show nobody knows who chose it.
        if (i == 0 && ours && game.answer) note.source = MoveSource::referee;
        game.record.play(context.since[i].pit, note);
    }
}

std::optional<Error> GameLog::conclude(Building& game, const std::optional<Outcome>& told) const {
    GameRecord& record = game.record;
    const auto play_answer = [&] {
        if (game.answer) record.play(*game.answer, {.comment = game.remark});
        if (!record.game.over()) record.ending = Ending::stopped;
    };
    const bool known = told && told->points && told->reason != "predicted";
    const auto reason = known ? parse_ending(told->reason) : std::nullopt;
    if (!known || reason == Ending::stopped) {
        play_answer();
        return std::nullopt;
    }
    const Outcome::Points& points = *told->points;
    if (reason && is_loss(*reason)) {
        play_answer();
        if (record.game.over()) return std::nullopt;  // the move that came too late was the last
        record.lose(points.own < points.opponent ? Side::south : Side::north, *reason,
                    parse_fault_kind(told->reason).value_or(FaultKind::gone), "as the log says");
        return std::nullopt;
    }
    const std::string result = "a result of " + points_text(points.own, points.opponent);
    Board after = record.game.board();
    if (game.answer && apply(record.game.rules(), after, *game.answer).over) {
        play_answer();
        const int own = record.points(Side::south);
        const int opponent = record.points(Side::north);
        if (own == points.own && opponent == points.opponent) return std::nullopt;
        return on_line(line_, result + ", but the moves lead to " + points_text(own, opponent));
    }
    if (play_unseen(record, game.answer, {.comment = game.remark}, points)) return std::nullopt;
    return on_line(line_, result + ", but no moves lead to it from the position of line " +
                              std::to_string(game.asked_on));
}

void GameLog::end_game(int number, const std::optional<Outcome>& told) {
    const auto found = games_.find(number);
    if (found == games_.end()) return;
    Building game = std::move(found->second);
    games_.erase(found);
    if (!game.error) game.error = conclude(game, told);
    if (game.error)
        done_.push_back({game.line, std::nullopt, game.error});
    else
        done_.push_back({game.line, seated(std::move(game.record)), std::nullopt});
}

void GameLog::end_session() {
    while (!games_.empty()) end_game(games_.begin()->first, std::nullopt);
    static_cast<void>(tracker_.cut_off());
    session_ = Session({});
}

std::vector<ReadGame> GameLog::finish() {
    end_session();
    std::sort(done_.begin(), done_.end(),
              [](const ReadGame& a, const ReadGame& b) { return a.line < b.line; });
    return std::move(done_);
}

}  // namespace kalah::client
