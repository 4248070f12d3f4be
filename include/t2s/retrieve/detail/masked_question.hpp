// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_MASKED_QUESTION_HPP
#define T2S_RETRIEVE_DETAIL_MASKED_QUESTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Questions as DAIL-SQL masks them (Gao et al. 2023) before it compares their vectors: `<mask>` for each token that names something of the
/// schema, `<unk>` for each value, other tokens in lower case; adjacent tags are not merged. Do not mix it with `question_skeleton`.
namespace t2s::retrieve {

/// The tokens as text. Numbers and quoted texts outside of names are values; `names` and `values` mark the other ones, and are as long as
/// `tokens`. A name precedes a value.
[[nodiscard]] T2S_DECL std::string masked_question(std::span<token const> tokens, std::vector<bool> const& names,
                                                   std::vector<bool> const& values);

/// Names that a question may contain in full or in part: the mask of `masked_question`.
[[nodiscard]] inline mask_words dail_names() { return mask_words(0); }

/// A question masked by the names and literals of the SQL that answers it, if neither the database nor its schema is available.
[[nodiscard]] T2S_DECL std::string masked_by_sql(std::string_view question, std::string_view sql, sql::grammar const& in = sql::sqlite);

/// Masks the questions of a pool: names by the schemas of their databases, values by the literals of their SQL. Any number of threads may
/// use it at once.
class pool_masker {
 public:
  /// O(names of the schemas).
  T2S_DECL explicit pool_masker(pool_schemas const& schemas);

  /// The masked question of a demonstration; masked by its SQL only if its database has no schema.
  [[nodiscard]] T2S_DECL std::string masked(demonstration const& d, sql::grammar const& in = sql::sqlite) const;

 private:
  std::map<std::string, mask_words, std::less<>> names_{};
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/masked_question.ipp"
#endif

#endif
