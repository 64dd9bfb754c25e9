// Opening books: their content, their format, and which players use them.
#include "players/book.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"
#include "players/book_build.hpp"
#include "players/make_engine.hpp"
#include "players/resources.hpp"
#include "support/folder.hpp"

using namespace kalah;
using players::Book;
using players::BookMove;

namespace {

constexpr const char* kSmall =
    "kalah-book 1\n"
    "rules standard\n"
    "made by hand\n"
    "03a z00 3 -4~\n"
    "333 333 1 +2\n"
    "rules empty-capture\n"
    "333 333 2 +0\n";

/// The number of the line that the parser refuses; 0 if the text is a book.
int wrong_line(const std::string& text) {
    const auto book = Book::parse(text);
    return book ? 0 : book.error().line;
}

Rules empty_capture() {
    Rules rules;
    rules.capture = Capture::empty;
    return rules;
}

int exact(const Rules& rules, const Board& board) {
    Solver solver = Solver::create(rules, board, {nullptr, std::size_t{1} << 20, 1}).take();
    return solver.solve(board, [](const ProvedBounds&) { return true; })->proved.lower;
}

}  // namespace

TEST_CASE("a book is written as it was read") {
    const auto book = Book::parse(kSmall);
    REQUIRE_MESSAGE(book, book.error().message);
    CHECK(book->to_text() == kSmall);
    CHECK(book->find({}, start_board({3, 3})) == BookMove{0, 2, true});
    CHECK(book->find(empty_capture(), start_board({3, 3})) == BookMove{1, 0, true});
    // The side to move and the stores do not matter.
    CHECK(book->find({}, *parse_position("<3,7,1,35,0,0,0,3,10> n")) == BookMove{2, -4, false});
    CHECK_FALSE(book->find({}, *parse_position("<3,7,1,35,0,0,0,3,10>")));
    Rules majority;
    majority.majority_stop = true;
    CHECK_FALSE(book->find(majority, start_board({3, 3})));
    CHECK_FALSE(book->find({}, start_board({3, 40})));
}

TEST_CASE("a line that is no book's is named") {
    const std::string head = "kalah-book 1\nrules standard\n";
    CHECK(wrong_line("") == 1);
    CHECK(wrong_line("kalah-game 1\n") == 1);
    CHECK(wrong_line("kalah-book 1\n333 333 1 +2\n") == 2);
    CHECK(wrong_line("kalah-book 1\nrules nonsense\n") == 2);
    for (const char* line : {"333 333 1", "333 33 1 +2", "3A3 333 1 +2", "033 333 1 +2",
                             "333 333 4 +2", "333 333 1 two", "333 333 1 ~"}) {
        CAPTURE(line);
        CHECK(wrong_line(head + line + "\n") == 3);
    }
    CHECK(wrong_line(head + "333 333 1 +2\n") == 0);
}

TEST_CASE("what is proved is not replaced by what was searched") {
    Book book;
    const Board start = start_board({3, 3});
    book.add({}, start, {0, 5, false});
    book.add({}, start, {1, 4, false});
    CHECK(book.find({}, start) == BookMove{1, 4, false});
    book.add({}, start, {2, 2, true});
    book.add({}, start, {0, 9, false});
    CHECK(book.find({}, start) == BookMove{2, 2, true});
}

TEST_CASE("positions before the last sowing get the values that solving them gives") {
    for (const Rules& rules : {Rules{}, empty_capture()}) {
        const Board start = start_board({4, 2});
        const players::BookTree tree(rules, start, 3);
        Book book;
        for (const Board& leaf : tree.leaves()) {
            const int lead = leaf.store(leaf.to_move) - leaf.store(opponent(leaf.to_move));
            int pit = 0;
            while (leaf.at(leaf.to_move, pit) == 0) ++pit;
            book.add(rules, leaf, {pit, exact(rules, leaf) - lead, true});
        }
        const std::size_t leaves = tree.leaves().size();
        CHECK(leaves > 20);
        tree.back_up(book);
        CHECK(book.chapters().front().moves.size() > leaves + 10);
        const auto best = book.find(rules, start);
        REQUIRE(best);
        CHECK(best->proved);
        CHECK(best->future == exact(rules, start));
        Board child = start;
        apply(rules, child, best->pit);
        CHECK(exact(rules, child) == (child.to_move == Side::south ? 1 : -1) * best->future);
    }
}

