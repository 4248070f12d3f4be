// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_POSTGRES_IPP
#define T2S_SQL_DETAIL_POSTGRES_IPP

#include "t2s/sql/detail/keywords.hpp"
#include "t2s/sql/detail/lexer.hpp"
#include "t2s/sql/detail/operators.hpp"
#include "t2s/sql/detail/standard.hpp"
#include "t2s/sql/postgres.hpp"

#include "t2s/sql/detail/rule_macro.hpp"  // last: the other headers undefine it

namespace t2s::sql::detail {

constexpr infix_table postgres_infixes() {
  infix_table table(postgres_precedence());
  table.binary(token_kind::concat, op::concat);
  table.binary(token_kind::tilde, op::custom);
  table.binary(token_kind::custom, op::custom);
  table.binary(token_kind::caret, op::power);
  for (auto k : {token_kind::ilike, token_kind::similar}) table.other(k, level::matching);
  table.other(token_kind::overlaps, level::custom);
  table.other(token_kind::at, level::zone);
  table.other(token_kind::colons, level::path);
  for (auto k : {token_kind::isnull, token_kind::notnull}) table.other(k, level::is);
  return table;
}

constexpr bool is_word_kind(token_kind k) noexcept { return k >= token_kind::reserved && k != token_kind::string; }

/// Any word is a label, and most need no AS. Words that PostgreSQL does not reserve are names, except where its grammar reads them as
/// keywords.
constexpr name_table postgres_name_classes() {
  using enum token_kind;
  name_table table{};
  auto const put = [&table](token_kind k, unsigned bits) { table[static_cast<std::size_t>(k)] |= static_cast<std::uint8_t>(bits); };
  for (std::size_t i = 0; i < token_kinds; ++i)
    if (is_word_kind(static_cast<token_kind>(i))) table[i] = names::label | names::column_alias;
  for (auto k : {array, as,      except, fetch, filter, for_, from,     group,  having, intersect, isnull,
                 limit, notnull, offset, on,    order,  over, overlaps, union_, where,  window,    with})
    table[static_cast<std::size_t>(k)] = names::label;
  constexpr unsigned everywhere =
      names::any | names::source_alias | names::column_alias | names::expression | names::window_base | names::type;
  put(name, everywhere);
  for (auto k : {by, current, escape, exclude, first, following, groups, last, materialized, no, nulls, others, partition, preceding, range,
                 recursive, rows, ties, unbounded})
    put(k, everywhere);
  for (auto k : {partition, range, rows, groups}) table[static_cast<std::size_t>(k)] &= static_cast<std::uint8_t>(~names::window_base);
  for (auto k : {at, filter, over}) put(k, names::any | names::expression | names::source_alias);
  for (auto k : {interval, row}) put(k, names::any | names::source_alias);
  put(values, names::any);
  for (auto k : {left, right}) put(k, names::expression);
  for (auto k : {select, with, values, table_}) put(k, names::query_start);
  return table;
}

struct postgres_dialect {
  static constexpr sql::dialect id = dialect::postgres;
  static constexpr infix_table infixes = postgres_infixes();
  static constexpr name_table name_classes = postgres_name_classes();
};

/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
class postgres_lexer : public lexer<postgres_lexer, dialect::postgres> {
 public:
  using lexer::lexer;

  static constexpr bool window_is_reserved = true;

  /// OPERATOR(schema.+) is one token.
  token_kind next(token& into) noexcept {
    auto const kind = lexer::next(into);
    if (kind != token_kind::name || into.size != 8 || into.quoted != quote::none || !same_word("OPERATOR", into.view())) return kind;
    if (!skip_qualified_sign()) return kind;
    into.size = static_cast<std::uint32_t>(at_ - into.data);
    return into.kind = token_kind::custom;
  }

  /// A byte order mark is part of a name here, and a carriage return ends a comment too.
  bool skip_rare_space() noexcept {
    if (peek() == '/' && peek(1) == '*') return skip_nested_comment();
    if (peek() != '-' || peek(1) != '-') return false;
    while (at_ != end_ && *at_ != '\n' && *at_ != '\r') ++at_;
    return true;
  }

