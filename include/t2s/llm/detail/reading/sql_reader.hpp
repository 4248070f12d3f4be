// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_SQL_READER_HPP
#define T2S_LLM_DETAIL_READING_SQL_READER_HPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/llm/detail/reading/choice.hpp"
#include "t2s/llm/detail/reading/meant_as_sql.hpp"
#include "t2s/llm/detail/reading/plain_sql.hpp"
#include "t2s/sql/detail/lenient.hpp"

#include <iterator>

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
  std::size_t tries = 0;
  for (std::size_t i = 0; i < s.size() && tries < most_tries;) {
    auto const end = after_quotes(s, i);
    if (end > i) {
      i = end;
      continue;
    }
    auto const next = i + 1 < s.size() ? s[i + 1] : '\n';
    auto const word = skip_blanks(s, i + 1);
    bool const stops = s[i] == '.' && text::is_space(next) && (word == s.size() || text::is_upper(s[word]) || next == '\n');
    bool const foreign = s[i] == ' ' && static_cast<unsigned char>(next) >= 0xE3;
    bool const over = s[i] == '}' || (s.substr(i, 2) == "**" && skip_blanks(s, i + 2) == s.size());  // \boxed{...}, **...**
    if (over && sql::parse(s.substr(0, i), limits)) return s.substr(0, i);
    if (stops || foreign || over) {
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
  bool const misspelt = has_fix(d, sql::fix::missing_select) && text::edit_distance(word_at(s, 0).substr(0, 16), "select") <= 2;
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

/// A text without the marks of a quotation (">") before the lines of a statement.
inline std::string without_quotation(std::string_view s) {
  std::string out;
  bool inside = false;
  for (std::size_t line = 0; line < s.size();) {
    auto const end = std::min(s.find('\n', line), s.size() - 1) + 1;
    auto content = s.substr(line, end - line);
    bool const quoted = content.starts_with('>');
    inside = quoted && (inside || begins_statement(content.substr(1)));
    if (inside) content.remove_prefix(content.starts_with("> ") ? 2 : 1);
    out += content;
    line = end;
  }
  return out;
}

/// Collects the statements that a text offers in fenced blocks and in elements, in order.
class offer_collector {
 public:
  explicit offer_collector(sql_reading_options const& options) : options_(&options) {}

  void read(std::string_view s, role outer = role::plain, std::size_t depth = 0) {
    auto const elements = element_finder(s).all();
    auto element = elements.begin();
    auto fence = next_fenced(s, 0);
    std::size_t from = 0, lead = 0;
    while (fence || element != elements.end()) {
      bool const fence_first = fence && (element == elements.end() || fence->begin <= element->begin);
      auto const begin = fence_first ? fence->begin : element->begin;
      auto const end = fence_first ? fence->end : element->end;
      if (!fence_first && !has_statement(s.substr(begin, end - begin))) {
        ++element;
        continue;
      }
      if (depth == 0) read_announced(s.substr(lead, begin - lead));
      auto what = role_of_lead(s.substr(lead, begin - lead));
      option_ = option_of_lead(s.substr(lead, begin - lead));
      if (what == role::plain) what = outer;
      bool const used = fence_first ? read_fence(s, *fence, what, depth) : read_element(s, *element, what, depth);
      if (used) {
        if (depth == 0) around_.append(s.substr(from, begin - from)).append("\n");
        from = lead = end;
      }
      if (!fence_first) ++element;
      while (element != elements.end() && element->begin < from) ++element;
      if (fence && fence->begin < from) fence = next_fenced(s, from);
    }
    if (depth > 0) return;
    around_.append(s.substr(from));
    auto const tail = s.substr(lead);
    read_announced(tail);
    recommend(offers_, tail);
  }

  [[nodiscard]] std::vector<offer> const& offers() const noexcept { return offers_; }
  [[nodiscard]] std::vector<block> const& blocks() const noexcept { return blocks_; }
  [[nodiscard]] std::vector<role> const& roles() const noexcept { return roles_; }  ///< of the blocks
  [[nodiscard]] std::string const& around() const noexcept { return around_; }      ///< the text outside
  [[nodiscard]] bool only_announced() const noexcept { return announced_ == added_; }

 private:
  static constexpr std::size_t most_depth = 4, most_leads = 512;

  /// Whether a word that begins statements is in a text.
  static bool has_statement(std::string_view s) {
    static constexpr std::array<std::string_view, 3> first_words{"select", "with", "values"};
    for (std::size_t i = 0; i < s.size();) {
      auto const word = keyword_at(s, i);
      if (is_one_of(word, first_words)) return true;
      i += std::max<std::size_t>(1, word.size());
    }
    return false;
  }

  [[nodiscard]] role role_of_lead(std::string_view lead) {
    if (++leads_ > most_leads) return role::plain;
    return lead_reader(options_->limits.grammar.dialect, offers_.empty()).read(lead);
  }
  [[nodiscard]] role role_of_name(std::string_view name) const {
    return role_of_words(plain_words(name), options_->limits.grammar.dialect, false);
  }

  bool read_fence(std::string_view s, fenced_range const& at, role what, std::size_t depth) {
    auto const b = block_of(s.substr(at.inside, at.inside_end - at.inside), at.closed);
    if (depth == 0) {
      blocks_.push_back(b);
      roles_.push_back(what);
    }
    bool const usable = is_sql_language(b.language) ? !text::trim(b.content).empty() : begins_statement(b.content);
    if (usable && what == role::plain && is_sql_language(b.language)) what = role_of_language(b.language);
    if (usable)
      add_statements({std::string(b.content), std::string(b.language), what, true, b.closed});
    else if (depth < most_depth)
      read(b.content, what, depth + 1);
    return true;
  }

  /// A language such as `sql` is that of any system.
  [[nodiscard]] role role_of_language(std::string_view language) const {
    return is_for_another(plain_words(language), options_->limits.grammar.dialect) ? role::other_dialect : role::plain;
  }

  bool read_element(std::string_view s, element const& e, role what, std::size_t depth) {
    auto content = text::trim(s.substr(e.inside, e.inside_end - e.inside));
    if (content.starts_with("<![CDATA[")) content = content.substr(9, content.rfind("]]>") - 9);
    if (auto const named = role_of_name(e.name); named != role::plain && named != role::next_question) what = named;
    auto const before = added_;
    if (depth < most_depth) read(content, what, depth + 1);
    if (added_ == before && begins_statement(content) && has_from_or_parses(content))
      add_statements({std::string(content), std::string(e.name), what, true, e.closed});
    return added_ > before;
  }

  [[nodiscard]] bool has_from_or_parses(std::string_view content) const {
    return text::lower(content.substr(0, most_mended)).find("from") != std::string::npos || sql::parse(content, options_->limits);
  }

  void add(offer o) {
    if (offers_.size() >= most_offers) offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(most_offers / 2));
    offers_.push_back(std::move(o));
    ++added_;
  }

  /// Adds the statement of a block, or each of its statements if they have comments.
  void add_statements(offer all) {
    all.option = option_;
    if (all.what == role::plain && is_template(all.content)) all.what = role::example;
    std::string_view const content = all.content;
    std::vector<offer> each;
    bool labelled = false;
    for (std::size_t from = 0; from < content.size() && each.size() < most_offers;) {
      auto const end = statement_end(content, from);
      auto const one = text::trim(content.substr(from, end - from));
      from = end;
      if (!begins_statement(one)) continue;
      auto const comment = one.substr(0, statement_begin(one));
      auto const what = lead_reader(options_->limits.grammar.dialect, each.empty() && offers_.empty()).read(comment);
      labelled |= !text::trim(comment).empty();
      each.push_back({std::string(one), all.language, what == role::plain ? all.what : what, all.fenced, all.closed});
    }
    if (each.size() == 1 && all.what == role::plain) all.what = each[0].what;
    if (each.size() < 2 || !labelled) return add(std::move(all));
    for (auto& o : each) add(std::move(o));
  }

  /// The end of the statement that begins at `s[i]`: after its semicolon.
  static std::size_t statement_end(std::string_view s, std::size_t i) {
    while (i < s.size() && s[i] != ';') i = std::max(i + 1, after_quotes(s, i));
    return std::min(i + 1, s.size());
  }

  /// Whether SQL has the marks of a template in the place of names.
  static bool is_template(std::string_view sql) {
    auto const low = text::lower(sql.substr(0, most_mended));
    static constexpr std::array<std::string_view, 7> marks{"your_", "table_name", "column_name", "my_table", "some_table", "...", "\u2026"};
    return std::ranges::any_of(marks, [&](auto const m) { return low.find(m) != std::string::npos; });
  }

  /// Unfenced SQL that the text announces as the final one: "Correction: SELECT ...".
  void read_announced(std::string_view gap) {
    if (leads_ > most_leads) return;
    for (auto const begin : beginnings(gap)) {
      auto const before = gap.substr(0, gap.find_last_not_of(" \t\r\n*`\"", begin == 0 ? 0 : begin - 1) + 1);
      bool const announces = begin > 0 && (before.ends_with(':') || before.ends_with("\uFF1A"));
      if (!announces || lead_reader(options_->limits.grammar.dialect, offers_.empty()).read(before) != role::final) continue;
      auto done = read_from(gap, begin, options_->limits);
      if (!done) continue;
      ++announced_;
      add({std::move(done->sql), {}, role::final});
      return;
    }
  }

  sql_reading_options const* options_;
  std::vector<offer> offers_{};
  std::vector<block> blocks_{};
  std::vector<role> roles_{};
  std::string around_{};
  std::size_t added_ = 0;
  std::size_t announced_ = 0;  // of these
  std::size_t leads_ = 0;
  std::size_t option_ = 0;
};

/// Collects the SQL in values of JSON and Python. The keys say what it is: {"draft_sql": ..., "final_sql": ...}.
class object_offers {
 public:
  explicit object_offers(sql_reading_options const& options) : options_(&options) {}

  void collect(literal const& l, role what, bool names_sql = false) {
    if (l.what == literal::kind::text) add(l.text, {}, what, names_sql);
    if (l.what == literal::kind::object) what = role_of_object(l, what);
    for (std::size_t i = 0; i < l.items.size(); ++i) {
      auto const& item = l.items[i];
      if (l.what != literal::kind::object) {
        collect(item, what, names_sql);
        continue;
      }
      auto const name = plain_name(l.names[i]);
      auto const named = role_of_key(l.names[i]);
      auto const own = named == role::plain ? what : named;
      bool const of_sql = names_sql || name.find("sql") != name.npos || name.find("quer") != name.npos;
      if (item.what == literal::kind::text)
        add(item.text, name, own, of_sql);
      else
        collect(item, own, of_sql);
    }
  }

  [[nodiscard]] bool empty() const {
    return std::ranges::all_of(groups_, [](auto const& group) { return group.empty(); });
  }
  /// The groups in the order in which they count: under a key for SQL; under another key for answers; other texts under a key for SQL;
  /// other statements.
  [[nodiscard]] std::array<std::vector<offer>, 4> const& groups() const noexcept { return groups_; }

 private:
  void add(std::string const& value, std::string const& name, role what, bool names_sql) {
    static constexpr std::string_view answers =
        " answer finalanswer code result output statement response solution final corrected revised ";
    if (text::trim(value).empty()) return;
    offer_collector inner(*options_);
    inner.read(value, what);
    bool const has_inner = !inner.only_announced();
    bool const begins = has_inner || begins_statement(value);
    if (!begins && !names_sql) return;
    bool const counts = what == role::final || what == role::plain || what == role::step;
    bool const sql_or_final = (names_sql && counts) || what == role::final;
    auto& group = groups_[!begins ? 2 : sql_or_final ? 0 : names_sql || is_listed(answers, name) ? 1 : 3];
    if (has_inner)
      group.insert(group.end(), inner.offers().begin(), inner.offers().end());
    else
      group.push_back({value, {}, what});
  }

  [[nodiscard]] role role_of_key(std::string_view key) const {
    auto const words = plain_words(key);
    if (words == " answer ") return role::plain;
    if (has_phrase(words, "attempt|iteration|revision|history|round|chain")) return role::step;
    auto const what = role_of_words(words, options_->limits.grammar.dialect, false);
    return what == role::next_question ? role::plain : what;
  }

  /// What the other members say of an object's SQL: {"type": "verification", "sql": ...}.
  [[nodiscard]] role role_of_object(literal const& object, role outer) const {
    static constexpr std::string_view labels =
        " dialect database engine label type title name kind purpose role status stage version description ";
    constexpr std::size_t longest = 80;
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      auto const& item = object.items[i];
      auto const name = plain_name(object.names[i]);
      if (is_listed(" step attempt iteration round ", name)) return role::step;
      bool const yes = text::same(item.text, "true");
      if (is_listed(" isfinal final selected chosen iscorrect correct isbest ", name) && (yes || text::same(item.text, "false")))
        return yes ? role::final : role::draft;
      if (item.what != literal::kind::text || item.text.size() > longest || !is_listed(labels, name)) continue;
      if (auto const what = role_of_key(item.text); what != role::plain) return what;
    }
    return outer;
  }

  sql_reading_options const* options_;
  std::array<std::vector<offer>, 4> groups_{};
};

