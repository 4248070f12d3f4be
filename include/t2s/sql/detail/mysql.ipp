// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_MYSQL_IPP
#define T2S_SQL_DETAIL_MYSQL_IPP

#include "t2s/sql/detail/keywords.hpp"
#include "t2s/sql/detail/lexer.hpp"
#include "t2s/sql/detail/operators.hpp"
#include "t2s/sql/detail/standard.hpp"
#include "t2s/sql/mysql.hpp"

#include "t2s/sql/detail/rule_macro.hpp"  // last: the other headers undefine it

namespace t2s::sql::detail {

constexpr infix_table mysql_infixes() {
  infix_table table(mysql_precedence());
  table.binary(token_kind::xor_, op::xor_);
  table.binary(token_kind::div, op::int_div);
  table.binary(token_kind::mod, op::mod);
  table.binary(token_kind::null_safe, op::null_safe);
  table.binary(token_kind::caret, op::bit_xor);
  table.binary(token_kind::custom, op::custom);
  table.other(token_kind::regexp, level::matching);
  return table;
}

/// Any word after a dot is a name; an alias may be a string.
constexpr name_table mysql_name_classes() {
  using enum token_kind;
  name_table table{};
  auto const put = [&table](token_kind k, unsigned bits) { table[static_cast<std::size_t>(k)] |= static_cast<std::uint8_t>(bits); };
  for (std::size_t i = static_cast<std::size_t>(reserved); i < token_kinds; ++i) table[i] = names::label;
  constexpr unsigned everywhere =
      names::any | names::source_alias | names::column_alias | names::expression | names::window_base | names::type;
  for (auto k : {name, any, current, end_, escape, first, following, last, offset, preceding, unbounded}) put(k, everywhere);
  for (auto k : {left, right, mod}) put(k, names::expression);
  put(string, names::column_alias);
  for (auto k : {select, with, values, table_}) put(k, names::query_start);
  return table;
}

struct mysql_dialect {
  static constexpr sql::dialect id = dialect::mysql;
  static constexpr infix_table infixes = mysql_infixes();
  static constexpr name_table name_classes = mysql_name_classes();
};

/// https://dev.mysql.com/doc/refman/8.0/en/language-structure.html, in the default SQL mode.
class mysql_lexer : public lexer<mysql_lexer, dialect::mysql> {
 public:
  using lexer::lexer;

  static constexpr bool window_is_reserved = true;

  /// Reads MEMBER OF and SOUNDS LIKE as one token each, and 0b101.
  token_kind next(token& into) noexcept {
    auto const kind = lexer::next(into);
    if (kind == token_kind::illegal && is_bits(into.view())) return into.kind = token_kind::blob;
    if (kind != token_kind::name || into.size != 6 || into.quoted != quote::none) return kind;
    bool const whole = (same_word("MEMBER", into.view()) && skip_word("OF")) || (same_word("SOUNDS", into.view()) && skip_word("LIKE"));
    if (!whole) return kind;
    into.size = static_cast<std::uint32_t>(at_ - into.data);
    return into.kind = token_kind::custom;
  }

  bool skip_rare_space() noexcept {
    bool const dashes = peek() == '-' && peek(1) == '-';
    bool const is_minus = dashes && at_ + 2 < end_ && !this->is(space, 2);
    bool const is_comment = peek() == '/' && peek(1) == '*';
    bool const is_code = is_comment && (peek(2) == '!' || (peek(2) == 'M' && peek(3) == '!'));  // MySQL or MariaDB executes it
    if (is_minus || is_code) return false;
    if (peek() == '#') return skip_line(), true;
    return lexer::skip_rare_space();
  }

  token_kind prefixed(token& into) noexcept {
    if (peek(1) != '\'') return token_kind::end;
    if (fold(*at_) == 'n') return with_backslashes(1, into, token_kind::string);
    if (fold(*at_) != 'b') return lexer::prefixed(into);
    at_ = std::find(at_ + 2, end_, '\'');
    return at_ == end_ ? token_kind::illegal : take(1, token_kind::blob);
  }

