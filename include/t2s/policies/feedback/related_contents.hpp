// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_RELATED_CONTENTS_HPP
#define T2S_POLICIES_FEEDBACK_RELATED_CONTENTS_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/retrieve/link/detail/near_values.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::feedback {
namespace detail {

/// Values as SQL literals, so that the model can use them; cut texts are for reading only.
inline std::string in_sql(std::span<value const> values, std::size_t value_bytes) {
  std::vector<std::string> shown;
  for (auto const& v : values) shown.push_back(knowledge::example_value(v, value_bytes));
  return text::join(shown, ", ");
}

/// A line that says why `what` is missing or incomplete; "" without a reason.
inline std::string trouble(std::string const& what, db::execution const& read) {
  if (read.ok()) return {};
  return std::string("  ").append(what).append(" cannot be read: ").append(one_line(read.failure->message)).append("\n");
}

}  // namespace detail

/// Shows the contents of the tables and columns that the SQL uses: the third kind of feedback of dynamic revision (section 3.2.1). For a
/// table it shows its columns and first rows; for a column stored values, first those that the question may mean. No model; one statement
/// for each table and column, which reads at most the numbers below; the error of a failed statement takes its place. No remark if the SQL
/// uses no table of the schema.
///
/// The paper does not print how much is shown: the numbers and the format are ours. Alone: `related_contents().contents(ctx, question,
/// sql)`.
struct related_contents {
  static constexpr std::string_view name = "related database contents";

  std::size_t rows = 3;           ///< of each table; 0 shows none and executes nothing
  std::size_t values = 10;        ///< of each column; 0 shows none and executes nothing
  std::size_t considered = 1000;  ///< distinct values of a column to choose from: the first ones that the database returns
  std::size_t value_bytes = 80;   ///< most bytes of a value to show

  /// The contents as text, "" if there are none: the run's task.
  template <class Context>
  auto contents(Context& ctx, std::string asked, std::string sql) const -> task<Context, std::string> {
    auto const touched = link::touched_by(sql, ctx.schema());
    link::asked_words const words(asked, sql, sql::dialect_of(ctx.schema()));
    std::string all;
    for (auto const& [table, columns] : touched) {
      db::execution first;
      if (rows > 0) {
        std::string of = table->name;
        auto sampling = ctx.lift(ctx.sample(std::move(of), rows));
        first = co_await std::move(sampling);
      }
      all += shown(*table, ctx.schema().sql_dialect(), first);
      if (values == 0) continue;
      for (auto const* column : columns) {
        std::string of = table->name, in = column->name;
        auto reading = ctx.lift(ctx.distinct(std::move(of), std::move(in), considered));
        auto const read = co_await std::move(reading);
        all += shown(*table, *column, ctx.schema().sql_dialect(), words, read);
      }
    }
    co_return all;
  }

  template <class Context>
  auto review(Context& ctx, question const& asked, auto& past) const {
    return then(contents(ctx, asked.original, past.sql()), [](std::string text) -> std::optional<remark> {
      if (text.empty()) return {};
      return remark(name, std::move(text));
    });
  }

 private:
  [[nodiscard]] std::string shown(schema::table const& t, sql::dialect d, db::execution const& first) const {
    auto s = "Table " + schema::one_line(knowledge::with_names_on_one_line(t), d) + "\n";
    for (auto const& row : first.rows.values) s.append("  row (").append(detail::in_sql(row, value_bytes)).append(")\n");
    return s + detail::trouble("rows", first);
  }
  [[nodiscard]] std::string shown(schema::table const& t, schema::column const& c, sql::dialect d, link::asked_words const& words,
                                  db::execution const& read) const {
    auto const what = "values of " + one_line(schema::sql_name(t.name, d).append(".").append(schema::sql_name(c.name, d)));
    auto const& all = read.rows.values;
    auto const chosen = words.nearest(all, values);
    std::string s;
    if (!chosen.empty()) s.append("  ").append(what).append(": ").append(detail::in_sql(chosen, value_bytes));
    if (!chosen.empty()) s.append(all.size() > chosen.size() ? ", ...\n" : "\n");
    bool const is_sampled = read.failure && read.failure->code == errc::row_limit && !chosen.empty();  // there are more values
    return is_sampled ? s : s + detail::trouble(what, read);
  }
};

}  // namespace t2s::feedback

#endif
