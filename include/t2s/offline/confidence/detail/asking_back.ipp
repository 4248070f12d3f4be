// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ASKING_BACK_IPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ASKING_BACK_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/offline/confidence/detail/asking_back.hpp"
#include "t2s/offline/confidence/detail/candidate_results.hpp"
#include "t2s/sql/detail/meaning.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence {
namespace detail {

/// What an option does, a sentence for each clause.
using sentences = std::vector<std::string>;

[[nodiscard]] inline sentences meaning_of(std::string_view sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  return parsed ? sql::meaning_of(*parsed, d.sql_dialect()) : sentences{std::string(sql)};
}

/// The sentences of each option that another option does not have.
[[nodiscard]] inline std::vector<sentences> differences(std::vector<sentences> const& all) {
  auto out = all;
  for (auto& own : out)
    std::erase_if(own, [&](auto const& s) { return t2s::detail::all_of(all, [&](auto const& o) { return t2s::detail::has(o, s); }); });
  return out;
}

[[nodiscard]] inline bool is_about(std::string_view sentence, std::string_view verb) { return sentence.starts_with(verb); }

/// The same without the tables, if the rest still tells the options apart.
[[nodiscard]] inline std::vector<sentences> without_tables(std::vector<sentences> const& all) {
  auto out = all;
  for (auto& own : out) std::erase_if(own, [](auto const& s) { return is_about(s, "Takes"); });
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i].empty() ||
        std::find(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(i), out[i]) != out.begin() + static_cast<std::ptrdiff_t>(i))
      return all;
  return out;
}

/// A question about what differs, by the first words of the sentences.
[[nodiscard]] inline std::string question_about(std::vector<sentences> const& all) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kinds{{{"Gives", "Which result is meant?"},
                                                                                       {"Keeps", "Which condition is meant?"},
                                                                                       {"Takes", "Which relation of the tables is meant?"},
                                                                                       {"Sorted", "Which order is meant?"}}};
  for (auto const& [verb, text] : kinds) {
    auto const of_verb = [v = verb](std::string const& s) { return is_about(s, v); };
    if (t2s::detail::all_of(all, [&](sentences const& own) { return t2s::detail::all_of(own, of_verb); })) return std::string(text);
  }
  return "Which of these is meant?";
}

/// "gives name; keeps those where fee > 3 (3 rows)".
[[nodiscard]] inline std::string words_of(sentences const& own, db::execution const& done) {
  std::string out;
  for (auto const& s : own) {
    auto text = std::string(text::trim(s.ends_with('.') ? std::string_view(s).substr(0, s.size() - 1) : std::string_view(s)));
    if (!out.empty()) out.append("; ");
    text[0] = text::lower(text[0]);
    out.append(text);
  }
  return out.append(" (").append(result_words(&done)).append(")");
}

T2S_DECL std::vector<std::string> with_other_joins(std::string_view sql, std::span<std::string const> joins) {
  std::vector<std::string> out;
  for (std::string_view const join : joins) {
    auto const on = join.find(" ON ");
    if (on == join.npos) continue;
    auto const tables = join.substr(0, on + 4);
    auto const at = sql.find(tables);
    if (at == sql.npos) continue;
    auto const begin = at + tables.size();
    auto end = begin;
    for (int word = 0; word < 3 && end < sql.size(); ++word) end = std::min(sql.find(' ', end + 1), sql.size());
    out.push_back(std::string(sql).replace(begin, end - begin, join.substr(on + 4)));
  }
  return out;
}

T2S_DECL std::string once_or_often(std::string_view sql, schema::database const& d) {
  constexpr std::string_view often = "SELECT ", once = "SELECT DISTINCT ";
  auto const parsed = sql::parse(sql, d);
  if (!parsed || !sql.starts_with(often)) return {};
  auto const& root = parsed->root();
  auto const* const select = root.find(sql::kind::select);
  auto const* const columns = select ? select->find(sql::kind::columns) : nullptr;
  auto const is_column = [](sql::node const* n) { return n && n->kind == sql::kind::column; };
  auto const is_simple = [&](sql::node const* n) { return !n || n == select || n->kind == sql::kind::order_by; };
  if (!columns || select->find(sql::kind::group_by) || !t2s::detail::all_of(columns->children(), is_column) ||
      !t2s::detail::all_of(root.children(), is_simple))
    return {};
  bool const is_once = select->has(sql::flag::distinct);
  if (is_once && !sql.starts_with(once)) return {};
  return std::string(is_once ? often : once).append(sql.substr(is_once ? once.size() : often.size()));
}

T2S_DECL std::vector<std::string> other_forms(candidate const& of, bool doubtful, schema::database const& d) {
  static std::vector<std::string> const none;
  auto const* const read = of.known<link::question_reading>();
  auto out = with_other_joins(of.sql, read ? read->other_joins : none);
  auto other = doubtful ? std::string() : once_or_often(of.sql, d);
  if (!other.empty()) out.push_back(std::move(other));
  return out;
}

T2S_DECL std::vector<executed_reading> near_readings(std::vector<executed_reading> const& all) {
  constexpr double near = 0.5;  // in score, as of the readings that the confidence tells of
  auto out = all;
  std::erase_if(out, [&](executed_reading const& r) { return !r.outcome || all.front().read.score - r.read.score >= near; });
  return out;
}

/// The options, each with another result.
class distinct_options {
 public:
  void add(attempt const& made) {
    if (!made.outcome || !made.outcome->ok() || all_.size() == most) return;
    if (!all_.empty() && made.outcome->rows.values.empty()) return;
    auto const same = [&](attempt const& other) { return db::same_answer(other.outcome->rows, made.outcome->rows); };
    if (!t2s::detail::any_of(all_, same)) all_.push_back(made);
  }
  [[nodiscard]] std::vector<attempt>& all() { return all_; }

 private:
  static constexpr std::size_t most = 3;
  std::vector<attempt> all_{};
};

[[nodiscard]] inline attempt attempt_of(executed_reading const& r) {
  candidate c(r.read.sql, "a reading of the question that its user chose");
  c.note(link::question_reading{r.read.unread, r.read.other_joins});
  c.outcome = r.outcome;
  return attempt(std::move(c));
}

}  // namespace detail

T2S_DECL std::optional<ask_back> ask_back_about(answer const& a, std::span<executed_reading const> others, schema::database const& d) {
  if (!a.outcome() || !a.outcome()->ok()) return {};
  detail::distinct_options found;
  attempt own(candidate(a.revisions.back().tried));
  own.outcome = *a.outcome();
  found.add(own);
  if (auto const* const chosen = a.selection())
    for (auto const& other : chosen->others)
      if (other.has_sql()) found.add(other.revisions.back());
  for (auto const& r : others) found.add(detail::attempt_of(r));
  if (found.all().size() < 2) return {};
  std::vector<detail::sentences> meanings;
  for (auto const& o : found.all()) meanings.push_back(detail::meaning_of(o.tried.sql, d));
  auto const said = detail::without_tables(detail::differences(meanings));
  ask_back out{detail::question_about(said), {}};
  for (std::size_t i = 0; i < said.size(); ++i) {
    auto text = detail::words_of(said[i].empty() ? meanings[i] : said[i], *found.all()[i].outcome);
    out.options.push_back({std::move(text), std::move(found.all()[i])});
  }
  return out;
}

}  // namespace t2s::confidence

#endif
