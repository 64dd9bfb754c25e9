#include "programs/sandbox.hpp"

#include <fcntl.h>
#include <limits.h>  // NOLINT: PATH_MAX is POSIX
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "programs/processes.hpp"
#include "programs/relay.hpp"

namespace kalah::programs {
namespace {

constexpr const char* kBwrap = "bwrap";
constexpr const char* kInside = "/run/kalah";       // our own things
constexpr const char* kMostTemporary = "67108864";  // bytes, in each hidden place

using Words = std::vector<std::string>;

void add(Words& words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
}

bool exists(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

bool lies_in(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.starts_with(folder) &&
           (folder == "/" || path[folder.size()] == '/');
}

void hide(Words& words, const std::string& folder) {
    if (exists(folder)) add(words, {"--size", kMostTemporary, "--tmpfs", folder});
}

/// Shows all files read-only, except the user's own and the folders where programs leave sockets: a
/// socket would be a way out of a sandbox without network.
Words walls(const std::string& directory, const std::string& home) {
    Words words{kBwrap, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"};
    add(words, {"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"});
    for (const char* folder : {"/tmp", "/var/tmp", "/run"}) hide(words, folder);
    const bool home_first = !lies_in(home, directory);
    if (home_first && home != "/") hide(words, home);
    if (directory != "/") add(words, {"--ro-bind", directory, directory});
    if (!home_first) hide(words, home);
    add(words, {"--chdir", directory, "--clearenv"});
    const char* path = std::getenv("PATH");      // NOLINT: nobody changes the environment
    const char* language = std::getenv("LANG");  // NOLINT
    add(words, {"--setenv", "PATH", path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"});
    if (language != nullptr) add(words, {"--setenv", "LANG", language});
    add(words, {"--setenv", "HOME", home});
    return words;
}

/// Runs the words with empty input. If that fails, returns the first line of standard error.
std::optional<std::string> run(Words words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2] = {};
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::strerror(errno);
    const Descriptor reads(ends[0]);
    Descriptor writes(ends[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, writes.number(), 2);
    pid_t process = 0;
    const int error =
        ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return std::strerror(error);
    writes.close();
    std::string said;
    std::array<char, 512> buffer{};
    for (ssize_t got = 1; got > 0;) {
        got = ::read(reads.number(), buffer.data(), buffer.size());
        if (got > 0 && said.size() < 4096)
            said.append(buffer.data(), static_cast<std::size_t>(got));
    }
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
    return said.substr(0, said.find('\n'));
}

/// Why the socket that each sandboxed game needs cannot be made; nothing if it can.
std::optional<Error> socket_objection() {
    try {
        const SocketFolder folder;
        const Descriptor listener = folder.listen();
        return std::nullopt;
    } catch (const std::system_error& error) {
        return Error{"--sandbox: no socket can be made (" + printable(error.what()) +
                     "); set TMPDIR to a folder that can be written to and has a short name"};
    }
}

}  // namespace

std::vector<std::string> sandboxed(const SandboxPlace& place, const std::string& command) {
    Words words = walls(place.directory, place.home);
    const std::string program = std::string(kInside) + "/kalah";
    const std::string socket = std::string(kInside) + "/kgp";
    const std::string port = std::to_string(place.port);
    add(words, {"--ro-bind", place.relay, program, "--bind", place.socket, socket});
    add(words, {"--setenv", "KGP_HOST", "127.0.0.1", "--setenv", "KGP_PORT", port});
    add(words, {"--", program, kRelayCommand, port, socket, command});
    return words;
}

std::optional<Error> validate_sandbox() {
    if (!run({kBwrap, "--version"})) {
        Words words = walls(working_directory(), home_directory());
        add(words, {"--", "/bin/true"});
        const auto said = run(std::move(words));
        if (!said) return socket_objection();
        return Error{
            "--sandbox: bubblewrap cannot make one here, perhaps because user namespaces "
            "are not allowed (" +
            printable(*said) + "); play without it only programs that you trust"};
    }
    return Error{
        "--sandbox needs bubblewrap: install the package of that name (bwrap is not "
        "there)"};
}

std::string working_directory() {
    std::array<char, PATH_MAX> path{};
    return ::getcwd(path.data(), path.size()) != nullptr ? path.data() : "/";
}

std::string home_directory() {
    const char* home = std::getenv("HOME");  // NOLINT: nobody changes the environment
    if (home == nullptr || home[0] != '/') return "/root";
    std::string path = home;
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

}  // namespace kalah::programs
