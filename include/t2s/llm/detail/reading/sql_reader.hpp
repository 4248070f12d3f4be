// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_SQL_READER_HPP
#define T2S_LLM_DETAIL_READING_SQL_READER_HPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/llm/detail/reading/meant_as_sql.hpp"
#include "t2s/sql/detail/lenient.hpp"

#include <iterator>

namespace t2s::llm::detail::reading_impl {

inline constexpr std::size_t most_beginnings = 4;
inline constexpr std::size_t most_cuts = 3;
inline constexpr std::size_t most_mended = 1U << 15U;  // bytes of a statement that needs corrections to parse

struct statement_read {
  std::string sql{};
  reading_notes notes{};
};

/// The SQL of a draft that parses.
inline statement_read statement_in(sql::draft const& d) {
  statement_read done{d.text, {}};
  for (auto const& n : d.notes) {
    if (n.what == sql::fix::text_before || n.what == sql::fix::text_after)
      add(done.notes, n.what == sql::fix::text_before ? step::text_before : step::text_after, n.detail);
    else
      add(done.notes, step::mended, std::string(sql::name_of(n.what)) + ": " + n.detail);
  }
  return done;
}

inline bool has_fix(sql::draft const& d, sql::fix f) { return std::ranges::find(d.notes, f, &sql::note::what) != d.notes.end(); }

/// Whether a line after SQL is prose and not a clause.
inline bool is_prose(std::string_view line) {
  line = text::trim(line);
  bool const marked = line.starts_with("**") || line.starts_with('#');
  bool const ends_sentence = line.ends_with('.') || line.ends_with(':') || line.ends_with('!');
  return marked || ends_sentence || sql::is_plain_name(word_at(line, 0));
}

/// The beginning of the line with the syntax error if it is prose, else npos.
inline std::size_t prose_begin(std::string_view s, sql::options const& limits) {
  auto const strict = sql::parse(s, limits);
  auto const line = strict ? s.npos : s.substr(0, strict.error().offset).rfind('\n');
  if (line == s.npos || line == 0) return s.npos;
  auto const end = s.find('\n', line + 1);
  return is_prose(s.substr(line, end == s.npos ? end : end - line)) ? line : s.npos;
}

/// A text that begins like a statement, corrected if needed, without the prose after it.
inline std::optional<statement_read> mended(std::string_view whole, sql::options const& limits) {
  whole = text::trim(whole);
  auto s = whole.substr(0, most_mended);
  for (std::size_t cuts = 0; cuts < most_cuts && !s.empty(); ++cuts) {
    auto const d = sql::parse_draft(s, limits);
    if (d.result && (has_fix(d, sql::fix::text_before) || has_fix(d, sql::fix::missing_select))) return {};
    if (d.result) {
      auto done = statement_in(d);
      add_unless_blank(done.notes, step::text_after, whole.substr(s.size()));
      return done;
    }
    auto const prose = prose_begin(s, limits);
    if (prose == s.npos) return {};
    s = s.substr(0, prose);
  }
  return {};
}

/// Whether SELECT at `s[i]` begins a statement instead of being within a sentence or another statement.
inline bool stands_as_beginning(std::string_view s, std::size_t i, std::string_view word) {
  auto before = i;
  while (before > 0 && (s[before - 1] == ' ' || s[before - 1] == '\t')) --before;
  if (before == 0 || s[before - 1] == '\n' || s[before - 1] == '\r') return true;
  char const c = s[before - 1];
  if (is_word(c)) {
    static constexpr std::array<std::string_view, 9> inner{"union", "all", "except", "intersect", "as", "in", "exists", "not", "distinct"};
    auto begin = before;
    while (begin > 0 && before - begin < 16 && is_word(s[begin - 1])) --begin;
    return text::is_upper(word[0]) && text::is_upper(word[1]) && !is_one_of(s.substr(begin, before - begin), inner);
  }
  return c != '(' && c != ',' && (c != '\'' || before == i);
}

inline std::vector<std::size_t> beginnings(std::string_view s) {
  static constexpr std::array<std::string_view, 2> first_words{"select", "with"};
  std::vector<std::size_t> found;
  if (begins_statement(s)) found.push_back(0);
  auto const first = found.empty() ? std::string_view::npos : statement_begin(s);
  for (std::size_t i = 0; i < s.size() && found.size() < most_beginnings;) {
    auto const word = word_at(s, i);
    if (is_one_of(word, first_words) && i != first && stands_as_beginning(s, i, word)) found.push_back(i);
    i += std::max<std::size_t>(1, word.size());
  }
  return found;
}

/// The end of the quotes (", ', `, or three of them) that open before `begin`; npos without quotes.
inline std::size_t quote_end(std::string_view s, std::size_t begin) {
  if (begin == 0 || std::string_view("\"'`").find(s[begin - 1]) == std::string_view::npos) return s.npos;
  char const mark = s[begin - 1];
  std::size_t run = 1;
  while (run < 3 && run < begin && s[begin - run - 1] == mark) ++run;
  return s.find(std::string(run, mark), begin);
}

inline std::optional<statement_read> read_from(std::string_view s, std::size_t begin, sql::options const& limits) {
  auto const end = quote_end(s, begin);
  auto done = end == s.npos ? std::nullopt : mended(s.substr(begin, end - begin), limits);
  if (done) {
    add(done->notes, step::quoted, s.substr(begin - 1, 1));
    add_unless_blank(done->notes, step::text_after, s.substr(end + 1));
  } else {
    done = mended(s.substr(begin), limits);
  }
  if (done) add_unless_blank(done->notes, step::text_before, s.substr(0, begin));
  return done;
}

/// The SQL unchanged, with a note if it does not parse.
inline statement_read unmended(std::string_view s, sql::options const& limits) {
  statement_read out{std::string(text::trim(s)), {}};
  if (auto const p = sql::parse(out.sql, limits); !p) add(out.notes, step::unparsed, sql::to_string(p.error()));
  return out;
}

/// The statement in a text that should be one: the content of a block, the value under a key.
inline statement_read read_statement(std::string_view s, sql::options const& limits) {
  auto const d = sql::parse_draft(text::trim(s), limits);
  bool const misspelt = has_fix(d, sql::fix::missing_select) && text::edit_distance(word_at(text::trim(s), 0).substr(0, 16), "select") <= 2;
  if (d.result && !has_fix(d, sql::fix::text_before) && !misspelt) return statement_in(d);
  for (auto const begin : beginnings(s))
    if (auto done = read_from(s, begin, limits)) return *std::move(done);
  return unmended(s, limits);
}

/// The statement in a text that may be mostly prose.
inline std::optional<statement_read> find_statement(std::string_view s, sql::options const& limits) {
  auto const places = beginnings(s);
  for (auto const begin : places)
    if (auto done = read_from(s, begin, limits)) return done;
  if (places.empty()) return {};
  auto const from = s.substr(places[0]);
  auto const gap = std::min(from.find("\n\n"), from.size());
  auto out = unmended(from.substr(0, gap), limits);
  add_unless_blank(out.notes, step::text_before, s.substr(0, places[0]));
  add_unless_blank(out.notes, step::text_after, from.substr(gap));
  return out;
}

/// The statement that continues a prompt that ends in SELECT.
inline std::optional<statement_read> continue_select(std::string_view s, sql::options const& limits) {
  auto const whole = "SELECT " + std::string(text::trim(s));
  auto done = mended(whole, limits);
  if (!done && text::lower(whole.substr(0, most_mended)).find("from") != std::string::npos && beginnings(s).empty())
    done = unmended(whole, limits);
  if (done) add(done->notes, step::continued, "SELECT");
  return done;
}

/// Reads one completion; each function returns nothing if there is no SQL.
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

