// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_PREDICTIONS_IPP
#define T2S_LAB_EVALUATION_DETAIL_PREDICTIONS_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/lab/evaluation/detail/gold_alternatives.hpp"
#include "t2s/lab/evaluation/detail/gold_choices.hpp"
#include "t2s/lab/evaluation/detail/gold_templates.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"
#include "t2s/lab/evaluation/detail/reliability.hpp"
#include "t2s/lab/evaluation/detail/result_files.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>

#include <map>
#include <set>

namespace t2s::evaluation {
namespace detail {

namespace json = boost::json;
using t2s::detail::line_number;
using t2s::detail::malformed;
using t2s::detail::without_mark;

/// "1 question", "2 questions"
inline std::string counted(std::size_t n, std::string_view noun) {
  return std::to_string(n).append(" ").append(noun).append(n == 1 ? "" : "s");
}
inline std::string element_number(std::size_t i) { return std::string("element ").append(std::to_string(i)); }

/// A non-empty line, as Spider's official program, a Python script, reads it.
struct line {
  std::string_view content{};  ///< without white space around it
  std::size_t number{};        ///< from 1
};

/// The lines of a text, divided into dialogues at each empty line. A single empty line at the end is ignored.
///
/// Throws `malformed_data` for text that is not UTF-8, with its line.
inline std::vector<std::vector<line>> dialogues_of(std::string_view content, std::string_view name) {
  std::vector<std::vector<line>> all(1);
  for (std::size_t number = 1; !content.empty(); ++number) {
    auto const end = content.find_first_of("\r\n");
    auto const found = content.substr(0, end);
    if (text::first_invalid_utf8(found)) malformed(name, line_number(number) + " is not UTF-8", "convert the file to UTF-8");
    if (auto const stripped = python_strip(found); stripped.empty())
      all.emplace_back();
    else
      all.back().push_back({stripped, number});
    auto const ending = content.substr(found.size()).starts_with("\r\n") ? 2U : 1U;
    content.remove_prefix(end == content.npos ? content.size() : end + ending);
  }
  if (all.back().empty()) all.pop_back();
  return all;
}

inline gold_set gold_of_lines(std::string_view content, std::string_view name) {
  gold_set gold{std::string(name), {}, {}, {}};
  for (auto const& dialogue : dialogues_of(content, name)) {
    gold.dialogues.push_back(dialogue.size());
    for (auto const& l : dialogue) {
      auto const parts = text::split(l.content, '\t');
      if (parts.size() != 2 || parts[1].empty())
        malformed(name, line_number(l.number) + " is not SQL, one tab and the name of a database",
                  "write gold SQL as SQL<TAB>db_id, or give a JSON file");
      gold.questions.push_back({std::string(parts[1]), {}, std::string(parts[0]), {}, {}});
    }
  }
  return gold;
}

/// What an element of gold JSON has beside the members of a pool.
struct element_note {
  bool has_query = false, has_bird_sql = false;
  std::optional<std::string> id{};  ///< `question_id`, or TrustSQL's `id`