/// Reads one completion; each function returns nothing if there is no SQL.
class sql_reader {
 public:
  sql_reader(std::string_view s, sql_reading_options const& options, reading_notes& notes)
      : unquoted_(without_quotation(s)), s_(unquoted_), options_(&options), notes_(&notes), found_(options) {
    auto const whole = text::trim(s_);
    bool const fences_are_inside = !whole.empty() && (whole[0] == '{' || whole[0] == '[') && begins_literal(whole, 0);
    bool const is_sql = begins_statement(whole) && sql::parse(whole, options.limits);
    if (fences_are_inside || is_sql)
      around_ = s_;
    else
      found_.read(s_);
    if (around_.empty()) around_ = found_.around();
  }

  std::optional<std::string> read() {
    if (auto sql = from_blocks()) return sql;
    if (auto sql = from_objects()) return sql;
    return from_text();
  }

  std::optional<std::string> from_blocks() {
    auto usable = found_.offers();
    if (found_.only_announced()) usable = blocks_to_continue();
    for (auto const place : order_of(usable)) {
      auto const& taken = usable[place];
      auto done = statement_of(taken.content);
      if (!is_meant_as_sql(done)) continue;
      note_others(usable.size());
      if (taken.fenced) add(*notes_, taken.closed ? step::fenced_block : step::unclosed_fence, taken.language);
      add_unless_blank(*notes_, step::text_before, around_);
      return finish(std::move(done));
    }
    return {};
  }

