// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_STATEMENT_IN_TEXT_HPP
#define T2S_LLM_DETAIL_READING_STATEMENT_IN_TEXT_HPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/llm/detail/reading/choice.hpp"
#include "t2s/llm/detail/reading/plain_sql.hpp"
#include "t2s/sql/detail/lenient.hpp"

/// Statements in text that may be mostly prose.
namespace t2s::llm::detail::reading_impl {

inline constexpr std::size_t most_beginnings = 4;
inline constexpr std::size_t most_offers = 64;
inline constexpr std::size_t most_cuts = 3;
inline constexpr std::size_t most_mended = 1U << 15U;  // bytes of a statement that needs corrections to parse

struct statement_read {
  std::string sql{};
  reading_notes notes{};
  std::size_t used = 0;  // bytes of the text that the statement takes
};

/// A text of SQL's characters alone, with a note if others were replaced.
struct plain_text {
  std::string sql;
  bool changed;
};
inline plain_text plain(std::string_view s, sql::options const& limits) {
  if (!may_need_plain_sql(s)) return {std::string(s), false};
  auto sql = plain_sql(s, limits.grammar.dialect == sql::dialect::mysql).read();
  bool const changed = sql != s;
  return {std::move(sql), changed};
}
inline void note_characters(reading_notes& notes, bool changed) {
  if (changed) add(notes, step::mended, "characters that are not of SQL");
}

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
  bool const ends_sentence = line.ends_with('.') || line.ends_with(':') || line.ends_with('!') || line.ends_with("\uFF1A");
  bool const foreign = !line.empty() && static_cast<unsigned char>(line[0]) >= 0x80;
  auto const digits = std::min(line.find_first_not_of("0123456789"), line.size());
  bool const numbered = digits > 0 && line.substr(digits, 1) == ".";
  return marked || ends_sentence || foreign || numbered || sql::is_plain_name(word_at(line, 0));
}

/// The beginning of the line with the syntax error if it is prose, else npos.
inline std::size_t prose_begin(std::string_view s, sql::options const& limits) {
  auto const strict = sql::parse(s, limits);
  auto const line = strict ? s.npos : s.substr(0, strict.error().offset).rfind('\n');
  if (line == s.npos || line == 0) return s.npos;
  auto const end = s.find('\n', line + 1);
  return is_prose(s.substr(line, end == s.npos ? end : end - line)) ? line : s.npos;
}

/// Whether more than comments was removed before the SQL.
inline bool begins_with_prose(sql::draft const& d, std::string_view s) {
  auto const before = std::ranges::find(d.notes, sql::fix::text_before, &sql::note::what);
  if (before == d.notes.end()) return false;
  auto const first = statement_begin(s);
  return first == s.npos || s[first - std::min<std::size_t>(first, 1)] == '(' || before->detail.size() > first;
}

/// The size of a statement without a last word that is an unused alias: a word on a line of its own, or of another script than the word
/// before it, is prose.
inline std::size_t without_last_word(std::string_view s, sql::options const& limits) {
  auto const begin = s.find_last_of(" \n") + 1;
  if (begin < 2 || begin == s.size()) return s.size();
  auto const word = s.substr(begin);
  auto const before = text::trim(s.substr(0, begin));
  bool const foreign = std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  bool const alone = s[begin - 1] == '\n' && sql::is_plain_name(word);
  if (before.empty() || before.ends_with(')') || !(alone || (foreign && static_cast<unsigned char>(before.back()) < 0x80))) return s.size();
  if (s.find(word) < begin || !sql::parse(before, limits)) return s.size();
  auto const as = before.size() > 3 ? before.substr(before.size() - 3) : std::string_view();
  return text::same(as, " as") ? s.size() : before.size();
}

/// Whether a word of a clause is in a text: what follows a statement is then more of it.
inline bool has_clause(std::string_view s) {
  static constexpr std::array<std::string_view, 11> words{"from",  "where", "group", "order", "having", "limit",
                                                          "union", "join",  "and",   "or",    "on"};
  for (std::size_t i = 0; i < s.size();) {
    auto const word = keyword_at(s, i);
    if (is_one_of(word, words)) return true;
    i += std::max<std::size_t>(1, word.size());
  }
  return false;
}