  explicit element_note(json::object const& o) : has_query(o.contains("query")), has_bird_sql(o.contains("SQL")) {
    auto const* found = o.if_contains("question_id");
    if (!found) found = o.if_contains("id");
    if (found && found->is_string()) id.emplace(found->get_string());
    if (found && found->is_int64()) id = std::to_string(found->get_int64());
  }
};

/// Checks the question of an element of gold JSON. Returns whether it is in BIRD's format.
inline bool check_question(element_note const& o, demonstration const& q, std::string_view name, std::string const& place,
                           std::string_view form) {
  bool const has_sql = o.has_query || o.has_bird_sql;
  if (q.database.empty()) malformed(name, place + " has no \"db_id\"", "name the database of each question");
  if (q.sql.empty() && has_sql) malformed(name, place + ": its gold SQL is empty", "write the SQL, or take the question out");
  if (q.sql.empty()) malformed(name, place + " has neither \"query\" nor \"SQL\"", form);
  return o.has_bird_sql || !q.difficulty.empty();
}

/// The id of each element; empty unless all are present and distinct.
inline std::vector<std::string> ids_of(std::vector<element_note> const& elements) {
  std::vector<std::string> ids;
  for (auto const& e : elements)
    if (e.id) ids.push_back(*e.id);
  bool const all = ids.size() == elements.size() && std::set<std::string>(ids.begin(), ids.end()).size() == ids.size();
  return all ? ids : std::vector<std::string>();
}

/// Calls f(value) for each element of an array, one of which is in memory at a time. False for a text that is not such an array.
template <class F>
bool each_element(std::string_view array, F const& f) {
  json::parser parser;
  auto const pass = [&array](std::size_t bytes) {
    array.remove_prefix(bytes);
    array.remove_prefix(std::min(array.find_first_not_of(" \t\r\n"), array.size()));
  };
  pass(0);
  if (!array.starts_with('[')) return false;
  pass(1);
  for (bool more = !array.starts_with(']'); more; more = array.starts_with(',')) {
    if (array.starts_with(',')) pass(1);
    boost::system::error_code wrong;
    parser.reset();
    auto const bytes = parser.write_some({array.data(), array.size()}, wrong);
    if (wrong) return false;
    f(parser.release());
    pass(bytes);
  }
  if (!array.starts_with(']')) return false;
  pass(1);
  return array.empty();
}

/// The gold of an array of questions that need no more than a pool has; nothing for other texts.
inline std::optional<gold_set> plain_gold(std::string_view content, std::string_view name, std::string_view form) {
  std::vector<element_note> notes;
  bool plain = true;
  bool const is_read = each_element(content, [&](json::value const& v) {
    plain = plain && v.is_object() && !is_template(v) && !has_choices(v.get_object());
    if (plain) notes.emplace_back(v.get_object());
  });
  if (!is_read || !plain) return {};
  gold_set gold{std::string(name), {}, {}, {}};
  gold.questions = retrieve::parse_pool(content, name, retrieve::gold_sql::optional, &gold.forms);
  for (std::size_t i = 0; i < notes.size(); ++i) gold.birds |= check_question(notes[i], gold.questions[i], name, element_number(i), form);
  gold.dialogues.push_back(gold.questions.size());
  gold.ids = ids_of(notes);
  return gold;
}

/// The gold of conversations in the form of SParC and CoSQL; nothing for other texts.
inline std::optional<gold_set> gold_of_conversations(std::string_view content, std::string_view name) {
  if (content.find("\"interaction\"") == content.npos) return {};
  gold_set gold{std::string(name), {}, {}, {}};
  gold.questions = retrieve::parse_pool(content, name, retrieve::gold_sql::required, &gold.forms);
  for (auto const& q : gold.questions) {
    if (q.turn == 0) return {};
    if (q.database.empty()) malformed(name, "a conversation has no \"database_id\"", "name the database of each conversation");
    if (q.turn == 1) gold.dialogues.push_back(0);
    ++gold.dialogues.back();
  }
  return gold;
}

/// Whether the first line is an object by itself, and another follows or it is a question as only JSON Lines have them.
inline bool is_json_lines(std::string_view content) {
  auto const begin = python_strip(content);
  auto const first = begin.substr(0, begin.find('\n'));
  if (!begin.starts_with('{')) return false;
  boost::system::error_code wrong;
  auto const v = json::parse({first.data(), first.size()}, wrong);
  return !wrong && v.is_object() && (has_choices(v.get_object()) || begin.substr(first.size()).find('{') != begin.npos);
}

inline std::vector<placed_object> objects_of_elements(json::array const& elements, std::string_view name, std::string_view form) {
  std::vector<placed_object> all;
  for (auto const& e : elements) {
    if (!e.is_object()) malformed(name, element_number(all.size()) + " is not an object", form);
    all.push_back({e.get_object(), element_number(all.size())});
  }
  return all;
}

/// EHRSQL's labels: for the id of each question its SQL, or `null`. They name no database and hold no questions.
inline gold_set gold_of_labels(json::object const& labels, std::string_view name) {
  static constexpr char form[] = "give an array of questions, or EHRSQL's label.json, in which each id has SQL or \"null\"";
  gold_set gold{std::string(name), {}, {}, {}};
  for (auto const& [id, sql] : labels) {
    if (!sql.is_string() && !sql.is_null()) malformed(name, "\"" + std::string(id) + "\" is neither SQL nor null", form);
    if (sql.is_string() && sql.get_string().empty()) malformed(name, "the SQL of \"" + std::string(id) + "\" is empty", form);
    auto& q = gold.questions.emplace_back();
    q.sql = sql.is_null() ? std::string(no_answer) : std::string(sql.get_string());
    gold.ids.emplace_back(id);
  }
  gold.dialogues.push_back(gold.questions.size());
  return gold;
}

/// Gold SQL as JSON: the members of a pool of demonstrations, and those that only an evaluation needs.
inline gold_set gold_of_json(std::string_view content, std::string_view name) {
  static constexpr char form[] = "give an array of objects with \"db_id\", \"question\" and \"query\" (or \"SQL\")";
  if (is_json_lines(content)) return gold_of_objects(objects_of_lines(content, name, form), name);
  if (auto conversations = gold_of_conversations(content, name)) return *std::move(conversations);
  if (auto plain = plain_gold(content, name, form)) return *std::move(plain);
  auto const parsed = t2s::detail::json_of(content, content, name, form);
  bool const is_question = parsed.is_object() && (parsed.get_object().contains("db_id") || parsed.get_object().contains("question"));
  if (parsed.is_object() && !is_question) return gold_of_labels(parsed.get_object(), name);
  if (!parsed.is_array()) malformed(name, "the JSON is not an array", form);
  auto const& elements = parsed.get_array();
  if (!elements.empty() && is_template(elements.front())) return gold_of_templates(objects_of_elements(elements, name, form), name);
  if (std::ranges::any_of(elements, [](auto const& e) { return e.is_object() && has_choices(e.get_object()); }))
    return gold_of_objects(objects_of_elements(elements, name, form), name);
  static_cast<void>(retrieve::parse_pool(content, name, retrieve::gold_sql::optional));  // says which element is no question
  malformed(name, "the JSON is not an array of questions", form);
}

/// Reads one file of predictions; `count()` warns of too few and too many.
struct prediction_reader {
  std::string_view content_, name_;
  gold_set const& gold_;
  prediction_set set_{};
  std::size_t surplus_ = 0;  // ignored
  std::size_t missing_ = 0;  // wrong

