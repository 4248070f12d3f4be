// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_MEANT_AS_SQL_HPP
#define T2S_LLM_DETAIL_READING_MEANT_AS_SQL_HPP

#include "t2s/llm/detail/reading/blocks.hpp"

/// Whether a text that was read as SQL is meant as SQL. After SELECT, much of English is a statement too: "SELECT No change" has a column
/// and its alias. The tree and the names of the schema decide, not the words.
namespace t2s::llm::detail::reading_impl {

/// Whether a text that begins no statement is what a template has in the place of SQL: <your query>, {sql}, __SELECT__, YOUR_QUERY, `...`,
/// or a comment alone.
inline bool is_placeholder(std::string_view s) {
  s = text::trim(s);
  while (s.ends_with(';')) s = text::trim(s.substr(0, s.size() - 1));
  if (s.empty() || std::string_view("<[{$%_.").find(s.front()) != std::string_view::npos || s.starts_with("\u2026")) return true;
  auto const word = word_at(s, 0);
  if (word.size() == s.size() && word.find('_') != word.npos) return true;
  while (s.starts_with("--")) s = text::trim(s.substr(std::min(s.find('\n'), s.size())));
  return s.empty();
}

/// Finds what a template has in the place of names and values: `<table>`, `{{columns}}`, `[your column]`, `...`. Only where a name or value
/// has to follow, so that `a < b AND c > d` is none; `{'a': 1}` and `[a, b]` are structs and lists of DuckDB, `[order id]` a name.
class placeholder_finder {
 public:
  placeholder_finder(std::string_view s, schema::database const* names) : s_(s), names_(names) {}

  /// The first, as it stands; "" if there is none. Looks at the beginning of a long text.
  [[nodiscard]] std::string_view first() {
    while (at_ < std::min(s_.size(), farthest)) {
      if (operand_due_)
        if (auto const found = at(at_); !found.empty()) return found;
      step();
    }
    return {};
  }

 private:
  static constexpr std::size_t longest = 60, farthest = 4096;

  /// The place holder that begins at a byte.
  [[nodiscard]] std::string_view at(std::size_t i) const {
    if (s_.substr(i, 3) == "..." || s_.substr(i, 3) == "\u2026") return s_.substr(i, 3);
    auto const begin = i + (s_[i] == '$' ? 1U : 0U);
    char const open = begin < s_.size() ? s_[begin] : ' ';
    if (open != '<' && open != '{' && (open != '[' || begin != i)) return {};
    auto const inside = skip(std::string_view(&open, 1), s_, begin);
    char const close = open == '<' ? '>' : open == '{' ? '}' : ']';
    auto const end = s_.substr(0, inside + longest).find(close, inside);
    if (end == s_.npos) return {};
    auto const words = text::trim(s_.substr(inside, end - inside));
    bool const is_one = open == '[' ? is_of_template(words) : are_words(words);
    return is_one ? s_.substr(i, skip(std::string_view(&close, 1), s_, end) - i) : std::string_view();
  }

  static bool are_words(std::string_view s) {
    return !s.empty() && (text::is_letter(s[0]) || s[0] == '_') &&
           std::ranges::all_of(s, [](char c) { return is_word(c) || std::string_view(" -./,").find(c) != std::string_view::npos; });
  }

  /// Whether words in square brackets, which also hold names and lists, are those of a template.
  [[nodiscard]] bool is_of_template(std::string_view s) const {
    static constexpr std::array<std::string_view, 4> firsts{"your", "my", "insert", "some"};
    static constexpr std::array<std::string_view, 9> nouns{"table", "column", "columns",   "field",     "fields",
                                                           "value", "values", "condition", "conditions"};
    static constexpr std::array<std::string_view, 2> lasts{"name", "names"};
    if (!are_words(s)) return false;
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < s.size();) {
      auto const end = std::min(s.find_first_of(" _-", i), s.size());
      if (end > i) words.push_back(s.substr(i, end - i));
      i = end + 1;
    }
    if (words.empty()) return false;
    bool const is_noun = is_one_of(words[0], nouns);
    bool const is_one =
        words.size() == 1 ? is_noun : is_one_of(words[0], firsts) || (is_noun && words.size() == 2 && is_one_of(words[1], lasts));
    return is_one && !is_known(s);
  }

  /// Whether a name is in the schema, or in the statement outside square brackets or behind AS.
  [[nodiscard]] bool is_known(std::string_view name) const {
    if (names_ && (names_->find_table(name) || !names_->tables_with(name).empty())) return true;
    for (std::size_t i = 0; i < s_.size();) {
      auto const word = word_at(s_, i);
      auto const before = text::trim(s_.substr(0, i));
      if (text::same(word, name) && !before.ends_with('[')) return true;
      if (text::same(word, "as") && text::same(text::trim(s_.substr(i + 2)).substr(0, name.size() + 2), "[" + std::string(name) + "]"))
        return true;
      i += std::max<std::size_t>(1, word.size());
    }
    return false;
  }

  /// Passes a token.
  void step() {
    static constexpr std::array<std::string_view, 26> operators{
        "select", "distinct", "from", "join", "where", "and",  "or",   "not",  "on",  "by",    "having", "limit", "offset",
        "in",     "like",     "is",   "when", "then",  "else", "case", "with", "set", "ilike", "values", "all",   "between"};
    if (text::is_space(s_[at_])) return void(++at_);
    if (auto const word = word_at(s_, at_); !word.empty()) {
      operand_due_ = is_one_of(word, operators);
      at_ += word.size();
      return;
    }
    bool const comment = s_.substr(at_, 2) == "--" || s_.substr(at_, 2) == "/*";
    if (auto const end = after_quotes(s_, at_); end > at_) {
      at_ = end;
      operand_due_ = operand_due_ && comment;
      return;
    }
    operand_due_ = std::string_view(")]}*").find(s_[at_]) == std::string_view::npos;  // a star is a column rather than an operator
    ++at_;
  }

