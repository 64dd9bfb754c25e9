#include "store/store_writer.hpp"

#include <doctest/doctest.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "store/writer.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using kalah::test::kNow;
using kalah::test::some_record;
using kalah::test::TestWriter;
using kalah::test::writable;
using store::EndedGame;
using store::FinishedGame;
using store::JournalMove;
using store::JournalTakeBack;
using store::SavedGame;
using store::SavedTrim;

namespace {

const store::JournalKey kSaved(std::string("abc"));

}  // namespace

TEST_CASE("a game that cannot be written is logged whole, and stops no other") {
    TestWriter test;
    const auto doomed = test.begin(1);
    const auto sound = test.begin(2);
    test.other.exec("DELETE FROM games WHERE id = " + std::to_string(doomed));
    test.writer->write(EndedGame{0, doomed, TestWriter::stopped()});
    test.writer->write(EndedGame{0, sound, TestWriter::stopped()});
    CHECK(test.begin(3) > 0);
    const std::string lost = test.events.line("game lost");
    CHECK(lost.find("is not running") != std::string::npos);
    CHECK(lost.find("Ann") != std::string::npos);
    CHECK(lost.find("a \"good\" one") != std::string::npos);
    test.writer.reset();
    CHECK(test.store->load(sound)->record.ending == Ending::stopped);
}

TEST_CASE("a game begins when it stands in the store, however long that takes") {
    TestWriter test;
    const auto running = test.begin(1);
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->write(EndedGame{0, running, TestWriter::stopped()});
    test.writer->begin(TestWriter::started(2));
    CHECK(test.events.line("games wait for the store to begin") != "");
    test.other.exec("COMMIT");
    const auto number = test.events.number_of(2);
    REQUIRE(number);
    CHECK(test.store->load(*number)->record.ending == Ending::running);
    test.writer.reset();
    CHECK(test.store->load(running)->record.ending == Ending::stopped);
}

TEST_CASE("at the end a writer gives up on a blocked store, and logs what is lost") {
    TestWriter test({10ms, 1000ms, 0ms});
    const auto running = test.begin(1);
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->write(EndedGame{0, running, TestWriter::stopped()});
    test.writer->add_eval(TestWriter::eval(1));
    test.writer->forget("token");
    test.writer.reset();
    CHECK(test.events.line("game lost").find("a \"good\" one") != std::string::npos);
    CHECK(test.events.line("opinions lost") != "");
    CHECK(test.events.line("tokens not forgotten") != "");
    test.other.exec("COMMIT");
    CHECK(test.store->list({})->size() == 1);
}

TEST_CASE("a player that another program has forgotten is made anew") {
    TestWriter test;
    test.begin(1, "token");
    test.other.exec("PRAGMA foreign_keys = ON; DELETE FROM identities");
    test.writer->begin(TestWriter::started(2, "token"));
    test.writer->begin(TestWriter::started(3));
    CHECK(test.events.number_of(2));
    CHECK(test.events.number_of(3));
    test.other.exec("DELETE FROM identities");
    test.writer->add_eval(TestWriter::eval(1, "token"));
    test.writer.reset();
    REQUIRE(test.store->evals(9)->size() == 1);
    CHECK(test.store->evals(9)->front().identity);
}

