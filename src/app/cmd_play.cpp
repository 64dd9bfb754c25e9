#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/play_advice.hpp"
#include "app/terminal/board_text.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/line_editor.hpp"
#include "app/terminal/play_dialogue.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/unfinished.hpp"
#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "referee/game_json.hpp"
#include "report/text.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

struct PlayOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> start;
    std::optional<std::string> load;
    bool go_on = false;
    bool plain = false;
    std::optional<std::string> south;
    std::optional<std::string> north;
    std::optional<std::chrono::milliseconds> time;
    std::uint64_t seed = 1;
};

/// Standard input and output at a terminal, or in a pipe.
struct Streams {
    explicit Streams(bool json)
        : people(json ? std::cerr : std::cout),
          file(json ? stderr : stdout),
          fd(json ? STDERR_FILENO : STDOUT_FILENO),
          typed(isatty(STDIN_FILENO) == 1),
          screen(typed && isatty(fd) == 1) {}
    std::ostream& people;
    std::FILE* file;
    int fd;
    bool typed;   // by a person
    bool screen;  // who sees what is written over
};

/// Shows what a program thinks on one line, overwritten each time; only for a person who waits.
players::OnThought thinking_line(const Streams& streams) {
    return [&people = streams.people, fd = streams.fd](const std::string& thought) {
        constexpr int kMost = 78;
        const int columns = terminal_columns(fd);
        const int shown = columns > 0 ? std::min(kMost, columns - 1) : kMost;
        people << kWipeLine << thought.substr(0, static_cast<std::size_t>(shown)) << std::flush;
    };
}

Result<Game> loaded_game(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return text.error();
    auto game = parse_game(*text);
    if (!game) return Error{path + ", " + to_text(game.error())};
    return game;
}

