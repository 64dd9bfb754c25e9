// kalah.Bot at a KGP server.
#include "client/client.hpp"
#include "client/engine_agent.hpp"
#include "module/bots.hpp"

namespace kalah::python {
namespace {

using client::Client;
using client::Notice;

/// Asks the bot on the client's thread, the one that called join(): Ctrl-C reaches it. The server
/// waits twenty seconds for an answer to a ping, longer than for a move.
class BotAgent final : public client::Agent {
  public:
    BotAgent(const py::object& bot, std::string name, Pending& pending, client::AgentHost& host)
        : bot_(bot), name_(std::move(name)), pending_(pending), host_(host) {}

    void ask(const client::MoveRequest& request) override {
        const auto time = client::time_for(request.question, std::nullopt);
        std::optional<double> seconds;
        if (time) seconds = std::chrono::duration<double>(*time).count();
        const Board& board = request.question.board;
        BotAnswer answer;
        {
            const py::gil_scoped_acquire acquired;
            answer = ask_bot(bot_, name_, request.rules, board, seconds, pending_);
        }
        if (answer.ends_all) return host_.leave({});
        // A pit that does not exist loses the game, and no other.
        host_.answer(request.id, answer.pit.value_or(board.width), answer.fault);
    }
    void cancel(client::RequestId /*id*/) override {}

  private:
    const py::object& bot_;
    std::string name_;
    Pending& pending_;
    client::AgentHost& host_;
};

/// For people; empty if there is nothing to say.
std::string notice_text(const Notice& notice, const std::string& server) {
    switch (notice.kind) {
        case Notice::Kind::connected:
            return "connected to " + server;
        case Notice::Kind::silent:
            return "no greeting from " + server + " yet";
        case Notice::Kind::late:
            return "too late: the server has chosen a move";
        case Notice::Kind::complaint:
            return "the server reports an error: " + printable(notice.text);
        case Notice::Kind::lost:
            break;
    }
    return "connection lost; trying again";
}

py::dict outcome_dict(const client::Outcome& outcome) {
    py::dict row;
    row["game"] = client::game_name(outcome.game, outcome.number);
    row["opponent"] = outcome.opponent;
    row["own"] = outcome.points ? py::object(py::int_(outcome.points->own)) : py::none();
    row["other"] = outcome.points ? py::object(py::int_(outcome.points->opponent)) : py::none();
    row["reason"] = outcome.reason;
    return row;
}

py::dict counts_dict(const Client::Counts& counts, const py::list& games) {
    py::dict all;
    all["games"] = counts.tally.games();
    all["wins"] = counts.tally.wins;
    all["draws"] = counts.tally.draws;
    all["losses"] = counts.tally.losses;
    all["unknown"] = counts.tally.unknown;
    all["cut_off"] = counts.cut_off;
    all["late"] = counts.late;
    all["complaints"] = counts.complaints;
    all["results"] = games;
    return all;
}

py::dict join(const py::object& bot, const std::string& address, const ClientInfo& info,
              std::uint64_t games, const RulesArg& rules, const py::object& say,
              const StopArg& stop) {
    raise_if(client::validate(info));
    Client::Options options;
    options.address = unwrap(net::parse_address(address));
    options.info = info;
    options.rules = rules_of(rules);
    options.games = games;
    Pending pending(stop.value_or(Stop{}));
    py::list results;
    const std::string server = to_text(options.address);
    // Called on this thread, without Python's lock.
    const auto with_lock = [&](const auto& work) {
        const py::gil_scoped_acquire acquired;
        try {
            work();
        } catch (py::error_already_set& error) {
            pending.keep(error);
        }
    };
    options.on_notice = [&](const Notice& notice) {
        with_lock([&] {
            if (!say.is_none()) say(notice_text(notice, server));
        });
    };
    options.on_game = [&](const client::Outcome& outcome) {
        with_lock([&] { results.append(outcome_dict(outcome)); });
    };
    options.interrupted = [&] {
        with_lock([] {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        });
        return pending.stop().token->requested();
    };
    std::optional<Error> error;
    Client::Counts counts;
    {
        const py::gil_scoped_release released;
        Client client(options);
        BotAgent agent(bot, info.name, pending, client);
        error = client.run(agent);
        counts = client.counts();
    }
    pending.raise();
    raise_if(error);
    return counts_dict(counts, results);
}

}  // namespace

void bind_join(py::module_& module) {
    module.def(
        "_join",
        [](const py::object& bot, const std::string& address, const std::string& name,
           const std::string& authors, const std::string& description, const std::string& token,
           std::uint64_t games, const RulesArg& rules, const py::object& say, const StopArg& stop) {
            return join(bot, address, {name, authors, description, token}, games, rules, say, stop);
        },
        py::arg("bot"), py::arg("server"), py::arg("name"), py::arg("authors"),
        py::arg("description"), py::arg("token"), py::arg("games"), py::arg("rules"),
        py::arg("say"), py::arg("stop"));
}

}  // namespace kalah::python
