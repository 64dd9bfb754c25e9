// clean_text: text from one client as it may be sent to others or shown. Pure, any thread.
#pragma once

#include <string>
#include <string_view>

namespace kalah::kgp {

enum class Breaks : bool { replace, keep };
/// Valid UTF-8 (a WebSocket peer must close on anything else), at most so many bytes, nothing that
/// cannot be seen or changes how its neighbours look (control characters but perhaps line breaks
/// and tabs, marks of direction, joiners where nothing is to be joined, and the like). What does
/// not fit that is replaced by '?', or cut off.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t most_bytes,
                                     Breaks breaks = Breaks::replace);

}  // namespace kalah::kgp
