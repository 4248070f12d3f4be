// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_REPORT_FIGURES_HPP
#define T2S_BENCH_REPORT_FIGURES_HPP

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace report {

namespace fs = std::filesystem;

struct figure {
  std::string name{}, unit{};
  bool exact = false, more_is_better = false;
  bool by_size = false;          ///< whether its name ends in the size of the input
  std::vector<double> values{};  ///< the repetitions, sorted

  [[nodiscard]] double median() const {
    auto const middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
  [[nodiscard]] double least() const { return values.front(); }
  [[nodiscard]] double greatest() const { return values.back(); }
};

/// All figures, in the order of measurement.
class figures {
 public:
  figure& operator[](std::string const& name) {
    auto const [at, fresh] = places_.try_emplace(name, all_.size());
    if (fresh) all_.push_back({name});
    return all_[at->second];
  }
  [[nodiscard]] figure const* find(std::string const& name) const {
    auto const at = places_.find(name);
    return at == places_.end() ? nullptr : &all_[at->second];
  }
  [[nodiscard]] std::vector<figure> const& all() const { return all_; }

  /// Sorts the values of each figure, and stably the figures by `key`.
  template <class Key>
  void sort(Key key) {
    for (auto& f : all_) std::ranges::sort(f.values);
    std::ranges::sort(all_, {}, [&](figure const& f) { return std::pair(key(f), places_.at(f.name)); });
    for (std::size_t i = 0; i < all_.size(); ++i) places_.at(all_[i].name) = i;
  }

 private:
  std::vector<figure> all_{};
  std::map<std::string, std::size_t> places_{};
};

[[nodiscard]] inline std::string program_of(std::string const& name) { return name.substr(0, name.find('/')); }

/// The parts of PROGRAM/SUBJECT/CONTENDER/SIZE.
struct place {
  std::string subject{}, contender{};
  double size = 0;

  [[nodiscard]] bool is_limit() const { return contender.starts_with("limit"); }
};

[[nodiscard]] std::optional<place> place_of(std::string const& name, bool by_size);
[[nodiscard]] inline std::optional<place> place_of(figure const& f) { return place_of(f.name, f.by_size); }

/// Throws std::runtime_error for an unreadable file.
[[nodiscard]] std::string content_of(fs::path const& file);

/// Adds the output of a benchmark. Throws std::runtime_error for an invalid one.
void add(figures& to, fs::path const& file);

/// A number with three significant digits.
[[nodiscard]] std::string short_number(double x);

}  // namespace report

#endif
