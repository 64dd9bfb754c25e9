#include <exception>
#include <string>
#include <utility>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "rules/random_pit.hpp"
#include "server/game_server.hpp"

namespace kalah::server {
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
Board random_position(const ServerOptions& options, std::uint64_t chance) {
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

Practice::Practice(Core& core, players::Spec reference)
    : core_(core),
      reference_(std::move(reference)),
      engines_(std::max<std::size_t>(core.ports.compute.threads(), 1)) {}

Practice::~Practice() {
    for (auto& [id, each] : waiting_)
        if (each.eval) core_.ports.storage.add_eval(std::move(*each.eval));
}

void Practice::send_problem(KgpSession& session, bool earned) {
    session.question_board = random_problem(core_.random());
    session.question_pit = random_pit(session.question_board, core_.random());
    const kgp::Problem problem{session.question_board, session.question_pit};
    session.question = earned ? session.ask(problem) : session.say(problem);
}

void Practice::on_solution(KgpSession& session, const kgp::Solution& solution,
                           const kgp::Message& message) {
    const auto refuse = [&](std::string text) {
        session.say(kgp::Failure{std::move(text)}, message.id);
    };
    if (session.activity != Activity::verify) {
        if (session.activity != Activity::none) refuse("Unknown command");
        return;
    }
    if (message.ref == 0 || message.ref != session.question) return refuse("Invalid reference");
    Board after = session.question_board;
    const MoveResult played =
        apply(problem_rules(core_.options.rules), after, session.question_pit);
    after.to_move = Side::south;  // the literal says nothing of who is to move
    const bool right = solution.board == after && solution.again == played.extra_turn;
    if (right)
        session.say(kgp::Ok{}, message.id);
    else if (solution.board != after)
        refuse("Expected state " + to_text(after));
    else
        refuse(played.extra_turn ? "Was a repeat move" : "Was not a repeat move");
    send_problem(session, right);
}

void Practice::send_position(KgpSession& session) {
    session.question_board = random_position(core_.options, core_.random());
    session.question = session.ask(kgp::State{session.question_board});
    session.question_deadline = core_.now + core_.options.time.limit;
}

void Practice::on_eval(KgpSession& session, double value, const kgp::Message& message) {
    if (message.ref == 0 || message.ref != session.question || session.activity != Activity::eval) {
        if (session.was_asked(message.ref) == KgpSession::Known::no)
            session.say(kgp::Failure{"No state associated with id"}, message.id);
        return;
    }
    session.say(kgp::Stop{}, session.question);
    session.settled(session.question, false);
    session.question = 0;
    session.question_deadline = kNever;
    // The next position comes when this one has been judged, so that nobody evaluates faster than
    // the reference engine can think.
    store::EvalAnswer answer;
    answer.rules = core_.options.rules;
    answer.position = session.question_board;
    answer.value = value;
    answer.answered = core_.ports.wall_clock();
    judge(session, {++last_, session.place.info, std::move(answer)});
}

void Practice::end_position(KgpSession& session) {
    session.say(kgp::Stop{}, session.question);
    session.settled(session.question, true);
    send_position(session);
}

void Practice::judge(const KgpSession& session, store::PositionEval eval) {
    Host& host = hosts_[session.place.host];
    if (host.waiting >= core_.options.most_evals_of_a_host) {
        if (!std::exchange(host.refused, true))
            core_.log(LogLevel::warning, "opinions not kept: too many of one host",
                      {{"session", static_cast<std::int64_t>(session.id())}});
        return core_.post([this, id = session.id()] { core_.parts->clients.next_position(id); });
    }
    ++host.waiting;
    const auto run = [this, id = eval.id, rules = eval.answer.rules, board = eval.answer.position](
                         std::size_t worker, const StopToken& stop) {
        const auto score = reference_score(worker, rules, board, stop);
        if (stop.requested()) return Scheduler::After::again;  // a move goes first
        core_.post([this, id, score] {
            store::PositionEval judged = *std::exchange(waiting_.at(id).eval, std::nullopt);
            if (score) judged.answer.champion = score->points();
            judged.answer.champion_exact = score && score->exact;
            core_.ports.storage.add_eval(std::move(judged));
        });
        return Scheduler::After::done;
    };
    const std::uint64_t id = eval.id;
    waiting_.emplace(id, Waiting{std::move(eval), session.id(), session.place.host});
    core_.ports.compute.submit({Priority::background, std::nullopt, run});
}

void Practice::on_saved(std::uint64_t eval) {
    const auto found = waiting_.extract(eval);
    if (!found) return;
    const auto host = hosts_.find(found.mapped().host);
    if (--host->second.waiting == 0) hosts_.erase(host);
    core_.parts->clients.next_position(found.mapped().session);
}

std::optional<Score> Practice::reference_score(std::size_t worker, const Rules& rules,
                                               const Board& board, const StopToken& stop) {
    try {
        auto& engine = engines_[worker];
        if (!engine) engine = std::make_unique<Engine>(players::make_engine(reference_.settings));
        const SearchReport report = engine->best_move(rules, board, stop);
        return report.depth > 0 ? std::optional(report.score) : std::nullopt;
    } catch (const std::exception&) {  // memory can run out
        return std::nullopt;
    }
}

void Practice::forget(const std::string& token) {
    for (auto& [id, each] : waiting_)
        if (each.eval && each.eval->client.token == token)
            each.eval->client = {store::kForgotten, "", "", ""};
}

}  // namespace kalah::server