  prediction_set read() {
    auto const begin = python_strip(content_);
    if (begin.starts_with('['))
      read_array(parsed(content_));
    else if (begin.starts_with('{') && is_lines(begin))
      read_json_lines();
    else if (begin.starts_with('{'))
      read_bird(parsed(content_));
    else
      read_text();
    set_.name = name_;
    count();
    return std::move(set_);
  }

 private:
  static constexpr char forms[] =
      "give one SQL a line, {\"sql\": ...} on each line, or BIRD's {\"0\": ...}: docs/evaluation.md, \"Predictions\"";

  [[nodiscard]] json::value parsed(std::string_view text) const { return t2s::detail::json_of(text, content_, name_, forms); }

  /// JSON Lines begin with an object on one line that has "sql", or is followed by another object.
  [[nodiscard]] static bool is_lines(std::string_view begin) {
    boost::system::error_code wrong;
    auto const first = begin.substr(0, begin.find('\n'));
    auto const v = json::parse({first.data(), first.size()}, wrong);
    return !wrong && v.is_object() && (v.get_object().contains("sql") || begin.substr(first.size()).find('{') != begin.npos);
  }

  [[nodiscard]] std::string text_of(json::value const& v, std::string const& where) const {
    if (auto const* s = v.if_string()) return {s->data(), s->size()};
    if (v.is_null()) return {};
    malformed(name_, where + " is not a string", "write SQL in quotes, and \"\" where there is none");
  }

  void add(std::string_view sql) { set_.predictions.push_back({std::string(sql), {}, {}}); }

  void read_array(json::value const& v) {
    for (auto const& e : v.get_array()) {
      add(text_of(e, element_number(set_.predictions.size())));
      missing_ += e.is_null() ? 1U : 0U;
    }
  }

  void read_bird(json::value const& v) {
    auto const& all = v.get_object();
    auto const places = places_for(all);
    set_.predictions.resize(gold_.questions.size());
    missing_ = gold_.questions.size();
    for (auto const& [key, sql] : all) {
      auto const place = places.find(std::string(key));
      if (place == places.end()) refuse_key(key);
      auto const whole = text_of(sql, "prediction " + std::string(key));
      set_.predictions[place->second].sql = whole.substr(0, whole.find("\t----- bird -----\t"));
      missing_ -= sql.is_null() ? 0U : 1U;
    }
  }

  using key_places = std::map<std::string, std::size_t>;

