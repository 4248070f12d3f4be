// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RESOLVE_FINDINGS_HPP
#define T2S_SQL_IMPL_RESOLVE_FINDINGS_HPP

#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace t2s::sql::detail::resolving {

/// SQLite stops at the end of the stage in which it met a problem: reading, finding tables, naming columns, making code.
enum class stage : std::uint8_t { reading, expanding, naming, coding };

/// Collects problems and knows which of them SQLite would report.
///
/// Mostly that is the first of the first stage that has any. But where a function is wrong, SQLite still looks at the rest of the same
/// expression, and each further problem overwrites the one before; a wrong column ends it.
class findings {
 public:
  problem& add(stage s, errc code, std::string message, std::string_view subject, node const& at) {
    auto& found = of(s);
    found.push_back({{code, std::move(message), std::string(subject), {}, at.offset}, &at, {}, {}, {}});
    return found.back();
  }

  problem& add_column(errc code, std::string message, std::string_view subject, node const& at) {
    auto& p = add_to_expression(code, std::move(message), subject, at);
    decided_ = true;
    return p;
  }

  problem& add_to_expression(errc code, std::string message, std::string_view subject, node const& at) {
    auto& found = of(stage::naming);
    if (!decided_) verdict_ = found.size();
    return add(stage::naming, code, std::move(message), subject, at);
  }

  void end_of_expression() noexcept { decided_ = decided_ || !of(stage::naming).empty(); }

  [[nodiscard]] std::size_t count() const noexcept {
    std::size_t n = 0;
    for (auto const& found : stages_) n += found.size();
    return n;
  }

  [[nodiscard]] std::vector<problem> take() {
    auto& named = of(stage::naming);
    if (!named.empty()) {
      auto const verdict = named.begin() + static_cast<std::ptrdiff_t>(verdict_);
      std::rotate(named.begin(), verdict, std::next(verdict));
    }
    std::vector<problem> all;
    for (auto& found : stages_) std::move(found.begin(), found.end(), std::back_inserter(all));
    return all;
  }

 private:
  std::vector<problem>& of(stage s) noexcept { return stages_[static_cast<std::size_t>(s)]; }

  std::array<std::vector<problem>, 4> stages_{};
  std::size_t verdict_ = 0;
  bool decided_ = false;
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
