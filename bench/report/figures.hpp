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
  bool by_size = false;          ///< its name ends in the size of what was given
  std::vector<double> values{};  ///< of the repetitions, sorted

  [[nodiscard]] double median() const {
    auto const middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
  [[nodiscard]] double least() const { return values.front(); }
  [[nodiscard]] double greatest() const { return values.back(); }
};

/// In the order in which they were measured.
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

  /// Sorts the values of each, and the figures by `key`; those of the same key stay in their order.
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

/// PROGRAM/SUBJECT/CONTENDER/SIZE in its parts.
struct place {
  std::string subject{}, contender{};
  double size = 0;

  [[nodiscard]] bool is_limit() const { return contender.starts_with("limit"); }
};

[[nodiscard]] std::optional<place> place_of(std::string const& name, bool by_size);
[[nodiscard]] inline std::optional<place> place_of(figure const& f) { return place_of(f.name, f.by_size); }

/// Throws std::runtime_error for a file that cannot be read.
[[nodiscard]] std::string content_of(fs::path const& file);

/// Adds what a benchmark wrote. Throws std::runtime_error for a file that is no report of one.
void add(figures& to, fs::path const& file);

/// Three digits that count.
[[nodiscard]] std::string short_number(double x);

}  // namespace report

#endif
