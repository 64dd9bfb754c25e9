// A folder of its own for a test that writes files, removed at its end.
#pragma once

#include <stdlib.h>  // NOLINT: mkdtemp is POSIX

#include <filesystem>
#include <string>

namespace kalah::test {

class Folder {
  public:
    Folder() : path_((std::filesystem::temp_directory_path() / "kalah-test-XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) path_.clear();
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace kalah::test
