// Site: what the HTTP port shows to browsers, behind faces that know no sockets: files, and a
// conversation by WebSocket at /api in text messages. What they say is the site's business.
//
// A site is called from the network's thread only, and no call may wait; what it calls (SiteLinks)
// may be called from any thread, and none of it calls back from inside.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/backstage.hpp"
#include "net/site_file.hpp"

namespace kalah::net {

using VisitId = std::uint64_t;  // a WebSocket of /api; never used again

/// Why the site closes a conversation.
enum class Closing : std::uint8_t { too_much };

/// What goes on in the hall, at one moment.
struct HallScene {
    struct Client {
        About about;
        std::string doing;  // "waiting", "playing", "verify", "eval", "arriving"
    };
    struct Table {
        BoutId bout = 0;
        GameNumber number = 0;  // in the records
        GameRecord record;
    };
    std::vector<Client> clients;  // at most as many as were asked for, longest here first
    std::vector<Table> tables;    // likewise
};

class SiteLinks {
  public:
    SiteLinks() = default;
    SiteLinks(const SiteLinks&) = delete;
    SiteLinks& operator=(const SiteLinks&) = delete;
    virtual ~SiteLinks() = default;

    /// One message. Who is gone gets nothing; who does not read is cut off.
    virtual void send(VisitId visit, std::string message) = 0;
    virtual void close(VisitId visit, Closing why, std::string reason) = 0;
    /// The callback comes from the network's thread.
    virtual void look(std::size_t most, std::function<void(HallScene)> callback) = 0;
    /// One game that is played or has just ended; nothing if there is none (any more).
    virtual void look_at(BoutId bout,
                         std::function<void(std::optional<HallScene::Table>)> callback) = 0;
    /// The same by its number in the records.
    virtual void look_at_number(GameNumber number,
                                std::function<void(std::optional<HallScene::Table>)> callback) = 0;
    /// Where KGP clients connect to.
    [[nodiscard]] virtual std::string kgp_address() const = 0;
};

class Site {
  public:
    Site() = default;
    Site(const Site&) = delete;
    Site& operator=(const Site&) = delete;
    virtual ~Site() = default;

    /// The file of a path ("/", "/game/abc"); null: there is none.
    [[nodiscard]] virtual const SiteFile* file(std::string_view path) const = 0;
    /// `host`: whom its connections are counted by, the same for all of them; not for people to
    /// read.
    virtual void came(VisitId visit, std::string_view host) = 0;
    virtual void said(VisitId visit, std::string message) = 0;
    /// Also after close(), once; nobody leaves any more when the server has ended.
    virtual void left(VisitId visit) = 0;
};

}  // namespace kalah::net
