// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_EXAMPLE_VALUE_HPP
#define T2S_KNOWLEDGE_EXAMPLE_VALUE_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <string>

/// What a database stores, as prompts show it: a text of the database stays in its line, so that it cannot begin a section of the prompt
/// and speak for the user. Thread safe.
namespace t2s {

/// A value as SQL writes it, on one line; of a longer one the first `most` bytes of its content followed by `...`. O(n).
[[nodiscard]] T2S_DECL std::string example_value(value const& v, std::size_t most);

/// A table whose names and types take one line each; what has none but ordinary names is as it was.
[[nodiscard]] T2S_DECL schema::table with_names_on_one_line(schema::table t);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/example_value.ipp"
#endif

#endif
