// The log of `kalah serve`: one line per event, as text or JSON, to standard error or a file. The
// lines are written by a thread of their own: nobody waits for a slow reader. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/log.hpp"
#include "kalah/result.hpp"

namespace kalah::app {

enum class LogFormat : bool { text, json };

class ServeLog {
  public:
    /// Adds to this file, or writes to standard error. The program must ignore SIGPIPE.
    [[nodiscard]] static Result<ServeLog> open(const std::optional<std::string>& file,
                                               LogFormat format);
    /// What is still waiting is written when the last copy, of this or of the log, is destroyed.
    [[nodiscard]] Log log() const;
    /// Opens the file anew, by its name: the next lines go there, and none is lost or split. If
    /// that fails, the log stays where it is. Does nothing for standard error.
    [[nodiscard]] std::optional<Error> open_again() const;

  private:
    struct Sink;
    explicit ServeLog(std::shared_ptr<Sink> sink) : sink_(std::move(sink)) {}
    std::shared_ptr<Sink> sink_;
};

}  // namespace kalah::app
