// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RESULT_DIFFERENCE_IPP
#define T2S_LAB_EVALUATION_DETAIL_RESULT_DIFFERENCE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/detail/result_difference.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::evaluation {
namespace differing {

/// Reads a text that is a number as a whole; otherwise in lower case, without white space around it and without midnight.
inline value plain_text(std::string_view written) {
  auto s = text::trim(written);
  std::int64_t whole = 0;
  double real = 0;
  auto const [end_of_whole, whole_wrong] = std::from_chars(s.data(), s.data() + s.size(), whole);
  bool const is_whole = end_of_whole == s.data() + s.size();
  if (is_whole && whole_wrong == std::errc()) return whole;
  if (is_whole) return std::string(s);  // more digits than a number keeps apart
  if (auto const [end, wrong] = std::from_chars(s.data(), s.data() + s.size(), real);
      wrong == std::errc() && end == s.data() + s.size() && std::isfinite(real))
    return real;
  for (std::string_view const midnight : {" 00:00:00", "T00:00:00"})
    if (s.size() > midnight.size() && s.ends_with(midnight)) s.remove_suffix(midnight.size());
  return text::lower(s);
}

/// The digits after the point of the shortest text that reads back the same.
inline int digits_of(double real) {
  std::array<char, 400> written{};
  auto const end = std::to_chars(written.data(), written.data() + written.size(), real, std::chars_format::fixed).ptr;
  auto const all = std::string_view(written.data(), static_cast<std::size_t>(end - written.data()));
  auto const point = all.find('.');
  return point == all.npos ? 0 : static_cast<int>(all.size() - point - 1);
}

/// The most digits after the point of any real; 0 if all numbers are whole.
inline int digits_of(db::rows const& of) {
  int most = 0;
  for (auto const& row : of.values)
    for (auto const& v : row)
      if (auto const* r = v.real(); r && std::isfinite(*r)) most = std::max(most, digits_of(*r));
  return most;
}

inline db::rows plain(db::rows of) {
  for (auto& row : of.values)
    for (auto& v : row)
      if (auto const* s = v.text()) v = plain_text(*s);
  return of;
}

inline void round_to(int digits, db::rows& in) {
  auto const scale = std::pow(10.0, digits);
  for (auto& row : in.values)
    for (auto& v : row)
      if (auto const* r = v.real(); r && std::fabs(*r) < 1e15 / scale) v = std::round(*r * scale) / scale;
}

/// Both results written alike.
struct plain_results {
  db::rows gold, predicted;

  plain_results(db::rows const& g, db::rows const& p) : gold(plain(g)), predicted(plain(p)) {
    constexpr int most_digits = 12;
    auto const of_gold = digits_of(gold), of_predicted = digits_of(predicted), fewer = std::min(of_gold, of_predicted);
    if (fewer == 0 || of_gold == of_predicted || fewer > most_digits) return;
    round_to(fewer, gold);
    round_to(fewer, predicted);
  }
};

/// A row as a key: the storage class and the content of each value.
inline std::string key_of(std::vector<value> const& row) {
  std::string key;
  for (auto const& v : row) {
    auto const* r = v.real();
    bool const is_whole = r && std::fabs(*r) < 1e15 && std::trunc(*r) == *r;
    auto const content = is_whole ? std::to_string(static_cast<std::int64_t>(*r)) : to_string(v);
    key.append(v.text() ? "t" : v.is_null() ? "n" : "x").append(std::to_string(content.size())).append(":").append(content);
  }
  return key;
}

/// The rows by which two results differ.
class row_differences {
 public:
  row_differences(db::rows const& gold, db::rows const& predicted) {
    for (auto const& row : gold.values) ++of(row).gold;
    for (auto const& row : predicted.values) ++of(row).predicted;
    for (auto const& [key, n] : rows_) {
      if (n.gold == n.predicted) continue;
      missing_ |= n.gold > n.predicted;
      superfluous_ |= n.gold < n.predicted;
      only_repeated_ &= n.gold > 0 && n.predicted > 0;
      only_null_ &= n.has_null;
    }
  }

  [[nodiscard]] bool missing() const { return missing_; }
  [[nodiscard]] bool superfluous() const { return superfluous_; }
  [[nodiscard]] bool only_repeated() const { return only_repeated_; }  ///< each row of one is also in the other
  [[nodiscard]] bool only_null() const { return only_null_; }

 private:
  struct counts {
    std::size_t gold = 0, predicted = 0;
    bool has_null = false;
  };

  [[nodiscard]] counts& of(std::vector<value> const& row) {
    auto& n = rows_[key_of(row)];
    n.has_null = std::ranges::any_of(row, &value::is_null);
    return n;
  }

