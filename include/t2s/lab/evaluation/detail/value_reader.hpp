// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_VALUE_READER_HPP
#define T2S_LAB_EVALUATION_DETAIL_VALUE_READER_HPP

#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/numbered.hpp"

#include <bit>
#include <cmath>

namespace t2s::evaluation::matching {

namespace python = t2s::detail::python;

/// How a number equal to an integer was written: this does not matter for equality, but for Python's `str`.
enum class spelling : unsigned char { plain, real, negative_zero };

/// The exactly equal integer of a real, if there is one.
inline std::optional<std::int64_t> whole(double r) noexcept {
  if (!(r >= -0x1p63 && r < 0x1p63) || std::trunc(r) != r) return {};
  return static_cast<std::int64_t>(r);
}

inline content integer_content(std::int64_t i) noexcept { return {value::kind::integer, static_cast<std::uint64_t>(i), {}}; }
inline content real_content(double r) noexcept { return {value::kind::real, std::bit_cast<std::uint64_t>(r), {}}; }
inline content text_content(std::string_view s) noexcept { return {value::kind::text, 0, s}; }
/// For a blob, or for NULL.
inline content other_content(value const& v) noexcept {
  auto const* b = v.bytes();
  return b ? content{value::kind::blob, 0, {reinterpret_cast<char const*>(b->bytes.data()), b->bytes.size()}} : content{};
}

enum class side : unsigned char { gold, predicted };

/// Reads values so that they are equal exactly if they are equal in Python.
class python_reader {
 public:
  explicit python_reader(side s) : nan_(0x7ff8000000000001U | (s == side::predicted ? std::uint64_t{1} << 50U : 0U)) {}

  /// Valid until the next call.
  content operator()(value const& v) {
    spelling_ = spelling::plain;
    if (auto const* i = v.integer()) return integer_content(*i);
    if (auto const* r = v.real()) return read(*r);
    if (auto const* s = v.text()) return text_content(decoded(*s));
    return other_content(v);
  }

  /// For the last value.
  [[nodiscard]] spelling spelt() const noexcept { return spelling_; }

  /// Whether any text was not UTF-8.
  [[nodiscard]] bool undecodable() const noexcept { return undecodable_; }

 private:
  content read(double r) {
    if (std::isnan(r)) return {value::kind::real, nan_++, {}};  // NaN equals nothing, so each is distinct
    auto const i = whole(r);
    if (!i) return real_content(r);
    spelling_ = *i == 0 && std::signbit(r) ? spelling::negative_zero : spelling::real;
    return integer_content(*i);
  }

  std::string_view decoded(std::string const& s) {
    unsigned char all = 0;
    for (char const c : s) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
    if (all < 0x80) return s;
    auto bad = text::first_invalid_utf8(s);
    if (!bad) return s;
    undecodable_ = true;
    decoded_.clear();
    for (std::string_view rest = s;; bad = text::first_invalid_utf8(rest)) {
      decoded_ += rest.substr(0, bad.value_or(rest.size()));
      if (!bad) return decoded_;
      rest.remove_prefix(*bad + 1);
    }
  }

  std::uint64_t nan_;
  spelling spelling_ = spelling::plain;
  bool undecodable_ = false;
  std::string decoded_{};
};

/// str(x) + str(type(x)), by which the official program sorts the values of a row.
inline void python_key(std::string& to, content const& c, spelling spelt) {
  to.clear();
  auto const append_float = [&to](double r) {
    python::append_float(to, r);
    to += "<class 'float'>";
  };
  auto const integer = static_cast<std::int64_t>(c.bits);
  switch (c.kind) {
    case value::kind::null: to += "None<class 'NoneType'>"; break;
    case value::kind::integer:
      if (spelt != spelling::plain) return append_float(spelt == spelling::negative_zero ? -0.0 : static_cast<double>(integer));
      python::append_integer(to, integer);
      to += "<class 'int'>";
      break;
    case value::kind::real: return append_float(std::bit_cast<double>(c.bits));
    case value::kind::text: (to += c.bytes) += "<class 'str'>"; break;
    case value::kind::blob:
      python::append_bytes(to, c.bytes);
      to += "<class 'bytes'>";
      break;
  }
}

/// Reads values so that they are equal if they are equal to a user. `see` all values, `settle`, then read.
struct close_reader {
  double relative_, absolute_;
  std::vector<std::int64_t> whole_{};
  std::vector<double> loose_{};
  std::vector<std::pair<double, content>> chosen_{};  // sorted

  void see(value const& v) {
    if (auto const i = exact(v))
      whole_.push_back(*i);
    else if (auto const* r = v.real(); r && std::isfinite(*r))
      loose_.push_back(*r);
  }

  /// Chooses the representative of every inexact number.
  void settle() {
    if (loose_.empty()) return;
    keep_distinct(whole_);
    keep_distinct(loose_);
    std::vector<point> points;
    for (auto const i : whole_) points.push_back({static_cast<double>(i), i});
    for (auto const r : loose_) points.push_back({r, {}});
    std::ranges::sort(points, {}, &point::at);
    for (std::size_t i = 0; i < points.size();) {
      auto end = i + 1;
      while (end < points.size() && close(points[end - 1].at, points[end].at)) ++end;
      represent(std::span(points).subspan(i, end - i));
      i = end;
    }
  }

  content operator()(value const& v) const {
    if (auto const i = exact(v)) return integer_content(*i);
    if (auto const* r = v.real()) return representative(*r);
    if (auto const* s = v.text()) return text_content(*s);
    return other_content(v);
  }

  static spelling spelt() noexcept { return spelling::plain; }

 private:
  struct point {
    double at;
    std::optional<std::int64_t> whole;
  };

  /// A whole number is exact; but above 2^53 every real is whole.
  static std::optional<std::int64_t> exact(value const& v) {
    if (auto const* i = v.integer()) return *i;
    auto const* r = v.real();
    return r && std::fabs(*r) < 0x1p53 ? whole(*r) : std::nullopt;
  }

  template <class T>
  static void keep_distinct(std::vector<T>& v) {
    std::ranges::sort(v);
    v.erase(std::ranges::unique(v).begin(), v.end());
  }

  [[nodiscard]] bool close(double a, double b) const {
    return std::fabs(a - b) <= std::max(relative_ * std::max(std::fabs(a), std::fabs(b)), absolute_);
  }

  /// Chooses for a run of numbers, each close to the next.
  void represent(std::span<point const> run) {
    std::vector<point> anchors;
    for (auto const& p : run)
      if (p.whole) anchors.push_back(p);
    for (auto const& p : run)
      if (!p.whole) chosen_.emplace_back(p.at, anchors.empty() ? real_content(run.front().at) : integer_content(nearest(anchors, p.at)));
  }

  static std::int64_t nearest(std::vector<point> const& anchors, double at) {
    auto const above = std::ranges::lower_bound(anchors, at, {}, &point::at);
    if (above == anchors.begin()) return *above->whole;
    auto const below = std::prev(above);
    return above == anchors.end() || at - below->at <= above->at - at ? *below->whole : *above->whole;
  }

  [[nodiscard]] content representative(double r) const {
    if (!std::isfinite(r)) return real_content(std::isnan(r) ? std::nan("") : r);
    return std::ranges::lower_bound(chosen_, r, {}, &std::pair<double, content>::first)->second;
  }
};

}  // namespace t2s::evaluation::matching

#endif