  token_kind prefixed(token& into) noexcept {
    char const letter = fold(*at_);
    if (peek(1) == '&') return letter == 'u' && (peek(2) == '\'' || peek(2) == '"') ? with_code_points(into) : token_kind::end;
    if (letter == 'e') return with_more_backslashes(into);
    if (letter == 'n') return quoted_from(1, into, quote::prefixed);
    if (letter == 'b' || letter == 'x') return bits();
    return token_kind::end;
  }

  token_kind symbol(token& into) noexcept {
    using enum token_kind;
    switch (*at_) {
      case '[': return take(1, lbracket);
      case ']': return take(1, rbracket);
      case ':': return peek(1) == ':' ? take(2, colons) : peek(1) == '=' ? take(2, named_as) : take(1, colon);
      case '$': return this->is(digit, 1) ? numbered_parameter() : dollar_quoted(into);
      case ',':
      case '.':
      case '(':
      case ')':
      case ';':
      case '"': return lexer::symbol(into);
      case '\'': return continued(lexer::symbol(into), into);
      default: return is_sign(*at_) ? sign() : take(1, illegal);
    }
  }

 private:
  static constexpr std::string_view signs = "~!@#^&|`?+-*/%<>=";
  static constexpr bool is_sign(char c) noexcept { return signs.find(c) != signs.npos; }

  /// Skips a nested comment. Returns false, and skips nothing, if it is not closed.
  bool skip_nested_comment() noexcept {
    auto const* const start = at_;
    std::size_t open = 0;
    do {
      bool const opens = peek() == '/' && peek(1) == '*';
      bool const closes = peek() == '*' && peek(1) == '/';
      if (opens) ++open;
      if (closes) --open;
      at_ += opens || closes ? 2 : 1;
    } while (open != 0 && at_ < end_);
    if (open != 0) at_ = start;
    return open == 0;
  }

  token_kind quoted_from(std::ptrdiff_t mark, token& into, quote how) noexcept {
    at_ += mark;
    auto const kind = symbol(into);
    if (kind != token_kind::illegal) into.quoted = how;
    return kind;
  }

  /// U&'...' with UESCAPE '!' behind it, if it is there.
  token_kind with_code_points(token& into) noexcept {
    auto const kind = quoted_from(2, into, quote::unicode);
    auto const* const end = at_;
    skip(space);
    auto const* const word = at_;
    skip(word_bits);
    bool more = kind != token_kind::illegal && same_word("UESCAPE", {word, static_cast<std::size_t>(at_ - word)});
    skip(space);
    more = more && peek() == '\'' && at_ + 2 < end_ && peek(1) != '\'' && peek(2) == '\'';
    at_ = more ? at_ + 3 : end;
    return kind;
  }

  /// Whether a string continues on a later line; then its next quote is next.
  bool goes_on() noexcept {
    auto const* const start = at_;
    bool line_ended = false;
    for (; this->is(space); ++at_) line_ended |= peek() == '\n' || peek() == '\r';
    bool const more = line_ended && peek() == '\'' && at_ != end_;
    if (!more) at_ = start;
    return more;
  }

  token_kind continued(token_kind kind, token& into) noexcept {
    while (kind == token_kind::string && goes_on()) {
      kind = lexer::symbol(into);
      into.quoted = kind == token_kind::illegal ? quote::none : quote::prefixed;
    }
    return kind;
  }

  token_kind with_more_backslashes(token& into) noexcept {
    auto kind = with_backslashes(1, into, token_kind::string);
    while (kind == token_kind::string && goes_on()) kind = with_backslashes(0, into, kind);
    return kind;
  }

  token_kind bits() noexcept {
    ++at_;
    do {
      at_ = std::find(at_ + 1, end_, '\'');
      if (at_ == end_) return token_kind::illegal;
      ++at_;
    } while (goes_on());
    return token_kind::blob;
  }

  /// (schema.+)
  bool skip_qualified_sign() noexcept {
    auto const* const start = at_;
    skip(space);
    bool whole = peek() == '(';
    if (whole) ++at_;
    skip(space);
    while (whole && this->is(letter)) {
      skip(word_bits);
      whole = peek() == '.';
      if (whole) ++at_;
    }
    auto const* const first = at_;
    while (is_sign(*at_)) ++at_;
    whole = whole && at_ != first;
    skip(space);
    whole = whole && peek() == ')';
    at_ = whole ? at_ + 1 : start;
    return whole;
  }