  token_kind symbol(token& into) noexcept {
    using enum token_kind;
    switch (*at_) {
      case '\'':
      case '"': return with_backslashes(0, into, string);
      case '/': return peek(1) == '*' ? take(2, illegal) : take(1, slash);
      case '&': return peek(1) == '&' ? take(2, and_) : take(1, token_kind::bit_and);
      case '|': return peek(1) == '|' ? take(2, or_) : take(1, token_kind::bit_or);
      case '!': return peek(1) == '=' ? take(2, ne) : take(1, bang);
      case '<': return peek(1) == '=' && peek(2) == '>' ? take(3, null_safe) : lexer::symbol(into);
      case '=': return take(1, eq);
      case '^': return take(1, caret);
      case '@': return variable();
      case '?': return take(1, parameter);
      case '[':
      case '#':
      case '$':
      case ':': return take(1, illegal);
      default: return lexer::symbol(into);
    }
  }

 private:
  static constexpr bool is_bits(std::string_view word) noexcept {
    return word.size() > 2 && word.starts_with("0b") && word.find_first_not_of("01", 2) == word.npos;
  }

  bool skip_word(std::string_view w) noexcept {
    auto const* const start = at_;
    skip(space);
    auto const* const first = at_;
    skip(word_bits);
    bool const here = static_cast<std::size_t>(at_ - first) == w.size() && same_word(w, {first, w.size()});
    if (!here) at_ = start;
    return here;
  }

  /// @name and @@session.name
  token_kind variable() noexcept {
    auto const* const start = at_;
    at_ += peek(1) == '@' ? 2 : 1;
    auto const* const first = at_;
    while (this->is(word_bits) || (*at_ == '.' && this->is(word_bits, 1))) ++at_;
    return at_ == first && at_ != start ? token_kind::illegal : token_kind::parameter;
  }
};

/// Modifiers of SELECT, which say how to run a query.
template <class Extends>
constexpr auto mysql_modifiers(Extends extends) {
  return *extends[spelled<"HIGH_PRIORITY", "STRAIGHT_JOIN", "SQL_SMALL_RESULT", "SQL_BIG_RESULT", "SQL_BUFFER_RESULT", "SQL_NO_CACHE",
                          "SQL_CACHE", "SQL_CALC_FOUND_ROWS">];
}

/// MySQL 8's grammar of SELECT (its manual and sql_yacc.yy are the reference), where it differs from SQLite's.
struct mysql_rules : standard_rules<mysql_rules, mysql_dialect> {
  using Self = mysql_rules;
  using Dialect = mysql_dialect;

  T2S_SQL_RULE(json_columns);

  // ---- infixes

  static constexpr auto after_member_of =
      when_true([](state& s, cursor) { return s.top->op == op::custom && fold(s.top->name.data[0]) == 'm'; });
  static constexpr auto member_array = tok<lparen> >> nested[tree<kind::list>[expression]] >> tok<rparen>;
  static constexpr auto binary_right =
      either(quantified_ahead, quantified, tighter<Dialect>[climb] >> each(same_operator<Dialect>, tighter<Dialect>[climb]));
  static constexpr auto binary = wrap<kind::operation>[sets_binary_op<Dialect>[binary_operator<Dialect>] >>
                                                       ((after_member_of >> member_array) | (!after_member_of >> binary_right))];
  static constexpr auto is_part = wrap<kind::operation>[sets_op_to<op::is>[tok<is>] >> -sets_op_to<op::is_not>[tok<not_>] >> truth];
  static constexpr auto like_part =
      perhaps_negated<like, regexp> >>
      wrap<kind::like>[-negation >> sets_op[tok<like, regexp>] >> above_match >> -(tok<escape> >> above_match)];
  static constexpr auto between_part =
      perhaps_negated<between> >> wrap<kind::between>[-negation >> tok<between> >> above_match >> tok<and_> >> above_match];
  static constexpr auto infix_part_def = binary | is_part | like_part | in_part | between_part | collate_part;

