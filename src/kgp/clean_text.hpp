// clean_text: text from one client as it may be sent to others or shown. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace kalah::kgp {

enum class Breaks : bool { replace, keep };
/// Returns valid UTF-8 (a WebSocket peer must close on anything else) of at most `most_bytes`
/// bytes, without characters that are invisible or change how their neighbours look: control
/// characters (`breaks` may keep line breaks and tabs), direction marks, joiners with nothing to
/// join, and similar ones. Replaces such characters by '?', and cuts off what is too long.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t most_bytes,
                                     Breaks breaks = Breaks::replace);

}  // namespace kalah::kgp
