#include <array>
#include <cassert>

#include <boost/beast/zlib/inflate_stream.hpp>

#include "net/http_answer.hpp"

namespace kalah::net {
namespace {

namespace zlib = boost::beast::zlib;

// RFC 1952: ten bytes of header (the site's files have none of the optional parts), deflated data,
// eight bytes of trailer.
constexpr std::size_t kHeader = 10;
constexpr std::size_t kTrailer = 8;

}  // namespace

std::string unpack(std::string_view gzip) {
    assert(gzip.size() >= kHeader + kTrailer && gzip[3] == 0);
    gzip = gzip.substr(kHeader, gzip.size() - kHeader - kTrailer);
    zlib::inflate_stream inflater;
    zlib::z_params step;
    step.next_in = gzip.data();
    step.avail_in = gzip.size();
    std::string bytes;
    std::array<char, std::size_t{16} * 1024> piece{};
    boost::beast::error_code error;
    while (!error) {
        step.next_out = piece.data();
        step.avail_out = piece.size();
        inflater.write(step, zlib::Flush::none, error);
        bytes.append(piece.data(), piece.size() - step.avail_out);
    }
    assert(error == zlib::error::end_of_stream);
    return bytes;
}

}  // namespace kalah::net