  // ---- operands

  static constexpr auto type_name_def = base::type_name_def >>
                                        -(((spelled<"CHARACTER"> >> spelled<"SET">) | spelled<"CHARSET">) >> extends_name[label]);
  static constexpr auto charset = tree<kind::argument>[extends_name[tok<using_>] >> extends_name[label]];
  static constexpr auto separated = tree<kind::argument>[names_it[tok<separator>] >> leaf<kind::string>[tok<string>]];
  static constexpr auto call_def =
      tree<kind::call>[names_it[label] >> -(tok<dot> >> qualifies_it[label]) >> tok<lparen> >>
                       nested[star_leaf[tok<star>] | (-quantifier >> -expressions >> -order_by >> -separated >> -charset)] >> tok<rparen> >>
                       -over_part];
  static constexpr auto type_follows = when_true([](state& s, cursor) {
    s.top->name = {};
    return true;
  });
  static constexpr auto makes_call = when_true([](state& s, cursor at) {
    if (at->kind == using_) s.top->kind = kind::call;
    return at->kind == using_;
  });
  static constexpr auto convert = tree<kind::cast>[names_it[label] >> tok<lparen> >> nested[expression] >>
                                                   ((makes_call >> charset) | (tok<comma> >> type_follows >> type_name)) >> tok<rparen>];
  /// INTERVAL(a, b) is a function, INTERVAL (a) DAY is not.
  static constexpr auto becomes_interval_call = when_true([](state& s, cursor) {
    auto* const row = s.stack.back();
    if (row->kind != kind::row || row->has(flag::keyword) || row->written != 1) return false;
    s.stack.cut(s.stack.end() - 1);
    for (auto* const value : row->children()) s.stack.push_back(value);
    s.top->kind = kind::call;
    s.top->clear(flag::literal);
    return true;
  });
  static constexpr auto unit = extends_qualifier[name_in<Dialect, names::type>];
  static constexpr auto interval_value =
      (not_ahead<lparen> >> nested[expression] >> unit) |
      (in_brackets >> (becomes_interval_call | (nested[from_level<level::or_>[each(infix_ahead<Dialect>, infix_part)]] >> unit)));
  static constexpr auto interval_operand = tree<kind::cast>[sets<flag::literal>[names_it[tok<interval>]] >> interval_value];

