#include "players/spec.hpp"

#include <doctest/doctest.h>

#include <map>

#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "players/untrusted.hpp"

using namespace kalah;
using players::parse_player;

namespace {

std::string error_of(const char* text) {
    const auto spec = parse_player(text);
    return spec ? "parsed" : to_text(spec.error());
}

}  // namespace

TEST_CASE("specifications set what they say and keep the rest") {
    const auto spec = parse_player("champion:time=200ms,threads=2,memory=256M,eval=knowledge");
    REQUIRE(spec);
    CHECK(spec->settings.algorithm == SearchAlgorithm::champion);
    CHECK(spec->settings.limits.time == std::chrono::milliseconds(200));
    CHECK(spec->settings.threads == 2);
    CHECK(spec->settings.table_bytes == 256U << 20);
    CHECK(spec->settings.eval == EvalId::knowledge);
    CHECK(spec->settings.techniques.etc);
    CHECK(spec->settings.techniques.futility);
    CHECK(spec->text == "champion:time=200ms,threads=2,memory=256M,eval=knowledge");

    const auto plain = parse_player("alphabeta:depth=9,order=right,tt=2G,etc=yes,opening=3");
    REQUIRE(plain);
    CHECK(plain->settings.limits.depth == 9);
    CHECK_FALSE(plain->settings.limits.time);
    CHECK(plain->settings.techniques.order == MoveOrder::right);
    CHECK(plain->settings.table_bytes == std::size_t{2} << 30);
    CHECK(plain->opening == 2);
}

TEST_CASE(
    "without a limit a player thinks a second, and plain alpha-beta has no technique switched on") {
    const auto spec = parse_player("alphabeta");
    REQUIRE(spec);
    CHECK(spec->settings.limits.time == std::chrono::seconds(1));
    CHECK(spec->settings.table_bytes == 0);
    CHECK_FALSE(spec->settings.techniques.etc);
    CHECK_FALSE(spec->settings.techniques.futility);
    CHECK(spec->settings.techniques.order == MoveOrder::left);
    CHECK(parse_player("greedy")->settings.limits.depth == 1);
}

TEST_CASE("every listed player parses with its defaults and takes its keys") {
    for (const auto& player : players::list_players()) {
        CAPTURE(player.name);
        CHECK(parse_player(player.name));
        if (player.name.starts_with("cmd:")) continue;  // all behind the colon is the shell's
        CHECK(error_of((std::string(player.name) + ":nonsense=1").c_str()).find("takes") !=
              std::string::npos);
        const std::map<std::string_view, std::string> samples{
            {"eval", "again"},
            {"time", "5ms"},
            {"depth", "3"},
            {"nodes", "99"},
            {"limit", "24"},
            {"least", "12"},
            {"fall", "0"},
            {"oversight", "7"},
            {"from", "node"},
            {"step", "2"},
            {"order", "right"},
            {"tt", "1M"},
            {"memory", "1M"},
            {"etc", "no"},
            {"futility", "yes"},
            {"quiet", "no"},
            {"pure", "yes"},
            {"threads", "2"},
            {"ties", "random"},
            {"seed", "5"},
            {"opening", "1"},
            {"db", "none"},
            {"book", "none"},
            {"bonus", "4,eval=again"},
            {"lap-pit", "9,eval=knowledge"},
            {"store-pit", "0,eval=knowledge"},
            {"empty-pit", "2,eval=knowledge-both"},
            {"deepening", "no,depth=3"}};
        for (const std::string_view key : player.keys) {
            CAPTURE(key);
            REQUIRE(samples.count(key) == 1);
            CHECK(parse_player(std::string(player.name) + ":" + std::string(key) + "=" +
                               samples.at(key)));
        }
        if (!player.defaults.empty())
            CHECK((player.name == "greedy" ||
                   parse_player(std::string(player.name) + ":" + player.defaults)));
    }
    CHECK(players::list_players().size() == 10);
}

