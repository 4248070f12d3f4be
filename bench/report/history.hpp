// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_REPORT_HISTORY_HPP
#define T2S_BENCH_REPORT_HISTORY_HPP

#include "comparison.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace report {

/// The results of several commits, kept in a folder, one file each.
class history {
 public:
  /// Reads the folder. Throws std::runtime_error for a file that is not a commit's results.json.
  explicit history(fs::path const& folder);

  /// Names each figure that got worse between successive measured commits of a machine, and the commit; returns how many did at the last
  /// commit.
  std::size_t print(std::ostream& out) const;

  /// A page with a line for each figure over the commits, changed ones first; it loads nothing.
  [[nodiscard]] std::string page() const;

 private:
  /// A difference between two successively measured commits.
  struct step {
    std::string figure;
    std::size_t before, after;  ///< indices in `runs_`
  };

  [[nodiscard]] std::vector<step> steps() const;
  [[nodiscard]] std::string sentence(step const& s) const;

  std::vector<kept_results> runs_{};  // by commit time
};

/// The file name for a commit's results: its time and hash, so that names sort by time.
[[nodiscard]] std::string file_name_of(std::string const& committed, std::string const& commit);

}  // namespace report

#endif
