// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_KEY_RANGES_HPP
#define T2S_DB_IMPL_KEY_RANGES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
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
/// where few parts are left: the rows of most tables lie close together, but one of them may have any number.
class spread_reading {
 public:
  /// What is to be read next, from the first key on or from the last one back.
  struct part {
    key_range in{};
    std::size_t rows = 0;
    bool backwards = false;
  };

  /// At most `rows` rows; the first look at all parts need not be at many more than `enough`.
  spread_reading(key_range all, std::size_t rows, std::size_t enough)
      : rows_(rows), first_look_(std::clamp(enough, least_of_part * parts, std::max(rows / 2, least_of_part * parts))) {
    open_.push_back({all, 1});
    now_.push_back({all, std::max<std::size_t>(std::min(rows_ / parts, first_look_), 1), true});
  }

  [[nodiscard]] std::optional<part> next() {
    if (at_ == now_.size()) plan();
    if (at_ == now_.size()) return {};
    return now_[at_];
  }

  /// How many rows the part had, and the key of the last one that was read.
  void took(std::size_t seen, std::int64_t key) {
    auto const read = now_[at_++];
    seen_ += seen;
    auto& of = open_[read.backwards ? 0 : at_ - 1];
    if (seen < read.rows || key == (read.backwards ? read.in.first : read.in.last)) {
      of.keys = {1, 0};
      return;
    }
    auto const over = read.backwards ? key_range{key, read.in.last} : key_range{read.in.first, key};
    of.density = static_cast<double>(seen) / (static_cast<double>(over.last_step()) + 1);
    (read.backwards ? of.keys.last : of.keys.first) = read.backwards ? key - 1 : key + 1;
  }

  [[nodiscard]] std::size_t seen() const { return seen_; }
  [[nodiscard]] bool has_seen_all() const { return std::all_of(open_.begin(), open_.end(), is_done); }

  /// How many there may be, as the distances between those that were read say, by two digits.
  [[nodiscard]] std::uint64_t rows_in_all() const {
    auto all = static_cast<double>(seen_);
    for (auto const& r : open_)
      if (!is_done(r)) all += r.density * (static_cast<double>(r.keys.last_step()) + 1);
    auto rounded = static_cast<std::uint64_t>(std::min(all, 9e18));
    std::uint64_t unit = 1;
    for (; rounded >= 100; rounded = (rounded + 5) / 10) unit *= 10;
    return rounded * unit;
  }

 private:
  static constexpr std::size_t parts = 64, least_of_part = 8, most_halves = 8;

  /// What was not read of a part, and how many rows a key it had so far.
  struct rest {
    key_range keys{};
    double density = 0;
  };

  static bool is_done(rest const& r) { return r.keys.first > r.keys.last; }

  /// Half of the rows that may still be read, and after some rounds all of them, in equal parts.
  void plan() {
    std::erase_if(open_, is_done);
    now_.clear();
    at_ = 0;
    if (open_.empty() || seen_ >= rows_) return;
    divide();
    auto const left = rows_ - seen_;
    auto const half = round_ < most_halves ? left / 2 : left;
    auto const each = std::max<std::size_t>((round_++ == 0 ? std::min(left, first_look_) : half) / open_.size(), 1);
    for (std::size_t i = 0; i < std::min(open_.size(), left); ++i) now_.push_back({open_[i].keys, each, false});
  }

  void divide() {
    auto const each = parts / open_.size();
    if (each < 2) return;
    std::vector<rest> all;
    for (auto const& r : open_) {
      auto const width = r.keys.last_step() / each + 1;
      for (std::uint64_t from = 0;;) {
        auto const to = r.keys.last_step() - from < width ? r.keys.last_step() : from + (width - 1);
        auto const first = static_cast<std::uint64_t>(r.keys.first);
        all.push_back({{static_cast<std::int64_t>(first + from), static_cast<std::int64_t>(first + to)}, r.density});
        if (to == r.keys.last_step()) break;
        from = to + 1;
      }
    }
    open_ = std::move(all);
  }

  std::size_t rows_, first_look_, seen_ = 0, at_ = 0, round_ = 0;
  std::vector<rest> open_{};
  std::vector<part> now_{};
};

}  // namespace t2s::db::detail

#endif
