#include "search/given_tree.hpp"

#include <algorithm>
#include <charconv>

namespace kalah::search {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

/// node = [name ':'] ( number | ['max' | 'min'] ['=' number] '(' node… ')' ); blanks and line ends
/// anywhere between, '#' to the end of a line is a comment.
class GivenTreeParser {
  public:
    explicit GivenTreeParser(std::string_view text) : text_(text) {}

    Result<GivenTree> parse() {
        if (auto error = node(true, 0)) return *error;
        skip();
        if (at_ < text_.size()) return wrong("expected the end of the tree");
        if (tree_.nodes_.front().children.empty())
            return Error{"the root is a leaf: write max(…) around the values", 1, 1};
        return std::move(tree_);
    }

  private:
    using Failure = std::optional<Error>;

    /// `max`: whether max moves here, if the text does not say so.
    Failure node(bool max, int depth) {
        skip();
        if (depth > kMaxSearchDepth) return wrong("the tree is too deep");
        if (static_cast<int>(tree_.nodes_.size()) >= GivenTree::kMostNodes)
            return wrong("the tree has too many nodes");
        GivenTree::Node node;
        node.max = max;
        node.line = line_;
        node.column = column();
        std::string word = take_word();
        skip();
        if (!word.empty() && peek() == ':') {
            ++at_;
            if (word == "max" || word == "min") return wrong("max and min are no names");
            node.name = word;
            skip();
            word = take_word();
            skip();
        }
        if (!word.empty() && word != "max" && word != "min")
            return Error{"expected max, min, a number or a name with ':', not " + in_quotes(word),
                         node.column, node.line};
        const bool leaf = word.empty() && peek() != '(' && peek() != '=';
        if (!word.empty()) node.max = word == "max";
        const bool valued = leaf || peek() == '=';
        if (valued && !leaf) ++at_;
        if (valued)
            if (auto error = number(node.value)) return error;
        const bool is_max = node.max;
        const std::size_t index = tree_.nodes_.size();
        tree_.nodes_.push_back(std::move(node));
        return leaf ? std::nullopt : children(index, is_max, depth);
    }

    Failure children(std::size_t index, bool max, int depth) {
        skip();
        if (peek() != '(') return wrong("expected '('");
        ++at_;
        for (skip(); peek() != ')'; skip()) {
            if (at_ >= text_.size()) return wrong("expected ')'");
            auto& list = tree_.nodes_[index].children;
            if (static_cast<int>(list.size()) >= GivenTree::kMostMoves)
                return wrong("a node has at most " + std::to_string(GivenTree::kMostMoves) +
                             " moves");
            list.push_back(static_cast<int>(tree_.nodes_.size()));
            if (auto error = node(!max, depth + 1)) return error;
        }
        if (tree_.nodes_[index].children.empty()) return wrong("expected a node before ')'");
        ++at_;
        return std::nullopt;
    }

    Failure number(std::optional<int>& value) {
        skip();
        int found = 0;
        const char* first = text_.data() + at_;
        const auto [end, code] = std::from_chars(first, text_.data() + text_.size(), found);
        if (end == first) return wrong("expected a number, or a node with '('");
        if (code != std::errc() || found > GivenTree::kMostValue || found < -GivenTree::kMostValue)
            return wrong("expected a number from -999999 to 999999");
        at_ += static_cast<std::size_t>(end - first);
        if (is_letter(peek()) || peek() == '.') return wrong("expected a whole number");
        value = found;
        return std::nullopt;
    }

    std::string take_word() {
        const std::size_t from = at_;
        while (is_letter(peek()) || (at_ > from && is_digit(peek()))) ++at_;
        return std::string(text_.substr(from, at_ - from));
    }

    void skip() {
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '#')
                while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
            else if (text_[at_] == '\n') {
                ++line_;
                line_begin_ = at_ + 1;
            } else if (text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r') {
                return;
            }
        }
    }

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    [[nodiscard]] int column() const { return static_cast<int>(at_ - line_begin_) + 1; }
    [[nodiscard]] Error wrong(std::string message) const {
        return {std::move(message), column(), line_};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_begin_ = 0;
    int line_ = 1;
    GivenTree tree_;
};

Result<GivenTree> GivenTree::parse(std::string_view text) {
    return GivenTreeParser(text).parse();
}

}  // namespace kalah::search