  std::map<std::string, counts> rows_{};
  bool missing_ = false, superfluous_ = false, only_repeated_ = true, only_null_ = true;
};

/// The distinct values of each column.
inline std::vector<std::set<std::string>> values_by_column(db::rows const& of) {
  std::vector<std::set<std::string>> columns(of.columns.size());
  for (auto const& row : of.values)
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].insert(key_of({row[c]}));
  return columns;
}

/// For each gold column a predicted one, each once: the pairs that share most values first.
inline std::vector<std::size_t> like_columns(db::rows const& gold, db::rows const& predicted) {
  struct pair {
    double shared;
    std::size_t gold, predicted;
  };
  auto const of_gold = values_by_column(gold), of_predicted = values_by_column(predicted);
  std::vector<pair> pairs;
  for (std::size_t g = 0; g < of_gold.size(); ++g)
    for (std::size_t p = 0; p < of_predicted.size(); ++p) {
      auto const common = std::ranges::count_if(of_gold[g], [&](auto const& v) { return of_predicted[p].contains(v); });
      pairs.push_back({static_cast<double>(common) / static_cast<double>(of_gold[g].size() + of_predicted[p].size() + 1), g, p});
    }
  std::ranges::sort(pairs, {}, [](pair const& x) { return std::tuple(-x.shared, x.gold != x.predicted, x.gold, x.predicted); });
  constexpr auto open = static_cast<std::size_t>(-1);
  std::vector<std::size_t> from(of_gold.size(), open);
  for (auto const& x : pairs)
    if (from[x.gold] == open && std::ranges::find(from, x.predicted) == from.end()) from[x.gold] = x.predicted;
  return from;
}

/// Brings the predicted columns into the order of the gold's, as far as their values show it.
inline void reorder(db::rows const& gold, db::rows& predicted) {
  constexpr std::size_t widest = 20;
  if (gold.columns.size() < 2 || gold.columns.size() > widest || gold.columns.size() != predicted.columns.size()) return;
  auto const from = like_columns(gold, predicted);
  for (auto& row : predicted.values) {
    std::vector<value> now;
    for (auto const c : from) now.push_back(row[c]);
    row = std::move(now);
  }
}

inline result_difference by_rows(db::rows const& gold, db::rows const& predicted) {
  using enum result_difference;
  row_differences const found(gold, predicted);
  if (found.only_repeated()) return repetitions;
  if (found.only_null() && found.missing() != found.superfluous()) return nulls;
  if (predicted.empty()) return empty;
  if (!found.superfluous()) return fewer;
  return found.missing() || gold.empty() ? rows : more;
}

/// Whether copies of a result cost little.
inline bool is_small(db::rows const& r) {
  constexpr std::size_t most_cells = 200'000, most_bytes = std::size_t{16} << 20U;
  if (r.values.size() * std::max<std::size_t>(1, r.columns.size()) > most_cells) return false;
  std::size_t bytes = 0;
  for (auto const& row : r.values)
    for (auto const& v : row) bytes += v.text() ? v.text()->size() : v.bytes() ? v.bytes()->bytes.size() : 0;
  return bytes <= most_bytes;
}

struct names {
  std::string_view name, title;
};
inline constexpr std::array<names, 11> all_names{
    names{"failed", "no result"},
    names{"equal", "the same result on its own database"},
    names{"format", "the same values, otherwise written"},
    names{"order", "the same rows in another order"},
    names{"repetitions", "the same rows, some more or less often"},
    names{"nulls", "rows with NULL are missing or superfluous"},
    names{"empty", "no row"},
    names{"fewer", "some of the gold rows"},
    names{"more", "the gold rows and others"},
    names{"columns", "the same rows with columns missing or superfluous"},
    names{"rows", "other rows"},
};

}  // namespace differing

T2S_DECL std::string_view name_of(result_difference d) noexcept { return differing::all_names[static_cast<std::size_t>(d)].name; }
T2S_DECL std::string_view title_of(result_difference d) noexcept { return differing::all_names[static_cast<std::size_t>(d)].title; }

T2S_DECL result_difference difference_of(db::rows const& gold, db::rows const& predicted, bool ordered) {
  using enum result_difference;
  if (!differing::is_small(gold) || !differing::is_small(predicted)) return rows;
  differing::plain_results both(gold, predicted);
  auto const& [g, p] = both;
  if (strictly_same_result(g, p, ordered)) return format;
  if (ordered && strictly_same_result(g, p, false)) return order;
  differing::reorder(both.gold, both.predicted);
  if (g.columns.size() == p.columns.size()) return differing::by_rows(g, p);
  if (p.empty() && !g.empty()) return empty;
  bool const contained = !g.empty() && g.values.size() == p.values.size() && same_by(comparison::either, g, p);
  return contained ? columns : rows;
}

}  // namespace t2s::evaluation

#endif
