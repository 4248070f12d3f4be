// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_COMPLETION_TEXT_HPP
#define T2S_LLM_COMPLETION_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Readers of completions: the SQL, the verdict, the keywords, the code in what a model wrote. Every reader takes any bytes, leaves out
/// thoughts (<think>...</think>), takes linear time and memory, notes what it did, and returns a failure as data, not as an exception, if
/// there is nothing to read. Thread safe.
namespace t2s::llm {

/// What a reader did with a text.
enum class step : std::uint8_t {
  thinking,           ///< a section of thoughts was left out
  unclosed_thinking,  ///< a section of thoughts had no end
  fenced_block,       ///< the content of a fenced block was taken
  unclosed_fence,     ///< ... that had no end
  other_blocks,       ///< other usable blocks were left out
  object,             ///< a value was taken out of JSON or a literal of Python
  missing_end,        ///< ... that had no end
  continued,          ///< SELECT, the last word of the prompt, was put in front
  quoted,             ///< the text between quotes was taken
  text_before,        ///< prose before was left out
  text_after,         ///< prose after was left out
  mended,             ///< the SQL was corrected as in sql/lenient.hpp; the detail says how
  unparsed,           ///< the SQL is as the model wrote it and does not parse; the detail says why
  label,              ///< the verdict is after a label such as "answer:"
  repeated,           ///< keywords that were there already were left out
};

[[nodiscard]] T2S_DECL std::string_view name_of(step s) noexcept;  ///< as traces name it

/// Something that a reader did.
struct reading_note {
  step what{};           ///< its kind
  std::string detail{};  ///< the first bytes of what was left out, or what was done

  friend bool operator==(reading_note const&, reading_note const&) = default;
};
using reading_notes = std::vector<reading_note>;  ///< in the order in which it was done

/// What was read, or why nothing was.
template <class T>
class reading {
 public:
  /// A value.
  reading(T value, reading_notes notes) : value_(std::move(value)), notes_(std::move(notes)) {}
  /// Why there is none.
  reading(failure why, reading_notes notes) : why_(std::move(why)), notes_(std::move(notes)) {}

  /// Whether there is a value.
  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

  [[nodiscard]] T const& operator*() const noexcept { return *value_; }    ///< the value, if there is one
  [[nodiscard]] T const* operator->() const noexcept { return &*value_; }  ///< the value, if there is one
  /// The value; throws `error` with the failure if there is none.
  [[nodiscard]] T const& value() const {
    if (!value_) throw error(why_);
    return *value_;
  }

  [[nodiscard]] failure const& error_found() const noexcept { return why_; }    ///< why there is no value
  [[nodiscard]] reading_notes const& notes() const noexcept { return notes_; }  ///< what the reader did
  /// Whether the reader did that.
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
  enum class block { last, first };  ///< which fenced block counts

  block take = block::last;       ///< of several blocks or objects with SQL
  bool continues_select = false;  ///< the prompt ended in SELECT, and the completion may go on from there
  sql::options limits{};          ///< the dialect
  /// The schema that the SQL is about, whose names tell SQL from prose that parses ("SELECT No change"); nothing: all that parses is SQL.
  schema::database const* names{};
  bool may_break_off = true;  ///< whether a statement that ends too early counts
};

/// The SQL in a completion, from the first of: fenced blocks; objects and lists of JSON or Python, under a key such as "sql" or "query";
/// the text itself without the prose around it, the first statement that parses. SQL that does not parse is returned too: the database and
/// the feedback say what is wrong with it.
///
/// With the `names` of a schema prose that parses is no SQL. What goes on after SELECT needs a FROM in capitals or a name of the schema;
/// without a FROM it has no columns and computes something. Where the prompt asked for a whole statement, a FROM or SELECT in capitals is
/// enough. What does not parse needs a FROM with a table. Fails with `no_sql`.
[[nodiscard]] T2S_DECL reading<std::string> read_sql(std::string_view completion, sql_reading_options const& options = {});
/// The same in the dialect and with the names of a database.
[[nodiscard]] inline reading<std::string> read_sql(std::string_view completion, schema::database const& d) {
  return read_sql(completion, sql_reading_options{.limits = {.grammar = sql::dialect_of(d)}, .names = &d});
}

/// Yes or No, and why.
struct verdict {
  bool yes = false;      ///< whether it is Yes
  std::string reason{};  ///< what else the completion says; may be empty

