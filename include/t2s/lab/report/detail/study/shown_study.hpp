// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_SHOWN_STUDY_HPP
#define T2S_LAB_REPORT_DETAIL_STUDY_SHOWN_STUDY_HPP

#include "t2s/lab/report/detail/characters.hpp"
#include "t2s/lab/report/detail/plot/palette.hpp"
#include "t2s/lab/report/detail/written.hpp"
#include "t2s/lab/studies/detail/figures.hpp"

#include <string>
#include <vector>

namespace t2s::studies::reporting {

using namespace evaluation::reporting;  // used by all reports

/// How a study names its strategies.
struct shown_study {
  explicit shown_study(study_figures const& of) : f(of) {
    for (std::size_t i = 0; i < f.strategies.size(); ++i) {
      names.push_back(visible(f.strategies[i].name));
      labels.push_back(numbered ? joined(i + 1, ". ", names.back()) : names.back());
    }
  }

  /// "Corrector: simulated: mends 0.7. No model was asked."
  [[nodiscard]] std::string corrector() const {
    if (f.corrector.empty() && !f.simulated) return {};
    return joined("Corrector: ", visible(f.corrector), ".", f.simulated ? " No model was asked." : "");
  }

  study_figures const& f;
  bool numbered = f.strategies.size() > colors;  // more than there are colors are numbered in all pictures and tables
  std::vector<std::string> names{};              // of the strategies, as sentences have them
  std::vector<std::string> labels{};             // the same with numbers where there are many
};

inline std::string shown_share(double share) {
  auto const shown = std::isfinite(share) ? percent(share) : "-";
  return shown == "-0.0" ? "0.0" : shown;
}
inline std::string interval_text(double low, double high, std::string_view between = " to ") {
  return std::isfinite(low) && std::isfinite(high) ? joined(shown_share(low), between, shown_share(high)) : "-";
}
inline std::string shown_amount(double amount) {
  if (!std::isfinite(amount)) return "-";
  if (amount == 0) return "0";
  return grouped(amount, std::abs(amount) < 10 ? 2 : std::abs(amount) < 1000 ? 1 : 0);
}
inline std::string shown_p(double p) { return !std::isfinite(p) ? "-" : p < 0.0001 ? "< 0.0001" : fixed(p, p < 0.1 ? 4 : 2); }

}  // namespace t2s::studies::reporting

#endif
