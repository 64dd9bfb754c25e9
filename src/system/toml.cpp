#include "system/toml.hpp"

#include <algorithm>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>

#include "system/closest.hpp"

namespace kalah {
namespace {

Error error_at(const toml::source_position& where, std::string message) {
    return {std::move(message), static_cast<int>(where.column), static_cast<int>(where.line)};
}
Error error_at(const toml::node& node, std::string message) {
    return error_at(node.source().begin, std::move(message));
}

Error at_key(std::string_view key, Error error) {
    error.message = std::string(key) + ": " + error.message;
    return error;
}

/// Reads a list of texts, or one text.
Result<std::vector<std::string>> texts_of(const toml::node& node) {
    if (const auto one = node.value_exact<std::string>()) return std::vector{*one};
    const toml::array* array = node.as_array();
    if (array == nullptr) return error_at(node, "expected a text in quotes");
    std::vector<std::string> texts;
    for (const toml::node& item : *array) {
        const auto text = item.value_exact<std::string>();
        if (!text) return error_at(item, "expected a text in quotes");
        texts.push_back(*text);
    }
    return texts;
}

/// A TOML value as the text that the command line would take.
Result<std::string> text_of(const toml::node& node, Field::Type type) {
    switch (type) {
        case Field::Type::whole:
            if (const auto value = node.value_exact<std::int64_t>()) return std::to_string(*value);
            return error_at(node, "expected a whole number");
        case Field::Type::real:
            if (auto value = node.value<double>()) return real_field("", *value, "").get();
            return error_at(node, "expected a number");
        case Field::Type::flag:
            if (const auto value = node.value_exact<bool>())
                return std::string(*value ? "yes" : "no");
            return error_at(node, "expected true or false");
        case Field::Type::text:
            if (auto value = node.value_exact<std::string>()) return *value;
            return error_at(node, "expected a text in quotes");
        case Field::Type::texts:
            break;
    }
    const auto texts = texts_of(node);
    if (!texts) return texts.error();
    std::string all;
    for (const std::string& text : *texts) all += (all.empty() ? "" : ",") + text;
    return all;
}

std::string underscored(std::string key) {
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

/// "did you mean kgp-port?", with '_' if the key has one.
std::string choices_of(const std::string& key, std::vector<std::string> known) {
    const bool with_underscores = key.find('_') != std::string::npos;
    for (std::string& each : known)
        std::replace(each.begin(), each.end(), with_underscores ? '-' : '_',
                     with_underscores ? '_' : '-');
    return choices_text(key, known);
}

std::optional<Error> read_field(const Field& field, const std::string& key,
                                const toml::node& node) {
    if (field.type == Field::Type::texts && node.is_array() && node.as_array()->empty())
        return std::nullopt;  // like a missing key: no text can say "no boards"
    const auto text = text_of(node, field.type);
    if (!text) return at_key(key, text.error());
    if (const auto error = field.set(*text)) return at_key(key, error_at(node, error->message));
    return std::nullopt;
}

std::optional<Error> read_list(const TomlList& list, const std::string& key,
                               const toml::node& node) {
    auto texts = texts_of(node);
    if (!texts) return at_key(key, texts.error());
    list.target = texts.take();
    return std::nullopt;
}

}  // namespace

struct TomlTable::Node {
    std::shared_ptr<const toml::table> document;
    const toml::table* table;
};

Result<TomlTable> TomlTable::parse(std::string_view text) {
    toml::parse_result parsed = toml::parse(text);
    if (!parsed)
        return error_at(parsed.error().source().begin, std::string(parsed.error().description()));
    const auto document = std::make_shared<const toml::table>(std::move(parsed).table());
    return TomlTable(std::make_shared<const Node>(Node{document, document.get()}));
}

std::optional<Error> TomlTable::read(const std::vector<Field>& fields,
                                     const std::vector<TomlList>& lists,
                                     const std::vector<std::string>& others) const {
    std::vector<std::string> seen;
    for (const auto& [name, node] : *node_->table) {
        const std::string key(name.str());
        const std::string plain = underscored(key);
        if (std::find(others.begin(), others.end(), key) != others.end()) continue;
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& each) {
            return underscored(each.key()) == plain || each.old_key == plain;
        });
        const std::string meant = field != fields.end() ? underscored(field->key()) : plain;
        if (std::find(seen.begin(), seen.end(), meant) != seen.end())
            return error_at(node, key + " stands twice, in two spellings");
        seen.push_back(meant);
        const auto list = std::find_if(lists.begin(), lists.end(), [&](const TomlList& each) {
            return underscored(each.name) == plain;
        });
        if (field == fields.end() && list == lists.end()) {
            std::vector<std::string> known;
            known.reserve(fields.size() + lists.size() + others.size());
            for (const Field& each : fields) known.push_back(each.key());
            for (const TomlList& each : lists) known.push_back(each.name);
            known.insert(known.end(), others.begin(), others.end());
            return error_at(node, "no key " + in_quotes(key) + ": " + choices_of(key, known));
        }
        auto error =
            field != fields.end() ? read_field(*field, key, node) : read_list(*list, key, node);
        if (error) return error;
    }
    return std::nullopt;
}

std::optional<TomlPlace> TomlTable::place(const std::string& name,
                                          std::optional<std::size_t> element) const {
    for (const auto& [key, value] : *node_->table) {
        if (underscored(std::string(key.str())) != underscored(name)) continue;
        const toml::array* list = value.as_array();
        const toml::node* node = element && list != nullptr ? list->get(*element) : &value;
        if (node == nullptr) return std::nullopt;
        const auto& begin = node->source().begin;
        return TomlPlace{static_cast<int>(begin.line), static_cast<int>(begin.column)};
    }
    return std::nullopt;
}

std::optional<TomlTable> TomlTable::table(const std::string& key) const {
    const toml::table* table = node_->table->get_as<toml::table>(key);
    if (table == nullptr) return std::nullopt;
    return TomlTable(std::make_shared<const Node>(Node{node_->document, table}));
}

Result<std::optional<std::vector<TomlTable>>> TomlTable::tables(const std::string& key) const {
    std::optional<std::vector<TomlTable>> found;
    const toml::node* node = node_->table->get(key);
    if (node == nullptr) return found;
    const std::string sections = key + ": expected [[" + key + "]] sections";
    const toml::array* array = node->as_array();
    if (array == nullptr) return error_at(*node, sections);
    found.emplace();
    for (const toml::node& item : *array) {
        const toml::table* table = item.as_table();
        if (table == nullptr) return error_at(item, sections);
        found->push_back(TomlTable(std::make_shared<const Node>(Node{node_->document, table})));
    }
    return found;
}

Error TomlTable::error(std::string message) const {
    return error_at(*node_->table, std::move(message));
}

}  // namespace kalah
