#include "app/serve_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "system/json.hpp"
#include "system/line_writer.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

const char* level_name(LogLevel level) {
    switch (level) {
        case LogLevel::debug:
            return "debug";
        case LogLevel::info:
            return "info";
        case LogLevel::warning:
            return "warning";
        case LogLevel::error:
            return "error";
    }
    return "error";
}

Json log_value(const LogField& field) {
    return std::visit([](const auto& value) { return Json(value); }, field.value);
}

/// On one line and never shortened: a game that could not be stored must be complete in the log.
std::string quoted(const std::string& text) {
    std::string shown = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            shown += {'\\', c};
        else if (byte >= 0x20 && byte != 0x7F)
            shown += c;
        else
            shown += fmt::format("\\x{:02x}", byte);
    }
    return shown + '"';
}

std::string text_value(const LogField& field) {
    if (const auto* text = std::get_if<std::string>(&field.value)) return quoted(*text);
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
        return std::to_string(*number);
    return fmt::format("{:.1f}", std::get<double>(field.value));
}

std::string log_line(LogFormat format, LogLevel level, std::string_view event,
                     std::initializer_list<LogField> fields) {
    const std::string time = utc_time(now_milliseconds());
    if (format == LogFormat::json) {
        Json json;
        json.set("time", time).set("level", level_name(level)).set("event", event);
        for (const LogField& field : fields) json.set(field.key, log_value(field));
        return json.line();
    }
    std::string text = fmt::format("{} {:7} {}", time, level_name(level), event);
    for (const LogField& field : fields)
        text += fmt::format(" {}={}", field.key, text_value(field));
    return text;
}

/// Closes it at the end, unless it is -1.
class FileDescriptor {
  public:
    explicit FileDescriptor(int fd) : fd_(fd) {}
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor() {
        if (fd_ >= 0) ::close(fd_);
    }

  private:
    int fd_;
};

Result<int> open_log(const std::string& file) {
    constexpr int kRights = 0640;
    const int fd = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kRights);
    if (fd < 0) return Error{"--log: " + file + ": " + std::generic_category().message(errno)};
    return fd;
}

}  // namespace

struct ServeLog::Sink {
    Sink(std::optional<std::string> path, int fd, LogFormat chosen)
        : file(std::move(path)),
          descriptor(file ? fd : -1),
          format(chosen),
          writer(
              fd,
              [chosen](std::int64_t lines) {
                  return log_line(chosen, LogLevel::warning, "lines of this log dropped",
                                  {{"lines", lines}});
              },
              LineWriter::Limits()) {}
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    ~Sink() = default;

    std::optional<std::string> file;
    FileDescriptor descriptor;  // before the writer, which uses it to its end
    LogFormat format;
    LineWriter writer;
};

Result<ServeLog> ServeLog::open(const std::optional<std::string>& file, LogFormat format) {
    int fd = STDERR_FILENO;
    if (file) {
        const auto opened = open_log(*file);
        if (!opened) return opened.error();
        fd = *opened;
    }
    return ServeLog(std::make_shared<Sink>(file, fd, format));
}

Log ServeLog::log() const {
    return [sink = sink_](LogLevel level, std::string_view event,
                          std::initializer_list<LogField> fields) {
        if (level >= LogLevel::info) sink->writer.add(log_line(sink->format, level, event, fields));
    };
}

std::optional<Error> ServeLog::open_again() const {
    if (!sink_->file) return std::nullopt;
    const auto opened = open_log(*sink_->file);
    if (!opened) return opened.error();
    sink_->writer.change_to(*opened);
    return std::nullopt;
}

}  // namespace kalah::app
