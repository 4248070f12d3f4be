// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_DESCRIBED_SCHEMA_IPP
#define T2S_KNOWLEDGE_IMPL_DESCRIBED_SCHEMA_IPP

#include "t2s/core/text.hpp"
#include "t2s/knowledge/described_schema.hpp"
#include "t2s/knowledge/example_value.hpp"
#include "t2s/knowledge/table_description.hpp"
#include "t2s/schema/schema.hpp"

#include <string>
#include <vector>

namespace t2s {
namespace detail {

/// What stands in it ends the comment no earlier.
inline std::string comment(std::string text) {
  for (auto end = text.find("*/"); end != text.npos; end = text.find("*/", end)) text.insert(end + 1, 1, ' ');
  return std::string("/* ").append(text).append("\n*/");
}

inline std::string examples_of(schema::table const& t, std::span<table_sample const> rows, schema_description const& how) {
  std::string lines;
  for (auto const& c : t.columns) {
    std::vector<std::string> examples;
    for (auto const& v : sampled_values(rows, t.name, c.name, how.values)) examples.push_back(example_value(v, how.value_bytes));
    if (!examples.empty()) lines.append("\n").append(one_line(schema::sql_name(c.name))).append(": ").append(text::join(examples, ", "));
  }
  return lines.empty() ? lines : comment("Example values of the columns:" + lines).insert(0, 1, '\n');
}

}  // namespace detail

T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how) {
  std::string all;
  for (auto const& t : d.tables()) {
    all.append(all.empty() ? "" : "\n").append(schema::create_statement(with_names_on_one_line(t)));
    all += detail::examples_of(t, rows, how);
  }
  return all;
}

}  // namespace t2s

#endif
