#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

/// Something in every table.
void fill(Store& store) {
    GameRecord record = some_record("Änne", "Bo's \"bot\"");
    record.faults.push_back({1, Side::north, FaultKind::wrong_game, "a \\ and a\nline"});
    record.lose(Side::north, Ending::gone, FaultKind::gone, "left");
    record.finished = kNow + 5000;
    finish(store, begin(store, record), record);
    const IdentityId ann = *store.identify({"Ann", "A. N.", "deep", "secret"}, kNow);
    const EvalAnswer answer{ann, "Ann", {}, start_board({6, 4}), -0.1, std::nullopt, true, kNow};
    REQUIRE_FALSE(store.add_evals({&answer, 1}));
    const ScheduledGame game{0, 0, 0, 0, 1, "6x4", "1 2"};
    const auto tournament = store.add_tournament("plan = 'ö'", {&game, 1}, kNow);
    REQUIRE(tournament);
    REQUIRE_FALSE(store.release_tournament(*tournament));
    const Measurement measured{"key", 0, 1e-300, "s"};
    REQUIRE_FALSE(store.add_measurements({&measured, 1}, kNow));
    REQUIRE_FALSE(store.add_notes({{"seed", "1"}}));
    REQUIRE_FALSE(
        write(store, {SavedGame{"a", "{}", 1, RetentionClass::unfinished, {}, "host"},
                      JournalMove{std::string("a"), 0, 2, {0.5, "x", MoveSource::search, 9, 7}}}));
}

/// All that a store has.
std::string contents(Store& store) {
    std::string text;
    const auto numbers = store.numbers();
    REQUIRE(numbers);
    for (const StoredGameId number : *numbers) {
        const auto game = store.load(number);
        if (!game) FAIL(game.error().message);
        text += stored_json(*game).line() + '\n';
    }
    const auto totals = store.totals();
    REQUIRE(totals);
    for (const auto& [table, rows] : totals->rows)
        text += table + ' ' + std::to_string(rows) + '\n';
    const auto evals = store.evals(1);
    REQUIRE(evals);
    const EvalAnswer& answer = evals->front();
    text += std::to_string(answer.value) + (answer.champion ? "!" : "-") + answer.name;
    text += store.tournament(std::nullopt)->plan;
    text += std::to_string(store.schedule(1)->front().game);
    text += std::to_string(store.measurements()->front().value == 1e-300);
    text += store.notes()->at("seed") + (*store.saved_game("a"))->state;
    text += store.saved_moves("a")->front().note.comment;
    return text;
}

template <class From, class To>
void copies_between() {
    const From from;
    const To to;
    fill(*from.open());
    const auto copied = copy_store(from.address(), to.address(), kNow);
    if (!copied) FAIL(copied.error().message);
    const auto source = from.open();
    const auto target = to.open();
    CHECK(contents(*target) == contents(*source));
    CHECK(copied->rows == source->totals()->rows);
    CHECK(target->damage()->empty());
    CHECK_FALSE(target->vacuum());
    // Numbers and tokens go on where they were.
    CHECK(*target->identify({"", "", "", "secret"}, kNow) == 1);
    CHECK(begin(*target, some_record()) == begin(*source, some_record()));
}

}  // namespace

TEST_CASE("a store is copied without loss from file to file") {
    copies_between<InSqlite, InSqlite>();
}

#ifdef KALAH_TEST_POSTGRES
TEST_CASE("a store is copied without loss from a file to a database and back") {
    copies_between<InSqlite, InPostgres>();
    copies_between<InPostgres, InSqlite>();
    copies_between<InPostgres, InPostgres>();
}
#endif

TEST_CASE_TEMPLATE("a store is copied only if nobody plays in it, and into an empty one", Home,
                   LASTING_HOMES) {
    const Home from;
    const Home to;
    const auto refusal = [&] {
        const auto copied = copy_store(from.address(), to.address(), kNow);
        return copied ? "" : copied.error().message;
    };
    CHECK(refusal() != "");
    auto playing = from.open();
    begin(*playing, some_record());
    CHECK(refusal().find("programs are playing in it") != std::string::npos);
    playing.reset();
    CHECK(refusal() == "");
    CHECK(refusal().find("not empty") != std::string::npos);
    CHECK(to.open()->numbers()->size() == 1);
}
