// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_POOL_IPP
#define T2S_RETRIEVE_IMPL_POOL_IPP

#include "t2s/core/file.hpp"
#include "t2s/core/impl/json_data.hpp"
#include "t2s/retrieve/pool.hpp"

#include <array>

namespace t2s::retrieve {
namespace detail {

/// A place in a text that goes forward, with its line.
class text_place {
 public:
  /// `form` is the remedy for what has another form.
  text_place(std::string_view text, std::string_view name, std::string_view form) : text_(text), name_(name), form_(form) {}

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  [[nodiscard]] char next() const { return ended() ? '\0' : text_[at_]; }
  [[nodiscard]] std::size_t line() const { return line_; }

  void go(std::size_t bytes) {
    auto const passed = rest().substr(0, bytes);
    line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    at_ += passed.size();
  }

  [[noreturn]] void refuse(std::string const& what, std::string remedy = {}) const { refuse(line_, what, std::move(remedy)); }

  [[noreturn]] void refuse(std::size_t line, std::string const& what, std::string remedy = {}) const {
    if (remedy.empty()) remedy = form_;
    auto message = std::string(name_).append(", line ").append(std::to_string(line)).append(": ").append(what);
    throw error(failure{errc::malformed_data, std::move(message), std::string(name_), std::move(remedy)});
  }

 private:
  std::string_view text_, name_, form_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// The records of comma-separated values (RFC 4180), with lines that end as on any system. Blank lines are passed over.
class csv_reader {
 public:
  explicit csv_reader(text_place text) : text_(text) {}

  /// The next record, or nothing at the end.
  [[nodiscard]] std::optional<std::vector<std::string>> read() {
    while (ends_line() && !text_.ended()) end_line();
    if (text_.ended()) return {};
    begin_ = text_.line();
    std::vector<std::string> fields{field()};
    while (text_.next() == ',') {
      text_.go(1);
      fields.push_back(field());
    }
    end_line();
    return fields;
  }

  /// About the record that was read last.
  [[noreturn]] void refuse(std::string const& what, std::string remedy = {}) const { text_.refuse(begin_, what, std::move(remedy)); }

 private:
  [[nodiscard]] bool ends_line() const { return text_.ended() || text_.rest().starts_with('\n') || text_.rest().starts_with('\r'); }

  void end_line() { text_.go(text_.rest().starts_with("\r\n") ? 2 : 1); }

  [[nodiscard]] std::string field() { return text_.next() == '"' ? quoted() : plain(); }

  [[nodiscard]] std::string plain() {
    auto const found = text_.rest().substr(0, text_.rest().find_first_of(",\r\n"));
    text_.go(found.size());
    return std::string(found);
  }

  [[nodiscard]] std::string quoted() {
    auto const opened = text_.line();
    std::string field;
    while (true) {
      text_.go(1);
      auto const end = text_.rest().find('"');
      if (end == std::string_view::npos)
        text_.refuse(opened, "a quoted field is not closed", "close it with a quote, and double the quotes within it");
      field += text_.rest().substr(0, end);
      text_.go(end + 1);
      if (text_.next() != '"') break;
      field += '"';  // doubled, it is one of the text
    }
    if (!ends_line() && text_.next() != ',')
      text_.refuse("there is text after a quoted field", "double the quotes within a field, and end it with a comma");
    return field;
  }

  text_place text_;
  std::size_t begin_ = 1;
};

inline constexpr std::string_view form_with_sql =
    "give a JSON array or JSON Lines of objects with \"question\", \"query\" (or \"SQL\") and, where known, \"db_id\"; "
    "or CSV with a header line that names such columns";
inline constexpr std::string_view form_of_questions =
    "give a JSON array or JSON Lines of objects with \"question\", \"db_id\" and, where known, \"query\" (or \"SQL\"); "
    "or CSV with a header line that names such columns";

/// Reads a pool as JSON: the elements of an array, or objects one after the other.
class json_pool_reader {
 public:
  json_pool_reader(text_place text, gold_sql sql) : text_(text), sql_(sql), is_array_(text.next() == '[') {}

  [[nodiscard]] std::vector<demonstration> read() && {
    if (is_array_) text_.go(1);
    pass_blanks();
    if (is_array_ && text_.next() == ']') {
      end();
      return {};
    }
    std::vector<demonstration> pool;
    do pool.push_back(element());
    while (is_followed());
    return pool;
  }

