// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RESULT_RULES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RESULT_RULES_HPP

#include "t2s/offline/repair/detail/rules/clauses.hpp"
#include "t2s/offline/repair/detail/rules/joins.hpp"
#include "t2s/offline/repair/detail/rules/like_classes.hpp"
#include "t2s/offline/repair/detail/rules/literals.hpp"
#include "t2s/offline/repair/detail/rules/lost_spaces.hpp"
#include "t2s/offline/repair/detail/rules/texts.hpp"
#include "t2s/offline/repair/detail/statement.hpp"

#include <cstdint>

/// The rules for statements that run. To add one, add a file in rules/ and a line here.
namespace t2s::repair {

/// The result of a statement that runs, in order of doubt: rows; rows that `repair_options::aggressive` doubts; none.
enum class result : std::uint8_t { rows, doubted_rows, no_rows };

/// A rule for a statement that runs, for such a result and more doubtful ones.
struct result_rule {
  result after;
  void (*propose)(statement const&, known_facts const&, proposals&);
};
inline constexpr result_rule result_rules[] = {
    {result::rows, propose_literals},
    {result::rows, propose_swallowed_clauses},
    {result::rows, propose_like_classes},
    {result::doubted_rows, propose_texts},
    {result::no_rows, [](statement const& s, known_facts const& known, proposals& into) { propose_keys(s, known, nullptr, into); }},
    {result::no_rows, propose_intersections},
};

}  // namespace t2s::repair

#endif
