// Service: a part of what the desk does for visitors, with a handler for each kind of request; and
// Office: what services use of the desk. All of it happens on the desk's thread, except where it is
// said; handlers must not wait: what takes time goes to threads that post() its result.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "browser/request.hpp"
#include "net/site.hpp"
#include "net/times.hpp"

namespace kalah::browser {

using net::VisitId;

class Office {
  public:
    Office() = default;
    Office(const Office&) = delete;
    Office& operator=(const Office&) = delete;
    virtual ~Office() = default;

    /// An event for a visitor; one who has gone gets nothing.
    void tell(VisitId visit, const Json& event) { links().send(visit, event.line()); }
    /// From any thread: the work is done on the desk's thread, soon. Work that comes when the desk
    /// is about to end is dropped.
    virtual void post(std::function<void()> work) = 0;
    /// The work is done then. Nothing takes it back: it must look whether it is still wanted.
    virtual void at(net::Time when, std::function<void()> work) = 0;
    /// When the work at hand came about: a request when it was received, however long it has
    /// waited, posted work when it was posted; else the time now. Not always later than it was
    /// last.
    [[nodiscard]] virtual net::Time now() const = 0;
    [[nodiscard]] virtual net::SiteLinks& links() = 0;
};

/// The answer's keys in an object; or why nothing was done. Events may be told before it returns:
/// they are sent before the answer.
using Handler = std::function<Result<Json>(VisitId visit, Request& request)>;

class Service {
  public:
    Service() = default;
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    virtual ~Service() = default;

    /// By what is to be done; asked for once.
    [[nodiscard]] virtual std::vector<std::pair<std::string_view, Handler>> handlers() = 0;
    /// A visitor is there, before his first request. `host`: see net::Site.
    virtual void came(VisitId /*visit*/, const std::string& /*host*/) {}
    /// A visitor has gone: nothing is told to him any more.
    virtual void left(VisitId /*visit*/) {}
};

}  // namespace kalah::browser
