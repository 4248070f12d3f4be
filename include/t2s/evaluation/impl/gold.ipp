// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_GOLD_IPP
#define T2S_EVALUATION_IMPL_GOLD_IPP

#include "t2s/core/file.hpp"
#include "t2s/evaluation/gold.hpp"
#include "t2s/evaluation/impl/lines.hpp"
#include "t2s/retrieve/pool.hpp"

#include <set>
#include <utility>

namespace t2s::evaluation {
namespace detail {

inline retrieve::demonstration gold_of(line const& l, std::string_view name) {
  auto const parts = text::split(l.content, '\t');
  if (parts.size() != 2 || parts[1].empty())
    malformed(name, line_number(l.number) + " is not SQL, one tab and the name of a database",
              "write gold SQL as SQL<TAB>db_id, or give a JSON file");
  return {std::string(parts[1]), {}, std::string(parts[0]), {}, {}};
}

/// Reads gold SQL as JSON: what a pool of demonstrations has, and what only an evaluation needs.
class gold_json_reader {
 public:
  gold_json_reader(std::string_view content, std::string_view name)
      : name_(name), elements_(array_of(content, name)), gold_{std::string(name), retrieve::parse_pool(content, name, sql), {}, {}} {}

  gold_set read() {
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) check(i);
    gold_.dialogues.push_back(gold_.questions.size());
    read_ids();
    return std::move(gold_);
  }

 private:
  static constexpr auto sql = retrieve::gold_sql::optional;  // what is missing is said below, more exactly
  static constexpr char form[] = "give an array of objects with \"db_id\", \"question\" and \"query\" (or \"SQL\")";

  static boost::json::value array_of(std::string_view content, std::string_view name) {
    auto elements = t2s::detail::json_of(content, content, name, form);
    if (!elements.is_array()) malformed(name, "the JSON is no array", form);
    return elements;
  }

  [[nodiscard]] boost::json::object const& object(std::size_t i) const { return elements_.get_array()[i].get_object(); }

  void check(std::size_t i) {
    auto const& o = object(i);
    auto const& q = gold_.questions[i];
    auto const place = std::string("element ").append(std::to_string(i));
    if (q.database.empty()) malformed(name_, place + " has no \"db_id\"", "name the database of each question");
    if (q.sql.empty() && (o.contains("query") || o.contains("SQL")))
      malformed(name_, place + ": its gold SQL is empty", "write the SQL, or take the question out");
    if (q.sql.empty()) malformed(name_, place + " has neither \"query\" nor \"SQL\"", form);
    gold_.birds = gold_.birds || o.contains("SQL") || !q.difficulty.empty();
  }

  void read_ids() {
    std::set<std::string> all;
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) {
      auto const* id = object(i).if_contains("question_id");
      if (!id || !(id->is_string() || id->is_int64())) break;
      gold_.ids.push_back(id->is_string() ? std::string(id->get_string()) : std::to_string(id->get_int64()));
      all.insert(gold_.ids.back());
    }
    if (all.size() < gold_.questions.size()) gold_.ids.clear();
  }

  std::string_view name_;
  boost::json::value elements_;
  gold_set gold_;
};

inline gold_set gold_of_lines(std::string_view content, std::string_view name) {
  gold_set gold{std::string(name), {}, {}, {}};
  for (auto const& dialogue : dialogues_of(content, name)) {
    gold.dialogues.push_back(dialogue.size());
    for (auto const& l : dialogue) gold.questions.push_back(gold_of(l, name));
  }
  return gold;
}

}  // namespace detail

T2S_DECL gold_set parse_gold(std::string_view content, std::string_view name) {
  content = detail::without_mark(content);
  auto const begin = detail::python_strip(content);
  bool const is_json = begin.starts_with('[') || begin.starts_with('{');
  auto gold = is_json ? detail::gold_json_reader(content, name).read() : detail::gold_of_lines(content, name);
  if (gold.questions.empty())
    detail::malformed(name, "there is no question in it", "give questions with their gold SQL, as JSON or as SQL<TAB>db_id on each line");
  return gold;
}

T2S_DECL gold_set read_gold(std::string const& path) { return parse_gold(read_file(path, "a file of gold SQL"), path); }

}  // namespace t2s::evaluation

#endif
