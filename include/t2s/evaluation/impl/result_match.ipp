// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_RESULT_MATCH_IPP
#define T2S_EVALUATION_IMPL_RESULT_MATCH_IPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/result_match.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation {
namespace detail {

using row = std::vector<value>;

/// Python's repr of a float: the shortest digits that read back, an exponent below 1e-4 and from 1e16.
inline std::string python_float(double r) {
  if (std::isnan(r)) return "nan";
  if (std::isinf(r)) return r < 0 ? "-inf" : "inf";
  std::array<char, 64> buffer{};
  double const size = std::fabs(r);
  bool const plain = size == 0 || (size >= 1e-4 && size < 1e16);
  auto const form = plain ? std::chars_format::fixed : std::chars_format::scientific;
  auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), r, form).ptr;
  std::string s(buffer.data(), end);
  if (plain && s.find('.') == std::string::npos) s += ".0";
  return s;
}

/// Python's repr of bytes.
inline std::string python_bytes(blob const& b) {
  std::string s;
  bool single = false, twofold = false;
  for (auto const byte : b.bytes) {
    auto const c = static_cast<unsigned char>(byte);
    single = single || c == '\'';
    twofold = twofold || c == '"';
    std::array<char, 8> hex{};
    std::snprintf(hex.data(), hex.size(), "\\x%02x", static_cast<unsigned>(c));
    if (c == '\t')
      s += "\\t";
    else if (c == '\n')
      s += "\\n";
    else if (c == '\r')
      s += "\\r";
    else if (c == '\\')
      s += "\\\\";
    else if (c < 0x20 || c >= 0x7F)
      s += hex.data();
    else
      s += static_cast<char>(c);
  }
  if (single && !twofold) return "b\"" + s + "\"";
  for (std::size_t i = 0; (i = s.find('\'', i)) != std::string::npos; i += 2) s.insert(i, 1, '\\');
  return "b'" + s + "'";
}

/// str(x) + str(type(x)), by which the official program sorts the values of a row.
inline std::string python_key(value const& v) {
  switch (v.type()) {
    case value::kind::null: return "None<class 'NoneType'>";
    case value::kind::integer: return std::to_string(*v.integer()) + "<class 'int'>";
    case value::kind::real: return python_float(*v.real()) + "<class 'float'>";
    case value::kind::text: return *v.text() + "<class 'str'>";
    case value::kind::blob: return python_bytes(*v.bytes()) + "<class 'bytes'>";
  }
  return {};
}

/// An integer equals a real of exactly its value; both then become the integer, so that equality and order are those of Python.
inline value python_value(value const& v) {
  if (auto const* r = v.real(); r && std::trunc(*r) == *r && *r >= -0x1p63 && *r < 0x1p63) return static_cast<std::int64_t>(*r);
  return v;
}

inline std::string decoded(std::string const& s) {
  std::string out;
  for (std::string_view rest = s; !rest.empty();) {
    auto const bad = text::first_invalid_utf8(rest);
    out += rest.substr(0, bad.value_or(rest.size()));
    rest.remove_prefix(bad ? *bad + 1 : rest.size());
  }
  return out;
}

/// A total order that agrees with equality.
inline bool before(value const& a, value const& b) {
  if (a.type() != b.type()) return a.type() < b.type();
  switch (a.type()) {
    case value::kind::null: return false;
    case value::kind::integer: return *a.integer() < *b.integer();
    case value::kind::real: return *a.real() < *b.real();
    case value::kind::text: return *a.text() < *b.text();
    case value::kind::blob: return a.bytes()->bytes < b.bytes()->bytes;
  }
  return false;
}
inline bool row_before(row const& a, row const& b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before); }

/// A result made ready: values as Python sees them, and each row's values sorted as the official program does.
struct table {
  std::vector<row> rows{}, unordered{};

  explicit table(db::rows const& from) {
    for (auto const& r : from.values) {
      std::vector<std::pair<std::string, value>> keyed;
      row plain, sorted;
      for (auto v : r) {
        if (v.text()) v = decoded(*v.text());
        plain.push_back(python_value(v));
        keyed.emplace_back(python_key(v), plain.back());
      }
      std::ranges::sort(keyed, {}, &std::pair<std::string, value>::first);
      for (auto& k : keyed) sorted.push_back(std::move(k.second));
      rows.push_back(std::move(plain));
      unordered.push_back(std::move(sorted));
    }
  }

  [[nodiscard]] row column(std::size_t c, bool ordered) const {
    row values;
    for (auto const& r : rows) values.push_back(r[c]);
    if (!ordered) std::ranges::sort(values, before);
    return values;
  }
};

inline bool same_rows(std::vector<row> a, std::vector<row> b, bool ordered) {
  if (!ordered) {
    std::ranges::sort(a, row_before);
    std::ranges::sort(b, row_before);
  }
  return a == b;
}

/// The first test of the official program: the rows as lists, or as sets.
inline bool may_be_same(table const& a, table const& b, bool ordered) {
  if (ordered) return a.unordered == b.unordered;
  auto const as_set = [](std::vector<row> rows) {
    std::ranges::sort(rows, row_before);
    auto const rest = std::ranges::unique(rows);
    rows.erase(rest.begin(), rest.end());
    return rows;
  };
  return as_set(a.unordered) == as_set(b.unordered);
}

/// Looks for an order of b's columns in which its rows are a's.
class column_search {
 public:
  column_search(table const& a, table const& b, bool ordered) : a_(a), b_(b), ordered_(ordered), n_(a.rows.front().size()) {
    for (std::size_t i = 0; i < n_; ++i) {
      auto const wanted = a.column(i, ordered);
      may_be_.emplace_back();
      for (std::size_t j = 0; j < n_; ++j)
        if (b.column(j, ordered) == wanted) may_be_.back().push_back(j);
    }
  }

  bool found() { return place(0); }

 private:
  bool place(std::size_t i) {
    if (i == n_) return ordered_ || same_rows(a_.rows, permuted(), false);  // ordered columns that are equal make equal rows
    for (auto const j : may_be_[i]) {
      if (std::ranges::find(chosen_, j) != chosen_.end()) continue;
      chosen_.push_back(j);
      if (place(i + 1)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  [[nodiscard]] std::vector<row> permuted() const {
    std::vector<row> out;
    for (auto const& r : b_.rows) {
      out.emplace_back();
      for (auto const j : chosen_) out.back().push_back(r[j]);
    }
    return out;
  }

  table const& a_;
  table const& b_;
  bool ordered_;
  std::size_t n_;
  std::vector<std::vector<std::size_t>> may_be_{};
  std::vector<std::size_t> chosen_{};
};

}  // namespace detail

T2S_DECL bool same_result(db::rows const& gold, db::rows const& predicted, bool ordered) {
  if (gold.empty() && predicted.empty()) return true;
  if (gold.values.size() != predicted.values.size()) return false;
  if (gold.values.front().size() != predicted.values.front().size()) return false;
  detail::table const a(gold), b(predicted);
  return detail::may_be_same(a, b, ordered) && detail::column_search(a, b, ordered).found();
}

}  // namespace t2s::evaluation

#endif
