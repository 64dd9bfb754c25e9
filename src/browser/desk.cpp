#include "browser/desk.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace kalah::browser {
namespace {

/// The network lets 200 through at once: this many wait only if the desk cannot keep up.
constexpr std::size_t kMostWaiting = 400;

}  // namespace

Desk::Desk(net::SiteLinks& links, Files files, const MakeServices& services, net::Log log)
    : links_(links), files_(std::move(files)), log_(std::move(log)) {
    services_ = services(*this);
    for (const auto& service : services_)
        for (auto& [verb, handler] : service->handlers())
            handlers_.emplace(verb, std::move(handler));
    thread_ = std::thread([this] { run(); });
}

Desk::~Desk() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
    while (!services_.empty()) services_.pop_back();
}

const net::SiteFile* Desk::file(std::string_view path) const {
    return files_ ? files_(path) : nullptr;
}

void Desk::came(VisitId visit, std::string_view host) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(visit, 0);
    }
    post([this, visit, host = std::string(host)] {
        for (const auto& service : services_) service->came(visit, host);
    });
}

void Desk::said(VisitId visit, std::string message) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(visit);
        if (ending_ || found == waiting_.end()) return;
        if (++found->second <= kMostWaiting) {
            queue_.emplace_back(net::Clock::now(), [this, visit, message = std::move(message)] {
                {
                    const std::lock_guard inner(mutex_);
                    const auto waits = waiting_.find(visit);
                    if (waits == waiting_.end()) return;  // gone meanwhile
                    --waits->second;
                }
                answer(visit, message);
            });
            wake_.notify_one();
            return;
        }
        waiting_.erase(found);
    }
    links_.close(visit, net::Closing::too_much, "more requests than can be answered");
}

void Desk::left(VisitId visit) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.erase(visit);
    }
    post([this, visit] {
        for (const auto& service : services_) service->left(visit);
    });
}

void Desk::tell(VisitId visit, const Json& event) {
    links_.send(visit, event.line());
}

void Desk::post(Work work) {
    {
        const std::lock_guard lock(mutex_);
        if (ending_) return;
        queue_.emplace_back(net::Clock::now(), std::move(work));
    }
    wake_.notify_one();
}

void Desk::at(net::Time when, Work work) {
    timers_.emplace(when, std::move(work));
}

void Desk::run() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        const auto ready = [this] { return ending_ || !queue_.empty(); };
        if (timers_.empty())
            wake_.wait(lock, ready);
        else
            wake_.wait_until(lock, timers_.begin()->first, ready);
        if (ending_) return;
        Posted next;
        if (!queue_.empty()) {
            next = std::move(queue_.front());
            queue_.pop_front();
        }
        const net::Time oldest = queue_.empty() ? net::kNever : queue_.front().when;
        lock.unlock();
        if (next.work) do_safely(next.work, next.when);
        // Once: a timer that sets the next must not hold us up. What came before one is done
        // before.
        const net::Time now = net::Clock::now();
        while (!timers_.empty() && timers_.begin()->first <= std::min(now, oldest))
            do_safely(timers_.extract(timers_.begin()).mapped(), now);
        lock.lock();
    }
}

/// What runs out of memory is lost, and nothing else with it.
void Desk::do_safely(const Work& work, net::Time came) {
    now_ = came;
    try {
        work();
    } catch (const std::exception& exception) {
        log_(net::Level::error, "work for a browser failed", {{"why", exception.what()}});
    }
}

void Desk::answer(VisitId visit, const std::string& message) {
    auto request = Request::parse(message);
    if (!request) return tell(visit, not_understood(request.error()));
    Request taken = *request;
    try {
        tell(visit, answer_to(taken.id(), handle(visit, taken)));
    } catch (const std::exception& exception) {
        log_(net::Level::error, "a browser's request failed",
             {{"do", printable(taken.verb())}, {"why", exception.what()}});
        tell(visit, answer_to(taken.id(), Error{"the server could not do that"}));
    }
}

Result<Json> Desk::handle(VisitId visit, Request& request) {
    const auto found = handlers_.find(request.verb());
    if (found == handlers_.end())
        return Error{"there is nothing to do by the name of " + in_quotes(request.verb())};
    return found->second(visit, request);
}

}  // namespace kalah::browser