TEST_CASE("strangers who forget many tokens hold up no game") {
    TestWriter test({10ms, 1000ms, 0ms});
    for (int i = 0; i < 100'000; ++i) test.writer->forget("token " + std::to_string(i));
    CHECK(test.writer->has_room());
    CHECK(test.begin(1) > 0);
}

TEST_CASE("a client that comes again with a token that waits to be forgotten is a new player") {
    TestWriter test({10ms, 10ms, 10'000ms});
    const auto old_game = test.begin(1, "token");
    const int old_player = test.other.execAndGet("SELECT id FROM identities").getInt();
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->begin(TestWriter::started(2, "token"));
    CHECK(test.events.line("games wait for the store to begin") != "");
    test.writer->begin(TestWriter::started(3, "token"));
    test.writer->forget("token");
    test.writer->begin(TestWriter::started(4, "token"));
    // The current attempt has failed, and the writer has tried everything together since.
    CHECK(test.events.has_lines(test.events.lines() + 3));
    test.other.exec("COMMIT");
    const auto second = test.events.number_of(2);
    const auto third = test.events.number_of(3);
    const auto new_game = test.events.number_of(4);
    REQUIRE((second && third && new_game));
    test.writer.reset();
    for (const auto number : {old_game, *second, *third})
        CHECK(test.store->load(number)->record.names[0] == store::kForgotten);
    CHECK(test.store->load(*new_game)->record.names[0] == "Ann");
    CHECK(test.other.execAndGet("SELECT count(*) FROM identities").getInt() == 1);
    CHECK(test.other.execAndGet("SELECT id FROM identities").getInt() != old_player);
}

TEST_CASE("a forgotten player's answers that wait are kept without the name") {
    TestWriter test;
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->begin(TestWriter::started(1));
    CHECK(test.events.line("games wait for the store to begin") != "");
    test.writer->add_eval(TestWriter::eval(1, "token"));
    test.writer->forget("token");
    test.other.exec("COMMIT");
    test.writer.reset();
    REQUIRE(test.store->evals(9)->size() == 1);
    CHECK(test.store->evals(9)->front().name == store::kForgotten);
    CHECK(test.other.execAndGet("SELECT count(*) FROM identities").getInt() == 0);
}

TEST_CASE("every move reaches the disk while the game is played, and goes when it ends") {
    TestWriter test;
    const auto number = test.begin(7);
    const GameRecord record = TestWriter::stopped();
    test.play_all(number, record);
    while (test.count("journal") < 3) std::this_thread::sleep_for(1ms);
    CHECK(test.other.execAndGet("SELECT comment FROM journal WHERE ply = 0").getString() ==
          record.notes[0].comment);
    test.writer->write(EndedGame{7, number, record});
    CHECK(test.events.has_ended(7));
    CHECK(test.count("journal") == 0);
    CHECK(test.store->load(number)->record.notes == record.notes);
}

TEST_CASE("a killed program has lost none of the moves that had a moment to be written") {
    const test::Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const GameRecord record = some_record();
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        test::WriterEvents events;
        store::StoreWriter writer(writable(path), events.events(), events.log());
        writer.begin(TestWriter::started(1));
        const auto number = events.number_of(1).value_or(0);
        for (std::size_t ply = 0; ply < record.notes.size(); ++ply)
            writer.write(
                JournalMove{number, ply, record.game.played()[ply].pit, record.notes[ply]});
        if (::write(ready[1], "r", 1) == 1) ::pause();
        ::_exit(1);
    }
    ::close(ready[1]);  // so that the read ends if the child does
    char letter = 0;
    REQUIRE(::read(ready[0], &letter, 1) == 1);
    SQLite::Database other(path, SQLite::OPEN_READONLY, 5000);
    const auto written = [&] { return other.execAndGet("SELECT count(*) FROM journal").getInt(); };
    for (int i = 0; i < 20'000 && written() < 3; ++i) std::this_thread::sleep_for(1ms);
    REQUIRE(::kill(child, SIGKILL) == 0);
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    ::close(ready[0]);
    ::close(ready[1]);
    const auto store = writable(path);
    CHECK(store->aborted_at_start() == 1);
    CHECK(store->load(1)->record.notes == record.notes);
    CHECK(store->load(1)->record.ending == Ending::aborted);
}

TEST_CASE("the end of a game is announced after its commit") {
    TestWriter test({10ms, 10ms, 10'000ms});
    const auto number = test.begin(1);
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->write(EndedGame{1, number, TestWriter::stopped()});
    CHECK(test.events.line("moves not written yet") != "");  // the writer has tried
    CHECK_FALSE(test.events.has_ended_yet(1));
    test.other.exec("COMMIT");
    CHECK(test.events.has_ended(1));
    CHECK(test.other.execAndGet("SELECT ending FROM games").getString() == "stopped");
}

TEST_CASE("the games of a referee that died are aborted with the moves of their journal") {
    TestWriter test;
    const auto number = test.begin(1);
    const auto empty = test.begin(2);
    const auto gap = test.begin(3);
    const GameRecord record = some_record();
    test.play_all(number, record);
    test.writer->write(JournalMove{gap, 0, 2, {}});
    test.writer->write(JournalMove{gap, 2, 1, {}});
    test.writer.reset();
    test.store.reset();  // releases its lock; its games are still running
    test.store = writable(test.path);
    CHECK(test.store->aborted_at_start() == 3);
    const auto game = test.store->load(number);
    REQUIRE(game);
    CHECK(game->record.ending == Ending::aborted);
    CHECK(game->record.finished == kNow);
    CHECK(game->record.notes == record.notes);
    CHECK(game->record.game.board() == record.game.board());
    CHECK(test.store->load(empty)->record.notes.empty());
    CHECK(test.store->load(gap)->record.notes.size() == 1);
    CHECK(test.count("journal") == 0);
}

TEST_CASE("a game whose last move was played when its referee died is finished") {
    TestWriter test;
    const auto number = test.begin(1);
    GameRecord record{Game({}, start_board({6, 4}))};
    while (record.ending == Ending::running)
        record.play(*legal_moves(record.game.board()).begin(), {});
    test.play_all(number, record);
    test.writer.reset();
    test.store.reset();
    test.store = writable(test.path);
    CHECK(test.store->load(number)->record.ending == Ending::finished);
    CHECK(test.store->load(number)->record.margin() == record.margin());
}

TEST_CASE("a saved browser game keeps its moves, without those taken back") {
    TestWriter test;
    const GameRecord record = some_record();
    test.writer->write(SavedGame{"abc", "first", 1});
    test.play_all(kSaved, record);
    test.writer->write(JournalTakeBack{kSaved, 1});
    test.writer->write(JournalMove{kSaved, 1, 4, {1.5, "", MoveSource::book}});
    test.writer->write(SavedGame{"abc", "second", 2});
    test.writer.reset();
    test.store.reset();
    test.store = writable(test.path);
    CHECK(**test.store->saved_game("abc") == store::SavedGame{"abc", "second", 2});
    CHECK(*test.store->saved_moves("abc") ==
          std::vector<store::SavedMove>{{2, record.notes[0]}, {4, {1.5, "", MoveSource::book}}});
    CHECK_FALSE(test::write(*test.store, {SavedTrim{3, "", 9, 9}}));
    CHECK(test.count("journal") == 0);
}

TEST_CASE("a browser game that is over has a row and its number, in one transaction") {
    TestWriter test;
    test.writer->write(SavedGame{"abc", "before", 1});
    test.writer->write(
        FinishedGame{{"abc", "over", 2, store::RetentionClass::finished}, TestWriter::stopped()});
    test.writer->write(SavedGame{"abc", "after", 3});
    const auto number = test.events.saved("abc");
    REQUIRE(number);
    CHECK(test.store->load(*number)->origin == "browser");
    CHECK(test.store->load(*number)->record.notes == TestWriter::stopped().notes);
    test.writer.reset();
    CHECK((*test.store->saved_game("abc"))->state == "after");
}

TEST_CASE("moves wait for a busy store and are written in their order before their game's end") {
    TestWriter test({10ms, 10ms, 10'000ms});
    const auto number = test.begin(1);
    test.other.exec("BEGIN IMMEDIATE");
    test.writer->write(SavedGame{"abc", "first", 1});
    test.writer->write(JournalMove{kSaved, 0, 2, {}});
    CHECK(test.events.line("moves not written yet") != "");
    test.writer->write(SavedGame{"abc", "second", 2});
    test.writer->write(JournalMove{kSaved, 0, 3, {}});
    test.writer->write(JournalMove{number, 0, 2, {}});
    test.writer->write(EndedGame{1, number, TestWriter::stopped()});
    test.other.exec("COMMIT");
    CHECK(test.events.has_ended(1));
    CHECK((*test.store->saved_game("abc"))->state == "second");
    CHECK(test.store->saved_moves("abc")->front().pit == 3);
    CHECK(test.count("journal") == 1);
}

TEST_CASE("an entry that the store refuses for good is logged, and holds up no other") {
    TestWriter test;
    test.other.exec(
        "CREATE TRIGGER no BEFORE INSERT ON saved_games WHEN NEW.name = 'bad' "
        "BEGIN SELECT RAISE(ABORT, 'refused'); END");
    test.writer->write(FinishedGame{{"bad", "", 1}, TestWriter::stopped()});
    test.writer->write(FinishedGame{{"good", "", 1}, TestWriter::stopped()});
    CHECK_FALSE(test.events.saved("bad"));
    CHECK(test.events.saved("good"));
    CHECK(test.events.line("game lost").find("a \"good\" one") != std::string::npos);
    CHECK(test.count("games") == 1);
}

TEST_CASE("an eval is answered when it is saved") {
    TestWriter test;
    store::PositionEval judged = TestWriter::eval(1);
    judged.answer.champion = 2;
    test.writer->add_eval(judged);
    test.writer->add_eval(TestWriter::eval(2));
    CHECK(test.events.has_evals(2));
    CHECK(test.store->evals(9)->back().champion == 2);
}

TEST_CASE("a store says which versions have written to it") {
    TestWriter test;
    CHECK(test.store->written_by()->size() == 1);
    test.store = writable(test.path);
    CHECK(test.store->written_by()->size() == 1);
}

TEST_CASE("what is written of a saved game that another program has taken is refused, and said") {
    TestWriter test;
    test.writer->write(SavedGame{"abc", "first", 1});
    while (test.count("saved_games") == 0) std::this_thread::sleep_for(1ms);
    test.other.exec("UPDATE saved_games SET referee = 99");
    test.writer->write(JournalMove{kSaved, 0, 2, {}});
    CHECK(test.events.was_taken("abc"));
    test.writer->write(FinishedGame{{"abc", "over", 2}, TestWriter::stopped()});
    CHECK(test.events.line("game lost").find("another program plays game") != std::string::npos);
    CHECK(test.count("journal") == 0);
    CHECK(test.count("games") == 0);
}
