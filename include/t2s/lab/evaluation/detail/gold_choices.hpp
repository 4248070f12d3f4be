// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_GOLD_CHOICES_HPP
#define T2S_LAB_EVALUATION_DETAIL_GOLD_CHOICES_HPP

#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/reliability.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

/// Questions with several golds, in JSON or JSON Lines.
namespace t2s::evaluation::detail {

/// An object of a file and where it is: "element 3", "line 4".
struct placed_object {
  boost::json::object object{};
  std::string place{};
};

/// The objects of JSON Lines. `remedy` says what each line should be.
inline std::vector<placed_object> objects_of_lines(std::string_view content, std::string_view name, std::string_view remedy) {
  std::vector<placed_object> all;
  for (std::size_t number = 1; auto const line : text::split(content, '\n')) {
    auto place = t2s::detail::line_number(number++);
    if (text::trim(line).empty()) continue;
    auto v = t2s::detail::json_of(line, content, name, remedy);
    if (!v.is_object()) t2s::detail::malformed(name, place + " is not an object", remedy);
    all.push_back({std::move(v.get_object()), std::move(place)});
  }
  return all;
}

/// Reads members of one object, with messages that name its file and place.
struct member_reader {
  placed_object const& from;
  std::string_view name;

  [[noreturn]] void refuse(std::string const& what, std::string_view remedy) const {
    t2s::detail::malformed(name, from.place + ": " + what, remedy);
  }

  /// The first of these members that is there and not null, or nullptr.
  [[nodiscard]] boost::json::value const* first_of(std::initializer_list<char const*> keys) const {
    for (auto const* key : keys)
      if (auto const* v = from.object.if_contains(key); v && !v->is_null()) return v;
    return nullptr;
  }

  /// The text of the first of these members that is there, or "".
  [[nodiscard]] std::string text(std::initializer_list<char const*> keys) const {
    auto const* v = first_of(keys);
    if (!v) return {};
    if (auto const* s = v->if_string()) return {s->data(), s->size()};
    refuse(std::string("\"") + *keys.begin() + "\" is not a string", "write it in quotes");
  }

  /// `instance_id`, `question_id` or `id`, "" if there is none.
  [[nodiscard]] std::string id() const {
    auto const* v = first_of({"instance_id", "question_id", "id"});
    if (v && v->is_int64()) return std::to_string(v->get_int64());
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
  }

  /// All gold queries, in order.
  [[nodiscard]] std::vector<std::string> queries() const {
    std::vector<std::string> all;
    if (auto const* solution = first_of({"sol_sql"})) {  // `query` is the question
      add_queries(all, *solution, "sol_sql");
      return all;
    }
    for (auto const* key : {"query", "SQL", "sql"})
      if (auto const* v = first_of({key})) add_queries(all, *v, key);
    for (auto const* key : {"queries", "gold"})
      if (auto const* v = first_of({key}); v && v->is_array()) add_queries(all, *v, key);
    return all;
  }

  /// Whether LiveSQLBench asks for something else than rows, or for several statements.
  [[nodiscard]] bool is_not_a_query() const {
    auto const* solution = first_of({"sol_sql"});
    if (!solution) return false;
    return text({"category"}) == "Management" || (solution->is_array() && solution->get_array().size() > 1);
  }

  /// Whether the question has no answer: its gold is null.
  [[nodiscard]] bool has_no_answer() const {
    for (auto const* key : {"query", "SQL", "sql"})
      if (auto const* v = from.object.if_contains(key); v && v->is_null()) return true;
    return false;
  }

  /// Whether the question is said to be ambiguous. In some sets that is a text about it, which says nothing of this question.
  [[nodiscard]] bool is_ambiguous() const {
    auto const* v = from.object.if_contains("ambiguous");
    return v && v->is_bool() && v->get_bool();
  }

  /// `condition_cols` and `ignore_order`.
  void read_conditions(gold_choice& to) const {
    if (auto const* v = first_of({"ignore_order"})) {
      if (!v->is_bool()) refuse("\"ignore_order\" is neither true nor false", "write one of them");
      to.ignore_order = v->get_bool();
    }
    auto const* v = first_of({"condition_cols"});
    if (!v) return;
    if (!v->is_array()) refuse_columns();
    auto const& all = v->get_array();
    to.conditions_from = std::string(name) + ": " + from.place;
    to.columns_by_gold = std::ranges::any_of(all, [](auto const& c) { return c.is_array() || c.is_null(); });
    to.condition_columns.clear();
    if (!to.columns_by_gold && !all.empty()) to.condition_columns.push_back(places_in(all));
    if (to.columns_by_gold)
      for (auto const& one : all) to.condition_columns.push_back(one.is_null() ? std::vector<std::ptrdiff_t>() : places_of(one));
  }

 private:
  void add_queries(std::vector<std::string>& to, boost::json::value const& v, std::string const& key) const {
    auto const add = [&](boost::json::value const& one) {
      auto const* s = one.if_string();
      if (!s || text::trim(std::string_view(s->data(), s->size())).empty())
        refuse("\"" + key + "\" has a gold query that is empty or no string", "write SQL in quotes, or a list of it");
      std::string sql(s->data(), s->size());
      if (std::ranges::find(to, sql) == to.end()) to.push_back(std::move(sql));
    };
    if (!v.is_array()) return add(v);
    for (auto const& one : v.get_array()) add(one);
  }

