// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_EXPANDED_WORDS_HPP
#define T2S_DB_SQLITE_DETAIL_EXPANDED_WORDS_HPP

#include <algorithm>
#include <map>
#include <string>
#include <utility>

/// What `sqlite_expansion` counts of the parts of a statement.
namespace t2s::db::detail {

/// For how many words each column of a source stands.
struct column_weights {
  std::map<std::string, double> named{};  ///< of those that stand for several, by lower-case name; "" is any column without a name
  double others = 1;                      ///< of each other
  double widest = 1;                      ///< the most of all

  /// For how many words all columns of a source stand.
  [[nodiscard]] double all(double columns) const {
    auto const unnamed = named.find("");
    double words =
        std::max(0.0, columns - static_cast<double>(named.size())) * (unnamed == named.end() ? others : std::max(others, unnamed->second));
    for (auto const& [name, weight] : named) words += std::max(others, weight);
    return words;
  }
  void note(std::string const& column, double weight) {
    if (weight <= 1) return;
    auto& known = named[column];
    known = std::max(known, weight);
    widest = std::max(widest, weight);
  }
  void note_others(double weight) {
    others = std::max(others, weight);
    widest = std::max(widest, weight);
  }
  void add(column_weights const& more) {
    note_others(more.others);
    for (auto const& [name, weight] : more.named) note(name, weight);
  }
};

/// A part of a statement: its words, and the names among them that could be those of columns.
struct expanded_words {
  double words = 0;                      ///< with all that was put in
  double names = 0;                      ///< how often a name stands there
  std::map<std::string, double> uses{};  ///< how often each does, by lower-case name; a quoted one counts for "", too

  void use(std::string const& name, bool is_quoted, double times) {
    names += times;
    uses[name] += times;
    if (is_quoted) uses[""] += times;
  }
  /// The smaller map goes into the larger, so a name is moved O(log n) times.
  void add(expanded_words more) {
    words += more.words;
    names += more.names;
    if (uses.size() < more.uses.size()) uses.swap(more.uses);
    for (auto const& [name, times] : more.uses) uses[name] += times;
  }
  /// How many words there are with columns of these weights put in.
  [[nodiscard]] double with(column_weights const& of) const {
    double all = words + names * (of.others - 1);
    auto const add = [&](double times, double weight) { all += times * std::max(0.0, weight - of.others); };
    if (uses.size() < of.named.size()) {
      for (auto const& [name, times] : uses)
        if (auto const found = of.named.find(name); found != of.named.end()) add(times, found->second);
    } else {
      for (auto const& [name, weight] : of.named)
        if (auto const found = uses.find(name); found != uses.end()) add(found->second, weight);
    }
    return all;
  }
};

/// A query or table, and the rows that it gives.
struct expanded_rows : expanded_words {
  double columns = 1;              ///< how many
  double arms = 1;                 ///< the SELECTs that UNION joins, with those of its sources
  bool flattens = true;            ///< whether they may take its place in the query that reads it
  double takes_conditions = 0;     ///< how many of its queries, one within the other, get a copy of a condition on it
  column_weights anywhere{};       ///< of its columns
  column_weights in_conditions{};  ///< the same where a condition uses them, not less
};

}  // namespace t2s::db::detail

#endif
