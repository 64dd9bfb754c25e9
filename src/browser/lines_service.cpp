#include "browser/lines_service.hpp"

#include "browser/line.hpp"
#include "browser/view.hpp"

namespace kalah::browser {
namespace {

Result<Json> position(VisitId /*visit*/, Request& request) {
    const Line line = take_line(request);
    if (auto error = request.validate()) return *error;
    const auto game = read_line(line);
    if (!game) return game.error();
    return Json::object().set("view", view_json(*game));
}

Result<Json> sow(VisitId /*visit*/, Request& request) {
    const Line line = take_line(request);
    const auto pit = static_cast<int>(request.number("pit", 1, kMaxPits)) - 1;
    if (auto error = request.validate()) return *error;
    const auto before = read_line(line);
    if (!before) return before.error();
    if (const auto objection = before->validate(pit)) return Error{*objection};
    Game game = *before;
    game.play(pit);
    return Json::object().set("view", view_json(game)).set("sowing", last_sowing_json(game));
}

Result<Json> read(VisitId /*visit*/, Request& request) {
    const std::string text = request.text("text");
    if (auto error = request.validate()) return *error;
    const auto game = read_text(text);
    if (!game) return game.error();
    return Json::object().set("view", view_json(*game));
}

Result<Json> write(VisitId /*visit*/, Request& request) {
    const Line line = take_line(request);
    if (auto error = request.validate()) return *error;
    const auto game = read_line(line);
    if (!game) return game.error();
    return Json::object().set("text", to_text(*game));
}

}  // namespace

std::vector<std::pair<std::string_view, Handler>> LinesService::handlers() {
    return {{"position", position}, {"sow", sow}, {"read", read}, {"write", write}};
}

}  // namespace kalah::browser
