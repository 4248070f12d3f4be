// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_FACT_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_FACT_HPP

#include "t2s/core/schema/detail/literal.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace t2s::knowledge {

/// One thing about a database that its owner knows and its schema does not say.
struct learned_fact {
  /// What is said.
  enum class kind {
    key,    ///< the column refers to a column of another table
    words,  ///< what people call a column or table
    code,   ///< what a stored value means
    time,   ///< the form of a column of times
    unit    ///< what a column of numbers counts
  };
  enum class state { proposed, confirmed, rejected };  ///< what the owner decided

  kind is = kind::words;                    ///< what is said
  state decided = state::proposed;          ///< only what is confirmed is used
  std::string table{}, column{};            ///< in any case; no column for words of a table
  std::string parent{}, referenced{};       ///< of a key: the other table and its column
  std::string code{};                       ///< of a code: the stored value as a text
  bool is_number = false;                   ///< whether the code is written as a number
  std::string means{};                      ///< the words, the meaning of the code, the form of times, the unit
  std::optional<schema::time_form> form{};  ///< of a time: what `means` calls so
  double confidence = 0;                    ///< of a proposal, from 0 to 1
  std::string evidence{};                   ///< of a proposal, in words
  std::size_t line = 0;                     ///< of the file, from 1

  /// Whether the owner confirmed it.
  [[nodiscard]] bool is_used() const noexcept { return decided == state::confirmed; }
  friend bool operator==(learned_fact const&, learned_fact const&) = default;
};

/// What is learned of a database.
struct learned {
  std::string file{};                 ///< for messages
  std::vector<learned_fact> facts{};  ///< in the order of the file
};

}  // namespace t2s::knowledge

#endif
