// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_LEARNED_FILE_HPP
#define T2S_SERVE_DETAIL_LEARNED_FILE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace t2s::serve {

/// A line of a file of `t2s learn`.
struct learned_line {
  std::size_t number = 0;          ///< of the line, from 1
  std::string text{};              ///< the whole line, without blanks at its ends
  knowledge::learned_fact fact{};  ///< what it says
  std::string value{};             ///< what is behind its =
  std::string evidence{};          ///< the comment above it, with the confidence of a proposal; "" without one
};

/// The owner's decision about a line.
struct learned_decision {
  std::size_t number = 0;               ///< of the line
  std::string text{};                   ///< what the owner saw there
  knowledge::learned_fact::state as{};  ///< what it becomes
  std::optional<std::string> value{};   ///< another value; nothing: the same
};

/// What `t2s learn` proposed about a database, in its file. All else in the file stays as it is. Thread safe; not for several writers.
class learned_file {
 public:
  /// The file must exist when it is read.
  explicit learned_file(std::string path) : path_(std::move(path)) {}

  /// All lines but comments. Throws what `knowledge::read_learned` throws.
  [[nodiscard]] T2S_DECL std::vector<learned_line> lines() const;

  /// Changes a line and returns it; nothing, and no change, if it is no longer as the owner saw it. Throws as `lines`; `error` with
  /// `malformed_data`, `no_such_table` or `no_such_column` if the line would be wrong for the schema, and with `file_unwritable`.
  [[nodiscard]] T2S_DECL std::optional<learned_line> decide(learned_decision const& how, schema::database const& of);

  /// Its path.
  [[nodiscard]] std::string const& path() const noexcept { return path_; }

 private:
  std::string path_;
  std::mutex guard_{};  // one change at a time
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/learned_file.ipp"
#endif

#endif
