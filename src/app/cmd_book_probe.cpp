#include <fmt/core.h>

#include "app/command.hpp"
#include "app/files.hpp"
#include "app/options.hpp"
#include "kalah/notation.hpp"
#include "players/book.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

using players::Book;

Result<Book> chosen_book(const std::optional<std::string>& path) {
    const auto text =
        path ? read_file(*path) : Result<std::string>(std::string(players::default_book()));
    if (!text) return text.error();
    auto book = Book::parse(*text);
    if (!book) return Error{path.value_or("the default book") + ": " + to_text(book.error())};
    return book;
}

struct ProbeOptions {
    CommonOptions common;
    std::optional<std::string> position;
    std::optional<std::string> book;
};

int probe(const ProbeOptions& options) {
    const auto setting = chosen_setting(options.common, options.position);
    if (!setting) return wrong_usage("book probe", setting.error().message);
    const auto book = chosen_book(options.book);
    if (!book) return failed("book probe", book.error().message);
    const Board& board = setting->start;
    const auto move = book->find(setting->rules, board);
    if (!move) return failed("book probe", "not in the book: " + to_text(board));
    const int score =
        board.store(board.to_move) - board.store(opponent(board.to_move)) + move->future;
    const char* kind = move->proved ? "exact" : "estimate";
    if (options.common.json)
        fmt::print("{}\n", Json()
                               .set("position", to_text(board))
                               .set("rules", to_text(setting->rules))
                               .set("move", move->pit + 1)
                               .set("score", score)
                               .set("kind", kind)
                               .line());
    else
        fmt::print("move {} score {:+} {}, for {}\n", move->pit + 1, score, kind,
                   to_text(board.to_move));
    return kOk;
}

void declare_probe(Arguments& arguments, ProbeOptions& options) {
    declare_start(arguments, options.position);
    arguments.option("--book", "FILE", options.book,
                     "default: the book that comes with the program");
    declare_common(arguments, options.common);
}

struct InfoOptions {
    std::optional<std::string> book;
    bool json = false;
};

int info(const InfoOptions& options) {
    const auto book = chosen_book(options.book);
    if (!book) return failed("book info", book.error().message);
    Json list = Json::array();
    for (const auto& chapter : book->chapters()) {
        std::uint64_t proved = 0;
        for (const auto& [key, move] : chapter.moves) proved += move.proved ? 1 : 0;
        const std::uint64_t all = chapter.moves.size();
        Json made = Json::array();
        for (const auto& command : chapter.made) made.push(Json(command));
        list.push(Json()
                      .set("rules", to_text(chapter.rules))
                      .set("positions", all)
                      .set("proved", proved)
                      .set("made", made));
        if (options.json) continue;
        fmt::print("{}: {} positions, {} of them proved\n", to_text(chapter.rules), all, proved);
        for (const auto& command : chapter.made) fmt::print("  made by {}\n", command);
    }
    if (options.json) fmt::print("{}\n", Json().set("chapters", list).line());
    return kOk;
}

void declare_info(Arguments& arguments, InfoOptions& options) {
    arguments.option("--book", "FILE", options.book,
                     "default: the book that comes with the program");
    arguments.flag("--json", options.json, "print for programs: one JSON object a line");
}

}  // namespace

void add_book_probe(Program& program) {
    program.add<ProbeOptions>(
        {"book probe", "look a position up in an opening book",
         "Examples:\n"
         "  kalah book probe 6x4\n"
         "  kalah book probe '<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>' --book my.book"},
        declare_probe, probe);
}

void add_book_info(Program& program) {
    program.add<InfoOptions>({"book info", "what an opening book holds and how it was made",
                              "Example:\n"
                              "  kalah book info"},
                             declare_info, info);
}

}  // namespace kalah::app