  std::optional<std::string> from_blocks() {
    std::vector<block> usable;
    for (auto const& b : blocks_)
      if (is_sql_language(b.language) ? !text::trim(b.content).empty() : begins_statement(b.content)) usable.push_back(b);
    if (usable.empty()) usable = blocks_to_continue();
    while (!usable.empty()) {
      auto const place = chosen(usable.size());
      auto const taken = usable[place];
      auto done = statement_of(taken.content);
      if (!is_meant_as_sql(done)) {
        usable.erase(usable.begin() + static_cast<std::ptrdiff_t>(place));
        continue;
      }
      note_others(usable.size());
      add(*notes_, taken.closed ? step::fenced_block : step::unclosed_fence, taken.language);
      add_unless_blank(*notes_, step::text_before, around_);
      return finish(std::move(done));
    }
    return {};
  }

 private:
  /// With SELECT in the prompt, a block without a language or with an unusable one may continue it.
  [[nodiscard]] std::vector<block> blocks_to_continue() const {
    std::vector<block> usable;
    for (auto const& b : blocks_)
      if (options_->continues_select && !is_other_language(b.language) && !text::trim(b.content).empty() &&
          continue_select(b.content, options_->limits))
        usable.push_back(b);
    return usable;
  }

  /// Whether a text continues SELECT; in brackets it may begin with SELECT, as a subquery.
  [[nodiscard]] bool continues(std::string_view s) const {
    if (!options_->continues_select) return false;
    s = text::trim(s);
    bool const in_brackets = s.starts_with('(') && !sql::parse(s, options_->limits);
    return in_brackets || !begins_statement(s);
  }