/// The game to play, with the players that it had if it is continued.
Result<Unfinished> chosen_game(const PlayOptions& options) {
    const PerSide<std::string> people = {"human", "human"};
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return setting.error();
    if (!options.load && !options.go_on)
        return Unfinished{Game(setting->rules, setting->start), people};
    const std::string option = options.load ? "--load" : "--continue";
    if (options.load && options.go_on) return Error{"--continue and --load: omit one of them"};
    if (options.common.rules_given())
        return Error{option + ": the game has its own rules; omit the rule options"};
    if (options.start) return Error{option + ": the game has its own position; omit the argument"};
    if (options.load) {
        const auto game = loaded_game(*options.load);
        if (!game) return game.error();
        return Unfinished{*game, people};
    }
    const auto kept = read_unfinished(unfinished_path());
    if (!kept) return Error{"--continue: " + kept.error().message};
    if (!*kept)
        return Error{"--continue: there is no unfinished game; begin one with 'kalah play'"};
    return **kept;
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

/// Who plays, with databases and books.
PerSide<players::Spec> chosen_players(const PlayOptions& options, const Unfinished& begun,
                                      const Setting& setting, players::PlayerResources& resources) {
    const auto chosen = [&](const char* argument, const std::optional<std::string>& player,
                            Side side) {
        const std::string text =
            with_time_limit(player.value_or(begun.players[side]), options.time);
        return or_usage_error(chosen_player(argument, text, setting));
    };
    const players::Spec south = chosen("--south", options.south, Side::south);
    const players::Spec north = chosen("--north", options.north, Side::north);
    return {or_failure(equipped("play", resources, south, setting)),
            or_failure(equipped("play", resources, north, setting))};
}

/// Says what would be lost by a new game.
void tell_of_unfinished(std::ostream& people) {
    const auto kept = read_unfinished(unfinished_path());
    if (!kept || !*kept) return;
    const std::size_t moves = (*kept)->game.played().size();
    people << fmt::format(
        "An unfinished game of {} is kept: 'kalah play --continue' goes on with it.\n"
        "The first move here replaces it.\n",
        report::counted(moves, "move"));
}

/// The programs among the players; null for people.
using Programs = PerSide<std::unique_ptr<Player>>;

/// What does not change while the game is played; the dialogue refers to it.
struct Table {
    const PlayOptions& options;
    const Unfinished& begun;
    const PerSide<players::Spec>& specs;
    const players::ValueSources& judge;
    const Streams& streams;
    const StopToken& stop;

    [[nodiscard]] PerSide<bool> people() const {
        const auto is_human = [&](Side side) { return specs[side].kind == players::Kind::human; };
        return {is_human(Side::south), is_human(Side::north)};
    }
    /// Moves of which nobody knows who chose them.
    [[nodiscard]] std::size_t unknown_moves() const {
        const bool same_players = options.go_on && !options.south && !options.north;
        return same_players ? 0 : begun.game.played().size();
    }
};

PlayDialogue::Settings dialogue_settings(const Table& table, const Programs& programs) {
    const PlayOptions& options = table.options;
    const PerSide<bool> people = table.people();
    PlayDialogue::Settings settings;
    settings.players = {programs[Side::south].get(), programs[Side::north].get()};
    settings.seed = options.seed;
    settings.stop = &table.stop;
    settings.advise = [&table](const Game& now) { return advice(now, table.judge, table.stop); };
    // Two people in a pipe are a script.
    const bool both = people[Side::south] && people[Side::north];
    if (both ? table.streams.typed : people[Side::south] || people[Side::north])
        settings.review = [&table](const Game& now) {
            return review_lines(now, table.unknown_moves(), table.people(), table.stop);
        };
    settings.style = {chosen_colour(options.drawing, table.streams.fd), options.plain,
                      [fd = table.streams.fd] { return terminal_columns(fd); }};
    settings.prompt = table.streams.typed;
    settings.file = options.load.value_or("");
    settings.take_back_interrupt = take_back_interrupt;
    return settings;
}

/// Plays the game; at a terminal, keeps it and edits lines.
void play(const Table& table, const Programs& programs) {
    const Streams& streams = table.streams;
    PlayDialogue::Settings settings = dialogue_settings(table, programs);
    GameKeeper keeper(unfinished_path(),
                      {table.specs[Side::south].text, table.specs[Side::north].text},
                      table.options.go_on, [](const std::string& error) {
                          fmt::print(stderr, "kalah play: the game is not kept: {}\n", error);
                      });
    settings.on_change = [&](const Game& now) {
        if (streams.typed) keeper.changed(now);
        if (table.options.common.json) std::cout << game_json(now).line() << std::endl;
    };
    std::unique_ptr<LineEditor> editor;
    if (streams.screen)
        editor =
            LineEditor::open({STDIN_FILENO, streams.file, PlayDialogue::commands(), interrupted});
    if (editor)
        settings.ask = [&](const std::string& prompt, const LineEditor::OnArrow& on_arrow) {
            return editor->read(prompt, on_arrow);
        };
    if (streams.typed && !table.options.go_on) tell_of_unfinished(streams.people);
    TerminalInput input(STDIN_FILENO);
    std::istream in(&input);
    const auto refused =
        PlayDialogue(table.begun.game, in, streams.people, std::cerr, settings).run();
    const bool south = table.specs[Side::south].settings.database != nullptr;
    warn_of_damage("play", table.specs[south ? Side::south : Side::north]);
    if (refused) throw usage_error(to_text(*refused));
    if (input.failed()) throw failure("cannot read standard input");
}

void act_play(const PlayOptions& options) {
    const Unfinished begun = or_usage_error(chosen_game(options));
    const Game& game = begun.game;
    if (!game.over() && legal_moves(game.board()).empty())
        throw usage_error(
            fmt::format("{} is to move but has no seeds", to_text(game.board().to_move)));
    const Streams streams(options.common.json);
    const Setting setting{game.rules(), game.start()};
    players::PlayerResources resources = default_resources();
    const PerSide<players::Spec> specs = chosen_players(options, begun, setting, resources);
    const players::Spec judge =
        judge_of(specs[Side::south], specs[Side::north], resources, setting);
    const auto sources = players::sources_of(judge, {setting.rules, setting.start.width},
                                             std::make_shared<players::SmallDatabases>());
    const players::OnThought on_thought =
        streams.screen && !options.plain ? thinking_line(streams) : players::OnThought();
    Programs programs;
    for (const Side side : kBothSides)
        if (specs[side].kind != players::Kind::human)
            programs[side] = players::make_player(specs[side], on_thought);
    play({options, begun, specs, sources, streams, stop_on_signals()}, programs);
}

void declare_play(Arguments& arguments, PlayOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(
        text_field("load", "FILE", options.load, "continue a saved game under its own rules"));
    arguments.field(flag_field("continue", options.go_on,
                               "continue the unfinished game that was played last at a terminal"));
    arguments.field(text_field("south", "SPEC", options.south,
                               "player of south: human (default), level1 to level10, or another of "
                               "'kalah players'"));
    arguments.field(text_field("north", "SPEC", options.north, "player of north"));
    arguments.field(
        duration_field("time", "2s", options.time, "time per move, if the player names no limit"));
    arguments.field(number_field("seed", options.seed, {0, 1'000'000'000'000'000},
                                 "seed of random choices (default: 1)"));
    declare_common(arguments, options.common);
    declare_drawing(arguments, options.drawing);
    declare_plain(arguments, options.plain);
}

}  // namespace

void add_play(Program& program) {
    program.add<PlayOptions>(
        {"play", "play at this terminal, against a program or another person",
         "Examples:\n"
         "  kalah play --north level4\n"
         "  kalah play --north champion --time 1s\n"
         "  kalah play --continue\n"
         "  kalah play 6x6 --rules empty-capture\n"
         "  printf '3-6\\n2\\n' | kalah play 6x4\n"
         "Type help in the game. At a terminal, arrow keys choose a pit, and a game is kept until\n"
         "its end: --continue goes on with it, under its rules and with its players. In a pipe,\n"
         "the first invalid line ends the game with exit code 2. With --json, standard output has\n"
         "one object per position and everything else goes to standard error."},
        declare_play, act_play);
}

}  // namespace kalah::app
