// Hall: the modes in which a client plays nobody. In `verify` it proves that it knows the rules; in
// `eval` it says what it thinks of positions.
#include <string>

#include "base/mix64.hpp"
#include "kalah/notation.hpp"
#include "net/hall.hpp"
#include "rules/random_pit.hpp"

namespace kalah::net {
namespace {

/// The reference server's problems: 6 to 11 pits with up to 2n-1 seeds, stores up to 4n-1.
Board random_problem(std::uint64_t chance) {
    const auto below = [&chance](int limit) {
        chance = mix64(chance, 0);
        return static_cast<std::uint16_t>(chance % static_cast<std::uint64_t>(limit));
    };
    Board board;
    board.width = static_cast<std::uint8_t>(6 + below(6));
    do {
        for (const Side side : kBothSides) {
            board.store(side) = below(4 * board.width);
            for (std::size_t pit = 0; pit < board.width; ++pit)
                board.row(side)[pit] = below(2 * board.width);
        }
    } while (legal_moves(board).empty());
    return board;
}

/// The reference server judges with majority stop.
Rules problem_rules(Rules rules) {
    rules.majority_stop = true;
    return rules;
}

/// A position with a choice, from a game of random moves, south to move.
Board random_position(const HallOptions& options, std::uint64_t chance) {
    Game game(options.rules, options.start);
    std::vector<Board> choices;
    while (!game.over()) {
        const Board& board = game.board();
        if (legal_moves(board).size() > 1) choices.push_back(board);
        chance = mix64(chance, 0);
        game.play(random_pit(board, chance));
    }
    if (choices.empty()) choices.push_back(options.start);
    const Board& chosen = choices[mix64(chance, 1) % choices.size()];
    return kgp::seen_by(chosen, chosen.to_move);
}

}  // namespace

void Hall::pose_problem(Session& session, bool earned) {
    session.question_board = random_problem(chance());
    session.question_pit = random_pit(session.question_board, chance());
    const kgp::Problem problem{session.question_board, session.question_pit};
    session.question = earned ? ask(session, problem) : say(session, problem);
}

void Hall::handle_solution(Session& session, const kgp::Solution& solution,
                           const kgp::Message& message) {
    const auto refuse = [&](std::string text) {
        say(session, kgp::Failure{std::move(text)}, message.id);
    };
    if (session.activity != Activity::verify) {
        if (session.activity != Activity::none) refuse("Unknown command");
        return;
    }
    if (message.ref == 0 || message.ref != session.question) return refuse("Invalid reference");
    Board after = session.question_board;
    const MoveResult played = apply(problem_rules(options_.rules), after, session.question_pit);
    after.to_move = Side::south;  // the literal says nothing of who is to move
    const bool right = solution.board == after && solution.again == played.extra_turn;
    if (right)
        say(session, kgp::Ok{}, message.id);
    else if (solution.board != after)
        refuse("Expected state " + to_text(after));
    else
        refuse(played.extra_turn ? "Was a repeat move" : "Was not a repeat move");
    pose_problem(session, right);
}

void Hall::pose_position(Session& session, Time now) {
    session.question_board = random_position(options_, chance());
    session.question = ask(session, kgp::State{session.question_board});
    session.question_deadline = now + options_.time.limit;
}

void Hall::handle_eval(Session& session, double value, const kgp::Message& message) {
    if (message.ref == 0 || message.ref != session.question || session.activity != Activity::eval) {
        if (session.was_asked(message.ref) == Session::Known::no)
            say(session, kgp::Failure{"No state associated with id"}, message.id);
        return;
    }
    say(session, kgp::Stop{}, session.question);
    session.settled(session.question, false);
    session.question = 0;
    session.question_deadline = kNever;
    // The next position comes when this one has been judged, so that nobody's opinions are given
    // faster than the champion can think.
    backstage_.judge({session.id(), session.about, options_.rules, session.question_board, value,
                      options_.wall_clock()});
}

void Hall::opinion_kept(SessionId id, Time now) {
    Session* session = find(id);
    if (session != nullptr && session->activity == Activity::eval && session->question == 0) {
        pose_position(*session, now);
        set_alarm(*session);
    }
    flush(now);
}

void Hall::end_position(Session& session, Time now) {
    say(session, kgp::Stop{}, session.question);
    session.settled(session.question, true);
    pose_position(session, now);
}

}  // namespace kalah::net
