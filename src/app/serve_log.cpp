#include "app/serve_log.hpp"

#include <unistd.h>

#include <memory>
#include <string>

#include <fmt/format.h>

#include "app/games_options.hpp"
#include "app/line_writer.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

const char* name(net::Level level) {
    switch (level) {
        case net::Level::debug:
            return "debug";
        case net::Level::info:
            return "info";
        case net::Level::warning:
            return "warning";
        case net::Level::error:
            return "error";
    }
    return "error";
}

Json json_value(const net::Field& field) {
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

std::string text_value(const net::Field& field) {
    if (const auto* text = std::get_if<std::string>(&field.value)) return quoted(*text);
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
        return std::to_string(*number);
    return fmt::format("{:.1f}", std::get<double>(field.value));
}

std::string line(LogFormat format, net::Level level, std::string_view event,
                 std::initializer_list<net::Field> fields) {
    const std::string time = utc_time(now_milliseconds());
    if (format == LogFormat::json) {
        Json json;
        json.set("time", time).set("level", name(level)).set("event", event);
        for (const net::Field& field : fields) json.set(field.key, json_value(field));
        return json.line();
    }
    std::string text = fmt::format("{} {:7} {}", time, name(level), event);
    for (const net::Field& field : fields)
        text += fmt::format(" {}={}", field.key, text_value(field));
    return text;
}

}  // namespace

net::Log serve_log(LogFormat format, net::Level least) {
    const auto dropped = [format](std::int64_t lines) {
        return line(format, net::Level::warning, "lines of this log dropped", {{"lines", lines}});
    };
    const auto writer = std::make_shared<LineWriter>(STDERR_FILENO, dropped, LineWriter::Limits());
    return [writer, format, least](net::Level level, std::string_view event,
                                   std::initializer_list<net::Field> fields) {
        if (level >= least) writer->add(line(format, level, event, fields));
    };
}

}  // namespace kalah::app