/// The part of a text that is a statement, if a sentence ends there or text of another script follows: "SELECT a FROM t. It lists a."
inline std::string_view before_sentence(std::string_view s, sql::options const& limits) {
  constexpr std::size_t most_tries = 16;
  auto const marks_at_end = s.find_last_not_of("*$~_- \t\n") + 1;  // **...**, $$...$$, --- under front matter
  std::size_t tries = 0;
  for (std::size_t i = 0; i < s.size() && tries < most_tries;) {
    auto const end = after_quotes(s, i);
    if (end > i) {
      i = end;
      continue;
    }
    auto const next = i + 1 < s.size() ? s[i + 1] : '\n';
    auto const word = s[i] == '.' && text::is_space(next) ? skip_blanks(s, i + 1) : i;  // O(blanks), so only there
    bool const stops = word > i && (word == s.size() || text::is_upper(s[word]) || next == '\n');
    bool const foreign = s[i] == ' ' && static_cast<unsigned char>(next) >= 0xE3;
    bool const over = s[i] == '}' || s.substr(i, 2) == "[/" || i == marks_at_end;  // \boxed{...}, [SQL]...[/SQL]
    auto const four = s.substr(i, 4);
    bool const dash = four == " \u2014" || four == " \u2013" || four == " \u2192";
    if (over && sql::parse(s.substr(0, i), limits)) return s.substr(0, i);
    if (stops || foreign || over || dash) {
      ++tries;
      auto const before = s.substr(0, i);
      if ((foreign ? !has_clause(s.substr(i)) : has_clause(before)) && sql::parse(before, limits)) return before;
    }
    ++i;
  }
  return s;
}

/// The part of a text before a line that begins with a word such as "Wait": as SQL it would be an alias on its own line.
inline std::string_view before_remark(std::string_view s, sql::options const& limits) {
  constexpr std::size_t most_tries = 8;
  std::size_t tries = 0;
  for (std::size_t i = 0; i < s.size() && tries < most_tries;) {
    auto const end = after_quotes(s, i);
    auto const word = s[i] == '\n' ? keyword_at(s, i + 1) : std::string_view();
    bool const capital = word.size() > 1 && text::is_upper(word[0]) && !text::is_upper(word[1]) && sql::is_plain_name(word);
    if (capital) {
      ++tries;
      auto const before = text::trim(s.substr(0, i));
      bool const used = s.find(std::string(word).append(".")) != s.npos;
      if (!used && !before.ends_with(')') && has_clause(before) && sql::parse(before, limits)) return before;
    }
    i = std::max(i + 1, end);
  }
  return s;
}

/// A text that begins like a statement, corrected if needed, without the prose after it.
inline std::optional<statement_read> mended(std::string_view whole, sql::options const& limits) {
  whole = text::trim(whole);
  auto const [text, changed] = plain(whole.substr(0, most_mended), limits);
  std::string_view s = before_sentence(before_remark(text, limits), limits);
  for (std::size_t cuts = 0; cuts < most_cuts && !s.empty(); ++cuts) {
    auto const d = sql::parse_draft(s, limits);
    if (d.result && has_fix(d, sql::fix::missing_select)) return {};
    if (d.result && !begins_with_prose(d, s)) {
      auto done = statement_in(d);
      done.used = s.size();
      for (auto const& n : d.notes)
        if (n.what == sql::fix::text_after || n.what == sql::fix::statements_after) done.used -= std::min(done.used, n.detail.size());
      if (auto const size = without_last_word(done.sql, limits); size < done.sql.size()) {
        add(done.notes, step::text_after, std::string_view(done.sql).substr(size));
        done.sql.resize(size);
      }
      note_characters(done.notes, changed);
      add_unless_blank(done.notes, step::text_after, whole.substr(std::min(whole.size(), s.size())));
      return done;
    }
    auto const prose = prose_begin(s, limits);
    if (prose == s.npos) return {};
    s = s.substr(0, prose);
  }
  return {};
}

/// Whether a text ends with a member of WITH: "x AS (SELECT ...)". The SELECT after it is a part of that statement.
inline bool ends_in_member(std::string_view s) {
  constexpr std::size_t longest = 4096;
  if (!s.ends_with(')')) return false;
  std::size_t open = 0;
  for (auto i = s.size(); i > 0 && s.size() - i < longest; --i) {
    if (s[i - 1] == ')') ++open;
    if (s[i - 1] != '(' || --open > 0) continue;
    auto const before = text::trim(s.substr(0, i - 1));
    return text::same(before.substr(before.find_last_of(" \t\n)") + 1), "as") ||
           text::same(before.substr(before.find_last_of(" \t\n)") + 1), "materialized");
  }
  return false;
}

