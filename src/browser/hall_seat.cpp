#include "browser/hall_seat.hpp"

#include <charconv>
#include <utility>

#include "net/address.hpp"
#include "rules/moves_between.hpp"

namespace kalah::browser {
namespace {

/// The first question comes together with the news of a game.
constexpr std::chrono::milliseconds kFirstQuestion{300};

std::int64_t number_of(const std::string& game) {
    std::int64_t number = 0;
    std::from_chars(game.data(), game.data() + game.size(), number);
    return number;
}

bool play_all(Game& game, const std::vector<MoveResult>& moves) {
    for (const MoveResult& move : moves) {
        if (game.validate(move.pit)) return false;
        game.play(move.pit);
    }
    return true;
}

}  // namespace

std::shared_ptr<HallSeat> HallSeat::join(Office& office, const HallTerms& hall,
                                         const std::string& name, Handlers handlers) {
    std::shared_ptr<HallSeat> seat(new HallSeat(office, hall, name, std::move(handlers)));
    seat->connect();
    return seat;
}

HallSeat::HallSeat(Office& office, const HallTerms& hall, const std::string& name,
                   Handlers handlers)
    : office_(office),
      hall_(hall),
      handlers_(std::move(handlers)),
      session_({name, "", "", "a person in a browser"}),
      games_(hall.rules) {}

void HallSeat::connect() {
    const auto address = net::parse_address(office_.links().kgp_address());
    const std::weak_ptr<HallSeat> weak = weak_from_this();
    const auto closed = [office = &office_, weak](const std::string& /*why*/) {
        office->post([weak] {
            if (const auto seat = weak.lock()) seat->on_closed();
        });
    };
    if (!address) return closed(address.error().message);
    link_ = net::ClientLink::connect(*address, {[] {},
                                                [office = &office_, weak](std::string line) {
                                                    office->post([weak, line = std::move(line)] {
                                                        if (const auto seat = weak.lock())
                                                            seat->on_line(line);
                                                    });
                                                    return true;
                                                },
                                                closed});
}

void HallSeat::on_line(const std::string& line) {
    if (left_) return;
    const auto event = session_.receive(line);
    flush();
    note_pairing(line);
    if (!event) return;
    if (const auto* question = std::get_if<net::Question>(&*event)) on_question(*question);
    if (const auto* withdrawn = std::get_if<net::Withdrawn>(&*event))
        if (question_ && question_->id == withdrawn->id) question_.reset();
    if (const auto* over = std::get_if<net::GameOver>(&*event)) on_over(*over);
    const bool farewell = std::holds_alternative<net::Farewell>(*event) ||
                          std::holds_alternative<net::WrongVersion>(*event);
    if (farewell && link_) link_->close();
}

/// A game is announced to both; only who is to move is asked.
void HallSeat::note_pairing(const std::string& line) {
    const auto message = kgp::parse_message(line);
    const auto* set = message ? std::get_if<kgp::Set>(&message->command) : nullptr;
    if (set == nullptr || over_) return;
    if (set->option == "game:id") game_ = set->value;
    if (set->option != "game:opponent") return;
    opponent_ = set->value;
    office_.at(net::Clock::now() + kFirstQuestion, [weak = weak_from_this()] {
        if (const auto seat = weak.lock()) seat->presume_side();
    });
}

/// Whoever was not asked at once has the other side.
void HallSeat::presume_side() {
    if (left_ || over_ || base_) return;
    presumed_ = true;
    handlers_.paired(opponent(hall_.start.to_move), opponent_, number_of(game_));
}

void HallSeat::on_question(const net::Question& question) {
    if (over_) return;  // one game was wanted
    question_ = question;
    const net::Context context = games_.asked(question);
    if (context.new_game) {
        if (!begin(question)) return handlers_.unclear();
    } else {
        bool known = base_.has_value() && context.clear;
        if (known) {
            Game game = *base_;
            if (!context.chosen_for_us && pit_ && !game.validate(*pit_)) game.play(*pit_);
            known = play_all(game, context.since);
            base_ = game;
        }
        pit_.reset();
        if (!known) return handlers_.unclear();
    }
    handlers_.asked(*base_);
}

/// The hall shows each client the board as if he were south: which side he has is seen from how the
/// first position came about.
bool HallSeat::begin(const net::Question& question) {
    const auto as_south = moves_between(hall_.rules, hall_.start, question.board);
    const auto as_north =
        as_south ? std::nullopt : moves_between(hall_.rules, flipped(hall_.start), question.board);
    const Side side = as_south ? Side::south : Side::north;
    base_ = Game(hall_.rules, hall_.start);
    pit_.reset();
    handlers_.paired(side, question.opponent, number_of(question.game));
    if (as_south) return play_all(*base_, *as_south);
    return as_north && play_all(*base_, *as_north);
}

bool HallSeat::answer(int pit) {
    if (!question_ || left_) return false;
    const net::Question question = *std::exchange(question_, std::nullopt);
    if (!session_.answer(question.id, pit, "")) return false;
    games_.answered(question, pit);
    pit_ = pit;
    flush();
    return true;
}

void HallSeat::on_over(const net::GameOver& over) {
    if (over_) return;
    over_ = true;
    question_.reset();
    if (!base_ && !presumed_)
        handlers_.paired(opponent(hall_.start.to_move), over.opponent_name, number_of(over.game));
    handlers_.ended(over.reason, false);
}

void HallSeat::on_closed() {
    if (left_ || over_) return;
    over_ = true;
    question_.reset();
    handlers_.ended("", true);
}

void HallSeat::leave() {
    if (left_) return;
    left_ = true;
    question_.reset();
    if (!link_) return;
    session_.say_goodbye();
    flush();
    link_->close();
}

void HallSeat::flush() {
    std::string output = session_.take_output();
    if (!output.empty() && link_) link_->send(std::move(output));
}

}  // namespace kalah::browser
