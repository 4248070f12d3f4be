// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_SHOWN_PART_HPP
#define T2S_RETRIEVE_LINK_DETAIL_SHOWN_PART_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"

#include <cstddef>
#include <forward_list>
#include <memory>
#include <string_view>
#include <utility>

namespace t2s::link::detail {

/// The part of a schema that prompts show, which grows by what statements name. The whole, until a part is chosen.
class shown_part {
 public:
  explicit shown_part(std::shared_ptr<known_parts> of_whole) : of_whole_(std::move(of_whole)) {}

  T2S_DECL void show(std::shared_ptr<knowledge::lexicon const> names, schema_choice chosen);
  /// Also shows what a statement and its error name.
  T2S_DECL void widen(std::string_view sql, db::execution const& done);

  /// Null if the whole is shown.
  [[nodiscard]] schema_choice const* shown() const noexcept { return names_ ? &choice_ : nullptr; }
  [[nodiscard]] schema::database const* schema() const noexcept { return names_ ? &versions_.front().tables : nullptr; }
  [[nodiscard]] known_parts& known() const noexcept { return names_ ? *versions_.front().known : *of_whole_; }

 private:
  static constexpr std::size_t least_allowance = 1'000,
                               most_allowance = 2'000;  // tokens by which a part may grow: its own size between these

  struct version {
    schema::database tables{};
    std::shared_ptr<known_parts> known{};
  };

  T2S_DECL void renew();

  std::shared_ptr<known_parts> of_whole_;
  std::shared_ptr<knowledge::lexicon const> names_{};
  schema_choice choice_{};
  std::size_t most_tokens_ = 0;            // final limit of the shown part
  std::forward_list<version> versions_{};  // newest first; a run may still refer to earlier ones
};

}  // namespace t2s::link::detail

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/shown_part.ipp"
#endif

#endif
