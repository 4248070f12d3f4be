// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_GOLD_TEMPLATES_HPP
#define T2S_LAB_EVALUATION_DETAIL_GOLD_TEMPLATES_HPP

#include "t2s/lab/evaluation/detail/gold_choices.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"

#include <algorithm>
#include <map>
#include <utility>

/// Questions and SQL with variables: the form of text2sql-data (Finegan-Dollak et al., Improving Text-to-SQL Evaluation Methodology, ACL
/// 2018), in which one query has several sentences and several spellings.
namespace t2s::evaluation::detail {

inline bool is_template(boost::json::value const& element) {
  return element.is_object() && element.get_object().contains("sentences") && element.get_object().contains("sql");
}

/// Reads one query with its sentences.
class template_reader {
 public:
  explicit template_reader(member_reader const& read) : read_(read) {
    for (auto const& v : list("variables"))
      if (v.is_object()) usual_[text_in(v.get_object(), "name")] = text_in(v.get_object(), "example");
    for (auto const& s : list("sql")) {
      if (!s.is_string()) read_.refuse("\"sql\" has an element that is no string", "write SQL in quotes");
      queries_.emplace_back(s.get_string());
    }
    if (queries_.empty()) read_.refuse("\"sql\" is empty", "give at least one query");
  }

  /// The sentences of a split, each as a question with its golds; all of them for "".
  void add_to(gold_set& gold, std::string_view split) const {
    for (auto const& s : list("sentences")) {
      if (!s.is_object()) read_.refuse("\"sentences\" has an element that is no object", "give {\"text\": ..., \"variables\": {...}}");
      auto const& sentence = s.get_object();
      if (!split.empty() && text_in(sentence, "question-split") != split) continue;
      auto const own = values_of(sentence);
      auto& q = gold.questions.emplace_back();
      q.question = filled(text_in(sentence, "text"), own);
      q.sql = filled(queries_.front(), own);
      auto& choice = gold.choices.emplace_back();
      for (std::size_t i = 1; i < queries_.size(); ++i) choice.queries.push_back(filled(queries_[i], own));
    }
  }

  /// Whether a sentence belongs to a split.
  [[nodiscard]] bool has(std::string_view split) const {
    return std::ranges::any_of(list("sentences"), [&](boost::json::value const& s) {
      return s.is_object() && text_in(s.get_object(), "question-split") == split;
    });
  }

 private:
  using values = std::map<std::string, std::string>;

  [[nodiscard]] boost::json::array list(char const* key) const {
    auto const* v = read_.first_of({key});
    if (v && !v->is_array()) read_.refuse(std::string("\"") + key + "\" is not a list", "write it in square brackets");
    return v ? v->get_array() : boost::json::array();
  }

  [[nodiscard]] static std::string text_in(boost::json::object const& o, char const* key) {
    auto const* v = o.if_contains(key);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
  }

  /// The sentence's own values; of variables that only the SQL has, the example.
  [[nodiscard]] values values_of(boost::json::object const& sentence) const {
    auto all = usual_;
    auto const* own = sentence.if_contains("variables");
    if (!own || !own->is_object()) return all;
    for (auto const& [name, v] : own->get_object())
      if (v.is_string()) all[std::string(name)] = std::string(v.get_string());
    return all;
  }

  /// Longer names first: `var10` begins like `var1`.
  [[nodiscard]] static std::string filled(std::string text, values const& with) {
    std::vector<std::pair<std::string, std::string>> order(with.begin(), with.end());
    std::ranges::sort(order, [](auto const& a, auto const& b) { return a.first.size() > b.first.size(); });
    for (auto const& [name, v] : order)
      if (!name.empty()) text = replaced(text, name, v);
    return text;
  }

  member_reader read_;
  values usual_{};
  std::vector<std::string> queries_{};
};

/// The questions of the split `test`, or all if there is none. They name no database.
inline gold_set gold_of_templates(std::vector<placed_object> const& objects, std::string_view name) {
  gold_set gold{std::string(name), {}, {}, {}};
  std::vector<template_reader> readers;
  for (auto const& o : objects) readers.emplace_back(member_reader{o, name});
  bool const has_test = std::ranges::any_of(readers, [](auto const& r) { return r.has("test"); });
  for (auto const& r : readers) r.add_to(gold, has_test ? "test" : "");
  gold.dialogues.push_back(gold.questions.size());
  gold.forms.questions = gold.questions.size();
  return gold;
}

}  // namespace t2s::evaluation::detail

#endif