  /// The questions by their `question_id` if all keys are ids, otherwise by their numbers.
  [[nodiscard]] key_places places_for(json::object const& predictions) const {
    key_places by_id, by_number;
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) {
      if (!gold_.ids.empty()) by_id.emplace(gold_.ids[i], i);
      by_number.emplace(std::to_string(i), i);
    }
    bool const ids = std::ranges::all_of(predictions, [&](auto const& p) { return by_id.contains(std::string(p.key())); });
    return ids && !by_id.empty() ? by_id : by_number;
  }

  [[noreturn]] void refuse_key(std::string_view key) const {
    auto what = std::string("the key \"").append(text::valid_utf8(key)).append("\" is not a number from 0 to ");
    what += std::to_string(gold_.questions.size() - 1);
    if (!gold_.ids.empty()) what.append(", and not all keys are a question_id of ").append(gold_.name);
    malformed(name_, what,
              "key each prediction by its question_id in the gold file, or by its place there, from \"0\" on; " + std::string(forms));
  }

  void read_json_lines() {
    for (std::size_t n = 1; auto const l : text::split(content_, '\n')) {
      auto const where = line_number(n++) + ": ";
      if (python_strip(l).empty()) continue;
      auto const v = parsed(l);
      if (!v.is_object()) malformed(name_, where + "this is not an object", "give {\"sql\": ...} on each line");
      set_.predictions.push_back(recorded(v.get_object(), where));
    }
  }

  [[nodiscard]] prediction recorded(json::object const& o, std::string const& where) const {
    prediction p;
    auto const* sql = o.if_contains("sql");
    if (!sql) malformed(name_, where + "there is no \"sql\"", forms);
    p.sql = text_of(*sql, where + "\"sql\"");
    if (auto const* rounds = o.if_contains("rounds")) {
      if (!rounds->is_array()) malformed(name_, where + "\"rounds\" is not an array", "list the SQL after each round");
      for (auto const& r : rounds->get_array()) p.rounds.push_back(text_of(r, where + "a round"));
    }
    recorded_run run;
    add_question(run, o, where);
    add_findings(run, o, where, std::max<std::size_t>(p.rounds.size(), 1));
    if (auto const* c = o.if_contains("confidence"); c && !c->is_null()) p.confidence = number(o, "confidence", where);
    p.asks_back = asks_back(o, where);
    if (o.contains("calls") || o.contains("seconds")) run.spent = cost_in(o, where);
    if (has_recorded(run)) p.run = std::move(run);
    return p;
  }

  [[nodiscard]] static bool has_recorded(recorded_run const& r) {
    bool const texts = !r.question.empty() || !r.rewritten.empty() || !r.simplified.empty();
    return r.spent || texts || !r.linked.empty() || !r.skeletons.empty() || !r.verdicts.empty();
  }

  [[nodiscard]] cost cost_in(json::object const& o, std::string const& where) const {
    auto const count = [&](char const* key) { return static_cast<std::size_t>(number(o, key, where)); };
    return {count("calls"), count("prompt_tokens"), count("completion_tokens"), number(o, "seconds", where), count("cached_tokens")};
  }

  [[nodiscard]] bool asks_back(json::object const& o, std::string const& where) const {
    auto const* asked = o.if_contains("ask_back");
    if (!asked || asked->is_null()) return false;
    if (asked->is_object() && asked->get_object().contains("question")) return true;
    malformed(name_, where + "\"ask_back\" is no object with a \"question\"",
              "write {\"question\": ..., \"options\": [{\"text\": ..., \"sql\": ...}]}, or null where nothing is asked");
  }

  void add_question(recorded_run& run, json::object const& o, std::string const& where) const {
    for (auto const& [key, to] : {std::pair("question", &run.question), {"rewritten", &run.rewritten}, {"simplified", &run.simplified}})
      if (auto const* v = o.if_contains(key)) *to = words_of(*v, where + in_quotes(key), "write the question in quotes, or leave it out");
  }

  /// The findings of policies, round by round.
  void add_findings(recorded_run& run, json::object const& o, std::string const& where, std::size_t rounds) const {
    each_in(o, "linked", where, [&](json::object const& one, std::string const& place) {
      run.linked.push_back({round_of(one, rounds, place), names_in(one, "tables", place), names_in(one, "columns", place)});
    });
    each_in(o, "skeletons", where, [&](json::object const& one, std::string const& place) {
      run.skeletons.push_back({round_of(one, rounds, place), words_in(one, "skeleton", place)});
    });
    each_in(o, "verdicts", where, [&](json::object const& one, std::string const& place) {
      auto const analysis = one.contains("analysis") ? words_in(one, "analysis", place) : std::string();
      run.verdicts.push_back({round_of(one, rounds, place), is_yes(one, place), analysis});
    });
  }

