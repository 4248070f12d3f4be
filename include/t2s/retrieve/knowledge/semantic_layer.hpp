// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_SEMANTIC_LAYER_HPP
#define T2S_RETRIEVE_KNOWLEDGE_SEMANTIC_LAYER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/knowledge/detail/semantic_layer.hpp"

#include <span>
#include <string>

/// Semantic models and metrics (`semantic_layer`, in detail/semantic_layer.hpp) from dbt's YAML. Needs yaml-cpp: CMake target t2s::yaml.
namespace t2s::knowledge {

#if defined(T2S_WITH_YAML) || defined(T2S_SEPARATE_COMPILATION)

/// The text of a file, and its name for messages.
struct yaml_text {
  std::string name{};  ///< of the file
  std::string text{};  ///< its content
};

/// The `semantic_models` and `metrics` of YAML texts; other keys of theirs are skipped. Throws `error` with `malformed_data`: all faults of
/// the first wrong file with their lines, and what is expected.
[[nodiscard]] T2S_DECL semantic_layer parse_semantics(std::span<yaml_text const> files);

/// The layer of a file, or of all files *.yml and *.yaml in a folder and those below it, in the order of their names. Throws as
/// `parse_semantics`, and `file_not_found`, `file_unreadable`; `malformed_data` if there are neither semantic models nor metrics;
/// `invalid_argument` if its body was compiled without yaml-cpp.
///
///     auto shop = std::make_shared<t2s::knowledge::semantic_layer>(t2s::knowledge::read_semantics("semantics.yml"));
///     t2s::knowledge::require_fit(*shop, connection.schema());
[[nodiscard]] T2S_DECL semantic_layer read_semantics(std::string const& place);

#else

/// Does not compile; the message says why.
template <class... Arguments>
semantic_layer read_semantics(Arguments const&...) {
  static_assert(sizeof...(Arguments) > 1000, "t2s: knowledge::read_semantics needs yaml-cpp: link t2s::yaml");
  return {};
}

#endif

}  // namespace t2s::knowledge

#if defined(T2S_WITH_YAML) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/retrieve/knowledge/detail/semantic_yaml.ipp"
#endif

#endif
