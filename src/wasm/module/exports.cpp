// The functions of the module, which web/src/engine/worker.ts calls. Texts are UTF-8; those that
// come from outside are in memory of allocate(), which the function that takes them frees.
#include <cstdlib>
#include <memory>
#include <string>

#include "players/book.hpp"
#include "puzzles/collection.hpp"
#include "wasm/engine.hpp"

#define IMPORTED(NAME) __attribute__((import_module("page"), import_name(#NAME)))
#define EXPORTED(NAME) extern "C" __attribute__((export_name(#NAME)))

// Implemented by the page.
IMPORTED(send) void page_send(double session, const char* text, std::size_t size);
IMPORTED(closed) void page_closed(double session);
IMPORTED(random) void page_random(unsigned char* bytes, std::size_t size);
/// Without a text: forget it.
IMPORTED(keep)
void page_keep(const char* name, std::size_t length, const char* text, std::size_t size);

namespace kalah {
namespace {

// The module is one engine, and has no other state.
std::string book;
std::string puzzle_file = "kalah-puzzles 1\n";
std::unique_ptr<wasm::Engine> engine;

std::string taken(char* text) {
    std::string copy(text);
    std::free(text);  // NOLINT: from allocate()
    return copy;
}

}  // namespace

std::string_view players::default_book() {
    return book;
}
std::string_view puzzles::shipped_file() {
    return puzzle_file;
}

EXPORTED(allocate) char* allocate(std::size_t size) {
    return static_cast<char*>(std::malloc(size));  // NOLINT: for JavaScript
}

/// First of all.
EXPORTED(begin) void begin(char* version, char* book_text) {
    book = taken(book_text);
    engine = std::make_unique<wasm::Engine>(
        taken(version),
        wasm::Engine::Outside{
            [](server::SessionId session, std::string_view message) {
                page_send(static_cast<double>(session), message.data(), message.size());
            },
            [](server::SessionId session) { page_closed(static_cast<double>(session)); },
            [](const std::string& name, const std::optional<std::string>& text) {
                page_keep(name.data(), name.size(), text ? text->data() : nullptr,
                          text ? text->size() : 0);
            },
            [](std::span<unsigned char> bytes) { page_random(bytes.data(), bytes.size()); }});
}

/// Before the first request about puzzles.
EXPORTED(give_puzzles) void give_puzzles(char* text) {
    puzzle_file = taken(text);
}

/// A game that was kept.
EXPORTED(restore) void restore(char* game) {
    engine->restore(taken(game));
}

/// Returns the number of a session.
EXPORTED(open_session) double open_session() {
    return static_cast<double>(engine->open());
}

EXPORTED(receive) void receive(double session, char* message) {
    engine->receive(static_cast<server::SessionId>(session), taken(message));
}

EXPORTED(close_session) void close_session(double session) {
    engine->close(static_cast<server::SessionId>(session));
}

/// As Engine::work.
EXPORTED(work) double work() {
    return engine->work();
}

}  // namespace kalah
