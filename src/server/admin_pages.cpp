#include "server/admin_pages.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

namespace kalah::server {
namespace {

std::string number_text(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

/// Metrics in the order in which they are added.
class MetricsText {
  public:
    /// `labels`: `kind="kgp"`, or nothing.
    using Values = std::vector<std::pair<std::string_view, double>>;

    void gauge(std::string_view name, std::string_view help, const Values& values) {
        add(name, "gauge", help, values);
    }
    void counter(std::string_view name, std::string_view help, const Values& values) {
        add(name, "counter", help, values);
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

  private:
    void add(std::string_view name, std::string_view type, std::string_view help,
             const Values& values) {
        text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
        text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
        for (const auto& [labels, value] : values) {
            text_.append(name);
            if (!labels.empty()) text_.append("{").append(labels).append("}");
            text_.append(" ").append(number_text(value)).append("\n");
        }
    }

    std::string text_;
};

template <class Integer>
double real(Integer value) {
    return static_cast<double>(value);
}

void add_games(MetricsText& text, const ServerStats& stats) {
    text.gauge("kalah_sessions", "Open sessions.",
               {{"kind=\"kgp\"", real(stats.sessions)}, {"kind=\"page\"", real(stats.pages)}});
    text.gauge("kalah_games_running", "Games of the lobby that are being played.",
               {{"", real(stats.games.games)}});
    text.gauge("kalah_games_in_memory", "Games in memory, browser games included.",
               {{"", real(stats.games_in_memory)}});
    text.counter("kalah_games_begun_total", "Games of the lobby that began.",
                 {{"", real(stats.games.begun)}});
    text.counter("kalah_games_ended_total", "Games of the lobby that ended.",
                 {{"", real(stats.games.ended)}});
    text.counter("kalah_moves_total", "Moves that players were asked for.",
                 {{"", real(stats.games.moves)}});
}

void add_refused(MetricsText& text, const AdminFigures& figures) {
    const auto of = [&](net::Refusal why) {
        return real(figures.net.refused[static_cast<std::size_t>(why)]);
    };
    const RefusedCounts& cut = figures.games.refused;
    text.counter("kalah_refused_total", "Clients and requests refused or cut off.",
                 {{"reason=\"connections\"", of(net::Refusal::connections)},
                  {"reason=\"name\"", of(net::Refusal::name)},
                  {"reason=\"origin\"", of(net::Refusal::origin)},
                  {"reason=\"request\"", of(net::Refusal::request)},
                  {"reason=\"rate\"", of(net::Refusal::rate) + real(cut.rate)},
                  {"reason=\"banned\"", of(net::Refusal::banned)},
                  {"reason=\"unread\"", real(cut.unread)},
                  {"reason=\"games\"", real(cut.games)}});
}

void add_network(MetricsText& text, const net::ServerStatistics& net) {
    constexpr double kMicro = 1e-6;
    text.gauge("kalah_connections", "Open connections of all ports.",
               {{"", real(net.connections)}});
    text.gauge("kalah_answer_delay_seconds", "From reading a message to having answered it.",
               {{"quantile=\"0.5\"", net.delay_median_us * kMicro},
                {"quantile=\"0.99\"", net.delay_p99_us * kMicro}});
    text.gauge("kalah_timer_lateness_seconds", "How late timers fire.",
               {{"quantile=\"0.99\"", net.timer_late_p99_us * kMicro}});
}

void add_process(MetricsText& text, const AdminFigures& figures) {
    text.gauge("process_resident_memory_bytes", "Memory in use.",
               {{"", real(figures.process.resident_bytes)}});
    text.gauge("process_open_fds", "Open files and sockets.",
               {{"", real(figures.process.open_files)}});
    text.counter("process_cpu_seconds_total", "Processor time.",
                 {{"", figures.process.cpu_seconds}});
    text.gauge("process_start_time_seconds", "When the server started, since 1970.",
               {{"", figures.started}});
}

std::string metrics_text(const AdminFigures& figures) {
    MetricsText text;
    const std::string version = "version=\"" + figures.version + "\"";
    text.gauge("kalah_build_info", "Always 1.", {{version, 1}});
    text.gauge("kalah_uptime_seconds", "Since the start.", {{"", figures.uptime}});
    add_games(text, figures.games);
    add_refused(text, figures);
    text.gauge("kalah_last_reload_successful", "0 if the options could not be read again.",
               {{"", figures.reload && !figures.reload->problem.empty() ? 0.0 : 1.0}});
    text.gauge("kalah_store_writable", "1 if the store could be written the last time.",
               {{"", figures.store.problem.empty() ? 1.0 : 0.0}});
    text.gauge("kalah_store_queue", "What waits to be written.",
               {{"kind=\"games\"", real(figures.store.games)},
                {"kind=\"entries\"", real(figures.store.entries)}});
    add_network(text, figures.net);
    add_process(text, figures);
    return text.take();
}

net::HttpAnswer health_answer(const AdminFigures& figures) {
    if (figures.net.ending) return net::plain_answer(503, "the server is ending\n");
    if (figures.games.draining) return net::plain_answer(503, "the server is draining\n");
    if (!figures.store.problem.empty())
        return net::plain_answer(503,
                                 "the store cannot be written: " + figures.store.problem + "\n");
    return net::plain_answer(200, "ok\n");
}

net::HttpAnswer admin_page(const net::HttpQuestion& question, const AdminFigures& figures) {
    if (question.method != "GET" && question.method != "HEAD") {
        net::HttpAnswer refused = net::plain_answer(405, "This can only be read.\n");
        refused.fields.emplace_back("Allow", "GET, HEAD");
        return refused;
    }
    if (question.path == "/health") return health_answer(figures);
    if (question.path == "/metrics") return net::plain_answer(200, metrics_text(figures));
    return net::plain_answer(404, "There are /health and /metrics.\n");
}

}  // namespace

net::HttpAnswer admin_answer(const net::HttpQuestion& question, const AdminFigures& figures) {
    net::HttpAnswer whole = admin_page(question, figures);
    whole.only_head = question.method == "HEAD";
    return whole;
}

}  // namespace kalah::server
