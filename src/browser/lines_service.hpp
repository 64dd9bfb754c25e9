// LinesService: requests that need nothing but the rules: position, sow, read, write.
#pragma once

#include "browser/service.hpp"

namespace kalah::browser {

class LinesService : public Service {
  public:
    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;
};

}  // namespace kalah::browser
