#include "programs/entrant.hpp"

#include <unistd.h>

#include <string_view>

#include "programs/relay.hpp"
#include "programs/supervisor.hpp"

namespace kalah::programs {

std::unique_ptr<Player> make_entrant(const players::Spec& spec, const ProgramOptions& options) {
    if (spec.kind == players::Kind::program)
        return std::make_unique<ProgramPlayer>(spec.text, spec.command, options);
    return players::make_player(spec);
}

std::optional<int> supervisor_or_relay(int argc, const char* const* argv) {
    if (argc < 2) return std::nullopt;
    const std::string_view command = argv[1];
    // The supervisor ends without exit handlers: it has nothing to put away, and LeakSanitizer,
    // which looks at it through a process of its own, was seen to wait for that for ever.
    if (command == kSupervisorCommand) ::_exit(supervise_program(argc, argv));
    if (command == kRelayCommand) return relay_program(argc, argv);
    return std::nullopt;
}

}  // namespace kalah::programs
