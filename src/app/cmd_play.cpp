#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/play_dialogue.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/stop_token.hpp"
#include "players/analysis.hpp"
#include "players/judgement.hpp"
#include "players/thought.hpp"
#include "referee/game_json.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

struct PlayOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> start;
    std::optional<std::string> load;
    std::optional<std::string> south;
    std::optional<std::string> north;
    std::optional<std::chrono::milliseconds> time;
    std::uint64_t seed = 1;
};

constexpr std::chrono::seconds kHintTime{1};           // less if every move is proved sooner
constexpr std::chrono::milliseconds kReviewTime{100};  // for each position
constexpr std::size_t kWorstMoves = 5;

/// "move 7, south: 3 cost exactly 2 seeds, 5 was better", or "about 2.5 seeds".
std::string mistake_text(const players::JudgedMove& mistake) {
    const std::string cost = mistake.exact ? fmt::format("exactly {:.0f}", mistake.cost)
                                           : fmt::format("about {:.1f}", mistake.cost);
    return fmt::format("  move {:>3}, {}: {} cost {} seed{}, {} was better", mistake.ply + 1,
                       to_text(mistake.mover()), mistake.pit + 1, cost,
                       mistake.exact && mistake.cost == 1 ? "" : "s", mistake.best + 1);
}

/// The five moves of people that cost most, with what would have been better; after a stop, those
/// found so far, from the end of the game. Moves of a loaded game, of which nobody knows who chose
/// them, are not judged.
std::vector<std::string> review_lines(const Game& game, std::size_t loaded, PerSide<bool> sides,
                                      const EngineOptions& settings, const StopToken& stop) {
    GameRecord record{game};
    record.notes.assign(std::min(loaded, game.played().size()), {0, "", MoveSource::forced});
    const players::JudgeSettings how{[&](const Game&) { return settings; },
                                     settings.eval,
                                     {kReviewTime, std::numeric_limits<std::uint64_t>::max()}};
    const auto moves = players::judge(record, sides, how, stop);
    if (std::none_of(moves.begin(), moves.end(),
                     [](const players::JudgedMove& move) { return move.is_judged(); }))
        return {};
    const auto worst = players::worst_moves(moves, kWorstMoves);
    if (worst.empty()) return {"Review: no move cost you half a seed or more."};
    std::vector<std::string> lines{"Review, your most costly moves:"};
    for (const players::JudgedMove& move : worst) lines.push_back(mistake_text(move));
    return lines;
}

/// What every legal move is worth and who says so, for hints: "proved +8 (book)", by pit, best
/// first.
std::vector<std::pair<int, std::string>> advice(const Game& game,
                                                const players::ValueSources& sources,
                                                const StopToken& stop) {
    players::PositionAnalysis analysis(
        game, [&] { return sources; }, sources.engine.eval, kHintTime);
    analysis.run(stop);
    std::vector<std::pair<int, std::string>> values;
    const auto found = analysis.values();
    if (!found) return values;
    for (const players::MoveValue& move : found->moves)
        values.emplace_back(move.pit, fmt::format("{} ({})", players::value_text(move.value),
                                                  name(move.value.source)));
    return values;
}

/// Shows what a program thinks on one line, overwritten each time; only for a person who waits.
players::OnThought thinking_line(bool json) {
    constexpr std::size_t kColumns = 78;
    if (isatty(STDIN_FILENO) != 1 || isatty(json ? STDERR_FILENO : STDOUT_FILENO) != 1) return {};
    std::ostream& people = json ? std::cerr : std::cout;
    return [&people](const std::string& thought) {
        people << kWipeLine << thought.substr(0, kColumns) << std::flush;
    };
}

Result<Game> loaded_game(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return text.error();
    auto game = parse_game(*text);
    if (!game) return Error{path + ", " + to_text(game.error())};
    return game;
}

Result<Game> chosen_game(const PlayOptions& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return setting.error();
    if (!options.load) return Game(setting->rules, setting->start);
    if (options.common.rules_given())
        return Error{"--load: the game has its own rules; omit the rule options"};
    if (options.start) return Error{"--load: the game has its own position; omit the argument"};
    return loaded_game(*options.load);
}