  /// f(object, place) for each element of a list, which may be absent.
  template <class F>
  void each_in(json::object const& o, char const* key, std::string const& where, F f) const {
    auto const* list = o.if_contains(key);
    if (!list) return;
    if (!list->is_array()) malformed(name_, where + in_quotes(key) + " is not an array", "list one object for each round that has it");
    for (std::size_t i = 0; auto const& one : list->get_array()) {
      auto const place = where + in_quotes(key) + ", " + element_number(i++) + ": ";
      if (!one.is_object()) malformed(name_, place + "this is not an object", "give {\"round\": 0, ...}");
      f(one.get_object(), place);
    }
  }

  [[nodiscard]] std::size_t round_of(json::object const& o, std::size_t rounds, std::string const& where) const {
    auto const* v = o.if_contains("round");
    boost::system::error_code wrong;
    auto const round = v ? v->to_number<std::size_t>(wrong) : 0;
    if (v && !wrong && round < rounds) return round;
    malformed(name_, where + "\"round\" is not a whole number below " + std::to_string(rounds),
              "give the place of the round's SQL in \"rounds\", 0 for the draft");
  }

  [[nodiscard]] std::vector<std::string> names_in(json::object const& o, char const* key, std::string const& where) const {
    static constexpr char form[] = "list names as [\"TABLE\"] and [\"TABLE.COLUMN\"]";
    auto const* list = o.if_contains(key);
    if (!list || !list->is_array()) malformed(name_, where + in_quotes(key) + " is not an array", form);
    std::vector<std::string> names;
    for (auto const& v : list->get_array()) names.push_back(words_of(v, where + "a name in " + in_quotes(key), form));
    return names;
  }

  [[nodiscard]] bool is_yes(json::object const& o, std::string const& where) const {
    auto const word = words_in(o, "verdict", where);
    if (word != "yes" && word != "no") malformed(name_, where + "\"verdict\" is neither \"yes\" nor \"no\"", "write one of them");
    return word == "yes";
  }

  [[nodiscard]] std::string words_in(json::object const& o, char const* key, std::string const& where) const {
    auto const* v = o.if_contains(key);
    return words_of(v ? *v : json::value(), where + in_quotes(key), "write a text in quotes");
  }
  [[nodiscard]] std::string words_of(json::value const& v, std::string const& where, std::string_view remedy) const {
    if (auto const* s = v.if_string()) return {s->data(), s->size()};
    malformed(name_, where + " is not a string", remedy);
  }
  [[nodiscard]] static std::string in_quotes(std::string_view key) { return std::string("\"").append(key).append("\""); }

  [[nodiscard]] double number(json::object const& o, char const* key, std::string const& where) const {
    auto const* v = o.if_contains(key);
    if (!v) return 0;
    auto const n = v->is_number() ? v->to_number<double>() : 0;
    bool const fits = n >= 0 && n <= 1e15;  // false for 0e340, which is read as NaN
    if (v->is_number() && fits) return n;
    malformed(name_, where + "\"" + key + "\" is " + (fits ? "no number" : "below 0 or absurdly high"),
              "leave it out where it is not known");
  }

  void read_text() {
    auto const dialogues = dialogues_of(content_, name_);
    require_same_dialogues(dialogues);
    for (std::size_t d = 0; d < dialogues.size(); ++d) {
      auto const given = dialogues[d].size(), wanted = gold_.dialogues[d];
      if (dialogues.size() > 1 && given != wanted)
        malformed(name_,
                  std::string("dialogue ").append(std::to_string(d + 1)) + " has " + counted(given, "prediction") + " for " +
                      counted(wanted, "question"),
                  "give one prediction a question");
      for (std::size_t i = 0; i < std::min(given, wanted); ++i) {
        auto const sql = dialogues[d][i].content;
        add(sql.substr(0, sql.find('\t')));
      }
      surplus_ = given - std::min(given, wanted);
    }
  }

