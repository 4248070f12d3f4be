// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_COMPLETION_SQL_HPP
#define T2S_LLM_COMPLETION_SQL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Readers of SQL in completions (completion_text.hpp has those of other answers). Every reader accepts any bytes, skips thoughts
/// (<think>...</think>), takes linear time and memory, and notes what it did. If there is nothing to read it returns a failure; it does not
/// throw. Thread safe.
namespace t2s::llm {

/// What a reader did with a text.
enum class step : std::uint8_t {
  thinking,           ///< a section of thoughts was skipped
  unclosed_thinking,  ///< a section of thoughts had no end
  fenced_block,       ///< the content of a fenced block was used
  unclosed_fence,     ///< ... without an end
  other_blocks,       ///< other usable blocks were skipped
  object,             ///< a value was taken from JSON or a literal of Python
  missing_end,        ///< ... without an end
  continued,          ///< SELECT, the last word of the prompt, was prepended
  quoted,             ///< the text between quotes was used
  text_before,        ///< prose before was removed
  text_after,         ///< prose after was removed
  mended,             ///< the SQL was corrected as in sql/detail/lenient.hpp; the detail says how
  unparsed,           ///< the SQL is as the model wrote it and does not parse; the detail says why
  label,              ///< the verdict is after a label such as "answer:"
  repeated,           ///< repeated keywords were removed
};

[[nodiscard]] T2S_DECL std::string_view name_of(step s) noexcept;  ///< the name in traces

/// One step of a reader.
struct reading_note {
  step what{};           ///< its kind
  std::string detail{};  ///< the beginning of what was removed, or what was done

  friend bool operator==(reading_note const&, reading_note const&) = default;
};
using reading_notes = std::vector<reading_note>;  ///< in order

/// The result of a reader, or its failure.
template <class T>
class reading {
 public:
  /// A value.
  reading(T value, reading_notes notes) : value_(std::move(value)), notes_(std::move(notes)) {}
  /// A failure.
  reading(failure why, reading_notes notes) : why_(std::move(why)), notes_(std::move(notes)) {}

  /// Whether there is a value.
  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

  [[nodiscard]] T const& operator*() const noexcept { return *value_; }    ///< the value, if there is one
  [[nodiscard]] T const* operator->() const noexcept { return &*value_; }  ///< the value, if there is one
  /// The value. Throws `error` with the failure if there is no value.
  [[nodiscard]] T const& value() const {
    if (!value_) throw error(why_);
    return *value_;
  }

  [[nodiscard]] failure const& error_found() const noexcept { return why_; }    ///< why there is no value
  [[nodiscard]] reading_notes const& notes() const noexcept { return notes_; }  ///< what the reader did
  /// Whether the reader took that step.
  [[nodiscard]] bool did(step s) const noexcept {
    for (auto const& n : notes_)
      if (n.what == s) return true;
    return false;
  }

 private:
  std::optional<T> value_{};
  failure why_{};
  reading_notes notes_{};
};

/// How SQL is read.
struct sql_reading_options {
  /// Which statement counts, if several blocks, elements or objects have SQL. Alternatives, examples, checks, SQL for other databases and
  /// answers to other questions count only if there is nothing else.
  enum class block : std::uint8_t {
    answer,  ///< the one that the text calls final or corrected, else the last of its steps, else the first that answers
    last,    ///< the same, but else the last that answers: for prompts that ask for steps
    first,   ///< the first, whatever the text says
  };

  block take = block::answer;     ///< which of several
  bool continues_select = false;  ///< the prompt ended in SELECT, and the completion may continue it
  sql::options limits{};          ///< the dialect and limits
  /// The schema of the SQL. Its names distinguish SQL from prose that parses ("SELECT No change"). Without it, all that parses is SQL.
  schema::database const* names{};
  bool may_break_off = true;  ///< whether an unfinished statement counts
};

/// The SQL in a completion, from the first of: fenced blocks and elements such as `<sql>`; objects and lists of JSON or Python, under a key
/// such as "sql" or "query"; the text itself without the prose around it. `options.take` says which of several counts. SQL that does not
/// parse is returned too, so that the database and the feedback can say what is wrong with it.
///
/// With the `names` of a schema, prose that parses is not SQL. A continuation of SELECT needs a FROM in capitals or a name of the schema;
/// without a FROM it must have no columns and compute something. If the prompt asked for a whole statement, a FROM or SELECT in capitals is
/// enough. Text that does not parse needs a FROM with a table. Fails with `no_sql`.
[[nodiscard]] T2S_DECL reading<std::string> read_sql(std::string_view completion, sql_reading_options const& options = {});
/// The same in the dialect and with the names of a database.
[[nodiscard]] inline reading<std::string> read_sql(std::string_view completion, schema::database const& d) {
  return read_sql(completion, sql_reading_options{.limits = {.grammar = sql::dialect_of(d)}, .names = &d});
}

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/completion_sql.ipp"
#endif

#endif
