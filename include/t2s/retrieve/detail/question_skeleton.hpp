// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_QUESTION_SKELETON_HPP
#define T2S_RETRIEVE_DETAIL_QUESTION_SKELETON_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/sql/parse.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Questions without their subject: a mask replaces names and values, so that questions with the same structure look alike on any database
/// (de-semanticization, after Guo et al. 2023, "Retrieval-augmented GPT-3.5-based text-to-SQL with sample-aware prompting").
namespace t2s::retrieve {

inline constexpr std::string_view mask = "[MASK]";  ///< replaces names and values

/// The words of a skeleton, for comparison with others: lemmas, so that "is" and "are" are equal, with one `mask` for each run of masked
/// tokens. `masked` is as long as `tokens`. Encoders and readers need `skeleton_text`.
[[nodiscard]] T2S_DECL std::vector<std::string> question_skeleton(std::span<token const> tokens, std::vector<bool> const& masked);

/// A skeleton as text: the original words in lower case, with one `mask` for each run of masked tokens, joined by blanks. `masked` is as
/// long as `tokens`.
[[nodiscard]] T2S_DECL std::string skeleton_text(std::span<token const> tokens, std::vector<bool> const& masked);

/// The names and values to mask.
class mask_words {
 public:
  /// A name is masked if a question has at least this share of its words, side by side.
  explicit mask_words(double share = 0.5) : share_(share) {}

  /// A table or column name, as in the schema.
  T2S_DECL void add_name(std::string_view name);

  /// The names of all tables and columns.
  T2S_DECL void add_names(schema::database const& d);

  /// A stored value or literal; masked only as a whole.
  T2S_DECL void add_value(std::string_view value);

  /// Names and literals of an SQL text, for questions whose database is not available. From SQL that does not parse, it adds what it can
  /// read.
  T2S_DECL void add_sql(std::string_view sql, sql::grammar const& in = sql::sqlite);

  /// Only the literals of an SQL text, if the names are known.
  T2S_DECL void add_literals(std::string_view sql, sql::grammar const& in = sql::sqlite);

  /// Which tokens to mask: spans of up to five tokens that were added, except spans of stop words, and every number and quoted text.
  [[nodiscard]] T2S_DECL std::vector<bool> masked(std::span<token const> tokens) const;

 private:
  void add(std::string_view sql, sql::grammar const& in, bool with_names);

  double share_;
  std::unordered_map<std::string, bool> spans_{};  // lemmas joined by spaces
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/question_skeleton.ipp"
#endif

#endif
