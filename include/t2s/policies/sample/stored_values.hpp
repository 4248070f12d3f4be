// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_STORED_VALUES_HPP
#define T2S_POLICIES_SAMPLE_STORED_VALUES_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::sample {

/// A SamplerPolicy without a model: the stored texts that words of the question name, also misspelt, as knowledge of the form `city.name =
/// 'Graz'`. In the order of the question, the most certain column first; each once.
struct stored_values {
  static constexpr std::string_view name = "value retrieval";
  using states = facts<link::linked_question>;

  std::size_t most = 20;         ///< most values
  std::size_t value_bytes = 80;  ///< of a value; a longer one is cut and ends in `...`

  auto sample(auto& ctx, question const& asked) const {
    return then(link::linked_in(ctx, asked), [this](link::linked_question const* linked) {
      samples out;
      for (auto const& l : linked->found.found) {
        if (out.knowledge.size() >= most) break;
        if (l.is != link::link::kind::value || l.where.is_table()) continue;
        auto const stored = stored_text(*linked->names, l);
        if (!stored) continue;
        auto line = written(linked->names->schema(), l.where, *stored);
        if (std::ranges::find(out.knowledge, line) == out.knowledge.end()) out.knowledge.push_back(std::move(line));
      }
      return out;
    });
  }

 private:
  /// The stored text for a link, which may be unknown to the database; nothing if its column has nothing similar.
  [[nodiscard]] static std::optional<std::string> stored_text(knowledge::lexicon const& names, link::link const& l) {
    if (!names.is_complete(l.where) || names.holds(l.where, l.value)) return l.value;
    auto const near = names.nearest(l.value, l.where);
    if (!near) return {};
    return near->text;
  }
  [[nodiscard]] std::string written(schema::database const& d, knowledge::column_id where, std::string const& stored) const {
    auto const& t = d.tables()[where.table];
    auto const in = d.sql_dialect();
    return schema::sql_name(t.name, in) + "." + schema::sql_name(t.columns[where.column].name, in) + " = " +
           knowledge::example_value(value(stored), value_bytes);
  }
};

}  // namespace t2s::sample

#endif
