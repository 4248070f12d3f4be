// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_COMPLETION_TEXT_HPP
#define T2S_LLM_COMPLETION_TEXT_HPP

#include "t2s/core/error.hpp"
#include "t2s/sql/parse.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What models really answer, read: the SQL, the verdict, the keywords, the code in the text of a completion.
///
/// Every reader takes any bytes, needs time and memory in proportion to their number, says what it did, and gives a failure as data when
/// there is nothing to read: a completion that rambles is no exception. Thread safe.
namespace t2s::llm {

/// What a reader did with a text.
enum class step : std::uint8_t {
  thinking,           ///< a section of thoughts was left out
  unclosed_thinking,  ///< a section of thoughts had no end
  fenced_block,       ///< the content of a fenced block was taken
  unclosed_fence,     ///< ... that had no end
  other_blocks,       ///< other blocks that would have done were left out
  object,             ///< a value was taken out of JSON or a literal of Python
  missing_end,        ///< ... that had no end
  continued,          ///< SELECT, the last word of the prompt, was put in front
  quoted,             ///< the text between quotes was taken
  text_before,        ///< prose before was left out
  text_after,         ///< prose after was left out
  mended,             ///< the SQL was put right as in sql/lenient.hpp; the detail says how
  unparsed,           ///< the SQL is as the model wrote it and does not parse; the detail says why
  label,              ///< the verdict stands behind a label such as "answer:"
  repeated,           ///< keywords that were there already were left out
};

[[nodiscard]] T2S_DECL std::string_view name_of(step s) noexcept;  ///< as traces name it

/// Something that a reader did.
struct reading_note {
  step what{};           ///< what it was
  std::string detail{};  ///< the first bytes of what was left out, or what was done

  friend bool operator==(reading_note const&, reading_note const&) = default;
};
using reading_notes = std::vector<reading_note>;  ///< in the order in which it was done

/// What was read, or why nothing was.
template <class T>
class reading {
 public:
  /// A value that was found.
  reading(T value, reading_notes notes) : value_(std::move(value)), notes_(std::move(notes)) {}
  /// Why there is none.
  reading(failure why, reading_notes notes) : why_(std::move(why)), notes_(std::move(notes)) {}

  /// Whether there is a value.
  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

  /// What was read; only if there is something.
  [[nodiscard]] T const& operator*() const noexcept { return *value_; }
  /// The value; only if there is one.
  [[nodiscard]] T const* operator->() const noexcept { return &*value_; }

  /// The same for those who cannot go on without. Throws `error` with the failure.
  [[nodiscard]] T const& value() const {
    if (!value_) throw error(why_);
    return *value_;
  }

  /// Why nothing was read; only then.
  [[nodiscard]] failure const& error_found() const noexcept { return why_; }

  /// What the reader did.
  [[nodiscard]] reading_notes const& notes() const noexcept { return notes_; }
  /// Whether it did that.
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

/// Where SQL is looked for.
struct sql_reading_options {
  enum class block { last, first };  ///< which fenced block counts

  block take = block::last;       ///< of several blocks or objects with SQL
  bool continues_select = false;  ///< the prompt ended in SELECT, and the completion may go on from there
  sql::options limits{};          ///< the dialect
};

/// The SQL in a completion. Looked for in this order, thoughts (<think>...</think>) left out: fenced blocks; objects and lists of JSON or
/// Python, under a key such as "sql" or "query"; the text itself, prose before and behind cut off, the first statement that parses. SQL
/// that does not parse is given too, since what is wrong with it is for the database and the feedback to say.
///
/// Fails with `no_sql`.
[[nodiscard]] T2S_DECL reading<std::string> read_sql(std::string_view completion, sql_reading_options const& options = {});

/// Yes or No, and why.
struct verdict {
  bool yes = false;      ///< whether it is Yes
  std::string reason{};  ///< what else the completion says; may be empty

  friend bool operator==(verdict const&, verdict const&) = default;
};

/// A Yes or No (also true, correct, right; false, incorrect, wrong), with what was said beside it: as the first word, behind a label such
/// as "the answer is", as the last line, or in an object under a key such as "answer".
///
/// Fails with `malformed_reply` if there is none, or if what is said first contradicts what is said last.
[[nodiscard]] T2S_DECL reading<verdict> read_verdict(std::string_view completion);

/// The items of a list: of JSON or Python, numbered, with bullets, between commas, or one a line; without quotes, emphasis and repetitions.
/// "None" and an empty list are no items.
///
/// Fails with `malformed_reply` if the completion is prose.
[[nodiscard]] T2S_DECL reading<std::vector<std::string>> read_keywords(std::string_view completion);

/// The code in a completion: its fenced blocks, one behind the other, those of SQL only if there are no others; the text itself where
/// nothing is fenced. Thoughts are left out. Any text can be code, so prose is not told from it.
///
/// Fails with `malformed_reply` if nothing is left.
[[nodiscard]] T2S_DECL reading<std::string> read_code(std::string_view completion);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/completion_text.ipp"
#endif

#endif
