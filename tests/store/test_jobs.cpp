#include <set>
#include <thread>

#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

namespace {

constexpr std::chrono::milliseconds kLong{60'000};
constexpr std::chrono::milliseconds kOver{-1};  // a lease that has run out already

WorkerId enter(Store& store, std::chrono::milliseconds lease = kLong,
               const std::string& signature = "s") {
    const auto id = store.enter_worker({"worker", "build", signature, 1e6, 1, {"sum"}}, lease);
    REQUIRE(id);
    return *id;
}

QueueId open_sums(Store& store, std::size_t jobs, const std::string& signature = "",
                  const std::string& needs = "") {
    std::vector<NewJob> list;
    for (std::size_t i = 0; i < jobs; ++i) list.push_back({i, "1+" + std::to_string(i), needs});
    const auto id = store.open_queue({"sum", "sums", signature, std::nullopt}, list, kNow);
    REQUIRE(id);
    return *id;
}

std::optional<Job> take(Store& store, WorkerId worker) {
    auto job = store.take_job(worker);
    REQUIRE(job);
    return *job;
}

/// A tournament of two games, as workers play it, and the first two jobs taken.
struct Played {
    TournamentId id = 0;
    WorkerId worker = 0;
    std::vector<ScheduledGame> schedule = {};
};
Played two_games(Store& store) {
    std::vector<ScheduledGame> games(2);
    for (std::size_t i = 0; i < games.size(); ++i) {
        games[i].number = i;
        games[i].start = "6x4";
    }
    Played played;
    const auto id = store.add_tournament("plan", games, kNow);
    REQUIRE(id);
    played.id = *id;
    const std::vector<NewJob> jobs{{0, "", ""}, {1, "", ""}};
    REQUIRE(store.open_queue({"sum", "two games", "", *id}, jobs, kNow));
    played.schedule = *store.schedule(*id);
    played.worker = enter(store);
    return played;
}

PlayedGame lost_game(const ScheduledGame& game, Side loser = Side::north) {
    GameRecord record = some_record();
    record.lose(loser, Ending::gone, FaultKind::gone, "gone");
    return {game, record, 0};
}

}  // namespace

TEST_CASE_TEMPLATE("jobs are taken in order, once each, and keep their results", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId first = open_sums(*store, 2);
    const QueueId second = open_sums(*store, 1);
    const WorkerId a = enter(*store);
    const WorkerId b = enter(*store);
    const auto one = take(*store, a);
    const auto two = take(*store, b);
    const auto three = take(*store, a);
    REQUIRE((one && two && three));
    CHECK(one->key() == JobKey{first, 0});
    CHECK(two->key() == JobKey{first, 1});
    CHECK(three->key() == JobKey{second, 0});
    CHECK(two->text == "1+1");
    CHECK(two->kind == "sum");
    CHECK(two->attempts == 1);
    CHECK_FALSE(take(*store, b));
    CHECK(*store->finish_job(b, two->key(), "2"));
    CHECK(*store->finish_job(a, one->key(), "1"));
    using Results = std::vector<std::pair<std::size_t, std::string>>;
    CHECK(*store->job_results(first) == Results{{0, "1"}, {1, "2"}});
    CHECK(store->status(second)->running == 1);
    CHECK(store->status(first)->done == 2);
    CHECK(store->drained_queues("sum")->size() == 1);
}

TEST_CASE_TEMPLATE("a job whose lease has run out is done by another worker", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId queue = open_sums(*store, 1);
    const WorkerId slow = enter(*store);
    const auto job = take(*store, slow);
    REQUIRE(job);
    REQUIRE(*store->renew(slow, kOver));  // nobody has noticed
    const WorkerId other = enter(*store);
    const auto again = take(*store, other);
    REQUIRE(again);
    CHECK(again->attempts == 2);
    CHECK_FALSE(*store->finish_job(slow, job->key(), "late"));
    CHECK_FALSE(*store->renew(slow, kLong));
    CHECK_FALSE(take(*store, slow));
    CHECK(*store->finish_job(other, again->key(), "right"));
    CHECK_FALSE(*store->finish_job(other, again->key(), "twice"));
    CHECK(store->job_results(queue)->front().second == "right");
    CHECK(store->status(queue)->again == 1);
}

TEST_CASE_TEMPLATE("a job that five workers have lost is aborted, and others go on", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId queue = open_sums(*store, 2);
    for (int lost = 0; lost < kMostLost; ++lost) {
        CHECK(store->status(queue)->aborted.empty());
        const WorkerId worker = enter(*store);
        const auto job = take(*store, worker);
        REQUIRE(job);
        CHECK(job->number == 0);
        // One that leaves in order is not lost.
        const WorkerId leaves = enter(*store);
        CHECK(take(*store, leaves)->number == 1);
        REQUIRE_FALSE(store->leave_worker(leaves));
        REQUIRE(*store->renew(worker, kOver));
        static_cast<void>(enter(*store));  // notices
    }
    const auto status = *store->status(queue);
    CHECK(status.aborted == std::vector<std::size_t>{0});
    CHECK(status.waiting == 1);
    CHECK(status.done == 0);
    const WorkerId worker = enter(*store);
    const auto next = take(*store, worker);
    REQUIRE(next);
    CHECK(next->number == 1);
    CHECK(*store->finish_job(worker, next->key(), ""));
    CHECK_FALSE(take(*store, worker));
    CHECK(store->drained_queues("sum")->empty());  // it has not come to its end
}

TEST_CASE_TEMPLATE("measurements and the end of their lease are one thing", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId queue = open_sums(*store, 2);
    const WorkerId worker = enter(*store);
    const auto job = take(*store, worker);
    REQUIRE(job);
    const std::vector<Measurement> rows{{"sum", 0, 1.0, "seeds"}, {"terms", 0, 2.0, "seeds"}};
    CHECK_FALSE(*store->finish_measured(enter(*store), job->key(), rows, kNow));
    CHECK(store->measurements()->empty());
    CHECK(*store->finish_measured(worker, job->key(), rows, kNow));
    CHECK(*store->measurements() == rows);
    const auto next = take(*store, worker);
    const std::vector<Measurement> others{{"sum", 0, 9.0, "seeds"}, {"sum", 1, 3.0, "seeds"}};
    CHECK(*store->finish_measured(worker, next->key(), others, kNow));
    CHECK(store->measurements()->size() == 3);
    CHECK(store->measurements()->front() == rows.front());
    CHECK(store->drained_queues("sum")->size() == 1);
    REQUIRE_FALSE(store->set_state(queue, QueueState::done));
    CHECK(store->drained_queues("sum")->empty());
    CHECK(store->set_state(queue, QueueState::open)->message.find("is done") != std::string::npos);
}

TEST_CASE_TEMPLATE("a worker that renews its lease keeps its jobs, one that leaves gives them back",
                   Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    open_sums(*store, 2);
    const WorkerId worker = enter(*store, kOver);
    REQUIRE(*store->renew(worker, kLong));
    const auto job = take(*store, worker);
    REQUIRE(job);
    CHECK(**store->renew(worker, kLong) == std::vector<JobKey>{job->key()});
    REQUIRE_FALSE(store->leave_worker(worker));
    const auto again = take(*store, enter(*store));
    REQUIRE(again);
    CHECK(again->key() == job->key());
    CHECK(again->attempts == 1);
}

TEST_CASE_TEMPLATE("a worker gets only jobs that it can do", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId other_build = open_sums(*store, 1, "another");
    const QueueId with_book = open_sums(*store, 2, "s", "a book");
    const WorkerId worker = enter(*store);
    const auto job = take(*store, worker);
    REQUIRE(job);
    CHECK(job->queue == with_book);
    CHECK(store->status(with_book)->lacking.empty());
    REQUIRE_FALSE(store->refuse_job(worker, *job));
    CHECK_FALSE(take(*store, worker));
    using Lacking = std::vector<std::pair<std::string, std::int64_t>>;
    CHECK(store->status(with_book)->lacking == Lacking{{"a book", 2}});
    const WorkerId better = enter(*store, kLong, "another");
    CHECK(take(*store, better)->queue == other_build);
    CHECK(store->status(with_book)->lacking == Lacking{{"a book", 2}});
    const WorkerId has_book = enter(*store);
    CHECK(store->status(with_book)->lacking.empty());
    CHECK(take(*store, has_book)->attempts == 1);
    REQUIRE_FALSE(store->forget_refusals(worker));
    CHECK(take(*store, worker)->queue == with_book);
}

TEST_CASE_TEMPLATE("a queue is paused, goes on and is stopped", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const QueueId queue = open_sums(*store, 3);
    const WorkerId worker = enter(*store);
    const auto job = take(*store, worker);
    REQUIRE_FALSE(store->set_state(queue, QueueState::paused));
    CHECK_FALSE(take(*store, worker));
    CHECK(*store->finish_job(worker, job->key(), ""));  // what runs is ended
    REQUIRE_FALSE(store->set_state(queue, QueueState::open));
    const auto next = take(*store, worker);
    REQUIRE(next);
    REQUIRE_FALSE(store->set_state(queue, QueueState::stopped));
    CHECK_FALSE(*store->finish_job(worker, next->key(), ""));
    CHECK((*store->renew(worker, kLong))->empty());
    CHECK_FALSE(take(*store, worker));
    CHECK(store->set_state(queue, QueueState::open)->message.find("is stopped") !=
          std::string::npos);
    CHECK(store->set_state(99, QueueState::open)->message.find("there is no queue 99") !=
          std::string::npos);
}

TEST_CASE_TEMPLATE("a game and the end of its lease are one thing", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const Played played = two_games(*store);
    const auto job = take(*store, played.worker);
    REQUIRE(job);
    CHECK(job->tournament == played.id);
    CHECK(store->take_tournament(played.id)->message.find("workers play tournament") !=
          std::string::npos);
    const PlayedGame game = lost_game(played.schedule[0]);
    const WorkerId stranger = enter(*store);
    CHECK_FALSE(*store->finish_game(stranger, job->key(), game, "match"));
    CHECK(store->results(played.id)->empty());
    CHECK(*store->finish_game(played.worker, job->key(), game, "match"));
    CHECK_FALSE(*store->finish_game(played.worker, job->key(), game, "match"));
    CHECK(store->results(played.id)->size() == 1);
}

TEST_CASE_TEMPLATE("a game is settled once, whoever does it, and not after the end", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const Played played = two_games(*store);
    REQUIRE_FALSE(store->settle_game(lost_game(played.schedule[0], Side::north), "match"));
    REQUIRE_FALSE(store->settle_game(lost_game(played.schedule[0], Side::south), "match"));
    const auto results = *store->results(played.id);
    REQUIRE(results.size() == 1);
    CHECK(results[0].game.loser == Side::north);
    REQUIRE_FALSE(store->finish_tournament(played.id, 1, kNow));
    REQUIRE_FALSE(store->settle_game(lost_game(played.schedule[1]), "match"));
    CHECK(store->results(played.id)->size() == 1);
}

TEST_CASE_TEMPLATE("a queue that is opened again keeps the results of its tournament", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const Played played = two_games(*store);
    const auto job = take(*store, played.worker);
    REQUIRE(job);
    const auto second = take(*store, played.worker);
    REQUIRE(second);
    CHECK(*store->finish_job(played.worker, second->key(), "a game"));
    REQUIRE_FALSE(store->set_state(job->queue, QueueState::stopped));
    const std::vector<NewJob> jobs{{0, "", ""}, {1, "", ""}};
    const auto again = store->open_queue({"sum", "two games", "", played.id}, jobs, kNow);
    REQUIRE(again);
    CHECK(*store->job_results(*again) == JobResults{{1, "a game"}});
    CHECK(*store->job_results(*again, 2) == JobResults{});
    CHECK(take(*store, played.worker)->number == 0);
    CHECK_FALSE(take(*store, played.worker));
}

TEST_CASE_TEMPLATE("a round begins once and a tournament ends once, whoever says so", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const Played played = two_games(*store);
    std::vector<ScheduledGame> round(2);
    for (std::size_t i = 0; i < round.size(); ++i) {
        round[i].number = 2 + i;
        round[i].round = 1;
        round[i].start = "6x4";
    }
    const std::vector<std::string> needs{"", "a book"};
    for (int i = 0; i < 2; ++i) REQUIRE_FALSE(store->add_round(played.id, round, needs));
    CHECK(store->schedule(played.id)->size() == 4);
    const auto queue = *store->queue_of(played.id);
    REQUIRE(queue);
    CHECK(store->status(queue->id)->waiting == 4);
    const auto job = take(*store, played.worker);
    REQUIRE_FALSE(store->finish_tournament(played.id, 0, kNow));
    REQUIRE_FALSE(store->finish_tournament(played.id, 4, kNow + 1));
    CHECK(store->tournament(played.id)->finished == kNow);
    CHECK((*store->queue_of(played.id))->state == QueueState::done);
    CHECK_FALSE(*store->finish_game(played.worker, job->key(), lost_game(played.schedule[0]), ""));
    CHECK_FALSE(take(*store, played.worker));
    REQUIRE_FALSE(store->add_round(played.id, round, needs));
    CHECK(store->schedule(played.id)->size() == 4);
}

TEST_CASE_TEMPLATE("many workers at once take every job once", Home, LASTING_HOMES) {
    const Home home;
    const auto store = home.open();
    constexpr std::size_t kJobs = 60;
    open_sums(*store, kJobs);
    std::mutex mutex;
    std::multiset<std::size_t> done;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            const auto own = Store::open(home.address(), Access::work, kNow, kLong);
            REQUIRE(own);
            const WorkerId worker = enter(**own);
            while (const auto job = take(**own, worker)) {
                REQUIRE(*(*own)->finish_job(worker, job->key(), job->text));
                const std::lock_guard lock(mutex);
                done.insert(job->number);
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(done.size() == kJobs);
    CHECK(std::set<std::size_t>(done.begin(), done.end()).size() == kJobs);
}

TEST_CASE_TEMPLATE("a worker opens no store that is not there, and makes no tables", Home,
                   LASTING_HOMES) {
    const Home home;
    CHECK_FALSE(Store::open(home.address(), Access::work, kNow));
    CHECK_FALSE(Store::open(home.address(), Access::read, kNow));
}

TEST_CASE_TEMPLATE("a program that opens a store frees the jobs of dead workers", Home,
                   LASTING_HOMES) {
    const Home home;
    const auto store = home.open();
    const QueueId queue = open_sums(*store, 2);
    REQUIRE(take(*store, enter(*store)));
    const WorkerId dead = enter(*store);
    REQUIRE(take(*store, dead));
    REQUIRE(*store->renew(dead, kOver));
    CHECK(home.open()->status(queue)->running == 1);
}

#ifdef KALAH_TEST_POSTGRES
TEST_CASE("on PostgreSQL a worker that waits is woken by a new queue") {
    const Postgres database;
    const auto store = writable(database.url());
    const auto worker = *Store::open(database.url(), Access::work, kNow);
    CHECK_FALSE(worker->wait_for_jobs(std::chrono::milliseconds(0)));  // listens from now on
    std::thread opens([&] { open_sums(*store, 1); });
    CHECK(worker->wait_for_jobs(kLong));
    opens.join();
    CHECK(take(*worker, enter(*worker)));
}
#endif