  void require_same_dialogues(std::vector<std::vector<line>> const& found) const {
    auto const is_empty = [](auto const& d) { return d.empty(); };
    if (found.size() == gold_.dialogues.size() && std::ranges::none_of(found, is_empty)) return;
    if (gold_.dialogues.size() > 1)
      malformed(name_, std::to_string(found.size()) + " dialogues for " + std::to_string(gold_.dialogues.size()),
                "separate dialogues by one empty line, as the gold SQL does");
    auto const before = found.empty() || found.front().empty() ? 0 : found.front().back().number;
    auto const where = line_number(before + 1) + " is empty";
    if (before > 0 && std::ranges::all_of(found.begin() + 1, found.end(), is_empty))
      malformed(name_, where + ", as are all after it", "remove the empty lines at the end of the file");
    malformed(name_, where, "write SELECT NULL for a question without a prediction");
  }

  void count() {
    auto const wanted = gold_.questions.size(), given = set_.predictions.size() + surplus_;
    auto const both = counted(given, "prediction") + " for " + counted(wanted, "question");
    if (missing_ > 0)
      set_.warnings.push_back(std::to_string(missing_) + " of " + std::to_string(wanted) +
                              " questions have no prediction; they count as wrong");
    if (given < wanted) set_.warnings.push_back(both + ": the questions from #" + std::to_string(given) + " on are not evaluated");
    if (given > wanted) set_.warnings.push_back(both + ": those from #" + std::to_string(wanted) + " on are ignored");
    set_.surplus = given - std::min(wanted, given);
    set_.predictions.resize(std::min(wanted, set_.predictions.size()));
  }
};

}  // namespace detail

T2S_DECL gold_set parse_gold(std::string_view content, std::string_view name) {
  content = detail::without_mark(content);
  auto const begin = detail::python_strip(content);
  bool const is_json = begin.starts_with('[') || begin.starts_with('{');
  auto gold = is_json                            ? detail::gold_of_json(content, name)
              : detail::is_csv_of_golds(content) ? detail::gold_of_csv(content, name)
                                                 : detail::gold_of_lines(content, name);
  if (gold.questions.empty())
    detail::malformed(name, "there is no question in it",
                      "give questions with their gold SQL, as JSON, CSV or as SQL<TAB>db_id on each line");
  return gold;
}

T2S_DECL gold_set read_gold(std::string const& path) { return parse_gold(read_file(path, "a file of gold SQL"), path); }

T2S_DECL gold_set read_gold(std::vector<std::string> const& paths) {
  gold_set all;
  bool has_ids = true, is_one_dialogue = true;
  for (auto const& path : paths) {
    auto one = read_gold(path);
    if (paths.size() == 1) return one;
    if (all.name.empty()) all.name = path + " and " + std::to_string(paths.size() - 1) + " more";
    has_ids &= !one.ids.empty();
    is_one_dialogue &= one.dialogues.size() == 1;
    auto const before = all.questions.size();
    std::ranges::move(one.questions, std::back_inserter(all.questions));
    std::ranges::move(one.dialogues, std::back_inserter(all.dialogues));
    std::ranges::move(one.ids, std::back_inserter(all.ids));
    all.choices.resize(one.choices.empty() ? all.choices.size() : before);
    std::ranges::move(one.choices, std::back_inserter(all.choices));
    if (!all.choices.empty()) all.choices.resize(all.questions.size());
    all.birds |= one.birds;
    all.forms.questions += one.forms.questions;
    all.forms.synonyms += one.forms.synonyms;
  }
  if (is_one_dialogue) all.dialogues = {all.questions.size()};
  if (!has_ids || std::set<std::string>(all.ids.begin(), all.ids.end()).size() != all.ids.size()) all.ids.clear();
  return all;
}

T2S_DECL void read_gold_results(gold_set& to, std::string const& folder, std::string const& conditions) {
  detail::require_ids(to, "gold results and conditions");
  to.choices.resize(to.questions.size());
  if (!conditions.empty()) detail::read_conditions(to, conditions);
  if (folder.empty()) return;
  detail::require_folder(folder, "gold results");
  detail::read_results(to, folder);
}

T2S_DECL prediction_set parse_predictions(std::string_view content, std::string_view name, gold_set const& gold) {
  return detail::prediction_reader(detail::without_mark(content), name, gold).read();
}

T2S_DECL prediction_set read_predictions(std::string const& path, gold_set const& gold) {
  if (std::filesystem::is_directory(path)) return detail::read_prediction_folder(path, gold);
  return parse_predictions(read_file(path, "a file of predictions"), path, gold);
}

}  // namespace t2s::evaluation

#endif
