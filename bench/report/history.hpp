// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_REPORT_HISTORY_HPP
#define T2S_BENCH_REPORT_HISTORY_HPP

#include "comparison.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace report {

/// The results of several commits, kept in a folder, a file each.
class history {
 public:
  /// Reads the folder. Throws std::runtime_error for a file in it that is no results.json of a commit.
  explicit history(fs::path const& folder);

  /// Names each figure that got worse from one measured commit to the next one of the same machine, and the commit; returns how many did at
  /// the last commit.
  std::size_t print(std::ostream& out) const;

  /// One page with a line for each figure over the commits, those that changed first; it loads nothing.
  [[nodiscard]] std::string page() const;

 private:
  /// A difference between two commits that were measured one after the other.
  struct step {
    std::string figure;
    std::size_t before, after;  ///< places in `runs_`
  };

  [[nodiscard]] std::vector<step> steps() const;
  [[nodiscard]] std::string sentence(step const& s) const;

  std::vector<kept_results> runs_{};  // by the time of their commits
};

/// The name under which the results of a commit are kept: of its time and hash, so that names are in the order of the commits.
[[nodiscard]] std::string file_name_of(std::string const& committed, std::string const& commit);

}  // namespace report

#endif
