// Tells the service manager (systemd) that started this program how it is, by its protocol
// sd_notify: one datagram to the socket that $NOTIFY_SOCKET names. Any thread.
#pragma once

#include <string_view>

namespace kalah {

/// "READY=1", "RELOADING=1", "STOPPING=1", "STATUS=…"; several of them on lines of their own. Does
/// nothing if no service manager waits for it.
void tell_service_manager(std::string_view state);

}  // namespace kalah
