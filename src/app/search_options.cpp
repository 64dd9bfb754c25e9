#include "app/search_options.hpp"

#include <chrono>

#include "app/interrupt.hpp"

namespace kalah::app {

Result<players::Spec> chosen_player(const std::string& argument, const std::string& text,
                                    const Board& board) {
    const std::string named = argument + " " + in_quotes(text) + ", ";
    auto spec = players::parse_player(text);
    if (!spec) return Error{named + to_text(spec.error()) + " ('kalah players' lists them)"};
    if (const auto unfit = players::objection(*spec, board.width))
        return Error{named + to_text(*unfit)};
    return spec;
}

StopOnInterrupt::StopOnInterrupt() {
    catch_interrupts();
    watcher_ = std::thread([this] {
        while (!done_.load()) {
            {
                const std::lock_guard lock(mutex_);
                if (interrupted()) stop_.store(true);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
}

bool StopOnInterrupt::take_back() {
    const std::lock_guard lock(mutex_);
    if (!take_back_interrupt()) return false;
    stop_.store(false);
    return true;
}

StopOnInterrupt::~StopOnInterrupt() {
    done_.store(true);
    watcher_.join();
}

}  // namespace kalah::app