TEST_CASE("a specification that does not parse says what is wrong with it, and where") {
    const auto wrong = [](const char* text) {
        const auto spec = parse_player(text);
        REQUIRE_FALSE(spec);
        std::string said = spec.error().code + " " + std::to_string(spec.error().column);
        for (const auto& [name, value] : spec.error().args) said += " " + name + "=" + value;
        return said;
    };
    CHECK(wrong("") == "unknown_player 1 name=");
    CHECK(wrong("deepblue:time=1s") == "unknown_player 1 name=deepblue");
    CHECK(wrong("cmd:  ") == "no_command 5");
    CHECK(parse_player("bots/run.py").error().message ==
          "no player \"bots/run.py\": did you mean cmd:bots/run.py?");
    CHECK(parse_player("python3 bot.py").error().message ==
          "no player \"python3 bot.py\": did you mean 'cmd:python3 bot.py'?");
    CHECK(parse_player("level 3").error().message == "no player \"level 3\": did you mean level3?");
    CHECK(wrong("random:") == "incomplete_setting 8");
    CHECK(wrong("random:seed") == "incomplete_setting 8");
    CHECK(wrong("random:seed=1,") == "incomplete_setting 15");
    CHECK(wrong("random:depth=3") == "unknown_setting 8 key=depth");
    CHECK(wrong("minimax:depth=0") == "bad_setting 15 key=depth value=0");
    CHECK(wrong("minimax:depth=3,depth=4") == "repeated_setting 17 key=depth");
    for (const char* time : {"30", "0s", "99999999999999999999s"})
        CHECK(wrong(("minimax:time=" + std::string(time)).c_str()) ==
              "bad_setting 14 key=time value=" + std::string(time));
    CHECK(wrong("mtdf:tt=64") == "bad_setting 9 key=tt value=64");
    CHECK(wrong("mtdf:tt=2048G") == "bad_setting 9 key=tt value=2048G");
    CHECK(wrong("minimax:eval=best") == "bad_setting 14 key=eval value=best");
    CHECK(wrong("minimax:pure=maybe") == "bad_setting 14 key=pure value=maybe");
    CHECK(wrong("alphabeta:etc=yes") == "needs_table 1");
    CHECK(wrong("mtdf:deepening=no,time=1s") == "needs_depth 1");
    CHECK(wrong("alphabeta:eval=fitted,lap-pit=5") == "needs_knowledge 1");
    CHECK(wrong("alphabeta:eval=knowledge,lap-pit=101") == "bad_setting 34 key=lap-pit value=101");
}

TEST_CASE("a setting is found where it was given, and can be replaced") {
    const auto spec = *parse_player("champion:time=2s,db=default");
    REQUIRE(players::find_given(spec, "db"));
    CHECK(players::find_given(spec, "db")->value == "default");
    CHECK(players::find_given(spec, "db")->column == 21);
    CHECK_FALSE(players::find_given(spec, "memory"));
    CHECK(players::with_setting(spec, "db", "none") == "champion:time=2s,db=none");
    CHECK(players::with_setting(spec, "time", "9s") == "champion:time=9s,db=default");
    CHECK(players::with_setting(spec, "seed", "7") == "champion:time=2s,db=default,seed=7");
    CHECK(players::with_setting(*parse_player("greedy"), "ties", "random") == "greedy:ties=random");
    const Error error = players::error_at(spec, "db", "not here");
    CHECK(error.code == "bad_setting");
    CHECK(error.column == 21);
}