  token_kind numbered_parameter() noexcept {
    ++at_;
    skip(digit);
    return token_kind::parameter;
  }

  /// $tag$ ... $tag$
  token_kind dollar_quoted(token& into) noexcept {
    auto const* tag_end = at_ + 1;
    while ((class_of(*tag_end) & (letter | digit)) != 0) ++tag_end;
    if (*tag_end != '$') return take(1, token_kind::illegal);
    std::string_view const tag(at_, static_cast<std::size_t>(tag_end + 1 - at_));
    std::string_view const rest(tag_end + 1, static_cast<std::size_t>(end_ - tag_end - 1));
    auto const close = rest.find(tag);
    if (close == rest.npos) {
      at_ = end_;
      return token_kind::illegal;
    }
    at_ = tag_end + 1 + close + tag.size();
    into.quoted = quote::dollars;
    return token_kind::string;
  }

  /// The longest run of operator characters before a comment. A run may end in + or - only if it has one of some other characters.
  token_kind sign() noexcept {
    auto const* p = at_;
    while (is_sign(*p) && !(p[0] == '-' && p[1] == '-') && !(p[0] == '/' && p[1] == '*')) ++p;
    if (p == at_) {  // a comment that is not closed
      at_ = end_;
      return token_kind::illegal;
    }
    std::string_view run(at_, static_cast<std::size_t>(p - at_));
    bool const any_end = run.find_first_of("~!@#%^&|`?") != run.npos;
    while (!any_end && run.size() > 1 && (run.back() == '+' || run.back() == '-')) run.remove_suffix(1);
    return take(static_cast<std::ptrdiff_t>(run.size()), kind_of_sign(run));
  }

  static token_kind kind_of_sign(std::string_view s) noexcept {
    using enum token_kind;
    static constexpr std::pair<std::string_view, token_kind> known[] = {
        {"=", eq},    {"<>", ne},     {"!=", ne},    {"<", lt},      {"<=", le},   {">", gt},       {">=", ge},    {"+", plus},
        {"-", minus}, {"*", star},    {"/", slash},  {"%", percent}, {"^", caret}, {"||", concat},  {"->", arrow}, {"->>", long_arrow},
        {"~", tilde}, {"&", bit_and}, {"|", bit_or}, {"<<", shl},    {">>", shr},  {"=>", named_as}};
    for (auto const& [text, kind] : known)
      if (text == s) return kind;
    return custom;
  }
};

/// YEAR, DAY TO SECOND, SECOND(3), ...
template <class Extends>
constexpr auto postgres_fields(Extends extends) {
  auto const field = extends[spelled<"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND">];
  return field >> -(spelled<"TO"> >> field) >> -(tok<token_kind::lparen> >> tok<token_kind::number> >> extends[tok<token_kind::rparen>]);
}

/// PostgreSQL's grammar of SELECT (its gram.y is the reference), where it differs from SQLite's.
struct postgres_rules : standard_rules<postgres_rules, postgres_dialect> {
  using Self = postgres_rules;
  using Dialect = postgres_dialect;

  T2S_SQL_RULE(array_items);
  T2S_SQL_RULE(grouping);
  T2S_SQL_RULE(argument);
  T2S_SQL_RULE(table);

  // ---- types