  /// _utf8mb4'a'
  static bool is_introducer(token const& t) noexcept {
    static constexpr std::string_view charsets[] = {
        "armscii8", "ascii", "big5",    "binary", "cp1250",  "cp1251", "cp1256", "cp1257",  "cp850",    "cp852",  "cp866",
        "cp932",    "dec8",  "eucjpms", "euckr",  "gb18030", "gb2312", "gbk",    "geostd8", "greek",    "hebrew", "hp8",
        "keybcs2",  "koi8r", "koi8u",   "latin1", "latin2",  "latin5", "latin7", "macce",   "macroman", "sjis",   "swe7",
        "tis620",   "ucs2",  "ujis",    "utf16",  "utf16le", "utf32",  "utf8",   "utf8mb3", "utf8mb4"};
    if (t.data[0] != '_') return false;
    return std::any_of(std::begin(charsets), std::end(charsets), [&](std::string_view c) { return text::same(c, t.view().substr(1)); });
  }
  static constexpr action more_string{[](state& s, token const& t) {
    auto& whole = s.stack.back()->name;
    auto const part = s.content(t);
    auto* const room = s.memory.room<char>(std::size_t{whole.size} + part.size);
    std::copy_n(part.data, part.size, std::copy_n(whole.data, whole.size, room));
    whole = {room, whole.size + part.size, whole.quoted};
  }};
  static constexpr auto string_operand = leaf<kind::string>[tok<string>] >> *more_string[tok<string>];
  static constexpr auto introduced_ahead = when_true([](state&, cursor at) {
    bool const literal = at->kind == name && (at[1].kind == string || at[1].kind == blob || at[1].kind == number);
    return literal && is_introducer(*at);
  });
  static constexpr auto introduced = tree<kind::cast>[sets<flag::literal>[names_it[tok<name>]] >>
                                                      (string_operand | leaf<kind::blob>[tok<blob>] | leaf<kind::number>[tok<number>])];
  static constexpr auto mode = (extends_name[tok<in>] >> ((spelled<"BOOLEAN"> >> extends_name[spelled<"MODE">]) |
                                                          (spelled<"NATURAL"> >> spelled<"LANGUAGE"> >> extends_name[spelled<"MODE">])));
  static constexpr auto expansion = extends_name[tok<with>] >> spelled<"QUERY"> >> extends_name[spelled<"EXPANSION">];
  static constexpr auto against = tree<kind::like>[sets<flag::keyword>[sets_op_to<op::match>[spelled<"MATCH">]] >> tok<lparen> >>
                                                   tree<kind::list>[base::column % tok<comma>] >> tok<rparen> >> spelled<"AGAINST"> >>
                                                   tok<lparen> >> nested[above_match] >> -mode >> -expansion >> tok<rparen>];
  static constexpr auto typed_ahead =
      when_true([](state&, cursor at) { return is_word<"DATE", "TIME", "TIMESTAMP">(*at) && at[1].kind == string; });
  static constexpr auto typed_literal = tree<kind::cast>[sets<flag::literal>[names_it[name_in<Dialect, names::type>]] >> string_operand];
  static constexpr auto row_operand = tree<kind::row>[sets<flag::keyword>[tok<row>] >> tok<lparen> >> nested[expressions] >> tok<rparen>];
  static constexpr auto prefixed = tree<kind::prefix>[(sets_op[tok<not_>] >> nested[from_level<level::not_>[climb]]) |
                                                      (sets_op[tok<minus, plus, tilde, bang>] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto binary_prefix =
      tree<kind::prefix>[sets_op_to<op::custom>[marks_it[spelled<"BINARY">]] >> nested[from_level<level::prefix>[climb]]];
  static constexpr auto column = base::column >> -star_part;
  static constexpr auto special_ahead = special_call_of<"EXTRACT", "POSITION", "SUBSTRING", "SUBSTR", "MID", "TRIM">;
  static constexpr auto position_right_def = expression;
  static constexpr auto rare_operand_def =
      prefixed | case_expression | cast_expression | exists_expression | interval_operand | row_operand | null_leaf[tok<null>] |
      leaf<kind::blob>[tok<blob>] | now_call | leaf<kind::parameter>[tok<parameter>] |
      leaf<kind::now>[tok<current_date, current_time, current_timestamp>] | (call_of<"DATABASE", "DEFAULT"> >> call);
  static constexpr auto plain_call_or_column = ((second_is<lparen> | qualified_call_ahead) >> call) | column;
  static constexpr auto called_or_column =
      either(call_of<"CONVERT">, convert,
             either(call_of<"BINARY">, binary_prefix,
                    (word_ahead<"BINARY"> >> binary_prefix) |
                        either(call_of<"MATCH">, against, either(special_ahead, special_call, plain_call_or_column))));
  static constexpr auto operand_def =
      (ahead<Dialect, names::expression> >> ((typed_ahead >> typed_literal) | (introduced_ahead >> introduced) | called_or_column)) |
      leaf<kind::number>[tok<number>] | string_operand | in_brackets | rare_operand;

  // ---- sources

  static constexpr auto column_names = tok<lparen> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >> tok<rparen>;
  static constexpr auto alias_part =
      (tok<as> >> wrap<kind::alias>[names_it[any_name] >> -column_names]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::source_alias>]] >> -column_names]);
  static constexpr auto names_partition = when_true([](state& s, cursor) {
    s.top->name = {"PARTITION", 9, quote::none};
    return true;
  });
  static constexpr auto parts_of_table =
      wrap<kind::sample>[sets<flag::keyword>[tok<partition>] >>
                         when_true([](state& s, cursor) { return s.stack.back()->kind == kind::table; }) >>
                         tree<kind::call>[names_partition >> tok<lparen> >> leaf<kind::name>[any_name] % tok<comma> >> tok<rparen>]];

