#include "programs/sandbox.hpp"

#include <grp.h>
#include <limits.h>  // NOLINT: PATH_MAX is POSIX
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

#include "programs/processes.hpp"
#include "programs/relay.hpp"

namespace kalah::programs {
namespace {

constexpr const char* kBwrap = "bwrap";
constexpr int kStaysRoot = 126;                     // exit code
constexpr const char* kInside = "/run/kalah";       // our own things
constexpr const char* kMostTemporary = "67108864";  // bytes, in each hidden place

using Words = std::vector<std::string>;

void add(Words& words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
}

bool lies_in(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.starts_with(folder) &&
           (folder == "/" || path[folder.size()] == '/');
}

/// Of this process, by its environment and by its user's account.
std::string home_directory() {
    const char* home = std::getenv("HOME");  // NOLINT: nobody changes the environment
    if (home != nullptr && home[0] == '/') return home;
    return "/root";
}

std::string home_of_account() {
    std::array<char, 16'384> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) != 0 ||
        found == nullptr || found->pw_dir == nullptr || found->pw_dir[0] != '/')
        return "/root";
    return found->pw_dir;
}

/// Everybody's home directories, and the folders where programs leave temporary files and sockets:
/// a socket would be a way out of a sandbox without network, or to the server of another game.
/// Outer ones come first.
std::vector<std::string> hidden_folders(const std::string& home, const std::string& more) {
    std::vector<std::string> folders{
        "/tmp", "/var/tmp", "/run", "/root", "/home", home, home_of_account(), temporary_folder()};
    if (!more.empty()) folders.push_back(more);
    std::set<std::string> found;
    std::error_code missing;
    for (const std::string& folder : folders) {
        // Some systems have symbolic links in these places.
        const auto real = std::filesystem::canonical(folder, missing);
        if (!missing && real != "/") found.insert(real.string());
    }
    return {found.begin(), found.end()};
}

void hide(Words& words, const std::string& folder) {
    add(words, {"--perms", "1777", "--size", kMostTemporary, "--tmpfs", folder});
}

/// Namespaces of its own. Root needs no user namespace to make the others; in one it could not
/// become another user.
void unshare(Words& words) {
    if (::geteuid() != 0) {
        add(words, {"--unshare-all", "--cap-drop", "ALL"});
        return;
    }
    for (const char* space : {"ipc", "pid", "net", "uts", "cgroup-try"})
        add(words, {std::string("--unshare-") + space});
    add(words, {"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
}

/// The folders above a directory that must be made anew inside hidden ones. Bubblewrap alone would
/// make them for root only.
void make_parents(Words& words, const std::vector<std::string>& hidden,
                  const std::string& directory) {
    for (std::size_t end = directory.find('/', 1); end != std::string::npos;
         end = directory.find('/', end + 1)) {
        const std::string parent = directory.substr(0, end);
        if (std::any_of(hidden.begin(), hidden.end(),
                        [&](const std::string& folder) { return lies_in(parent, folder); }))
            add(words, {"--perms", "0755", "--dir", parent});
    }
}

/// Shows all files read-only, except the hidden folders, but in these the working directory.
Words walls(const std::string& directory, const std::string& hidden = {}) {
    Words words{kBwrap, "--die-with-parent"};
    unshare(words);
    add(words, {"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"});
    const std::string home = home_directory();
    const std::vector<std::string> folders = hidden_folders(home, hidden);
    const auto hide_all = [&](bool inside) {
        for (const std::string& folder : folders) {
            if (lies_in(folder, directory) != inside) continue;
            make_parents(words, folders, folder);
            hide(words, folder);
        }
    };
    hide_all(false);
    make_parents(words, folders, directory);
    if (directory != "/") add(words, {"--ro-bind", directory, directory});
    hide_all(true);
    add(words, {"--chdir", directory, "--clearenv"});
    const char* path = std::getenv("PATH");      // NOLINT: nobody changes the environment
    const char* language = std::getenv("LANG");  // NOLINT
    add(words, {"--setenv", "PATH", path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"});
    if (language != nullptr) add(words, {"--setenv", "LANG", language});
    add(words, {"--setenv", "HOME", home});
    return words;
}

void add_relay(Words& words, const std::string& relay, const std::string& port,
               const std::string& socket, const std::string& command) {
    const std::string program = std::string(kInside) + "/kalah";
    add(words, {"--ro-bind", relay, program});
    add(words, {"--", program, kRelayCommand, port, socket, command});
}

bool is_open_to_all(const std::string& directory) {
    struct stat about {};
    constexpr mode_t kNeeded = S_IROTH | S_IXOTH;
    return ::stat(directory.c_str(), &about) == 0 && (about.st_mode & kNeeded) == kNeeded;
}

/// Why the socket that each sandboxed game needs cannot be made, or would not be hidden from other
/// programs; nothing if all is well.
std::optional<Error> socket_objection(const std::string& directory) {
    std::error_code missing;
    const auto place = std::filesystem::canonical(temporary_folder(), missing);
    if (!missing && (place == "/" || place == directory))
        return Error{"--sandbox: programs would see the sockets of other games in " +
                     printable(place.string()) +
                     "; work in another folder, or set TMPDIR to another one"};
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
    Words words = walls(place.directory, place.hidden);
    const std::string socket = std::string(kInside) + "/kgp";
    const std::string port = std::to_string(place.port);
    add(words, {"--bind", place.socket, socket});
    add(words, {"--setenv", "KGP_HOST", "127.0.0.1", "--setenv", "KGP_PORT", port});
    if (!place.java_options.empty())
        add(words, {"--setenv", "JAVA_TOOL_OPTIONS", place.java_options});
    add_relay(words, place.relay, port, socket, command);
    return words;
}

std::vector<std::string> sandboxed_without_server(const std::string& relay,
                                                  const std::string& command) {
    Words words = walls(working_directory());
    std::error_code missing;
    add_relay(words, std::filesystem::canonical(relay, missing).string(), kNoServer, "", command);
    return words;
}

std::optional<Error> validate_sandbox() {
    if (run_quietly({kBwrap, "--version"}).code != 0)
        return Error{
            "--sandbox needs bubblewrap: install the package of that name (bwrap is not "
            "there)"};
    Words words = walls(working_directory());
    add(words, {"--", "/bin/true"});
    const Ran tried = run_quietly(words);
    if (tried.code != 0)
        return Error{
            "--sandbox: bubblewrap cannot make one here, perhaps because user namespaces "
            "are not allowed (" +
            printable(tried.said) + "); play without it only programs that you trust"};
    const std::string directory = working_directory();
    if (::geteuid() == 0 && !is_open_to_all(directory))
        return Error{"--sandbox: programs of root run as the user nobody, who may not read " +
                     printable(directory) + "; 'chmod o+rx' allows it"};
    return socket_objection(directory);
}

std::string working_directory() {
    std::array<char, PATH_MAX> path{};
    return ::getcwd(path.data(), path.size()) != nullptr ? path.data() : "/";
}

void become_nobody() {
    constexpr uid_t kNobody = 65534;
    const passwd* entry = ::getpwnam("nobody");  // NOLINT: the relay has one thread
    const uid_t user = entry != nullptr && entry->pw_uid != 0 ? entry->pw_uid : kNobody;
    const gid_t group = entry != nullptr && entry->pw_gid != 0 ? entry->pw_gid : kNobody;
    // Setting all three ids also drops the capabilities.
    if (::setgroups(0, nullptr) == 0 && ::setresgid(group, group, group) == 0 &&
        ::setresuid(user, user, user) == 0 && ::setuid(0) != 0)
        return;
    ::_exit(kStaysRoot);
}

}  // namespace kalah::programs