  friend bool operator==(verdict const&, verdict const&) = default;
};

/// A Yes or No (also true, correct, right; false, incorrect, wrong) and the reason beside it: as the first word, after a label such as
/// "Output:" or "the answer is", as a sentence of its own, or in an object under a key such as "answer"; of a reply without such what it
/// says about something ("the rows are correct"). Fails with `malformed_reply` if there is none, if there is a Yes and a No, or a Yes and
/// something that is called wrong.
[[nodiscard]] T2S_DECL reading<verdict> read_verdict(std::string_view completion);

/// The items of a list: of JSON or Python, numbered, with bullets, between commas, or one a line; without quotes, emphasis and repetitions.
/// "None" and an empty list are no items. Fails with `malformed_reply` if the completion is prose.
[[nodiscard]] T2S_DECL reading<std::vector<std::string>> read_keywords(std::string_view completion);

/// The Python in a completion: its fenced blocks, joined; where no code is fenced the text without its lines of prose. Without any, its
/// SQL. Fails with `malformed_reply` if there is neither: an assignment, a call or a subscript makes a text code, and a refusal has none.
[[nodiscard]] T2S_DECL reading<std::string> read_code(std::string_view completion);

/// An item of an object: a text, or a list of texts, under its name. A null (also None, nil, undefined) is no text.
struct text_item {
  std::string name{};                ///< its key
  std::vector<std::string> texts{};  ///< one, or those of a list
  bool is_list = false;              ///< whether it was a list

  friend bool operator==(text_item const&, text_item const&) = default;
};

/// The texts, and lists of texts, of an object of JSON or Python, under their names.
struct text_object {
  std::vector<std::string> path{};  ///< the keys of the objects around it, outermost first
  std::vector<text_item> items{};   ///< the members, in their order

  /// The item under the first of these names that it has, or nullptr. Names are compared without case and punctuation, and given in that
  /// form: "columnnames".
  [[nodiscard]] T2S_DECL text_item const* find(std::initializer_list<std::string_view> names) const;

  /// The text under a name, or the first of its list; "" if there is none.
  [[nodiscard]] T2S_DECL std::string_view operator[](std::string_view name) const;

  friend bool operator==(text_object const&, text_object const&) = default;
};

/// The objects in a completion that hold texts, in their order, however they are nested: those of the last fenced block that has any, else
/// those outside. Numbers and words without quotes count as texts. The end may be missing; of thoughts without an end only the blocks are
/// read. Fails with `malformed_reply` if there is none. An empty list or object is no objects.
[[nodiscard]] T2S_DECL reading<std::vector<text_object>> read_objects(std::string_view completion);

/// A name and what is listed for it: a table and its columns.
struct item_list {
  std::string name{};                ///< its key
  std::vector<std::string> items{};  ///< in their order

  friend bool operator==(item_list const&, item_list const&) = default;
};

/// The lists of the last object of JSON or Python in a completion, `{"hive": ["name", "yard"]}`, in their order; other members are left
/// out. Fails with `malformed_reply` if there is none.
[[nodiscard]] T2S_DECL reading<std::vector<item_list>> read_item_lists(std::string_view completion);

/// All of a completion but thoughts and white space at its ends. Fails with `malformed_reply` if nothing is left.
[[nodiscard]] T2S_DECL reading<std::string> read_prose(std::string_view completion);

/// The question in a completion: after a label such as "results:" or "Rewritten question:", out of a fenced block, comment signs or quotes,
/// the first line that does not only announce it. Fails with `malformed_reply` if there is none, if the completion refuses or is SQL, or if
/// the line is longer than `most` bytes.
[[nodiscard]] T2S_DECL reading<std::string> read_question(std::string_view completion, std::size_t most);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/completion_text.ipp"
#endif

#endif