  [[nodiscard]] statement_read statement_of(std::string_view content) const {
    if (continues(content))
      if (auto done = continue_select(content, options_->limits)) return *std::move(done);
    return read_statement(content, options_->limits);
  }

  [[nodiscard]] std::size_t chosen(std::size_t of) const { return options_->take == sql_reading_options::block::first ? 0 : of - 1; }
  void note_others(std::size_t all) {
    if (all > 1) add(*notes_, step::other_blocks, std::to_string(all - 1));
  }

  [[nodiscard]] bool is_meant_as_sql(statement_read const& done) const {
    bool const continued = std::ranges::find(done.notes, step::continued, &reading_note::what) != done.notes.end();
    return is_meant(text::trim(done.sql), *options_, !continued && begins_statement(done.sql));
  }

  std::string finish(statement_read done) {
    std::ranges::move(done.notes, std::back_inserter(*notes_));
    return std::string(text::trim(done.sql));
  }

  std::optional<std::string> from_objects() {
    std::vector<std::string> found;
    bool complete = true;
    auto const collect_from = [&](std::string_view s) {
      for (auto const& l : literals_in(s, complete)) collect(l, found);
    };
    if (blocks_.empty()) collect_from(s_);
    for (auto const& b : blocks_) collect_from(b.content);
    if (!blocks_.empty() && found.empty()) collect_from(around_);
    if (found.empty()) return {};
    auto const value = found[chosen(found.size())];
    std::string around;  // a value may itself have fences
    auto const inner = blocks_of(value, around);
    auto done = statement_of(inner.empty() ? value : inner.back().content);
    if (!is_meant_as_sql(done)) return {};
    note_others(found.size());
    add(*notes_, step::object);
    if (!complete) add(*notes_, step::missing_end);
    if (!inner.empty()) add(*notes_, step::fenced_block, inner.back().language);
    return finish(std::move(done));
  }

  /// The SQL in a literal: under a key for SQL, otherwise anything that begins like a statement.
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
  /// Under a name with "sql" or "query" any text is SQL; under a vaguer one only text that begins like SQL.
  static bool is_sql(literal const& item, std::string const& name) {
    if (item.what != literal::kind::text || text::trim(item.text).empty()) return false;
    bool const names_sql = name.find("sql") != name.npos || name.find("query") != name.npos;
    return names_sql || begins_inside(item.text);
  }
  static bool begins_inside(std::string_view value) {
    std::string around;
    auto const inner = blocks_of(value, around);
    return begins_statement(inner.empty() ? value : inner.back().content);
  }

  std::optional<std::string> from_text() {
    if (continues(around_))
      if (auto done = continue_select(around_, options_->limits); done && is_meant_as_sql(*done)) return finish(*std::move(done));
    auto done = found_in(blocks_.empty() ? s_ : around_);
    for (auto b = blocks_.rbegin(); !done && b != blocks_.rend(); ++b) {
      done = found_in(b->content);
      if (done) add(*notes_, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
    }
    return done ? std::optional(finish(*std::move(done))) : std::nullopt;
  }

  [[nodiscard]] std::optional<statement_read> found_in(std::string_view s) const {
    auto done = find_statement(s, options_->limits);
    return done && is_meant_as_sql(*done) ? std::move(done) : std::nullopt;
  }

  std::string_view s_;
  sql_reading_options const* options_;
  reading_notes* notes_;
  std::string around_{};
  std::vector<block> blocks_{};
};

}  // namespace t2s::llm::detail::reading_impl

#endif