  static constexpr auto typmod =
      tok<lparen> >> (-tok<minus, plus> >> (tok<number, string> | name_in<Dialect, names::type>)) % tok<comma> >> extends_name[tok<rparen>];
  static constexpr auto time_zone_ahead =
      when_true([](state&, cursor at) { return at->kind != token_kind::end && is_word<"TIME">(at[1]); });
  static constexpr auto with_zone = time_zone_ahead >> (tok<with> | spelled<"WITHOUT">) >> spelled<"TIME"> >> extends_name[spelled<"ZONE">];
  static constexpr auto plain_type =
      (word_ahead<"DOUBLE"> >> extends_name[name_in<Dialect, names::type>] >> -extends_name[spelled<"PRECISION">]) |
      (word_ahead<"CHARACTER", "CHAR", "NCHAR", "BIT", "NATIONAL"> >> -extends_name[spelled<"NATIONAL">] >>
       extends_name[name_in<Dialect, names::type>] >> -extends_name[spelled<"VARYING">] >> -typmod) |
      (word_ahead<"TIMESTAMP", "TIME"> >> extends_name[name_in<Dialect, names::type>] >> -typmod >> -with_zone) |
      (extends_name[tok<interval>] >> -typmod >>
       -(word_ahead<"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"> >> postgres_fields(extends_name))) |
      (extends_name[name_in<Dialect, names::type>] >> *(tok<dot> >> extends_name[label]) >> -typmod);
  static constexpr auto type_name_def = plain_type >> -(extends_name[tok<array>]) >>
                                        *(tok<lbracket> >> -tok<number> >> extends_name[tok<rbracket>]);

  // ---- infixes

  static constexpr auto binary =
      wrap<kind::operation>[sets_binary_op<Dialect>[binary_operator<Dialect>] >>
                            either(quantified_ahead, quantified,
                                   tighter<Dialect>[climb] >> each(same_operator<Dialect>, tighter<Dialect>[climb]))];
  static constexpr auto overlaps_part =
      wrap<kind::operation>[sets_op_to<op::custom>[marks_it[tok<overlaps>]] >> from_level<level::custom + 1>[climb]];
  static constexpr auto above_is = from_level<level::is + 1>[climb];
  static constexpr auto form = extends_name[spelled<"NFC", "NFD", "NFKC", "NFKD">];
  static constexpr auto property = tree<kind::argument>[extends_name[spelled<"DOCUMENT">] | (-form >> extends_name[spelled<"NORMALIZED">])];
  static constexpr auto is_part =
      wrap<kind::operation>[tok<is> >> ((tok<not_> >> ((sets_op_to<op::is_not_distinct>[tok<distinct>] >> tok<from> >> above_is) |
                                                       (sets_to<op::is_not> >> (truth | property)))) |
                                        (sets_op_to<op::is_distinct>[tok<distinct>] >> tok<from> >> above_is) |
                                        (sets_to<op::is> >> (truth | property)))];
  static constexpr auto null_part =
      wrap<kind::operation>[(sets_op_to<op::is>[null_leaf[tok<isnull>]]) | (sets_op_to<op::is_not>[null_leaf[tok<notnull>]])];
  static constexpr auto like_part = perhaps_negated<like, ilike, similar> >>
                                    wrap<kind::like>[-negation >> (sets_op[tok<like, ilike>] | (sets_op[tok<similar>] >> spelled<"TO">)) >>
                                                     either(quantified_ahead, quantified, above_match) >> -(tok<escape> >> above_match)];
  static constexpr auto between_part =
      perhaps_negated<between> >>
      wrap<kind::between>[-negation >> tok<between> >> -(sets<flag::symmetric>[spelled<"SYMMETRIC">] | spelled<"ASYMMETRIC">) >>
                          above_match >> tok<and_> >> above_match];
  static constexpr auto collate_part = tok<collate> >> wrap<kind::collate>[names_it[any_name] >> -(tok<dot> >> qualifies_it[label])];
  static constexpr auto zone_part = wrap<kind::operation>[sets_op_to<op::at_time_zone>[tok<at>] >> spelled<"TIME"> >> spelled<"ZONE"> >>
                                                          from_level<level::zone + 1>[climb]];
  static constexpr auto cast_part = wrap<kind::cast>[sets<flag::colons>[tok<colons>] >> type_name];
  static constexpr auto infix_part_def =
      binary | cast_part | is_part | like_part | in_part | between_part | null_part | zone_part | collate_part | overlaps_part;

  // ---- operands

  static constexpr auto slice_to = sets<flag::slice>[tok<colon>] >> -expression;
  static constexpr auto index_part =
      wrap<kind::subscript>[tok<lbracket> >> nested[(slice_to >> sets_top<flag::open>) | (expression >> -slice_to)] >> tok<rbracket>];
  static constexpr auto field_part = wrap<kind::field>[tok<dot> >> (names_it[label] | names_it[tok<star>])];
  static constexpr auto indirections = *(index_part | field_part);

