#include "app/terminal/line_editor.hpp"

#ifdef KALAH_HAS_LIBEDIT

#include <histedit.h>
#include <termios.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cwchar>
#include <string_view>
#include <utility>

#include "app/terminal/input.hpp"
#include "app/terminal/progress.hpp"
#include "base/text.hpp"

namespace kalah::app {
namespace {

constexpr int kLinesKept = 200;

class Libedit final : public LineEditor {
  public:
    explicit Libedit(Settings settings);
    ~Libedit() override {
        el_end(editor_);
        history_end(history_);
    }
    Libedit(const Libedit&) = delete;
    Libedit& operator=(const Libedit&) = delete;

    std::optional<std::string> read(const std::string& prompt, const OnArrow& on_arrow) override;

  private:
    static Libedit& of(EditLine* editor) {
        void* self = nullptr;
        el_get(editor, EL_CLIENTDATA, &self);
        return *static_cast<Libedit*>(self);
    }
    static char* prompt_of(EditLine* editor) { return of(editor).prompt_.data(); }
    static int next_character(EditLine* editor, wchar_t* character) {
        return of(editor).next_character(*character) ? 1 : 0;
    }
    static unsigned char left(EditLine* editor, int) { return of(editor).arrow(Arrow::left); }
    static unsigned char right(EditLine* editor, int) { return of(editor).arrow(Arrow::right); }
    static unsigned char tab(EditLine* editor, int) { return of(editor).complete(); }

    void bind_keys();
    bool next_character(wchar_t& character);
    unsigned char arrow(Arrow which);
    unsigned char complete();
    [[nodiscard]] bool stopped_or_resumed();

    Settings settings_;
    EditLine* editor_;
    History* history_;
    std::string prompt_;
    const OnArrow* on_arrow_ = nullptr;
};

Libedit::Libedit(Settings settings)
    : settings_(std::move(settings)),
      editor_(el_init_fd("kalah", stdin, settings_.out, stderr, settings_.in,
                         ::fileno(settings_.out), ::fileno(stderr))),
      history_(history_init()) {
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Libedit::prompt_of);
    el_wset(editor_, EL_GETCFN, static_cast<el_rfunc_t>(&Libedit::next_character));
    HistEvent event;
    history(history_, &event, H_SETSIZE, kLinesKept);
    history(history_, &event, H_SETUNIQUE, 1);  // the same line twice in a row is kept once
    el_set(editor_, EL_HIST, history, history_);
    bind_keys();
}

void Libedit::bind_keys() {
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_ADDFN, "kalah-left", "left, or chooses a pit", &Libedit::left);
    el_set(editor_, EL_ADDFN, "kalah-right", "right, or chooses a pit", &Libedit::right);
    el_set(editor_, EL_ADDFN, "kalah-complete", "completes a command", &Libedit::tab);
    const std::pair<const char*, const char*> keys[] = {
        {"\\e[D", "kalah-left"},     {"\\eOD", "kalah-left"},     {"\\e[C", "kalah-right"},
        {"\\eOC", "kalah-right"},    {"^I", "kalah-complete"},    {"^R", "em-inc-search-prev"},
        {"\\e[H", "ed-move-to-beg"}, {"\\e[F", "ed-move-to-end"}, {"\\e[3~", "ed-delete-next-char"},
    };
    for (const auto& [key, action] : keys)
        el_set(editor_, EL_BIND, key, action, static_cast<const char*>(nullptr));
}

std::optional<std::string> Libedit::read(const std::string& prompt, const OnArrow& on_arrow) {
    prompt_ = prompt;
    on_arrow_ = &on_arrow;
    int length = 0;
    const char* typed = el_gets(editor_, &length);
    on_arrow_ = nullptr;
    if (typed == nullptr || length <= 0 || settings_.stopped()) return std::nullopt;
    const std::string line(trimmed(typed));
    HistEvent event;
    if (!line.empty()) history(history_, &event, H_ENTER, line.c_str());
    return line;
}

/// Called again and again while a line is typed. After Ctrl-Z and `fg`, the shell has made the
/// terminal as it was before: libedit must change it again, and notices nothing by itself.
bool Libedit::stopped_or_resumed() {
    termios now{};
    if (::tcgetattr(settings_.in, &now) == 0 && (now.c_lflag & ICANON) != 0) {
        el_set(editor_, EL_PREP_TERM, 0);
        el_set(editor_, EL_PREP_TERM, 1);
        el_set(editor_, EL_REFRESH);
    }
    if (settings_.new_prompt) {
        if (auto prompt = settings_.new_prompt()) {
            prompt_ = *std::move(prompt);
            std::fputs(kWipeLine, settings_.out);
            el_set(editor_, EL_REFRESH);
        }
    }
    return settings_.stopped();
}

/// Reads byte by byte, so that what was typed ahead stays with the terminal, and puts bytes
/// together as the locale says.
bool Libedit::next_character(wchar_t& character) {
    std::mbstate_t state{};
    for (;;) {
        char byte = 0;
        if (read_some(settings_.in, {&byte, 1}, [this] { return stopped_or_resumed(); }) <= 0)
            return false;
        constexpr auto kIncomplete = static_cast<std::size_t>(-2);
        constexpr auto kInvalid = static_cast<std::size_t>(-1);
        const std::size_t used = std::mbrtowc(&character, &byte, 1, &state);
        if (used == kInvalid) state = {};  // no character of this locale: left out
        if (used != kInvalid && used != kIncomplete) return true;
    }
}

unsigned char Libedit::arrow(Arrow which) {
    const LineInfo* line = el_line(editor_);
    if (line->cursor == line->lastchar && on_arrow_ != nullptr && *on_arrow_) {
        if (const auto other = (*on_arrow_)(which, {line->buffer, line->lastchar})) {
            const LineInfoW* wide = el_wline(editor_);
            el_deletestr(editor_, static_cast<int>(wide->cursor - wide->buffer));
            el_insertstr(editor_, other->c_str());
            return CC_REFRESH;
        }
    }
    el_cursor(editor_, which == Arrow::left ? -1 : 1);
    return CC_CURSOR;
}

/// As far as all words that begin like the line have the same letters.
unsigned char Libedit::complete() {
    const LineInfo* line = el_line(editor_);
    const std::string_view typed(line->buffer,
                                 static_cast<std::size_t>(line->cursor - line->buffer));
    std::optional<std::string> common;
    int found = 0;
    for (const std::string& word : settings_.words) {
        if (!word.starts_with(typed)) continue;
        ++found;
        if (!common) common = word;
        const auto [end, other] =
            std::mismatch(common->begin(), common->end(), word.begin(), word.end());
        common->erase(end, common->end());
    }
    if (!common || (found > 1 && common->size() == typed.size())) return CC_REFRESH_BEEP;
    el_insertstr(editor_, (common->substr(typed.size()) + (found == 1 ? " " : "")).c_str());
    return CC_REFRESH;
}

/// libedit asks the locale which bytes make a character.
void use_locale_of_user() {
    std::setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1) std::setlocale(LC_CTYPE, "C.UTF-8");
}

}  // namespace

std::unique_ptr<LineEditor> LineEditor::open(Settings settings) {
    const char* terminal = std::getenv("TERM");
    if (terminal == nullptr || *terminal == '\0' || std::string_view(terminal) == "dumb")
        return nullptr;
    use_locale_of_user();
    return std::make_unique<Libedit>(std::move(settings));
}

}  // namespace kalah::app

#else

namespace kalah::app {

std::unique_ptr<LineEditor> LineEditor::open(Settings /*settings*/) {
    return nullptr;
}

}  // namespace kalah::app

#endif
