// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_FINDINGS_HPP
#define T2S_SQL_IMPL_RESOLVE_FINDINGS_HPP

#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// SQLite stops at the end of the stage in which it met a problem: reading, finding tables, naming columns, making code.
enum class stage : std::uint8_t { reading, expanding, naming, coding };

/// Collects problems and knows which of them SQLite would report: that of the first stage that has any.
///
/// Inside a stage it is mostly the first, too. But some problems do not end the walk of SQLite at once, and what it meets until it does
/// overwrites them: these are added with `go_on`.
class findings {
 public:
  problem& add(stage s, errc code, std::string message, std::string_view subject, node const& at) {
    auto& p = go_on(s, code, std::move(message), subject, at);
    of(s).ended = true;
    return p;
  }

  problem& go_on(stage s, errc code, std::string message, std::string_view subject, node const& at) {
    auto& found = of(s);
    if (!found.ended) found.verdict = found.problems.size();
    found.problems.push_back({{code, std::move(message), std::string(subject), {}, at.offset}, &at, {}, {}, {}});
    return found.problems.back();
  }

  /// Whether the walk of SQLite over the names has ended; a function call ends only the walk of its own arguments.
  [[nodiscard]] bool names_ended() const noexcept { return stages_[static_cast<std::size_t>(stage::naming)].ended; }
  void set_names_ended(bool ended) noexcept { of(stage::naming).ended = ended; }

  /// Where SQLite goes on only if there is no problem yet.
  void end_if_any(stage s) noexcept { of(s).ended = of(s).ended || !of(s).problems.empty(); }

  [[nodiscard]] std::vector<problem> take() {
    std::vector<problem> all;
    for (auto& [problems, verdict, ended] : stages_) {
      if (problems.empty()) continue;
      auto const first = problems.begin() + static_cast<std::ptrdiff_t>(verdict);
      std::rotate(problems.begin(), first, std::next(first));
      std::move(problems.begin(), problems.end(), std::back_inserter(all));
    }
    return all;
  }

 private:
  struct of_stage {
    std::vector<problem> problems{};
    std::size_t verdict = 0;
    bool ended = false;
  };

  of_stage& of(stage s) noexcept { return stages_[static_cast<std::size_t>(s)]; }

  std::array<of_stage, 4> stages_{};
};

/// Puts strings together; `a + b` makes g++ 12 see overlaps that are none.
template <class... Parts>
std::string said(Parts const&... parts) {
  std::string s;
  (s.append(parts), ...);
  return s;
}

}  // namespace t2s::sql::detail::resolving

#endif
