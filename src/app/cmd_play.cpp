#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/game_review.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/play_dialogue.hpp"
#include "kalah/stop_token.hpp"
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
    std::uint64_t seed = 1;
};

constexpr std::chrono::milliseconds kHintTime{300};
constexpr std::chrono::milliseconds kReviewTime{100};  // for each position
constexpr std::size_t kWorstMoves = 5;

/// The five moves of people that cost most, with what would have been better.
std::vector<std::string> review_lines(const Game& game, PerSide<bool> sides, const Judge& judge,
                                      const StopToken& stop) {
    const auto mistakes = review(game, sides, judge, stop);
    if (mistakes.empty()) return {"Review: no move cost you half a seed or more."};
    std::vector<std::string> lines{"Review, your most costly moves:"};
    for (std::size_t i = 0; i < std::min(mistakes.size(), kWorstMoves); ++i)
        lines.push_back("  " + mistake_text(mistakes[i], game));
    return lines;
}

/// What a program thinks, on one line that is written over and over; only for a person who waits.
players::OnThought thinking_line(bool json) {
    constexpr std::size_t kColumns = 78;
    if (isatty(STDIN_FILENO) != 1 || isatty(json ? STDERR_FILENO : STDOUT_FILENO) != 1) return {};
    std::ostream& people = json ? std::cerr : std::cout;
    return [&people](const std::string& thought) {
        people << "\r\x1b[K" << thought.substr(0, kColumns) << std::flush;
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
    const bool any_rule = options.common.rules ||
                          std::any_of(options.common.changes.begin(), options.common.changes.end(),
                                      [](const auto& change) { return change.has_value(); });
    if (any_rule) return Error{"--load: the game has its own rules; omit the rule options"};
    if (options.start) return Error{"--load: the game has its own position; omit the argument"};
    return loaded_game(*options.load);
}

/// Hints and the look back use a player's database, else the one in the usual directory.
std::shared_ptr<const EndgameDatabase> database_of_judge(const players::Spec& south,
                                                         const players::Spec& north,
                                                         players::PlayerResources& resources,
                                                         const Setting& setting) {
    for (const players::Spec* spec : {&south, &north})
        if (spec->settings.database || spec->default_database) return spec->settings.database;
    const auto judge = equipped("play", resources, *players::parse_player("champion"), setting);
    return judge->settings.database;
}

int act_play(const PlayOptions& options) {
    const auto game = chosen_game(options);
    if (!game) return wrong_usage("play", game.error().message);
    if (!game->over() && legal_moves(game->board()).empty())
        return wrong_usage(
            "play", fmt::format("{} is to move but has no seeds", to_text(game->board().to_move)));
    const Colour colour =
        chosen_colour(options.drawing, options.common.json ? STDERR_FILENO : STDOUT_FILENO);
    const Setting setting{game->rules(), game->start()};
    const auto chosen_south = chosen_player("--south", options.south.value_or("human"), setting);
    if (!chosen_south) return wrong_usage("play", chosen_south.error().message);
    const auto chosen_north = chosen_player("--north", options.north.value_or("human"), setting);
    if (!chosen_north) return wrong_usage("play", chosen_north.error().message);
    players::PlayerResources resources = default_resources();
    const auto south = equipped("play", resources, *chosen_south, setting);
    if (!south) return failed("play", south.error().message);
    const auto north = equipped("play", resources, *chosen_north, setting);
    if (!north) return failed("play", north.error().message);
    const auto database = database_of_judge(*south, *north, resources, setting);
    const bool south_human = south->kind == players::Kind::human;
    const bool north_human = north->kind == players::Kind::human;
    const players::OnThought on_thought = thinking_line(options.common.json);
    const auto south_player = south_human ? nullptr : players::make_player(*south, on_thought);
    const auto north_player = north_human ? nullptr : players::make_player(*north, on_thought);
    const StopToken& stop = stop_on_signals();

    PlayDialogue::Settings settings;
    settings.players = {south_player.get(), north_player.get()};
    settings.seed = options.seed;
    settings.stop = &stop;
    settings.advise = [&](const Game& now) { return advice(now, {kHintTime, database}, stop); };
    if (south_human != north_human)
        settings.review = [&](const Game& now) {
            return review_lines(now, {south_human, north_human}, {kReviewTime, database}, stop);
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
    const auto refused = PlayDialogue(*game, in, people, std::cerr, settings).run();
    warn_of_damage("play", south->settings.database ? *south : *north);
    if (refused) return wrong_usage("play", to_text(*refused));
    if (input.failed()) return failed("play", "cannot read standard input");
    return interrupted() ? interrupted_exit_code() : kOk;
}

void declare_play(Arguments& arguments, PlayOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(
        text_field("load", "FILE", options.load, "continue a saved game under its own rules"));
    arguments.field(text_field("south", "SPEC", options.south,
                               "player of south: human (default) or one of 'kalah players'"));
    arguments.field(text_field("north", "SPEC", options.north, "player of north"));
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
         "  kalah play --north champion:time=1s\n"
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
