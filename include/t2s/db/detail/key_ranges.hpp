// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_KEY_RANGES_HPP
#define T2S_DB_DETAIL_KEY_RANGES_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Rows at even distances through a table whose rows have numbers.
namespace t2s::db::detail {

/// Keys from one to another, both included.
struct key_range {
  std::int64_t first = 0, last = 0;

  /// From the first to the last: one less than the keys in it, which may be 2^64.
  [[nodiscard]] std::uint64_t last_step() const { return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first); }
};

/// Says which ranges are to be read, and how many rows of each, so that no more than so many rows are read in all, rows of the whole range
/// are among them, and of a range with fewer rows all are.
///
/// First the newest rows, then the beginnings of 64 equal parts. What is left of a part that had more rows is read on, and divided again
/// where much of all rows seems to be in it: the rows of most tables lie close together, but one of them may have any number.
class spread_reading {
 public:
  /// What is to be read next, from the first key on or from the last one back; no rows at the end.
  struct part {
    key_range in{};
    std::size_t rows = 0;
    bool backwards = false;
  };

  /// At most `rows` rows; the first look at all parts need not be at many more than `enough`.
  spread_reading(key_range all, std::size_t rows, std::size_t enough)
      : rows_(rows), first_look_(std::clamp(enough, least_of_part * parts, std::max(rows / 2, least_of_part * parts))) {
    rest const whole{all, 1.0};
    open_.push_back(whole);
    each_ = std::max<std::size_t>(std::min(rows_ / parts, first_look_), 1);
  }

  [[nodiscard]] part next() {
    if (at_ == planned_) plan();
    if (at_ == planned_) return {};
    return {open_[at_].keys, each_, backwards_};
  }

  /// How many rows the part had, and the key of the last one that was read.
  void took(std::size_t seen, std::int64_t key) {
    auto& of = open_[at_++];
    seen_ += seen;
    if (seen < each_ || key == (backwards_ ? of.keys.first : of.keys.last)) {
      of.keys = {1, 0};
      return;
    }
    auto const over = backwards_ ? key_range{key, of.keys.last} : key_range{of.keys.first, key};
    if (static_cast<double>(seen) >= of.rows) of.rows = of.width = 0;  // more than all before, which may have begun with a gap
    of.rows += static_cast<double>(seen);
    of.width += width_of(over);
    of.density = of.rows / of.width;
    (backwards_ ? of.keys.last : of.keys.first) = backwards_ ? key - 1 : key + 1;
  }

  /// After the end: that up to `rows` rows may be read in all, of what was not read yet.
  void read_on(std::size_t rows) {
    rows_ = std::max(rows_, rows);
    round_ = std::max(round_, most_halves);
  }

  [[nodiscard]] std::size_t seen() const { return seen_; }
  [[nodiscard]] bool has_seen_all() const { return t2s::detail::all_of(open_, is_done); }

  /// How many there may be, as the distances between those that were read say, by two digits.
  [[nodiscard]] std::uint64_t rows_in_all() const {
    auto all = static_cast<double>(seen_);
    for (auto const& r : open_)
      if (!is_done(r)) all += rows_in(r);
    auto rounded = static_cast<std::uint64_t>(std::min(all, 9e18));
    std::uint64_t unit = 1;
    for (; rounded >= 100; rounded = (rounded + 5) / 10) unit *= 10;
    return rounded * unit;
  }

 private:
  static constexpr std::size_t parts = 64, least_of_part = 8, most_halves = 8, most_parts = 4 * parts;

  /// What was not read of a part, how many rows a key it seems to have, and what was read of it: rows, and keys that they are spread over.
  struct rest {
    key_range keys{};
    double density = 0, rows = 0, width = 0;
  };

  static bool is_done(rest const& r) { return r.keys.first > r.keys.last; }
  static double width_of(key_range k) { return static_cast<double>(k.last_step()) + 1; }
  static double rows_in(rest const& r) { return r.density * width_of(r.keys); }

  /// Half of the rows that may still be read, and after some rounds all of them, in equal parts.
  void plan() {
    at_ = planned_ = 0;
    backwards_ = false;
    t2s::detail::drop_if(open_, is_done);
    if (open_.empty() || seen_ >= rows_) return;
    divide();
    auto const left = rows_ - seen_;
    auto const half = round_ < most_halves ? left / 2 : left;
    each_ = std::max<std::size_t>((round_++ == 0 ? std::min(left, first_look_) : half) / open_.size(), 1);
    planned_ = std::min(open_.size(), left);
  }

  /// A part with twice the rows of an equal one or more, into as many as it has of equal ones.
  void divide() {
    if (open_.size() >= most_parts) return;
    double in_all = 0;
    for (auto const& r : open_) in_all += rows_in(r);
    std::vector<rest> divided;
    for (auto const& r : open_) {
      auto const pieces = static_cast<std::uint64_t>(std::clamp(rows_in(r) / in_all * parts, 1.0, static_cast<double>(parts)));
      add_pieces(divided, r, pieces);
    }
    open_.swap(divided);
  }

  static void add_pieces(std::vector<rest>& to, rest const& r, std::uint64_t pieces) {
    if (pieces < 2) return to.push_back(r);
    auto const first = static_cast<std::uint64_t>(r.keys.first), last_step = r.keys.last_step();
    auto const width = last_step / pieces + 1;
    for (std::uint64_t from = 0;;) {
      auto const end = last_step - from < width ? last_step : from + (width - 1);
      rest const piece{{static_cast<std::int64_t>(first + from), static_cast<std::int64_t>(first + end)}, r.density};
      to.push_back(piece);
      if (end == last_step) return;
      from = end + 1;
    }
  }

  std::size_t rows_, first_look_, seen_ = 0, round_ = 0;
  std::vector<rest> open_{};
  std::size_t at_ = 0, planned_ = 1;  // of the open ones: the next, and how many are read before the next plan
  std::size_t each_ = 0;              // rows of each of them
  bool backwards_ = true;             // the newest rows come first
};

}  // namespace t2s::db::detail

#endif