/// Whether SELECT at `s[i]` begins a statement instead of being within a sentence or another statement.
inline bool stands_as_beginning(std::string_view s, std::size_t i, std::string_view word) {
  static constexpr std::array<std::string_view, 9> inner{"union", "all", "except", "intersect", "as", "in", "exists", "not", "distinct"};
  auto before = i;
  while (before > 0 && text::is_space(s[before - 1])) --before;
  bool const begins_line = before == 0 || s.substr(before, i - before).find_first_of("\r\n") != s.npos;
  if (before == 0) return true;
  char const c = s[before - 1];
  bool const foreign = before > 2 && static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(s[before - 3]) >= 0xE2;
  if (foreign && (begins_line || before == i || ends_in_wide_mark(s.substr(0, before)))) return true;
  if (ends_in_member(s.substr(0, before))) return false;
  if (!is_word(c)) return c != '(' && (begins_line || (c != ',' && (c != '\'' || before == i)));
  auto begin = before;
  while (begin > 0 && before - begin < 16 && is_word(s[begin - 1])) --begin;
  auto const word_before = s.substr(begin, before - begin);
  bool const joined = is_one_of(word_before, inner);
  if (begins_line) return !(joined && text::is_upper(word_before[0]));
  return text::is_upper(word[0]) && text::is_upper(word[1]) && !joined;
}

inline std::vector<std::size_t> beginnings(std::string_view s, std::size_t most = most_beginnings) {
  static constexpr std::array<std::string_view, 2> first_words{"select", "with"};
  std::vector<std::size_t> found;
  if (begins_statement(s)) found.push_back(0);
  auto const first = found.empty() ? std::string_view::npos : statement_begin(s);
  for (std::size_t i = 0; i < s.size() && found.size() < most;) {
    auto const word = keyword_at(s, i);
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
  auto text = plain(text::trim(s), limits);
  statement_read out{std::move(text.sql), {}};
  note_characters(out.notes, text.changed);
  if (auto const p = sql::parse(out.sql, limits); !p) add(out.notes, step::unparsed, sql::to_string(p.error()));
  return out;
}

/// The statement in a text that should be one: the content of a block, the value under a key.
inline statement_read read_statement(std::string_view content, sql::options const& limits) {
  auto const [s, changed] = plain(text::trim(content), limits);
  auto const d = sql::parse_draft(s, limits);
  bool const misspelt = has_fix(d, sql::fix::missing_select) && t2s::detail::edit_distances("select").to(word_at(s, 0).substr(0, 16)) <= 2;
  if (d.result && !has_fix(d, sql::fix::text_before) && !misspelt) {
    auto done = statement_in(d);
    note_characters(done.notes, changed);
    return done;
  }
  for (auto const begin : beginnings(content))
    if (auto done = read_from(content, begin, limits)) return *std::move(done);
  return unmended(content, limits);
}

/// What the sentence says that has a statement in it: "Use `SELECT ...` instead." The statement before ends at `from`.
inline role role_in_sentence(std::string_view s, std::size_t from, std::size_t begin, std::size_t end, sql::dialect own) {
  constexpr std::size_t longest = 120;
  auto const before = s.substr(from, begin - from);
  auto const after = s.substr(std::min(end, s.size()), longest);
  auto const words =
      std::string(before.substr(before.find_last_of(".\n") + 1)).append(" ").append(after.substr(0, after.find_first_of(".\n")));
  return role_of_words(plain_words(words), own, from == 0);
}

/// The statements in a text that may be mostly prose, in order.
struct statements_found {
  std::vector<statement_read> read{};
  std::vector<offer> offers{};  // the same
};

inline statements_found find_statements(std::string_view s, sql::options const& limits) {
  statements_found found;
  std::size_t from = 0, tries = 0;
  for (auto const begin : beginnings(s, most_offers)) {
    if (begin < from || tries == 2 * most_beginnings) continue;
    ++tries;
    auto done = read_from(s, begin, limits);
    if (!done) continue;
    auto what = lead_reader(limits.grammar.dialect, found.read.empty()).read(s.substr(from, begin - from));
    auto const option = option_of_lead(s.substr(from, begin - from));
    auto const end = begin + done->used;
    if (what == role::plain) what = role_in_sentence(s, from, begin, end, limits.grammar.dialect);
    from = end;
    found.offers.push_back({done->sql, {}, what, false, true, option});
    found.read.push_back(*std::move(done));
  }
  recommend(found.offers, s.substr(std::min(from, s.size())));
  return found;
}

/// The text from where a statement may begin, which does not parse.
inline std::optional<statement_read> unparsed_statement(std::string_view s, sql::options const& limits) {
  auto const places = beginnings(s, 1);
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
  auto const whole = "SELECT " + plain(text::trim(s), limits).sql;
  auto done = mended(whole, limits);
  if (!done && text::lower(whole.substr(0, most_mended)).find("from") != std::string::npos && beginnings(s).empty())
    done = unmended(whole, limits);
  if (done) add(done->notes, step::continued, "SELECT");
  return done;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
