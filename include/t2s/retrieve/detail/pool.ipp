// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_POOL_IPP
#define T2S_RETRIEVE_DETAIL_POOL_IPP

#include "t2s/core/detail/csv_data.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/retrieve/pool.hpp"

#include <array>

namespace t2s::retrieve {
namespace detail {

using t2s::detail::csv_reader;
using t2s::detail::text_place;

inline constexpr std::string_view form_with_sql =
    "give a JSON array or JSON Lines of objects with \"question\", \"query\" (or \"SQL\") and, where known, \"db_id\"; "
    "or CSV with a header line that names such columns";
inline constexpr std::string_view form_of_questions =
    "give a JSON array or JSON Lines of objects with \"question\", \"db_id\" and, where known, \"query\" (or \"SQL\"); "
    "or CSV with a header line that names such columns";

/// Reads a pool as JSON: the elements of an array, or consecutive objects.
class json_pool_reader {
 public:
  json_pool_reader(text_place text, gold_sql sql, question_forms& forms)
      : text_(text), sql_(sql), forms_(forms), is_array_(text.next() == '[') {}

  [[nodiscard]] std::vector<demonstration> read() && {
    if (is_array_) text_.go(1);
    pass_blanks();
    if (is_array_ && text_.next() == ']') {
      end();
      return {};
    }
    std::vector<demonstration> pool;
    do {
      add_element(pool);
      ++number_;
    } while (is_followed());
    return pool;
  }

 private:
  void pass_blanks() {
    auto const rest = text_.rest();
    text_.go(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  }

  /// Whether another element follows.
  [[nodiscard]] bool is_followed() {
    pass_blanks();
    if (!is_array_) return !text_.ended();
    if (text_.next() == ',') {
      text_.go(1);
      pass_blanks();
      return true;
    }
    if (text_.next() != ']') text_.refuse("is not JSON: an element of the array is followed by neither a comma nor its end");
    end();
    return false;
  }

  void end() {
    text_.go(1);
    pass_blanks();
    if (!text_.ended()) text_.refuse("is not JSON: there is more after the array");
  }

  void add_element(std::vector<demonstration>& pool) {
    if (text_.next() != '{') text_.refuse("this is not an object");
    boost::system::error_code wrong;
    parser_.reset();
    auto const bytes = parser_.write_some({text_.rest().data(), text_.rest().size()}, wrong);
    if (wrong) {
      text_.go(bytes);
      text_.refuse("is not JSON (" + wrong.message() + ")");
    }
    auto const value = parser_.release();
    if (auto const* turns = value.get_object().if_contains("interaction"))
      add_conversation(pool, value.get_object(), *turns);
    else
      pool.push_back(demonstration_of(value.get_object()));
    text_.go(bytes);
  }

  /// A conversation in the form of SParC and CoSQL. Its "final" question says what its turns ask for together, and is no turn.
  void add_conversation(std::vector<demonstration>& pool, boost::json::object const& o, boost::json::value const& turns) {
    if (!turns.is_array() || turns.get_array().empty()) refuse("\"interaction\" is not a list of turns");
    auto const database = o.contains("database_id") ? text(o, "database_id") : text(o, "db_id");
    std::size_t place = 0;
    for (auto const& turn : turns.get_array()) {
      ++place;
      if (!turn.is_object()) refuse("turn " + std::to_string(place) + " is not an object");
      auto& d = pool.emplace_back();
      d.database = database;
      d.question = text(turn.get_object(), "utterance");
      d.sql = text(turn.get_object(), "query");
      d.turn = place;
      if (d.question.empty()) refuse("turn " + std::to_string(place) + " has no \"utterance\"");
      if (d.sql.empty() && sql_ == gold_sql::required) refuse("turn " + std::to_string(place) + " has no \"query\"");
      ++forms_.questions;
    }
  }

  [[nodiscard]] demonstration demonstration_of(boost::json::object const& o) {
    auto const asked = question_member(o);
    demonstration d{text(o, "db_id"), text(o, asked), sql(o, "query"), text(o, "evidence"), text(o, "difficulty")};
    if (d.sql.empty()) d.sql = sql(o, "SQL");
    if (d.question.empty())
      refuse(o.contains({asked.data(), asked.size()}) ? std::string("the \"").append(asked).append("\" of the element is empty")
                                                      : "the element has no \"question\"");
    if (d.sql.empty() && sql_ == gold_sql::required) refuse("the element has neither \"query\" nor \"SQL\"");
    ++forms_.questions;
    if (asked == question_members[0]) ++forms_.synonyms;
    return d;
  }

  /// The members that may hold the question: Spider-Syn's question with synonyms precedes Spider's original one.
  static constexpr std::array<std::string_view, 3> question_members{"SpiderSynQuestion", "question", "SpiderQuestion"};
  [[nodiscard]] static std::string_view question_member(boost::json::object const& o) {
    for (auto const member : question_members)
      if (o.contains({member.data(), member.size()})) return member;
    return "question";
  }

  /// The text of the member, "" if it is absent.
  [[nodiscard]] std::string text(boost::json::object const& o, std::string_view key) const {
    auto const* member = o.if_contains({key.data(), key.size()});
    if (!member || member->is_null()) return {};
    auto const* s = member->if_string();
    if (!s) refuse(std::string("\"").append(key).append("\" is not a string"));
    return {s->data(), s->size()};
  }

  /// The SQL of the member; of several gold queries in a list the first.
  [[nodiscard]] std::string sql(boost::json::object const& o, std::string_view key) const {
    auto const* const several = o.contains({key.data(), key.size()}) ? o.at({key.data(), key.size()}).if_array() : nullptr;
    auto const* const first = several && !several->empty() ? several->front().if_string() : nullptr;
    return first ? std::string(first->data(), first->size()) : text(o, key);
  }

  [[noreturn]] void refuse(std::string const& what) const { text_.refuse_part("element " + std::to_string(number_), what); }

  text_place text_;
  gold_sql sql_;
  question_forms& forms_;
  bool is_array_;
  std::size_t number_ = 0;  // of the element
  boost::json::parser parser_{};
};

/// Reads a pool as CSV.
class csv_pool_reader {
 public:
  csv_pool_reader(text_place text, gold_sql sql) : csv_(text, is_of_sql_eval(text)), sql_(sql) {}

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
  static constexpr std::array columns{column{"question", &demonstration::question},
                                      column{"query", &demonstration::sql},
                                      column{"sql", &demonstration::sql},
                                      column{"db_id", &demonstration::database},
                                      column{"db_name", &demonstration::database},
                                      column{"evidence", &demonstration::evidence},
                                      column{"instructions", &demonstration::evidence},
                                      column{"glossary", &demonstration::evidence},
                                      column{"difficulty", &demonstration::difficulty},
                                      column{"query_category", &demonstration::difficulty}};

