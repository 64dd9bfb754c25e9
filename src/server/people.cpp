#include "server/people.hpp"

#include <utility>

#include "base/text.hpp"
#include "server/game_server.hpp"
#include "server/game_text.hpp"

namespace kalah::server {
namespace {

constexpr std::string_view kGuest = " (guest)";
using StorePtr = std::shared_ptr<store::Store>;

Error no_store() {
    return coded("store_unavailable", "the store cannot be read just now");
}

/// Some 256 random bits: the key of a person is a password for years.
bool is_person_key(std::string_view text) {
    return text.size() == 64 && is_key(text.substr(0, 32)) && is_key(text.substr(32));
}

/// Names that would look like something else.
std::optional<Error> validate_name(const std::string& name) {
    const std::string lower = lower_case(name);
    const bool taken = lower == "guest" || lower.ends_with(")") || name == store::kForgotten ||
                       person_name(name) != name;
    if (!taken) return std::nullopt;
    return coded("bad_name", "this name cannot be reserved", {{"name", printable(name)}});
}

}  // namespace

bool People::handle(WebSession& session, Request& request, const Answer& answer) {
    if (request.verb() == "claim")
        claim(session, request, answer);
    else if (request.verb() == "forget_me")
        forget(session, request, answer);
    else
        return false;
    return true;
}

void People::sign(const WebSession& session, Seat& seat) const {
    seat.identity.reset();
    const std::string name = lower_case(seat.name);
    if (session.person && lower_case(session.person->name) == name) {
        seat.name = session.person->name;
        seat.identity = session.person->identity;
    } else if (reserved_.contains(name)) {
        seat.name += kGuest;
    }
}

bool People::makes_wait(const WebSession& session, std::function<void()> then) {
    if (const auto claims = claiming_.find(session.id); claims != claiming_.end()) {
        claims->second.push_back(std::move(then));
        return true;
    }
    if (known_ || !reading_) return false;
    waiting_.push_back(std::move(then));
    return true;
}

void People::refresh() {
    if (reading_ || (known_ && core_.now - read_at_ < kBetweenReads)) return;
    reading_ = true;
    core_.ports.storage.read([this](const StorePtr& store) -> std::function<void()> {
        using Names = std::vector<std::string>;
        Result<Names> names = store ? store->reserved_names() : Result<Names>(Names{});
        return [this, names = std::move(names)] {
            reading_ = false;
            read_at_ = core_.now;
            if (names) {
                known_ = true;
                reserved_.clear();
                for (const std::string& name : *names) reserved_.insert(lower_case(name));
            }
            for (const auto& then : std::exchange(waiting_, {})) then();
        };
    });
}

std::optional<Error> People::count(const WebSession& session) {
    if (++claims_.of(session.host, core_.now) <= core_.options.most_claims_a_minute)
        return std::nullopt;
    return coded("too_many_claims", "too many claims of names: wait a minute");
}

void People::claim(WebSession& session, Request& request, const Answer& answer) {
    const std::string name(trimmed(request.text("name")));
    const std::string key = request.text("key");
    if (auto error = request.validate()) return answer(*error);
    if (!is_person_key(key))
        return answer(coded("bad_person_key", "a person's key has 64 hexadecimal digits"));
    if (auto error = validate_name(name)) return answer(*error);
    if (auto error = count(session)) return answer(*error);
    claiming_.try_emplace(session.id);
    core_.ports.storage.read(
        [this, id = session.id, name, key, answer,
         now = core_.ports.wall_clock()](const StorePtr& store) -> std::function<void()> {
            auto found = store ? store->reserve_name(key, name, now) : no_store();
            return [this, id, answer, found = std::move(found)] { claimed(id, found, answer); };
        });
}

void People::claimed(SessionId session, const Result<store::ReservedName>& found,
                     const Answer& answer) {
    if (found) {
        reserved_.insert(lower_case(found->name));
        if (WebSession* there = core_.parts->pages.find(session)) there->person = *found;
        answer(Json::object().set("name", found->name));
    } else {
        answer(found.error().code == "name_taken" ? found.error() : no_store());
    }
    if (const auto requests = claiming_.extract(session))
        for (const auto& then : requests.mapped()) then();
}

void People::forget(WebSession& session, Request& request, const Answer& answer) {
    const std::string key = request.text("key");
    if (auto error = request.validate()) return answer(*error);
    if (auto error = count(session)) return answer(*error);
    core_.ports.storage.read([this, key, answer, person = session.person](
                                 const StorePtr& store) -> std::function<void()> {
        const bool done = store && !store->forget(key);
        return [this, done, answer, person] {
            if (!done) return answer(no_store());
            if (person) forgotten(person->identity);
            answer(Json::object());
        };
    });
}

void People::forgotten(store::IdentityId identity) {
    known_ = false;
    refresh();
    core_.parts->pages.forget_person(identity);
    core_.parts->games.forget_person(identity);
}

}  // namespace kalah::server