  static constexpr auto variadic_ahead = word_ahead<"VARIADIC">;
  static constexpr auto argument_def =
      (variadic_ahead >> tree<kind::argument>[sets<flag::keyword>[marks_it[spelled<"VARIADIC">]] >> nested[argument]]) |
      (second_is<named_as> >> tree<kind::argument>[names_it[label] >> sets<flag::comma>[tok<named_as>] >> expression]) | expression;
  static constexpr auto special_argument_def = argument;
  static constexpr auto order_within =
      spelled<"WITHIN"> >> tok<group> >> tok<lparen> >> nested[order_by] >> tok<rparen> >> sets_top<flag::within_group>;
  static constexpr auto call_def = tree<kind::call>[names_it[label] >> -(tok<dot> >> qualifies_it[label]) >> tok<lparen> >>
                                                    nested[star_leaf[tok<star>] | (-quantifier >> -(argument % tok<comma>) >> -order_by)] >>
                                                    tok<rparen> >> -order_within >> -filter_part >> -over_part];

  static constexpr auto typed_interval =
      tree<kind::cast>[sets<flag::literal>[extends_name[tok<interval>]] >> -typmod >> leaf<kind::string>[tok<string>] >>
                       -(word_ahead<"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"> >> postgres_fields(extends_qualifier))];
  static constexpr auto typed_literal = tree<kind::cast>[type_name >> leaf<kind::string>[tok<string>] >> sets_top<flag::literal>];
  /// numeric(10, 2) '1.5'
  static bool is_typed_literal(cursor at) {
    auto const* close = at[3].kind == comma && at[4].kind == number ? at + 5 : at + 3;
    return close->kind == rparen && (close[1].kind == string || close[1].kind == with || is_word<"WITHOUT">(close[1]));
  }
  static constexpr auto typed_ahead = when_true([](state&, cursor at) {
    if (!in_class<Dialect>(*at, names::type)) return false;
    if (at[1].kind == lparen) return at[2].kind == number && is_typed_literal(at);
    if (at[1].kind == dot) return at[2].kind != token_kind::end && at[3].kind == string && at[2].kind != star;
    bool const zoned = is_word<"TIMESTAMP", "TIME">(*at) && (at[1].kind == with || is_word<"WITHOUT">(at[1]));
    return at[1].kind == string || zoned || (is_word<"DOUBLE">(*at) && is_word<"PRECISION">(at[1]));
  });

  static constexpr auto array_items_def =
      tree<kind::array>[tok<lbracket> >> nested[-((array_items | expression) % tok<comma>)] >> tok<rbracket>];
  static constexpr auto array_operand =
      (second_is<lparen> >> tree<kind::call>[names_it[tok<array>] >> tok<lparen> >> query >> tok<rparen>]) | (tok<array> >> array_items);
  static constexpr auto row_operand = tree<kind::row>[sets<flag::keyword>[tok<row>] >> tok<lparen> >> nested[-expressions] >> tok<rparen>];