 private:
  void pass_blanks() {
    auto const rest = text_.rest();
    text_.go(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  }

  /// Whether there is another element after this one.
  [[nodiscard]] bool is_followed() {
    pass_blanks();
    if (!is_array_) return !text_.ended();
    if (text_.next() == ',') {
      text_.go(1);
      pass_blanks();
      return true;
    }
    if (text_.next() != ']') text_.refuse("is no JSON: an element of the array is followed by neither a comma nor its end");
    end();
    return false;
  }

  void end() {
    text_.go(1);
    pass_blanks();
    if (!text_.ended()) text_.refuse("is no JSON: there is more after the array");
  }

  [[nodiscard]] demonstration element() {
    if (text_.next() != '{') text_.refuse("this is no object");
    boost::json::error_code wrong;
    parser_.reset();
    auto const bytes = parser_.write_some({text_.rest().data(), text_.rest().size()}, wrong);
    if (wrong) {
      text_.go(bytes);
      text_.refuse("is no JSON (" + wrong.message() + ")");
    }
    auto const value = parser_.release();
    auto d = demonstration_of(value.get_object());
    text_.go(bytes);
    return d;
  }

  [[nodiscard]] demonstration demonstration_of(boost::json::object const& o) const {
    demonstration d{text(o, "db_id"), text(o, "question"), text(o, "query"), text(o, "evidence"), text(o, "difficulty")};
    if (d.sql.empty()) d.sql = text(o, "SQL");
    if (d.question.empty())
      text_.refuse(o.contains("question") ? "the \"question\" of the element is empty" : "the element has no \"question\"");
    if (d.sql.empty() && sql_ == gold_sql::required) text_.refuse("the element has neither \"query\" nor \"SQL\"");
    return d;
  }

  /// The text of the member, "" if it is absent.
  [[nodiscard]] std::string text(boost::json::object const& o, std::string_view key) const {
    auto const* member = o.if_contains({key.data(), key.size()});
    if (!member || member->is_null()) return {};
    auto const* s = member->if_string();
    if (!s) text_.refuse(std::string("\"").append(key).append("\" is no string"));
    return {s->data(), s->size()};
  }

  text_place text_;
  gold_sql sql_;
  bool is_array_;
  boost::json::parser parser_{};
};

/// Reads a pool as CSV.
class csv_pool_reader {
 public:
  csv_pool_reader(text_place text, gold_sql sql) : csv_(text), sql_(sql) {}

  [[nodiscard]] std::vector<demonstration> read() && {
    auto const header = csv_.read();
    if (!header) csv_.refuse("there is nothing in it");
    read_header(*header);
    std::vector<demonstration> pool;
    while (auto record = csv_.read()) pool.push_back(demonstration_of(std::move(*record)));
    return pool;
  }

 private:
  struct column {
    std::string_view name;
    std::string demonstration::* member;
  };
  static constexpr std::array columns{column{"question", &demonstration::question}, column{"query", &demonstration::sql},
                                      column{"sql", &demonstration::sql},           column{"db_id", &demonstration::database},
                                      column{"evidence", &demonstration::evidence}, column{"difficulty", &demonstration::difficulty}};

  void read_header(std::vector<std::string> const& names) {
    for (auto const& name : names) {
      members_.push_back(nullptr);
      for (auto const& c : columns)
        if (text::same(text::trim(name), c.name)) members_.back() = c.member;
      if (members_.back() && std::count(members_.begin(), members_.end(), members_.back()) > 1)
        csv_.refuse("the header line names \"" + std::string(text::trim(name)) + "\", or what means the same, twice", "leave one of them");
    }
    if (!has(&demonstration::question)) refuse_header("\"question\"");
    if (!has(&demonstration::sql) && sql_ == gold_sql::required) refuse_header("\"query\" or \"SQL\"");
  }

  [[noreturn]] void refuse_header(std::string const& lacking) const {
    csv_.refuse("this is no JSON, and as the header line of CSV it names no column " + lacking);
  }

  [[nodiscard]] bool has(std::string demonstration::* member) const {
    return std::find(members_.begin(), members_.end(), member) != members_.end();
  }

  [[nodiscard]] demonstration demonstration_of(std::vector<std::string> fields) const {
    if (fields.size() != members_.size())
      csv_.refuse(std::string("the record has ")
                      .append(std::to_string(fields.size()))
                      .append(" fields, and the header line ")
                      .append(std::to_string(members_.size())),
                  "quote fields with commas or line ends in them, and double the quotes within");
    demonstration d;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (members_[i]) d.*members_[i] = std::move(fields[i]);
    if (d.question.empty()) csv_.refuse("the record has no question");
    if (d.sql.empty() && sql_ == gold_sql::required) csv_.refuse("the record has no SQL");
    return d;
  }

  csv_reader csv_;
  gold_sql sql_;
  std::vector<std::string demonstration::*> members_{};  // of the columns; null for what is ignored
};

inline void require_utf8(std::string_view text, std::string_view name) {
  auto const wrong = text::first_invalid_utf8(text);
  if (!wrong) return;
  text_place place(text, name, {});
  place.go(*wrong);
  place.refuse("this is not UTF-8", "save the file as UTF-8");
}

}  // namespace detail

T2S_DECL std::vector<demonstration> parse_pool(std::string_view text, std::string_view name, gold_sql sql) {
  text = t2s::detail::without_mark(text);
  detail::require_utf8(text, name);
  detail::text_place place(text, name, sql == gold_sql::required ? detail::form_with_sql : detail::form_of_questions);
  place.go(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (place.ended()) place.refuse("there is nothing in it");
  if (place.next() == '[' || place.next() == '{') return detail::json_pool_reader(place, sql).read();
  return detail::csv_pool_reader(place, sql).read();
}

T2S_DECL std::vector<demonstration> read_pool(std::string const& path, gold_sql sql) {
  auto const* wanted = sql == gold_sql::required ? "demonstrations as JSON, JSON Lines or CSV" : "questions as JSON, JSON Lines or CSV";
  return parse_pool(read_file(path, wanted), path, sql);
}

}  // namespace t2s::retrieve

#endif