/// The champion, which says what moves are worth, with a player's database, else with the one in
/// the usual directory.
players::Spec judge_of(const players::Spec& south, const players::Spec& north,
                       players::PlayerResources& resources, const Setting& setting) {
    players::Spec judge =
        or_failure(equipped("play", resources, *players::parse_player("champion"), setting));
    for (const players::Spec* spec : {&north, &south})
        if (spec->settings.database || spec->default_database)
            judge.settings.database = spec->settings.database;
    return judge;
}

void act_play(const PlayOptions& options) {
    const auto game = or_usage_error(chosen_game(options));
    if (!game.over() && legal_moves(game.board()).empty())
        throw usage_error(
            fmt::format("{} is to move but has no seeds", to_text(game.board().to_move)));
    const Colour colour =
        chosen_colour(options.drawing, options.common.json ? STDERR_FILENO : STDOUT_FILENO);
    const Setting setting{game.rules(), game.start()};
    const auto chosen = [&](const char* argument, const std::optional<std::string>& player) {
        const std::string text = with_time_limit(player.value_or("human"), options.time);
        return or_usage_error(chosen_player(argument, text, setting));
    };
    const auto chosen_south = chosen("--south", options.south);
    const auto chosen_north = chosen("--north", options.north);
    players::PlayerResources resources = default_resources();
    const auto south = or_failure(equipped("play", resources, chosen_south, setting));
    const auto north = or_failure(equipped("play", resources, chosen_north, setting));
    const players::Spec judge = judge_of(south, north, resources, setting);
    const auto sources = players::sources_of(judge, {setting.rules, setting.start.width},
                                             std::make_shared<players::SmallDatabases>());
    const bool south_human = south.kind == players::Kind::human;
    const bool north_human = north.kind == players::Kind::human;
    const players::OnThought on_thought = thinking_line(options.common.json);
    const auto south_player = south_human ? nullptr : players::make_player(south, on_thought);
    const auto north_player = north_human ? nullptr : players::make_player(north, on_thought);
    const StopToken& stop = stop_on_signals();

    PlayDialogue::Settings settings;
    settings.players = {south_player.get(), north_player.get()};
    settings.seed = options.seed;
    settings.stop = &stop;
    settings.advise = [&](const Game& now) { return advice(now, sources, stop); };
    if (south_human != north_human)
        settings.review = [&](const Game& now) {
            return review_lines(now, game.played().size(), {south_human, north_human},
                                judge.settings, stop);
        };
    settings.colour = colour;
    settings.prompt = isatty(STDIN_FILENO) == 1;
    settings.file = options.load.value_or("");
    settings.take_back_interrupt = take_back_interrupt;
    if (options.common.json)
        settings.on_change = [](const Game& now) {
            std::cout << game_json(now).line() << std::endl;
        };
    TerminalInput input(STDIN_FILENO);
    std::istream in(&input);
    std::ostream& people = options.common.json ? std::cerr : std::cout;
    const auto refused = PlayDialogue(game, in, people, std::cerr, settings).run();
    warn_of_damage("play", south.settings.database ? south : north);
    if (refused) throw usage_error(to_text(*refused));
    if (input.failed()) throw failure("cannot read standard input");
}

void declare_play(Arguments& arguments, PlayOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(
        text_field("load", "FILE", options.load, "continue a saved game under its own rules"));
    arguments.field(text_field("south", "SPEC", options.south,
                               "player of south: human (default) or one of 'kalah players'"));
    arguments.field(text_field("north", "SPEC", options.north, "player of north"));
    arguments.field(
        duration_field("time", "2s", options.time, "time per move, if the player names no limit"));
    arguments.field(number_field("seed", options.seed, {0, 1'000'000'000'000'000},
                                 "seed of random choices (default 1)"));
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
}

}  // namespace

void add_play(Program& program) {
    program.add<PlayOptions>(
        {"play", "play at this terminal, against a program or another person",
         "Examples:\n"
         "  kalah play --north champion --time 1s\n"
         "  kalah play 6x6 --rules empty-capture\n"
         "  printf '3-6\\n2\\n' | kalah play 6x4\n"
         "Type help in the game. In a pipe, the first invalid line ends the game with exit "
         "code 2.\n"
         "With --json, standard output has one object per position and everything "
         "else goes to\n"
         "standard error."},
        declare_play, act_play);
}

}  // namespace kalah::app