TEST_CASE("players chosen by strangers are refused at the setting that takes too much") {
    using players::UntrustedUse;
    const auto refusal = [](const char* text, UntrustedUse use) {
        const auto spec = players::untrusted_player(text, 6, use, std::chrono::seconds(5));
        if (spec) return std::string("none");
        std::string said = std::to_string(spec.error().column);
        for (const auto& [name, value] : spec.error().args) said += " " + name + "=" + value;
        return said;
    };
    constexpr UntrustedUse kPlay = UntrustedUse::play;
    CHECK(refusal("champion:depth=3,memory=1M", kPlay) == "none");
    CHECK(refusal("champion:db=/etc/db=x", kPlay) == "13 key=db value=/etc/db=x");
    CHECK(refusal("alphabeta:book=/etc/passwd", kPlay) == "16 key=book value=/etc/passwd");
    CHECK(refusal("champion:threads=2", kPlay) == "18 key=threads value=2");
    CHECK(refusal("champion:depth=3,memory=65M", kPlay) == "25 key=memory value=65M");
    CHECK(refusal("mtdf:tt=65M", kPlay) == "9 key=tt value=65M");
    CHECK(refusal("champion:time=6s", kPlay) == "15 key=time value=6s");
    CHECK(refusal("minimax:eval=five-part", kPlay) == "none");
    CHECK(refusal("minimax:eval=five-part", UntrustedUse::analyze) ==
          "14 key=eval value=five-part");
    CHECK(refusal("cmd:true", kPlay) == "1");
    CHECK(refusal("human", kPlay) == "1");
    CHECK(refusal("random", UntrustedUse::analyze) == "1");
}

TEST_CASE("strangers are told of the players that they may use, and of no others") {
    using players::UntrustedUse;
    const auto said = [](UntrustedUse use) {
        return players::untrusted_player("nobody", 6, use, std::chrono::seconds(5)).error().message;
    };
    CHECK(said(UntrustedUse::play).find("random, greedy, casual, ") != std::string::npos);
    CHECK(said(UntrustedUse::play).find("human") == std::string::npos);
    CHECK(said(UntrustedUse::play).find("cmd:") == std::string::npos);
    CHECK(said(UntrustedUse::analyze).find("random") == std::string::npos);
    CHECK(said(UntrustedUse::analyze).find("champion") != std::string::npos);
}

TEST_CASE("a forced opening is played in a whole game only") {
    const StopToken never;
    const auto player = players::make_player(*parse_player("alphabeta:depth=2,opening=5"));
    const Game start({}, start_board({6, 4}));
    CHECK(player->choose(start, never).pit == 4);
    Game later = start;
    later.play(0);
    CHECK(player->choose(later, never).note.comment != "forced");
    const Game position({}, *parse_position("<6,0,1,4,4,4,4,4,4,4,4,4,4,4,3>"));
    CHECK(player->choose(position, never).note.comment != "forced");
}

TEST_CASE("an opening that the board lacks is objected to") {
    const auto far = *parse_player("greedy:ties=first,opening=9");
    REQUIRE(players::validate(far, 6));
    CHECK(players::validate(far, 6)->code == "bad_setting");
    CHECK(players::validate(far, 6)->column == 27);
    CHECK(players::validate(far, 8));
    CHECK_FALSE(players::validate(far, 9));
    CHECK_FALSE(players::validate(*parse_player("greedy"), 1));
    CHECK(players::validate(*parse_player("greedy:opening=2"), 1)->code == "bad_setting");
}

TEST_CASE("a random player repeats itself from its seed, and is not always the same") {
    const StopToken never;
    const auto player = players::make_player(*parse_player("random"));
    const Game start({}, start_board({6, 4}));
    const auto pits = [&](std::uint64_t seed) {
        player->new_game(seed);
        std::vector<int> chosen;
        for (int i = 0; i < 40; ++i) chosen.push_back(player->choose(start, never).pit);
        return chosen;
    };
    CHECK(pits(1) == pits(1));
    CHECK(pits(1) != pits(2));
    for (int pit = 0; pit < 6; ++pit) {
        const auto chosen = pits(3);
        CHECK(std::count(chosen.begin(), chosen.end(), pit) > 0);
    }
}