  /// Published files of sql-eval have text after quotes, which other programs take for a part of the field.
  [[nodiscard]] static bool is_of_sql_eval(text_place const& text) {
    return text.rest().substr(0, text.rest().find('\n')).find("db_name") != std::string_view::npos;
  }

  void read_header(std::vector<std::string> const& names) {
    for (auto const& name : names) {
      members_.push_back(nullptr);
      for (auto const& c : columns)
        if (text::same(text::trim(name), c.name)) members_.back() = c.member;
      bool const is_joined = members_.back() == &demonstration::evidence;
      if (members_.back() && !is_joined && std::count(members_.begin(), members_.end(), members_.back()) > 1)
        csv_.refuse("the header line has several columns that mean \"" + std::string(text::trim(name)) + "\"", "keep one of them");
    }
    if (!has(&demonstration::question)) refuse_header("\"question\"");
    if (!has(&demonstration::sql) && sql_ == gold_sql::required) refuse_header("\"query\" or \"SQL\"");
  }

  [[noreturn]] void refuse_header(std::string const& lacking) const {
    csv_.refuse("this is not JSON, and as the header line of CSV it names no column " + lacking);
  }

  [[nodiscard]] bool has(std::string demonstration::* member) const { return t2s::detail::has(members_, member); }

  [[nodiscard]] demonstration demonstration_of(std::vector<std::string> fields) const {
    if (fields.size() != members_.size())
      csv_.refuse(std::string("the record has ")
                      .append(std::to_string(fields.size()))
                      .append(" fields, and the header line ")
                      .append(std::to_string(members_.size())),
                  "quote fields with commas or line ends in them, and double the quotes within");
    demonstration d;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (members_[i] && !fields[i].empty()) (d.*members_[i]).append((d.*members_[i]).empty() ? "" : " ").append(fields[i]);
    if (d.question.empty()) csv_.refuse("the record has no question");
    if (d.sql.empty() && sql_ == gold_sql::required) csv_.refuse("the record has no SQL");
    return d;
  }

  csv_reader csv_;
  gold_sql sql_;
  std::vector<std::string demonstration::*> members_{};  // of the columns; null for ignored ones
};

inline void require_utf8(std::string_view text, std::string_view name) {
  auto const wrong = text::first_invalid_utf8(text);
  if (!wrong) return;
  text_place place(text, name, {});
  place.go(*wrong);
  place.refuse("this is not UTF-8", "save the file as UTF-8");
}

}  // namespace detail

T2S_DECL std::string form_note(question_forms const& of) {
  if (of.synonyms == 0) return {};
  auto const some = of.synonyms == of.questions ? std::string() : std::to_string(of.synonyms).append(" of ");
  return some + std::to_string(of.questions) + (of.questions == 1 ? " question" : " questions") +
         ", in the form of Spider-Syn: SpiderSynQuestion is asked";
}

T2S_DECL std::vector<demonstration> parse_pool(std::string_view text, std::string_view name, gold_sql sql, question_forms* forms) {
  text = t2s::detail::without_mark(text);
  detail::require_utf8(text, name);
  detail::text_place place(text, name, sql == gold_sql::required ? detail::form_with_sql : detail::form_of_questions);
  place.go(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (place.ended()) place.refuse("there is nothing in it");
  question_forms unasked;
  auto& counted = forms ? *forms : unasked;
  if (place.next() == '[' || place.next() == '{') return detail::json_pool_reader(place, sql, counted).read();
  auto pool = detail::csv_pool_reader(place, sql).read();
  counted.questions += pool.size();
  return pool;
}

T2S_DECL std::vector<demonstration> read_pool(std::string const& path, gold_sql sql, question_forms* forms) {
  auto const* wanted = sql == gold_sql::required ? "demonstrations as JSON, JSON Lines or CSV" : "questions as JSON, JSON Lines or CSV";
  return parse_pool(read_file(path, wanted), path, sql, forms);
}

T2S_DECL std::shared_ptr<skeleton_index const> open_pool(std::string const& path) {
  return std::make_shared<skeleton_index>(read_pool(path));
}

}  // namespace t2s::retrieve

#endif
