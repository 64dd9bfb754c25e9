// TomlTable: a table of a TOML file, whose keys are read into fields: every key is the name of a
// field, with '-' or '_' between its words, and its value means what it means on the command line.
// A thin wrapper around toml++, which is slow to compile and therefore stays in toml.cpp. Not for
// writing TOML. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/field.hpp"

namespace kalah {

/// A key with a list of texts, each of which may contain commas: bots = ["random", "level:3"].
struct TomlList {
    std::string name;  // like a field's
    std::vector<std::string>& target;
};

/// Where a value stands, both counted from 1.
struct TomlPlace {
    int line;
    int column;
};

class TomlTable {
  public:
    /// A whole document. Errors, here and below, say line and column.
    [[nodiscard]] static Result<TomlTable> parse(std::string_view text);

    /// Sets the fields and lists whose keys are in the table. A key that is none of theirs and none
    /// of `others` is an error that says which was probably meant.
    [[nodiscard]] std::optional<Error> read(const std::vector<Field>& fields,
                                            const std::vector<TomlList>& lists = {},
                                            const std::vector<std::string>& others = {}) const;
    /// The value of the key that a field or list of this name reads, or an element of its list.
    /// Nothing if it is missing.
    [[nodiscard]] std::optional<TomlPlace> place(const std::string& name,
                                                 std::optional<std::size_t> element = {}) const;
    /// The table of a key: [sprt]. Nothing if the key is missing or has another value.
    [[nodiscard]] std::optional<TomlTable> table(const std::string& key) const;
    /// The tables of a key: [[player]] sections. Nothing if the key is missing.
    [[nodiscard]] Result<std::optional<std::vector<TomlTable>>> tables(
        const std::string& key) const;
    /// An error about this table, at its place.
    [[nodiscard]] Error error(std::string message) const;

  private:
    struct Node;  // of the document, which it keeps alive
    explicit TomlTable(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    std::shared_ptr<const Node> node_;
};

}  // namespace kalah