  // JSON_TABLE(expression, path COLUMNS (...)): the text after the expression is kept as written
  static constexpr auto on_event =
      ((spelled<"DEFAULT"> >> tok<string>) | tok<null> | spelled<"ERROR">) >> tok<on> >> spelled<"EMPTY", "ERROR">;
  static constexpr auto json_column =
      (spelled<"NESTED"> >> -spelled<"PATH"> >> tok<string> >> json_columns) |
      (any_name >> ((tok<for_> >> spelled<"ORDINALITY">) | (type_name >> -tok<exists> >> spelled<"PATH"> >> tok<string> >> *on_event)));
  static constexpr auto json_columns_def =
      nested[spelled<"COLUMNS"> >> tok<lparen> >> json_column % tok<comma> >> extends_name[tok<rparen>]];
  static constexpr auto json_table =
      tree<kind::table>[names_it[any_name] >> tok<lparen> >>
                        nested[tree<kind::list>[expression >> tok<comma> >>
                                                tree<kind::argument>[sets<flag::literal>[extends_name[tok<string>]] >> json_columns]]] >>
                        tok<rparen>];
  static constexpr auto named_table = tree<kind::table>[two_parts];
  static constexpr auto table = (call_of<"JSON_TABLE"> >> json_table) | (named_table >> -parts_of_table);
  static constexpr auto hint_scope = tok<for_> >> (tok<join> | (tok<order> >> tok<by>) | (tok<token_kind::group> >> tok<by>));
  static constexpr auto index_name = any_name | spelled<"PRIMARY">;
  static constexpr auto index_hint = extends_qualifier[spelled<"USE", "FORCE", "IGNORE">] >> spelled<"INDEX", "KEY"> >> -hint_scope >>
                                     tok<lparen> >> -(index_name % tok<comma>) >> extends_qualifier[tok<rparen>];
  static constexpr auto index_hint_ahead = when_true([](state& s, cursor at) {
    bool const hint = at->kind == reserved && is_word<"USE", "FORCE", "IGNORE">(*at);
    return hint && s.stack.back()->kind != kind::subquery;
  });
  static constexpr auto source_def = ((tok<lateral> >> bracketed_source >> is_subquery >> flags_last<flag::lateral>) | bracketed_source |
                                      table) >>
                                     -alias_part >> -(index_hint_ahead >> wrap<kind::indexed>[index_hint >> *(-tok<comma> >> index_hint)]);
  static constexpr auto join_operator_def = sets<flag::keyword>[tok<straight_join>] | tok<join> | sets<flag::comma>[tok<comma>] |
                                            (join_word >> -join_word >> -join_word >> join_is_known >> tok<join>);

  // ---- clauses

  static constexpr auto groupings_def = expressions >> -(tok<with> >> spelled<"ROLLUP"> >> sets_top<flag::rollup>);
  static constexpr auto row_list = tree<kind::list>[sets<flag::keyword>[tok<row>] >> tok<lparen> >> expressions >> tok<rparen>];
  static constexpr auto select_quantifier_def = mysql_modifiers(extends_name) >> -quantifier >> mysql_modifiers(extends_qualifier);
  static constexpr auto core_def = whole(named_table) | select_core | (becomes<kind::values>[tok<values>] >> row_list % tok<comma>);
  static constexpr auto limit_part_def = limit_clause;
};

T2S_DECL std::size_t lex_mysql(std::string const& text, std::vector<token>& room) { return lex<mysql_lexer>(text, room); }

T2S_DECL bool read_mysql(state& s) { return read_by(mysql_rules::statement, s); }

}  // namespace t2s::sql::detail

#undef T2S_SQL_RULE
#undef T2S_SQL_INLINE_RULE

#endif