  std::string_view s_;
  schema::database const* names_;
  std::size_t at_ = 0;
  bool operand_due_ = false;
};

/// Whether a select without FROM computes something: no column can be resolved there, and a word such as NULL alone computes nothing.
inline bool computes_alone(sql::node const& select) {
  using sql::kind;
  bool names = false, literal_or_alias = false, computes = false, number = false;
  for (auto const* column : select[0].children()) names |= column->kind == kind::star;
  sql::visit(select, [&](sql::node const& n) {
    names |= n.kind == kind::column || n.kind == kind::parameter;
    literal_or_alias |= n.kind == kind::alias || n.kind == kind::null || n.kind == kind::string;
    number |= n.kind == kind::number;
    bool const inner = n.kind == kind::subquery || n.kind == kind::exists;
    computes |= inner || n.kind == kind::call || n.kind == kind::case_ || n.kind == kind::cast || n.kind == kind::now;
    return inner ? sql::walk::over : sql::walk::into;
  });
  return !names && (computes || (number && !literal_or_alias));
}

/// Whether a tree uses a table or a column of the schema.
inline bool uses_names_of(schema::database const& d, sql::node const& tree) {
  return !sql::visit(tree, [&d](sql::node const& n) {
    bool const known = (n.kind == sql::kind::table && d.find_table(n.name.view())) ||
                       (n.kind == sql::kind::column && !d.tables_with(n.name.view()).empty());
    return known ? sql::walk::stop : sql::walk::into;
  });
}

/// For SQL that parses. An unknown name does not suggest prose if FROM is in capitals: the database will report it. `full`: the prompt
/// asked for a whole statement, and a SELECT with a FROM, or in capitals, is one.
inline bool is_meant(sql::query const& q, schema::database const& d, bool full) {
  auto const& root = q.root();
  if (root.count == 0 || root[0].kind != sql::kind::select || (root.count > 1 && root[1].kind == sql::kind::select)) return true;
  auto const& select = root[0];
  auto const* from = select.find(sql::kind::from);
  if (!from) return computes_alone(select) || (full && q.text().substr(select.offset, 6) == "SELECT");
  auto before = q.text().substr(0, from->offset);
  before = before.substr(0, before.find_last_not_of(" \t\n\v\f\r(\"`[") + 1);
  return full || before.ends_with("FROM") || uses_names_of(d, root);
}

/// Whether the table after FROM or JOIN at `s[i]` is in the schema, with or without quotes and a schema name before it.
inline bool names_table(schema::database const& d, std::string_view s, std::size_t i) {
  while (true) {
    i = skip(" \t\n\v\f\r\"`[", s, i);
    auto const word = word_at(s, i);
    if (word.empty() || d.find_table(word)) return !word.empty();
    i = skip("\"`]", s, i + word.size());
    if (i >= s.size() || s[i] != '.') return false;
    ++i;
  }
}

/// Whether the text from the first FROM on is SQL.
inline bool ends_as_sql(std::string_view s, sql::options const& limits) {
  auto const from = s.find("FROM ");
  return from != s.npos && sql::parse("SELECT 1 " + std::string(s.substr(from)), limits);
}

/// For SQL that does not parse: it needs a FROM with a table of the schema, before the error or in capitals. With an unknown table it must
/// begin with SELECT itself, or be SQL from FROM on.
inline bool is_meant(std::string_view s, sql::syntax_error const& wrong, sql_reading_options const& options, bool begins_itself) {
  static constexpr std::array<std::string_view, 2> before_tables{"from", "join"};
  for (std::size_t i = 0; i < s.size();) {
    auto const word = word_at(s, i);
    auto const after = i + word.size();
    bool const capital = word == "FROM" || word == "JOIN";
    if (is_one_of(word, before_tables)) {
      bool const likely = capital || wrong.offset >= i;
      if (likely && (names_table(*options.names, s, after) || (begins_itself && skip_blanks(s, after) < s.size()))) return true;
    }
    i += std::max<std::size_t>(1, word.size());
  }
  return ends_as_sql(s, options.limits);
}

/// Whether a statement is unfinished: it ends in a string or where something has to follow.
inline bool breaks_off(std::string_view s, sql::syntax_error const& wrong) {
  if (wrong.found.empty()) return true;
  bool const quote = std::string_view("'\"`").find(s[wrong.offset]) != std::string_view::npos;
  return quote && s.find(s[wrong.offset], wrong.offset + 1) == s.npos;
}

/// Uses the schema and the other options; without a schema, only whether the statement is finished counts.
inline bool is_meant(std::string_view s, sql_reading_options const& options, bool begins_itself) {
  auto const* d = options.names && !options.names->tables().empty() ? options.names : nullptr;
  if (!d && options.may_break_off) return true;
  auto const p = sql::parse(s, options.limits);
  if (p) return !d || is_meant(*p, *d, !options.continues_select);
  if (!options.may_break_off && breaks_off(s, p.error())) return false;
  return !d || is_meant(s, p.error(), options, begins_itself);
}

}  // namespace t2s::llm::detail::reading_impl

#endif