  [[noreturn]] void refuse_columns() const {
    refuse("\"condition_cols\" is not a list of places of columns", "write [0, 2], or a list for each gold, [[0], [1]]");
  }
  [[nodiscard]] std::vector<std::ptrdiff_t> places_of(boost::json::value const& v) const {
    if (!v.is_array()) refuse_columns();
    return places_in(v.get_array());
  }
  [[nodiscard]] std::vector<std::ptrdiff_t> places_in(boost::json::array const& list) const {
    std::vector<std::ptrdiff_t> places;
    for (auto const& p : list) {
      if (!p.is_int64()) refuse_columns();
      places.push_back(static_cast<std::ptrdiff_t>(p.get_int64()));
    }
    return places;
  }
};

/// Whether a question has members that a pool of demonstrations does not have.
inline bool has_choices(boost::json::object const& o) {
  if (o.contains("instance_id") || o.contains("condition_cols") || o.contains("ignore_order")) return true;
  if (auto const* v = o.if_contains("ambiguous"); v && v->is_bool()) return true;
  if (o.contains("sql") && !o.contains("query") && !o.contains("SQL")) return true;
  for (auto const* key : {"query", "SQL", "sql", "queries", "gold"})
    if (auto const* v = o.if_contains(key); v && (v->is_array() || v->is_null())) return true;
  return false;
}

/// The columns of a gold that count, all if it is empty. Lists for each gold are given to the golds in order; a single list is for all.
inline std::vector<std::ptrdiff_t> condition_columns_of(gold_choice const* choice, std::size_t gold, std::size_t golds) {
  if (!choice || choice->condition_columns.empty()) return {};
  auto const& lists = choice->condition_columns;
  if (!choice->columns_by_gold) return lists.front();
  if (lists.size() < golds) return {};
  return lists[gold];
}

/// Spider 2's program stops at columns that do not exist, so that no prediction is right: that is a mistake in the data.
inline void require_columns(gold_choice const& choice) {
  auto const refuse = [&](std::string const& what) {
    throw error(failure{errc::malformed_data, choice.conditions_from + ": \"condition_cols\" " + what, choice.conditions_from,
                        "give places of columns from 0, for all golds or in a list for each"});
  };
  auto const golds = choice.results.empty() ? choice.queries.size() + 1 : choice.results.size();
  auto const lists = choice.condition_columns.size();
  if (choice.columns_by_gold && lists < golds && !(lists == 1 && choice.condition_columns.front().empty()))
    refuse("has " + std::to_string(lists) + (lists == 1 ? " list for " : " lists for ") + std::to_string(golds) + " golds");
  for (std::size_t g = 0; g < choice.results.size(); ++g) {
    auto const width = static_cast<std::ptrdiff_t>(choice.results[g].found.columns.size());
    for (auto const p : condition_columns_of(&choice, g, golds))
      if (p >= width || p < -width)
        refuse("names column " + std::to_string(p) + ", and " + choice.results[g].file + " has " + std::to_string(width));
  }
}

/// Results are found by the id of their question.
inline void require_ids_for_results(gold_set const& gold) {
  if (!gold.ids.empty() || std::ranges::none_of(gold.questions, [](auto const& q) { return q.sql.empty(); })) return;
  throw error(failure{errc::malformed_data, gold.name + ": a question has no gold SQL, and not all questions have an id of their own",
                      gold.name, "give each question its SQL, or an \"instance_id\" that names its result"});
}

/// The gold of objects with several queries, or with the members of Spider 2.
inline gold_set gold_of_objects(std::vector<placed_object> const& objects, std::string_view name) {
  gold_set gold{std::string(name), {}, {}, {}};
  for (auto const& o : objects) {
    member_reader const read{o, name};
    if (read.is_not_a_query()) {
      ++gold.left_out;
      continue;
    }
    auto queries = read.queries();
    auto& q = gold.questions.emplace_back();
    q = {read.text({"db_id", "db", "selected_database"}),
         read.text(o.object.contains("sol_sql") ? std::initializer_list<char const*>{"query"}
                                                : std::initializer_list<char const*>{"SpiderSynQuestion", "question", "instruction"}),
         {},
         read.text({"evidence"}),
         read.text({"difficulty"})};
    if (q.database.empty() && !queries.empty()) read.refuse("there is no \"db_id\"", "name the database of each question");
    auto& choice = gold.choices.emplace_back();
    if (!queries.empty()) q.sql = std::move(queries.front());
    if (queries.empty() && read.has_no_answer()) q.sql = no_answer;
    for (std::size_t i = 1; i < queries.size(); ++i) choice.queries.push_back(std::move(queries[i]));
    choice.ambiguous = read.is_ambiguous();
    read.read_conditions(choice);
    if (!queries.empty()) require_columns(choice);
    gold.birds |= !q.difficulty.empty() || o.object.contains("SQL");
    if (auto const id = read.id(); !id.empty()) gold.ids.push_back(id);
  }
  bool const all = gold.ids.size() == gold.questions.size() && std::set(gold.ids.begin(), gold.ids.end()).size() == gold.ids.size();
  if (!all) gold.ids.clear();
  require_ids_for_results(gold);
  gold.dialogues.push_back(gold.questions.size());
  gold.forms.questions = gold.questions.size();
  return gold;
}

}  // namespace t2s::evaluation::detail

#endif
