// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_DECIDING_METRIC_HPP
#define T2S_EVALUATION_IMPL_DECIDING_METRIC_HPP

#include "t2s/evaluation/report.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace t2s::evaluation::detail {

/// What makes a prediction right or wrong, where reports compare files and list what is wrong: EX if it was asked for, else BIRD's EX,
/// else EM.
class deciding_metric {
 public:
  explicit deciding_metric(report const& r) : r_(&r), which_(chosen(r.options.wanted)) {}

  [[nodiscard]] bool is_bird() const noexcept { return which_ == what::bird; }

  [[nodiscard]] std::string_view name() const noexcept {
    if (which_ == what::em) return "EM";
    if (which_ == what::bird) return "BIRD's EX";
    return r_->database_files > 1 ? "TS" : "EX";
  }

  [[nodiscard]] bool right(verdict const& v) const noexcept { return is_bird() ? v.bird_ex : which_ == what::em ? v.em : v.ex; }

  [[nodiscard]] bool counts(question_report const& q) const noexcept {
    return !q.skipped && (which_ == what::em || !(is_bird() ? q.no_bird : q.no_ex));
  }

  /// Of the first `questions`, those that count.
  [[nodiscard]] std::vector<bool> right_in(file_report const& f, std::size_t questions) const {
    std::vector<bool> all;
    for (std::size_t i = 0; i < questions; ++i)
      if (counts(r_->questions[i])) all.push_back(right(f.verdicts[i]));
    return all;
  }

 private:
  enum class what { ex, bird, em };

  static what chosen(metrics const& wanted) noexcept {
    if (wanted.ex || !(wanted.bird || wanted.em)) return what::ex;
    return wanted.bird ? what::bird : what::em;
  }

  report const* r_;
  what which_;
};

}  // namespace t2s::evaluation::detail

#endif