  static constexpr auto prefixed = tree<kind::prefix>[(sets_op[tok<not_>] >> nested[from_level<level::not_>[climb]]) |
                                                      (sets_op[tok<tilde>] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (marks_it[sets_op[tok<custom>]] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (sets_op[tok<minus, plus>] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto after_name = -(column_part >> -(column_part >> -column_part)) >> (star_part | indirections);
  static constexpr auto column = leaf<kind::column>[name_in<Dialect, names::expression>] >> after_name;
  static constexpr auto called_or_column = ((second_is<lparen> | qualified_call_ahead) >> call) | column;
  static constexpr auto keyword_column = leaf<kind::column>[tok<interval, row, values>] >> after_name;
  static constexpr auto rare_operand_def = prefixed | case_expression | cast_expression | exists_expression | array_operand |
                                           (second_is<lparen> >> row_operand) | typed_interval | null_leaf[tok<null>] |
                                           leaf<kind::blob>[tok<blob>] | now_call |
                                           (leaf<kind::parameter>[tok<parameter>] >> indirections) |
                                           leaf<kind::now>[tok<current_date, current_time, current_timestamp>] | keyword_column;
  static constexpr auto operand_def =
      (ahead<Dialect, names::expression> >> ((typed_ahead >> typed_literal) | either(special_ahead, special_call, called_or_column))) |
      leaf<kind::number>[tok<number>] | leaf<kind::string>[tok<string>] | (in_brackets >> indirections) | rare_operand;

  // ---- sources

  static constexpr auto takes_type = when_true([](state& s, cursor) {
    s.top->qualifier = s.stack.back()->name;
    s.stack.cut(s.stack.end() - 1);
    return true;
  });
  static constexpr auto defined_name =
      tree<kind::name>[names_it[any_name] >> -(ahead<Dialect, names::type> >> tree<kind::cast>[type_name] >> takes_type)];
  static constexpr auto column_names = tok<lparen> >> tree<kind::names>[defined_name % tok<comma>] >> tok<rparen>;
  static constexpr auto alias_part =
      (tok<as> >> wrap<kind::alias>[(names_it[any_name] >> -column_names) | column_names]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::source_alias>]] >> -column_names]);
  static constexpr auto only_table =
      tree<kind::table>[sets<flag::only>[spelled<"ONLY">] >> ((tok<lparen> >> three_parts >> tok<rparen>) | three_parts)];
  static constexpr auto rows_from_ahead =
      when_true([](state&, cursor at) { return at->kind == rows && at[1].kind == from && at[2].kind == lparen; });
  static constexpr action is_rows_from{[](state& s, token const&) { s.top->name = {"ROWS FROM", 9, quote::none}; }};
  static constexpr auto rows_of = call >> -(tok<as> >> wrap<kind::alias>[column_names]);
  static constexpr auto rows_from = tree<kind::table>[is_rows_from[tok<rows>] >> tok<from> >> tok<lparen> >>
                                                      nested[tree<kind::list>[rows_of % tok<comma>]] >> tok<rparen>];
  static constexpr auto named_table =
      tree<kind::table>[three_parts >> -(tok<star> | (tok<lparen> >> nested[tree<kind::list>[-(argument % tok<comma>)]] >> tok<rparen>))];
  static constexpr auto table_def =
      (word_ahead<"ONLY"> >> only_table) | (((rows_from_ahead >> rows_from) | named_table) >>
                                            -(is_function >> tok<with> >> spelled<"ORDINALITY"> >> flags_last<flag::ordinality>));
  static constexpr auto sample =
      wrap<kind::sample>[tok<tablesample> >> call >> -(spelled<"REPEATABLE"> >> tok<lparen> >> expression >> tok<rparen>)];
  static constexpr auto lateral_source = tok<lateral> >>
                                         ((bracketed_source >> is_subquery) | (table >> is_function)) >> flags_last<flag::lateral>;
  static constexpr auto source_def = (lateral_source | bracketed_source | table) >> -alias_part >> -sample;

  static constexpr auto condition = (tok<on> >> tree<kind::on>[expression]) |
                                    (tok<using_> >> tree<kind::using_columns>[tok<lparen> >> leaf<kind::name>[any_name] % tok<comma> >>
                                                                              tok<rparen> >> -(tok<as> >> names_it[any_name])]);
  static constexpr auto joins_def = joins_with(condition);

  // ---- clauses

  static constexpr auto constant = (name_in<Dialect, names::type> >> -tok<string>) | tok<number, string, null>;
  static constexpr auto search = extends_qualifier[spelled<"SEARCH">] >> spelled<"DEPTH", "BREADTH"> >> tok<first> >> tok<by> >>
                                 any_name % tok<comma> >> spelled<"SET"> >> extends_qualifier[any_name];
  static constexpr auto cycle = extends_qualifier[spelled<"CYCLE">] >> any_name % tok<comma> >> spelled<"SET"> >> any_name >>
                                -(spelled<"TO"> >> constant >> spelled<"DEFAULT"> >> constant) >> tok<using_> >>
                                extends_qualifier[any_name];
  static constexpr auto cte_def =
      tree<kind::cte>[names_it[any_name] >> -(tok<lparen> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >> tok<rparen>) >>
                      tok<as> >> -hint >> bracketed_query >> -search >> -cycle];

  static constexpr auto bare_label_ahead = when_true([](state&, cursor at) {
    if (!in_class<Dialect>(*at, names::column_alias)) return false;
    return at->kind != reserved || !is_word<"CREATE", "GRANT", "INTO", "RETURNING", "TO">(*at);
  });
  static constexpr auto column_alias = (tok<as> >> wrap<kind::alias>[names_it[label]]) |
                                       (bare_label_ahead >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::column_alias>]]]);
  static constexpr auto result = star_leaf[tok<star>] | (expression >> -column_alias);
  static constexpr auto result_ahead = not_ahead<from, where, token_kind::group, having, token_kind::window, union_, intersect, except,
                                                 order, token_kind::limit, offset, fetch, for_, rparen, semicolon, token_kind::end>;
  static constexpr auto results_def = -(result_ahead >> result % tok<comma>);
  static constexpr auto core_def = whole(table) | select_core | values_core;

  static constexpr auto sort_operator = extends_name[tok<using_>] >> (extends_name[binary_operator<Dialect>]);
  static constexpr auto order_by_list_def =
      tree<kind::order_by>[tree<kind::sort>[expression >> -(sort_direction | sort_operator) >> -nulls_place] % tok<comma>];

  static constexpr auto distinct_on = tok<on> >> tok<lparen> >> tree<kind::distinct_on>[expressions] >> tok<rparen>;
  static constexpr auto select_quantifier_def =
      -((sets<flag::distinct>[tok<distinct>] >> -distinct_on >> result_ahead) | sets<flag::all>[tok<all>]);
  static constexpr auto empty_brackets_ahead = when_true([](state&, cursor at) { return at->kind == lparen && at[1].kind == rparen; });
  static constexpr auto nothing = tree<kind::list>[tok<lparen> >> tok<rparen>];
  static constexpr auto grouping_sets = tree<kind::call>[extends_name[spelled<"GROUPING">] >> extends_name[spelled<"SETS">] >>
                                                         tok<lparen> >> grouping % tok<comma> >> tok<rparen>];
  static constexpr auto sets_ahead = when_true([](state&, cursor at) { return is_word<"GROUPING">(*at) && is_word<"SETS">(at[1]); });
  static constexpr auto grouping_def = nested[(sets_ahead >> grouping_sets) | (empty_brackets_ahead >> nothing) | expression];
  static constexpr auto groupings_def = -quantifier >> grouping % tok<comma>;

  static constexpr auto no_count = when_true([](state& s, cursor at) {
    s.stack.push_back(s.make(kind::null, *at));
    s.top->set(flag::all);
    return true;
  });
  static constexpr auto one_row = when_true([](state& s, cursor at) {
    auto* const n = s.make(kind::number, *at);
    n->name = {"1", 1, quote::none};
    s.stack.push_back(n);
    return true;
  });
  static constexpr auto limit_count = tok<token_kind::limit> >> ((tok<all> >> no_count) | expression);
  static constexpr auto fetch_count = tok<fetch> >> (tok<first> | spelled<"NEXT">) >>
                                      ((not_ahead<row, rows> >> expression) | one_row) >> tok<row, rows> >>
                                      (spelled<"ONLY"> | (tok<with> >> sets<flag::with_ties>[tok<ties>]));
  static constexpr auto offset_count = tok<offset> >> expression >> -tok<row, rows>;
  static constexpr auto limit_part_def = tree<kind::limit>[((limit_count | fetch_count) >> -offset_count) |
                                                           (offset_count >> (limit_count | fetch_count | no_count) >> count_first)];
};

T2S_DECL std::size_t lex_postgres(std::string const& text, std::vector<token>& room) { return lex<postgres_lexer>(text, room); }

T2S_DECL bool read_postgres(state& s) { return read_by(postgres_rules::statement, s); }

}  // namespace t2s::sql::detail

#undef T2S_SQL_RULE
#undef T2S_SQL_INLINE_RULE

#endif
