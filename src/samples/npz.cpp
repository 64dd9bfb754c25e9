#include "samples/npz.hpp"

#include <boost/crc.hpp>

namespace kalah::samples {
namespace {

template <class Number>
void put(std::string& out, Number number) {  // little-endian, as ZIP has it
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        out += static_cast<char>((number >> (8 * i)) & 0xFF);
}

constexpr std::uint16_t kZipVersion = 20;
constexpr std::uint16_t kFirstDay = 0x21;  // 1 January 1980: the same bytes whenever it is written

/// What local header and directory have in common.
void put_entry(std::string& out, std::uint32_t checksum, std::size_t bytes, std::size_t name) {
    put(out, kZipVersion);
    put(out, std::uint16_t{0});  // flags
    put(out, std::uint16_t{0});  // stored
    put(out, std::uint16_t{0});  // midnight
    put(out, kFirstDay);
    put(out, checksum);
    put(out, static_cast<std::uint32_t>(bytes));
    put(out, static_cast<std::uint32_t>(bytes));
    put(out, static_cast<std::uint16_t>(name));
    put(out, std::uint16_t{0});  // extra field
}

/// Magic, version, and a Python dictionary that is padded to a multiple of 64 bytes.
std::string npy_header(const std::string& type, std::size_t rows, std::size_t columns) {
    std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + "," +
                       (columns == 0 ? "" : " " + std::to_string(columns)) + "), }";
    constexpr std::size_t kBefore = 10;
    while ((kBefore + text.size() + 1) % 64 != 0) text += ' ';
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    put(header, static_cast<std::uint16_t>(text.size()));
    return header + text;
}

}  // namespace

void NpzWriter::add_bytes(std::string_view name, const std::string& type, std::size_t rows,
                          std::size_t columns, std::string_view bytes) {
    const std::string file = std::string(name) + ".npy";
    const std::string header = npy_header(type, rows, columns);
    boost::crc_32_type checksum;
    checksum.process_bytes(header.data(), header.size());
    checksum.process_bytes(bytes.data(), bytes.size());
    const std::size_t size = header.size() + bytes.size();

    put(directory_, std::uint32_t{0x02014B50});
    put(directory_, kZipVersion);
    put_entry(directory_, checksum.checksum(), size, file.size());
    put(directory_, std::uint16_t{0});  // comment
    put(directory_, std::uint16_t{0});  // disk
    put(directory_, std::uint16_t{0});  // internal attributes
    put(directory_, std::uint32_t{0});  // external attributes
    put(directory_, static_cast<std::uint32_t>(archive_.size()));
    directory_ += file;

    put(archive_, std::uint32_t{0x04034B50});
    put_entry(archive_, checksum.checksum(), size, file.size());
    archive_ += file;
    archive_ += header;
    archive_ += bytes;
    ++files_;
}

std::string NpzWriter::finish() && {
    const std::size_t at = archive_.size();
    archive_ += directory_;
    put(archive_, std::uint32_t{0x06054B50});
    put(archive_, std::uint16_t{0});  // this disk
    put(archive_, std::uint16_t{0});  // the directory's disk
    put(archive_, files_);
    put(archive_, files_);
    put(archive_, static_cast<std::uint32_t>(directory_.size()));
    put(archive_, static_cast<std::uint32_t>(at));
    put(archive_, std::uint16_t{0});  // comment
    return std::move(archive_);
}

}  // namespace kalah::samples
