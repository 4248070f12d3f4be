// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_LINKED_QUESTION_HPP
#define T2S_LINK_LINKED_QUESTION_HPP

#include "t2s/link/lexical.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace t2s::link {

/// The links of a run's question, made once and shared by the policies of the run that list it in their `states`.
struct linked_question {
  std::shared_ptr<lexicon const> names{};  ///< of the database
  std::string text{};                      ///< the question that was linked
  links found{};                           ///< what the question names there
};

/// Reads the lexicon of the run's database as `read_lexicon` does, charged to the run's budget. A `task<Context, ...>` of it.
template <class Context>
auto read_lexicon_in(Context& ctx, lexicon_options options = {}) -> task<Context, std::shared_ptr<lexicon const>> {
  auto made = std::make_shared<lexicon>(ctx.schema(), std::move(options));
  detail::values_to_read reading(*made);
  while (auto const next = reading.next()) {
    auto asking = ctx.distinct(made->table(next->where).name, made->column(next->where).name, next->most);
    auto const found = co_await std::move(asking);
    if (!reading.take(next->where, found)) continue;
    auto looking = ctx.sample(made->table(next->where).name, 1);
    auto const rows = co_await std::move(looking);
    reading.take_sample(next->where, rows);
  }
  std::shared_ptr<lexicon const> shared = std::move(made);
  co_return shared;
}

/// The run's links of the question, by the lexicon given or, without one, by one read for this run: a pointer into the run's state, at once
/// or as the run's task. `asked` must outlive it.
template <class Context>
auto linked_in(Context& ctx, question const& asked, std::shared_ptr<lexicon const> const& given) {
  auto const use = [&ctx, &asked](std::shared_ptr<lexicon const> names) -> linked_question const* {
    auto& kept = ctx.template state<linked_question>();
    if (kept.names != names || kept.text != asked.clear) kept = {names, asked.clear, link_question(*names, asked.clear)};
    return &kept;
  };
  auto const& known = given ? given : ctx.template state<linked_question>().names;
  if constexpr (Context::synchronous) {
    return use(known ? known : read_lexicon_in(ctx).get());
  } else {
    return [](Context& c, std::shared_ptr<lexicon const> names, auto then_use) -> task<Context, linked_question const*> {
      if (!names) {
        auto reading = read_lexicon_in(c);
        names = co_await std::move(reading);
      }
      co_return then_use(std::move(names));
    }(ctx, known, use);
  }
}

}  // namespace t2s::link

#endif
