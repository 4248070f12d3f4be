// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_DDL_COMMENTS_HPP
#define T2S_DB_SQLITE_DETAIL_DDL_COMMENTS_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

/// SQLite keeps the text of CREATE TABLE with its comments. One beside the definition of a column says what the column means.
namespace t2s::db::detail {

/// Reads the comments of one statement, any text. O(length * columns).
class ddl_comment_reader {
 public:
  explicit ddl_comment_reader(schema::table& into) : sql_(into.ddl), table_(into) {}

  /// Adds the comments to the descriptions of their columns. A comment belongs to the definition before it on its line. One on a line of
  /// its own may be a heading, and one before another definition on its line may be of either, so they belong to none.
  void read() {
    if (sql_.find("--") == sql_.npos && sql_.find("/*") == sql_.npos) return;
    while (at_ < sql_.size()) {
      auto const c = sql_[at_];
      if (sql_.substr(at_).starts_with("--"))
        take_comment("\n");
      else if (sql_.substr(at_).starts_with("/*"))
        take_comment("*/");
      else if (c == '"' || c == '\'' || c == '`' || c == '[')
        take_word(quoted(c == '[' ? ']' : c));
      else if (text::is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80)
        take_word(plain());
      else
        take_mark(c);
    }
  }

 private:
  static constexpr std::size_t longest = 200;  // of a description, as in `schema::descriptions`

  [[nodiscard]] std::string quoted(char end) {
    std::string name;
    for (++at_; at_ < sql_.size(); ++at_) {
      if (sql_[at_] == end && (end == ']' || !sql_.substr(at_ + 1).starts_with(end))) break;
      if (sql_[at_] == end) ++at_;
      name += sql_[at_];
    }
    ++at_;
    return name;
  }

  [[nodiscard]] std::string_view plain() {
    auto const begin = at_;
    auto const is_part = [](char c) {
      return text::is_letter(c) || text::is_digit(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
    };
    while (at_ < sql_.size() && is_part(sql_[at_])) ++at_;
    return sql_.substr(begin, at_ - begin);
  }

  /// The first word of a definition is the column's name; that of a constraint is the name of no column, or its definition has ended.
  void take_word(std::string_view word) {
    line_begun_ = true;
    if (depth_ == 1 && !begun_) {
      column_ = t2s::detail::find_if(table_.columns, [word](schema::column const& c) { return text::same(c.name, word); });
      begun_ = true;
    }
  }

  void take_mark(char c) {
    if (c == '(') ++depth_;
    if (c == ')' && depth_ > 0) --depth_;
    if (c == ',' && depth_ == 1) begun_ = false;
    if (c == '\n' && !begun_) column_ = nullptr;
    if (c == '\n') line_begun_ = false;
    if (!text::is_space(c)) line_begun_ = true;
    ++at_;
  }

  void take_comment(std::string_view end) {
    auto const begin = at_ + 2;
    auto const found = sql_.find(end, begin);
    auto const stop = std::min(found, sql_.size());
    if (column_ && depth_ > 0 && line_begun_ && !(end == "*/" && !begun_ && goes_on(stop + end.size())))
      add(sql_.substr(begin, std::max(stop, begin) - begin));
    at_ = end == "\n" ? stop : std::min(sql_.size(), stop == sql_.size() ? stop : stop + end.size());
  }

  /// Whether a definition follows on the line.
  [[nodiscard]] bool goes_on(std::size_t at) const {
    while (at < sql_.size() && (sql_[at] == ' ' || sql_[at] == '\t')) ++at;
    return at < sql_.size() && sql_[at] != '\n' && sql_[at] != ')' && !sql_.substr(at).starts_with("--");
  }

  void add(std::string_view comment) {
    auto const line = one_line(comment.substr(0, 2 * longest));
    auto const said = text::trim(line);
    auto& to = column_->description;
    if (said.empty() || to.size() >= longest) return;
    to.append(to.empty() ? "" : "; ").append(said);
    to = text::cut(to, longest);
  }

  std::string_view sql_;
  schema::table& table_;
  std::size_t at_ = 0, depth_ = 0;
  bool begun_ = false;                // whether a definition has begun
  bool line_begun_ = false;           // whether the line has more than comments
  schema::column* column_ = nullptr;  // that of the present definition, or of the one that has ended on this line
};

}  // namespace t2s::db::detail

#endif