TEST_CASE("the default book is sound") {
    const auto book = Book::parse(players::default_book());
    REQUIRE_MESSAGE(book, to_text(book.error()));
    CHECK(book->to_text() == players::default_book());
    // The published values of 6x4 (Irving, Donkers and Uiterwijk 2000) and of 6x5.
    const auto worth = [&](const Rules& rules, BoardSize size) {
        const auto found = book->find(rules, start_board(size));
        REQUIRE(found);
        CHECK(found->proved);
        return found->future;
    };
    CHECK(worth({}, {6, 4}) == 8);
    CHECK(worth(empty_capture(), {6, 4}) == 10);
    CHECK(worth({}, {6, 5}) == 10);
    CHECK(worth(empty_capture(), {6, 5}) == 12);
    for (const Rules& rules : {Rules{}, empty_capture()}) {
        CHECK(book->find(rules, start_board({6, 6})));
        // Each entry follows from the entries below it in the tree.
        for (const BoardSize size : {BoardSize{6, 4}, BoardSize{6, 6}}) {
            Book again = *book;
            players::BookTree(rules, start_board(size), 2).back_up(again);
            CHECK(again.to_text() == book->to_text());
        }
    }
}

TEST_CASE("the champion looks into the default book, others into one that they ask for") {
    const test::Folder folder;
    const std::string path = folder.path() + "/small.book";
    test::write_text(path, kSmall);
    players::PlayerResources resources(folder.path(), test::read_text);
    const auto book_of = [&](const std::string& text) {
        const auto spec = resources.with_book(*players::parse_player(text));
        REQUIRE_MESSAGE(spec, spec.error().message);
        return spec->book;
    };
    CHECK(book_of("champion"));
    CHECK(book_of("champion") == book_of("alphabeta:book=default"));
    CHECK_FALSE(book_of("champion:book=none"));
    CHECK_FALSE(book_of("champion:pure=yes"));
    CHECK_FALSE(book_of("alphabeta"));
    CHECK_FALSE(book_of("mtdf"));
    CHECK_FALSE(book_of("random"));
    CHECK(book_of("mtdf:book=" + path)->find({}, start_board({3, 3})));
    CHECK_FALSE(players::parse_player("minimax:book=default"));
    CHECK_FALSE(players::parse_player("champion:book="));
    const auto missing = resources.with_book(*players::parse_player("champion:book=/no/such"));
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message.find("/no/such: ") == 0);
    test::write_text(path, "nonsense");
    players::PlayerResources fresh(folder.path(), test::read_text);
    const auto damaged = fresh.with_book(*players::parse_player("mtdf:book=" + path));
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().message.starts_with(path + ": line 1"));
}

TEST_CASE("a player with a book plays its move without searching") {
    players::Spec spec = *players::parse_player("mtdf:depth=1");
    spec.book = std::make_shared<const Book>(*Book::parse(kSmall));
    const auto player = players::make_player(spec);
    player->new_game(1);
    const StopToken never;
    Game game({}, start_board({3, 3}));
    const Decision known = player->choose(game, never);
    CHECK(known.pit == 0);
    CHECK(known.note.comment == "book, +2 exact");
    game.play(0);
    CHECK(player->choose(game, never).note.comment.find("depth 1") == 0);
}

TEST_CASE("a book that grows is saved, works out the moves before, and goes on where it ended") {
    const Rules rules;
    const Board start = start_board({2, 2});
    using Builder = players::BookBuilder;
    const StopToken never;
    int saved = 0;
    const auto save = [&](const Book&) { return ++saved > 0; };
    const auto searched = [&](Builder& builder, std::size_t most) {
        EngineOptions settings;
        settings.limits.depth = 3;
        for (const Board& board : builder.missing()) {
            if (most-- == 0) break;
            const auto report = players::make_engine(settings).best_move(rules, board, never);
            CHECK(builder.add(board, players::searched_move(board, report, settings.eval)));
        }
    };
    Builder first(Book(), rules, start, 2, Builder::Method::search, save);
    const std::size_t all = first.missing().size();
    REQUIRE(all > 1);
    searched(first, 1);
    CHECK(first.finish() == all - 1);
    CHECK(saved == 1);
    Builder second(first.book(), rules, start, 2, Builder::Method::search, save);
    CHECK(second.missing().size() == all - 1);
    searched(second, all);
    CHECK(second.finish() == 0);
    CHECK(second.book().find(rules, start));
    // Searched positions still count as missing when the method is to solve.
    const Builder proving(second.book(), rules, start, 2, Builder::Method::solve, save);
    CHECK(proving.missing().size() > 0);
}
