// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_REPAIR_SET_IPP
#define T2S_LAB_EVALUATION_DETAIL_REPAIR_SET_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/gold_choices.hpp"
#include "t2s/lab/evaluation/detail/repair_set.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>

namespace t2s::evaluation {
namespace detail {

/// The single statement of a member; "" if it is a list of several, or of none.
inline std::string statement_in(member_reader const& read, char const* key) {
  auto const* v = read.first_of({key});
  if (!v) read.refuse(std::string("there is no \"") + key + "\"", "give the statement as text, or in a list");
  auto const* list = v->if_array();
  if (list && list->empty())
    read.refuse(std::string("\"") + key + "\" is empty", "give the set with its corrections, which some are published without");
  if (list && list->size() == 1) v = &list->front();
  if (v->is_array()) return {};
  auto const* s = v->if_string();
  if (!s) read.refuse(std::string("\"") + key + "\" is neither a text nor a list of one", "write SQL in quotes");
  return {s->data(), s->size()};
}

/// The first word in lower case, behind comments and opening brackets.
inline std::string first_word(std::string_view sql) {
  for (sql = text::trim(sql);;) {
    auto const before = sql.size();
    if (sql.starts_with("--")) sql = text::trim(sql.substr(std::min(sql.find('\n'), sql.size())));
    if (sql.starts_with("/*")) sql = text::trim(sql.substr(std::min(sql.find("*/"), sql.size() - 2) + 2));
    if (sql.starts_with('(')) sql = text::trim(sql.substr(1));
    if (sql.size() == before) break;
  }
  auto const end = std::ranges::find_if_not(sql, [](char c) { return text::is_letter(c); });
  return text::lower(sql.substr(0, static_cast<std::size_t>(end - sql.begin())));
}

/// Whether it is one statement that reads; one that does not parse, as wrong SQL may, by its words.
inline bool reads_only(std::string const& sql) {
  if (sql::parse(sql)) return true;
  auto const word = first_word(sql), lower = text::lower(sql);
  if (word == "with")
    return std::ranges::none_of(std::array{"insert into", "update ", "delete from"},
                                [&](char const* w) { return lower.find(w) != lower.npos; });
  auto const end = lower.find(';');
  bool const is_one = end == lower.npos || text::trim(std::string_view(lower).substr(end + 1)).empty();
  return is_one && (word == "select" || word == "values");
}

}  // namespace detail

T2S_DECL repair_set parse_repair_set(std::string_view content, std::string_view name) {
  static constexpr char form[] = "give {\"db_id\": ..., \"query\": ..., \"issue_sql\": [...], \"sol_sql\": [...]} on each line";
  repair_set set;
  set.gold.name = set.issues.name = name;
  std::size_t left_out = 0;
  auto const objects = detail::objects_of_lines(t2s::detail::without_mark(content), name, form);
  for (auto const& o : objects) {
    detail::member_reader const read{o, name};
    auto wrong = detail::statement_in(read, "issue_sql"), right = detail::statement_in(read, "sol_sql");
    if (!detail::reads_only(wrong) || !detail::reads_only(right)) {
      ++left_out;
      continue;
    }
    auto database = read.text({"db_id", "selected_database"});
    if (database.empty()) read.refuse("there is no \"db_id\"", "name the database of each issue");
    set.gold.questions.push_back({std::move(database), read.text({"query", "question"}), std::move(right), {}, {}});
    auto const id = read.id();
    set.gold.ids.push_back(id.empty() ? o.place : id);
    set.issues.predictions.push_back({std::move(wrong)});
  }
  if (set.gold.questions.empty()) t2s::detail::malformed(name, "there is no issue of one statement that reads", form);
  set.gold.dialogues.push_back(set.gold.questions.size());
  if (left_out > 0)
    set.issues.warnings.push_back(std::to_string(left_out) + " of " + std::to_string(objects.size()) +
                                  " issues are left out: they have several statements, or some that write");
  return set;
}

T2S_DECL repair_set read_repair_set(std::string const& path) { return parse_repair_set(read_file(path, "a set of issues"), path); }

}  // namespace t2s::evaluation

#endif
