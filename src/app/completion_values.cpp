// What options and arguments take, by the word that stands for it in the help.
#include <algorithm>

#include "app/completion.hpp"
#include "kalah/eval.hpp"
#include "kalah/notation.hpp"
#include "kalah/rules.hpp"
#include "lab/experiment.hpp"
#include "players/spec.hpp"

namespace kalah::app {
namespace {

constexpr bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}

void offer(Completion& completion, const std::string& typed, std::string word,
           std::string_view meaning = {}) {
    if (word.starts_with(typed))
        completion.candidates.push_back({std::move(word), std::string(meaning)});
}

/// "yes|no", and the words in "first-move|N-ply|FILE" that can be typed as they are.
std::vector<std::string> alternatives(std::string_view value) {
    std::vector<std::string> words;
    while (!value.empty()) {
        const std::size_t end = std::min(value.find('|'), value.size());
        const std::string_view word = value.substr(0, end);
        if (!word.empty() &&
            std::all_of(word.begin(), word.end(), [](char c) { return is_small(c) || c == '-'; }))
            words.emplace_back(word);
        value.remove_prefix(std::min(end + 1, value.size()));
    }
    return words;
}

/// The keys that a player or level takes.
std::vector<std::string_view> keys_of(std::string_view name) {
    for (const auto& player : players::list_players())
        if (player.name == name) return player.keys;
    for (const auto& level : players::levels())
        if (level.name == name || level.word == name) return {"seed", "opening"};
    return {};
}

/// NAME:key=value,key=value: what follows the last comma or the colon.
void offer_settings(Completion& completion, const std::string& typed, std::size_t colon) {
    const std::size_t comma = typed.rfind(',');
    const std::size_t item = (comma == std::string::npos || comma < colon ? colon : comma) + 1;
    const std::string before = typed.substr(0, item);
    const std::size_t equals = typed.find('=', item);
    for (const std::string_view key : keys_of(typed.substr(0, colon))) {
        const auto listed = players::list_keys();
        const auto found =
            std::find_if(listed.begin(), listed.end(),
                         [key](const players::KeyListing& each) { return each.name == key; });
        if (found == listed.end()) continue;
        const std::string start = before + std::string(key) + "=";
        const bool used = before.find(":" + std::string(key) + "=") != std::string::npos ||
                          before.find("," + std::string(key) + "=") != std::string::npos;
        if (equals == std::string::npos) {
            if (!used) offer(completion, typed, start, found->meaning);
        } else if (key == "eval") {
            for (const EvalId id : kAllEvals)
                offer(completion, typed, start + std::string(to_text(id)), meaning_of(id));
        } else {
            for (const std::string& word : alternatives(found->values))
                offer(completion, typed, start + word);
        }
    }
}

/// A specification, also with a name in front: Anna=champion:time=1s.
void offer_players(Completion& completion, const std::string& typed) {
    const std::size_t equals = typed.find('=');
    const std::size_t named = equals < typed.find(':') ? equals + 1 : 0;
    const std::string player = typed.substr(named);
    const std::size_t before = completion.candidates.size();
    if (const std::size_t colon = player.find(':'); colon != std::string::npos) {
        offer_settings(completion, player, colon);
    } else {
        for (const auto& listed : players::list_players())
            if (const std::string_view name = listed.name; name.starts_with("cmd:"))
                offer(completion, player, "cmd:", listed.meaning);
            else
                offer(completion, player, std::string(name), listed.meaning);
        for (const auto& level : players::levels())
            for (const std::string_view name : {level.name, level.word})
                offer(completion, player, std::string(name), level.player);
    }
    for (std::size_t i = before; i < completion.candidates.size(); ++i)
        completion.candidates[i].word.insert(0, typed.substr(0, named));
}

void offer_presets(Completion& completion, const std::string& typed) {
    for (const Preset& preset : presets())
        offer(completion, typed, std::string(preset.name), preset.source);
}

/// The presets' boards; after a comma, for another board.
void offer_boards(Completion& completion, const std::string& typed, bool several) {
    const std::size_t comma = several ? typed.rfind(',') : std::string::npos;
    const std::string before = comma == std::string::npos ? "" : typed.substr(0, comma + 1);
    for (const Preset& preset : presets()) {
        const std::string board = before + to_text(preset.size);
        const auto same = [&board](const auto& each) { return each.word == board; };
        if (std::none_of(completion.candidates.begin(), completion.candidates.end(), same))
            offer(completion, typed, board);
    }
}

void offer_experiments(Completion& completion, const std::string& typed) {
    for (const auto& experiment : lab::experiments())
        offer(completion, typed, std::string(experiment.name), experiment.title);
    offer(completion, typed, "all", "all of them");
}

/// "6x4", as the help shows that a board is meant.
bool is_board(std::string_view value) {
    return value.size() >= 3 && value[1] == 'x' && value[0] >= '1' && value[0] <= '9';
}

}  // namespace

Completion complete_value(std::string_view value, const std::string& typed) {
    using Files = Completion::Files;
    Completion completion;
    const auto is = [value](std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), value) != words.end();
    };
    if (is({"SPEC", "PLAYER", "A", "B", "player", "players"}))
        offer_players(completion, typed);
    else if (is({"PRESET", "RULES"}))
        offer_presets(completion, typed);
    else if (is({"position"}))
        offer_boards(completion, typed, false);
    else if (is({"experiment"}))
        offer_experiments(completion, typed);
    else if (is_board(value))
        offer_boards(completion, typed, value.find(',') < value.size());
    else
        for (const std::string& word : alternatives(value)) offer(completion, typed, word);
    if (is({"FILE", "file", "players"}) || value.ends_with("|FILE"))
        completion.files = Files::files;
    if (is({"DIR", "FOLDER"})) completion.files = Files::folders;
    return completion;
}

}  // namespace kalah::app
