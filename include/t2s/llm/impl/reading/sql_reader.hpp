// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_SQL_READER_HPP
#define T2S_LLM_IMPL_READING_SQL_READER_HPP

#include "t2s/llm/impl/reading/literal.hpp"
#include "t2s/llm/impl/reading/statement.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace t2s::llm::detail::reading_impl {

inline void append(reading_notes& notes, reading_notes more) {
  for (auto& n : more) notes.push_back(std::move(n));
}

/// Reads one completion; every way of reading gives nothing if the SQL does not stand there.
class sql_reader {
 public:
  sql_reader(std::string_view s, sql_reading_options const& options, reading_notes& notes) : s_(s), options_(&options), notes_(&notes) {
    auto const whole = text::trim(s_);
    bool const fences_are_inside = !whole.empty() && (whole[0] == '{' || whole[0] == '[') && begins_literal(whole, 0);
    if (fences_are_inside)
      around_ = s_;
    else
      blocks_ = blocks_of(s_, around_);
  }

  std::optional<std::string> read() {
    if (auto sql = from_blocks()) return sql;
    if (auto sql = from_objects()) return sql;
    return from_text();
  }

  /// The SQL of a fenced block alone.
  std::optional<std::string> from_blocks() {
    std::vector<block> usable;
    for (auto const& b : blocks_)
      if (is_sql_language(b.language) ? !text::trim(b.content).empty() : begins_statement(b.content)) usable.push_back(b);
    if (usable.empty()) usable = blocks_to_continue();
    if (usable.empty()) return {};
    auto const& taken = choose(usable);
    add(*notes_, taken.closed ? step::fenced_block : step::unclosed_fence, taken.language);
    add_unless_blank(*notes_, step::text_before, around_);
    return finish(statement_of(taken.content));
  }

 private:
  /// With SELECT in the prompt, a block without a language or with one of no use may go on from there.
  [[nodiscard]] std::vector<block> blocks_to_continue() const {
    std::vector<block> usable;
    for (auto const& b : blocks_)
      if (options_->continues_select && !is_other_language(b.language) && !text::trim(b.content).empty() &&
          continue_select(b.content, options_->limits))
        usable.push_back(b);
    return usable;
  }

  [[nodiscard]] statement_read statement_of(std::string_view content) const {
    if (options_->continues_select && !begins_statement(content))
      if (auto done = continue_select(content, options_->limits)) return *std::move(done);
    return read_statement(content, options_->limits);
  }

  template <class T>
  T const& choose(std::vector<T> const& of) {
    if (of.size() > 1) add(*notes_, step::other_blocks, std::to_string(of.size() - 1));
    return options_->take == sql_reading_options::block::first ? of.front() : of.back();
  }

  std::string finish(statement_read done) {
    append(*notes_, std::move(done.notes));
    return std::string(text::trim(done.sql));
  }

  std::optional<std::string> from_objects() {
    std::vector<std::string> found;
    bool complete = true;
    if (blocks_.empty()) collect_all(literals_in(s_, complete), found);
    for (auto const& b : blocks_) collect_all(literals_in(b.content, complete), found);
    if (!blocks_.empty() && found.empty()) collect_all(literals_in(around_, complete), found);
    if (found.empty()) return {};
    auto const taken = choose(found);
    add(*notes_, step::object);
    if (!complete) add(*notes_, step::missing_end);
    return without_own_fence(taken);
  }

  /// A value may be fenced in its turn.
  std::string without_own_fence(std::string const& value) {
    std::string around;
    auto const inner = blocks_of(value, around);
    if (inner.empty()) return finish(statement_of(value));
    add(*notes_, step::fenced_block, inner.back().language);
    return finish(statement_of(inner.back().content));
  }

  static void collect_all(std::vector<literal> const& literals, std::vector<std::string>& found) {
    for (auto const& l : literals) collect(l, found);
  }

  /// The SQL in a literal: under a key that says so, else whatever begins like a statement.
  static void collect(literal const& l, std::vector<std::string>& found) {
    static constexpr std::array<std::string_view, 12> names{"sql",          "sqlquery",  "query",      "finalsql",
                                                            "sqlstatement", "statement", "finalquery", "answer",
                                                            "finalanswer",  "code",      "result",     "output"};
    auto const* named = l.what == literal::kind::object ? find_item(l, names) : nullptr;
    if (named && is_sql(*named, plain_name_of(l, *named))) return found.push_back(named->text);
    for (auto const& item : l.items) collect(item, found);
    if (l.what == literal::kind::text && begins_inside(l.text)) found.push_back(l.text);
  }

  static std::string plain_name_of(literal const& object, literal const& item) {
    return plain_name(object.names[static_cast<std::size_t>(&item - object.items.data())]);
  }
  /// Under a name with "sql" or "query" any text is SQL; under a vaguer one only what begins so.
  static bool is_sql(literal const& item, std::string const& name) {
    if (item.what != literal::kind::text || text::trim(item.text).empty()) return false;
    bool const says_so = name.find("sql") != name.npos || name.find("query") != name.npos;
    return says_so || begins_inside(item.text);
  }
  static bool begins_inside(std::string_view value) {
    std::string around;
    auto const inner = blocks_of(value, around);
    return begins_statement(inner.empty() ? value : inner.back().content);
  }

  std::optional<std::string> from_text() {
    if (options_->continues_select && !begins_statement(around_))
      if (auto done = continue_select(around_, options_->limits)) return finish(*std::move(done));
    auto done = find_statement(blocks_.empty() ? s_ : around_, options_->limits);
    for (auto b = blocks_.rbegin(); !done && b != blocks_.rend(); ++b) {
      done = find_statement(b->content, options_->limits);
      if (done) add(*notes_, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
    }
    return done ? std::optional(finish(*std::move(done))) : std::nullopt;
  }

  std::string_view s_;
  sql_reading_options const* options_;
  reading_notes* notes_;
  std::string around_{};
  std::vector<block> blocks_{};
};

}  // namespace t2s::llm::detail::reading_impl

#endif
