#include "app/serve_log.hpp"

#include <unistd.h>

#include <ctime>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/games_options.hpp"
#include "system/json.hpp"
#include "system/line_writer.hpp"

namespace kalah::app {
namespace {

/// "2026-11-16T05:46:35.123Z".
std::string utc_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / 1000);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       time % 1000);
}

const char* name(LogLevel level) {
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

Json json_value(const LogField& field) {
    return std::visit([](const auto& value) { return Json(value); }, field.value);
}

/// In one line, and whole: a game that could not be written must be found in the log.
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

std::string line(LogFormat format, LogLevel level, std::string_view event,
                 std::initializer_list<LogField> fields) {
    const std::string time = utc_time(now_milliseconds());
    if (format == LogFormat::json) {
        Json json;
        json.set("time", time).set("level", name(level)).set("event", event);
        for (const LogField& field : fields) json.set(field.key, json_value(field));
        return json.line();
    }
    std::string text = fmt::format("{} {:7} {}", time, name(level), event);
    for (const LogField& field : fields)
        text += fmt::format(" {}={}", field.key, text_value(field));
    return text;
}

}  // namespace

Log serve_log(LogFormat format, LogLevel least) {
    const auto dropped = [format](std::int64_t lines) {
        return line(format, LogLevel::warning, "lines of this log dropped", {{"lines", lines}});
    };
    const auto writer = std::make_shared<LineWriter>(STDERR_FILENO, dropped, LineWriter::Limits());
    return [writer, format, least](LogLevel level, std::string_view event,
                                   std::initializer_list<LogField> fields) {
        if (level >= least) writer->add(line(format, level, event, fields));
    };
}

}  // namespace kalah::app
