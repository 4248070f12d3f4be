// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_PREDICTIONS_IPP
#define T2S_EVALUATION_IMPL_PREDICTIONS_IPP

#include "t2s/core/file.hpp"
#include "t2s/evaluation/impl/lines.hpp"
#include "t2s/evaluation/predictions.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace t2s::evaluation {
namespace detail {

namespace json = boost::json;

inline prediction prediction_of(std::string_view sql) { return {std::string(sql), {}, {}}; }

/// "1 question", "2 questions"
inline std::string counted(std::size_t n, std::string_view noun) {
  auto text = std::to_string(n).append(" ").append(noun);
  return n == 1 ? text : text.append("s");
}

/// Reads one file of predictions; `count()` warns of too few and too many.
class prediction_reader {
 public:
  prediction_reader(std::string_view content, std::string_view name, gold_set const& gold)
      : content_(without_mark(content)), name_(name), gold_(gold) {}

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

  /// JSON Lines begin with an object that stands on one line and has "sql", or is not the only one.
  [[nodiscard]] static bool is_lines(std::string_view begin) {
    json::error_code wrong;
    auto const first = begin.substr(0, begin.find('\n'));
    auto const v = json::parse({first.data(), first.size()}, wrong);
    return !wrong && v.is_object() && (v.get_object().contains("sql") || begin.substr(first.size()).find('{') != begin.npos);
  }

  [[nodiscard]] std::string text_of(json::value const& v, std::string const& where) const {
    if (auto const* s = v.if_string()) return {s->data(), s->size()};
    if (v.is_null()) return {};
    malformed(name_, where + " is no string", "write SQL in quotes, and \"\" where there is none");
  }

  void read_array(json::value const& v) {
    for (auto const& e : v.get_array()) {
      set_.predictions.push_back(prediction_of(text_of(e, std::string("element ").append(std::to_string(set_.predictions.size())))));
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
      set_.predictions[place->second] = prediction_of(std::string_view(whole).substr(0, whole.find("\t----- bird -----\t")));
      missing_ -= sql.is_null() ? 0U : 1U;
    }
  }

  using key_places = std::map<std::string, std::size_t>;

  /// The questions by their `question_id` if that is what the keys are, else by their numbers.
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
    auto what = std::string("the key \"").append(text::valid_utf8(key)).append("\" is no number from 0 to ");
    what += std::to_string(gold_.questions.size() - 1);
    if (!gold_.ids.empty()) what.append(", and not all keys are a question_id of ").append(gold_.name);
    malformed(name_, what,
              "key each prediction by its question_id in the gold file, or by its place there, from \"0\" on; " + std::string(forms));
  }

  void read_json_lines() {
    std::size_t number = 0;
    for (auto const l : text::split(content_, '\n')) {
      ++number;
      if (python_strip(l).empty()) continue;
      auto const where = line_number(number) + ": ";
      auto const v = parsed(l);
      if (!v.is_object()) malformed(name_, where + "this is no object", "give {\"sql\": ...} on each line");
      set_.predictions.push_back(recorded(v.get_object(), where));
    }
  }

  [[nodiscard]] prediction recorded(json::object const& o, std::string const& where) const {
    prediction p;
    auto const* sql = o.if_contains("sql");
    if (!sql) malformed(name_, where + "there is no \"sql\"", forms);
    p.sql = text_of(*sql, where + "\"sql\"");
    if (auto const* rounds = o.if_contains("rounds")) {
      if (!rounds->is_array()) malformed(name_, where + "\"rounds\" is no array", "list the SQL after each round");
      for (auto const& r : rounds->get_array()) p.rounds.push_back(text_of(r, where + "a round"));
    }
    if (!o.contains("calls") && !o.contains("seconds")) return p;
    auto const count = [&](char const* key) { return static_cast<std::size_t>(number(o, key, where)); };
    p.spent = cost{count("calls"), count("prompt_tokens"), count("completion_tokens"), number(o, "seconds", where)};
    return p;
  }

  [[nodiscard]] double number(json::object const& o, char const* key, std::string const& where) const {
    auto const* v = o.if_contains(key);
    if (!v) return 0;
    auto const wrong = [&](char const* what) {
      malformed(name_, where + "\"" + key + "\" is " + what, "leave it out where it is not known");
    };
    if (!v->is_number()) wrong("no number");
    auto const n = v->to_number<double>();
    if (!(n >= 0 && n <= 1e15)) wrong("below 0 or absurdly high");  // 0e340 is read as no number at all
    return n;
  }

  void read_text() {
    auto const dialogues = dialogues_of(content_, name_);
    require_same_dialogues(dialogues);
    for (std::size_t d = 0; d < dialogues.size(); ++d) {
      auto const taken = std::min(dialogues[d].size(), gold_.dialogues[d]);
      for (std::size_t i = 0; i < taken; ++i) set_.predictions.push_back(prediction_of(dialogues[d][i].before_tab()));
      if (dialogues.size() > 1 && dialogues[d].size() != gold_.dialogues[d])
        malformed(name_,
                  std::string("dialogue ").append(std::to_string(d + 1)) + " has " + counted(dialogues[d].size(), "prediction") + " for " +
                      counted(gold_.dialogues[d], "question"),
                  "give one prediction a question");
      if (dialogues[d].size() > taken) surplus_ = dialogues[d].size() - taken;
    }
  }

  void require_same_dialogues(std::vector<std::vector<line>> const& found) const {
    if (found.size() == gold_.dialogues.size() && std::ranges::none_of(found, [](auto const& d) { return d.empty(); })) return;
    if (gold_.dialogues.size() > 1)
      malformed(name_, std::to_string(found.size()) + " dialogues for " + std::to_string(gold_.dialogues.size()),
                "separate dialogues by one empty line, as the gold SQL does");
    auto const before = found.empty() || found.front().empty() ? 0 : found.front().back().number;
    bool const at_end = before > 0 && std::ranges::all_of(found.begin() + 1, found.end(), [](auto const& d) { return d.empty(); });
    if (at_end)
      malformed(name_, line_number(before + 1) + " is empty, as are all after it", "remove the empty lines at the end of the file");
    malformed(name_, line_number(before + 1) + " is empty", "write SELECT NULL for a question without a prediction");
  }

  void count() {
    if (missing_ > 0)
      set_.warnings.push_back(std::to_string(missing_) + " of " + std::to_string(gold_.questions.size()) +
                              " questions have no prediction; they count as wrong");
    auto const wanted = gold_.questions.size(), given = set_.predictions.size() + surplus_;
    auto const both = counted(given, "prediction") + " for " + counted(wanted, "question");
    if (given < wanted) set_.warnings.push_back(both + ": the questions from #" + std::to_string(given) + " on are not evaluated");
    if (given > wanted) set_.warnings.push_back(both + ": those from #" + std::to_string(wanted) + " on are not looked at");
    set_.surplus = given - std::min(wanted, given);
    set_.predictions.resize(std::min(wanted, set_.predictions.size()));
  }

  std::string_view content_, name_;
  gold_set const& gold_;
  prediction_set set_{};
  std::size_t surplus_ = 0;  // not looked at
  std::size_t missing_ = 0;  // wrong
};

}  // namespace detail

T2S_DECL prediction_set parse_predictions(std::string_view content, std::string_view name, gold_set const& gold) {
  return detail::prediction_reader(content, name, gold).read();
}

T2S_DECL prediction_set read_predictions(std::string const& path, gold_set const& gold) {
  return parse_predictions(read_file(path, "a file of predictions"), path, gold);
}

}  // namespace t2s::evaluation

#endif