 private:
  /// With SELECT in the prompt, a block without a language or with an unusable one may continue it.
  [[nodiscard]] std::vector<offer> blocks_to_continue() const {
    std::vector<offer> usable;
    for (std::size_t i = 0; i < found_.blocks().size(); ++i) {
      auto const& b = found_.blocks()[i];
      if (options_->continues_select && !is_other_language(b.language) && !text::trim(b.content).empty() &&
          continue_select(b.content, options_->limits))
        usable.push_back({std::string(b.content), std::string(b.language), found_.roles()[i], true, b.closed});
    }
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

  /// The order in which to try the offers.
  [[nodiscard]] std::vector<std::size_t> order_of(std::vector<offer> const& all) const {
    using which = sql_reading_options::block;
    if (options_->take != which::first)
      return in_order(all, options_->take == which::last, [&](std::size_t i) { return answers(statement_of(all[i].content)); });
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) order[i] = i;
    return order;
  }

  /// Whether SQL parses and, if there is a schema, has a table or column of it.
  [[nodiscard]] bool answers(statement_read const& done) const {
    auto const p = sql::parse(text::trim(done.sql), options_->limits);
    if (!p) return false;
    bool const knows = options_->names && !options_->names->tables().empty();
    bool const has_from = p->root().count > 0 && p->root()[0].find(sql::kind::from) != nullptr;
    return !knows || !has_from || uses_names_of(*options_->names, p->root());
  }

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
    object_offers found(*options_);
    bool complete = true;
    auto const collect_from = [&](std::string_view s, role outer) {
      std::size_t lead = 0;
      for (auto const& l : literals_in(s, complete)) {
        auto const what = lead_reader(options_->limits.grammar.dialect, found.empty()).read(s.substr(lead, l.begin - lead));
        found.collect(l, what == role::plain ? outer : what);
        lead = l.end;
      }
    };
    auto const& blocks = found_.blocks();
    if (blocks.empty()) collect_from(s_, role::plain);
    for (std::size_t i = 0; i < blocks.size(); ++i) collect_from(blocks[i].content, found_.roles()[i]);
    if (!blocks.empty() && found.empty()) collect_from(around_, role::plain);
    for (auto const& all : found.groups()) {
      for (auto const place : order_of(all)) {
        auto done = statement_of(all[place].content);
        if (!is_meant_as_sql(done)) continue;
        note_others(all.size());
        add(*notes_, step::object);
        if (!complete) add(*notes_, step::missing_end);
        if (all[place].fenced) add(*notes_, step::fenced_block, all[place].language);
        return finish(std::move(done));
      }
    }
    return {};
  }

  std::optional<std::string> from_text() {
    if (continues(around_) && found_.only_announced())
      for (auto const& o : found_.offers())
        if (auto done = statement_of(o.content); is_meant_as_sql(done)) return finish(std::move(done));
    if (continues(around_))
      if (auto done = continue_select(around_, options_->limits); done && is_meant_as_sql(*done)) return finish(*std::move(done));
    auto const& blocks = found_.blocks();
    auto done = found_in(blocks.empty() ? s_ : around_);
    for (auto b = blocks.rbegin(); !done && b != blocks.rend(); ++b) {
      done = found_in(b->content);
      if (done) add(*notes_, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
    }
    return done ? std::optional(finish(*std::move(done))) : std::nullopt;
  }

  [[nodiscard]] std::optional<statement_read> found_in(std::string_view s) const {
    auto found = find_statements(s, options_->limits);
    for (auto const place : order_of(found.offers))
      if (is_meant_as_sql(found.read[place])) return std::move(found.read[place]);
    auto done = found.read.empty() ? unparsed_statement(s, options_->limits) : std::nullopt;
    return done && is_meant_as_sql(*done) ? std::move(done) : std::nullopt;
  }

  std::string unquoted_;
  std::string_view s_;
  sql_reading_options const* options_;
  reading_notes* notes_;
  std::string around_{};
  offer_collector found_;
};

}  // namespace t2s::llm::detail::reading_impl

#endif
