// InflatedAssets: a site's files for those who cannot read gzip; each is unpacked when it is first
// asked for, and kept. The network's thread only.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "net/site_file.hpp"

namespace kalah::net {

class InflatedAssets {
  public:
    /// The file must stay where it is. Valid as long as this object.
    [[nodiscard]] std::string_view of(const SiteFile& file);

  private:
    std::unordered_map<const SiteFile*, std::string> unpacked_;
};

}  // namespace kalah::net
