// Engine: a GameServer in a browser, for the pages of a site without one. Its sessions are the
// pages of one browser, its store is BrowserStore, and what the compute threads of `kalah serve`
// do runs here between two messages, in slices. It answers as docs/web-api.md says. One thread.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "server/game_server.hpp"
#include "wasm/browser_store.hpp"

namespace kalah::wasm {

class Engine {
  public:
    /// What happens outside. None of these calls back.
    struct Outside {
        std::function<void(server::SessionId session, std::string_view message)> send;
        std::function<void(server::SessionId session)> closed;
        BrowserStore::Keep keep;
        server::RandomBytes random;
    };
    Engine(std::string version, Outside outside);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Before the first session.
    void restore(std::string_view game) { store_->restore(game); }
    [[nodiscard]] server::SessionId open();
    void receive(server::SessionId session, std::string_view message);
    void close(server::SessionId session);
    /// Does what is due, and at most one slice of a job. Returns after how many milliseconds it is
    /// to be called again: 0 = at once, after the messages that wait; -1 = when one has come.
    [[nodiscard]] double work();

  private:
    /// The answers to one page.
    class Page;
    class Storage;
    void settle();

    Outside outside_;
    std::shared_ptr<BrowserStore> store_;
    Scheduler compute_{0};
    std::deque<std::function<void(server::Time)>> posted_;
    std::unique_ptr<Storage> storage_;
    server::ServerOptions options_;
    std::map<server::SessionId, std::unique_ptr<Page>> pages_;
    std::unique_ptr<server::GameServer> server_;
};

}  // namespace kalah::wasm
