#include "net/listener.hpp"

#include "net/server.hpp"
#include "net/unix_socket.hpp"

namespace kalah::net {
namespace {

Result<tcp::endpoint> endpoint_of(asio::io_context& io, const std::string& host,
                                  std::uint16_t port) {
    ErrorCode error;
    tcp::resolver resolver(io);
    const auto found = resolver.resolve(
        host, std::to_string(port), tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error || found.empty()) return Error{in_quotes(host) + ": no such address here"};
    return found.begin()->endpoint();
}

}  // namespace

std::optional<Error> open(Listener& listener, asio::io_context& io, const Port& port) {
    const auto found = endpoint_of(io, port.host, port.number);
    if (!found) return Error{port.host_option + " " + found.error().message};
    tcp::endpoint endpoint = *found;
    ErrorCode error;
    auto& acceptor = listener.acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (error == asio::error::address_in_use && port.or_any) {
        endpoint.port(0);
        error = {};
        acceptor.bind(endpoint, error);
    }
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use)
        return Error{address_text(endpoint) + " is in use; choose another port with " +
                     port.option + ", 0 for any free one"};
    if (error == asio::error::access_denied)
        return Error{address_text(endpoint) +
                     " is not for ordinary users; choose a port from 1024 on with " + port.option};
    if (error) return Error{address_text(endpoint) + ": " + error.message()};
    return std::nullopt;
}

/// Asio accepts, reads and writes the same way, whatever the family of a descriptor.
std::optional<Error> open_control(Listener& listener, const std::string& path) {
    const auto fd = listen_at(path);
    if (!fd) return Error{"--admin-socket: " + fd.error().message};
    listener.acceptor.assign(tcp::v4(), *fd);
    return std::nullopt;
}

std::optional<Error> try_host(const std::string& host) {
    asio::io_context io;
    const auto endpoint = endpoint_of(io, host, 0);
    if (!endpoint) return endpoint.error();
    ErrorCode error;
    tcp::acceptor acceptor(io);
    acceptor.open(endpoint->protocol(), error);
    if (!error) acceptor.bind(*endpoint, error);
    if (error == boost::system::errc::address_not_available)
        return Error{in_quotes(host) + " is no address of this machine"};
    if (error) return Error{in_quotes(host) + ": " + error.message()};
    return std::nullopt;
}

}  // namespace kalah::net
