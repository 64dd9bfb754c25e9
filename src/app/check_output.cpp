// Findings of a check, as text for people and as JSON.
#include <algorithm>

#include <fmt/format.h>

#include "app/check_findings.hpp"

namespace kalah::app {
namespace {

using Status = Finding::Status;

std::string_view mark(Status status) {
    switch (status) {
        case Status::ok:
            return "ok      ";
        case Status::warning:
            return "WARNING ";
        case Status::failed:
            return "FAILED  ";
        case Status::skipped:
            return "-       ";
    }
    return "";
}

}  // namespace

std::string_view name(Finding::Status status) {
    switch (status) {
        case Status::ok:
            return "ok";
        case Status::warning:
            return "warning";
        case Status::failed:
            return "failed";
        case Status::skipped:
            return "skipped";
    }
    return "";
}

bool is_fit(const std::vector<Finding>& findings) {
    const auto failed = [](const Finding& finding) { return finding.status == Status::failed; };
    return !findings.empty() && std::none_of(findings.begin(), findings.end(), failed);
}

std::string to_text(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        text += fmt::format("{}{:<10} {}\n", mark(finding.status), finding.check, finding.seen);
        if (!finding.expected.empty())
            text += fmt::format("{:19}expected: {}\n", "", finding.expected);
        if (!finding.where.empty()) text += fmt::format("{:19}in: {}\n", "", finding.where);
        if (!finding.advice.empty()) text += fmt::format("{:19}{}\n", "", finding.advice);
        for (const std::string& line : finding.quoted) text += fmt::format("{:19}| {}\n", "", line);
    }
    return text;
}

Json to_json(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings) {
        Json said = Json::array();
        for (const std::string& line : finding.quoted) said.push(line);
        const auto or_null = [](const std::string& text) {
            return text.empty() ? Json() : Json(text);
        };
        list.push(Json()
                      .set("check", finding.check)
                      .set("status", name(finding.status))
                      .set("seen", finding.seen)
                      .set("where", or_null(finding.where))
                      .set("expected", or_null(finding.expected))
                      .set("advice", or_null(finding.advice))
                      .set("said", std::move(said)));
    }
    return list;
}

}  // namespace kalah::app
