// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_AVOIDING_HPP
#define T2S_POLICIES_GENERATE_AVOIDING_HPP

#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/policies/generate/detail/drawn_sql.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// Syntax that SQL must not use (DART-SQL, section 3.3). Decided on the tree, in the dialect of the database; SQL that does not parse
/// counts as using nothing.
struct forbidden_syntax {
  bool left_join = true;    ///< any LEFT [OUTER] JOIN
  bool select_star = true;  ///< `*` as a result column of any select; COUNT(*) is allowed

  /// "LEFT JOIN", "SELECT *", "LEFT JOIN and SELECT *", or "" if the SQL uses neither.
  [[nodiscard]] std::string found_in(std::string_view sql, schema::database const& d) const {
    auto const parsed = sql::parse(sql, d);
    if (!parsed) return {};
    bool joins = false, stars = false;
    sql::visit(parsed->root(), [&](sql::node const& n) {
      joins |= n.kind == sql::kind::join && n.has(sql::flag::left);
      stars |= n.kind == sql::kind::columns && n.find(sql::kind::star) != nullptr;
    });
    joins = joins && left_join;
    stars = stars && select_star;
    if (joins && stars) return "LEFT JOIN and SELECT *";
    return joins ? "LEFT JOIN" : stars ? "SELECT *" : "";
  }
};

/// A GeneratorPolicy around another: SQL with forbidden syntax is sent back at once, in the conversation that it answered, at most `most`
/// times for each draft or revision; then it is accepted. This does not count as a round of the run.
template <GeneratorPolicy Inner>
struct avoiding {
  static constexpr std::string_view name = "avoiding";
  using states = merged<states_of<Inner>, facts<dialogue>>;
  using needs = needs_of<Inner>;

  Inner inner{};                 ///< writes the SQL
  bool enabled = true;           ///< off: nothing is sent back
  forbidden_syntax forbidden{};  ///< the forbidden syntax
  std::size_t most = 2;          ///< most requests to rewrite the SQL (ours; the paper names no number)
  draws how{};                   ///< for the rewritten SQL

  /// Ours: the paper only says that the model is asked again. Slot: `forbidden`.
  llm::prompt_template prompt{
      llm::template_literal("/* The query uses {{forbidden}}, which is not allowed. Write it again without: */\nSELECT")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const {
    ctx.template state<dialogue>().latest.clear();
    return cleaned(ctx, asked, ctx.lift(inner.draft(ctx, asked, shown)));
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const {
    ctx.template state<dialogue>().latest.clear();
    return cleaned(ctx, asked, ctx.lift(inner.revise(ctx, asked, shown, past)));
  }

 private:
  template <class Context, class Making>
  auto cleaned(Context& ctx, question const& asked, Making making) const -> task<Context, candidate> {
    auto made = co_await std::move(making);
    for (std::size_t asked_again = 0; enabled && asked_again < most; ++asked_again) {
      auto const found = forbidden.found_in(made.sql, ctx.schema());
      if (found.empty()) break;
      auto sending_back = ctx.span("forbidden syntax");
      sending_back.note("found", found);
      auto& talk = ctx.template state<dialogue>();
      if (talk.latest.empty()) talk.latest = talk.opening(ctx.schema(), asked);
      talk.latest.emplace_back(llm::role::assistant, made.sql);
      talk.latest.emplace_back(llm::role::user, prompt.fill({{"forbidden", found}}));
      llm::request asking;
      asking.messages = talk.latest;
      auto drawing = draw_sql(ctx, std::move(asking), how, true);
      auto again = co_await std::move(drawing);
      if (again.sql.empty()) break;  // the former SQL is better than none
      made = std::move(again);
    }
    co_return made;
  }
};

}  // namespace t2s::generate

#endif
