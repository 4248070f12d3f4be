// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_DUCKDB_IPP
#define T2S_SQL_DETAIL_DUCKDB_IPP

#include "t2s/sql/detail/duckdb_lexer.hpp"
#include "t2s/sql/detail/operators.hpp"
#include "t2s/sql/detail/standard.hpp"
#include "t2s/sql/duckdb.hpp"

#include "t2s/sql/detail/rule_macro.hpp"  // last: the other headers undefine it

namespace t2s::sql::detail {

constexpr infix_table duckdb_infixes() {
  infix_table table(duckdb_precedence());
  table.binary(token_kind::concat, op::concat);
  table.binary(token_kind::tilde, op::custom);
  table.binary(token_kind::custom, op::custom);
  table.binary(token_kind::caret, op::power);
  table.binary(token_kind::div, op::int_div);
  for (auto k : {token_kind::ilike, token_kind::similar, token_kind::glob}) table.other(k, level::matching);
  table.other(token_kind::at, level::zone);
  table.other(token_kind::colons, level::path);
  for (auto k : {token_kind::isnull, token_kind::notnull}) table.other(k, level::is);
  return table;
}

/// Any word is a label; words that DuckDB does not reserve are names and need no AS.
constexpr name_table duckdb_name_classes() {
  using enum token_kind;
  name_table table{};
  auto const put = [&table](token_kind k, unsigned bits) { table[static_cast<std::size_t>(k)] |= static_cast<std::uint8_t>(bits); };
  for (std::size_t i = static_cast<std::size_t>(reserved); i < token_kinds; ++i)
    if (static_cast<token_kind>(i) != string) table[i] = names::label;
  constexpr unsigned everywhere =
      names::any | names::source_alias | names::column_alias | names::expression | names::window_base | names::type;
  put(name, everywhere);
  for (auto k : {current, escape, first, following, groups, last, materialized, no, nulls, others, partition, preceding, range, recursive,
                 rows, ties, unbounded})
    put(k, everywhere & ~unsigned{names::column_alias});
  for (auto k : {partition, range, rows, groups}) table[static_cast<std::size_t>(k)] &= static_cast<std::uint8_t>(~names::window_base);
  for (auto k : {filter, over, exclude}) put(k, names::any | names::expression | names::source_alias);
  for (auto k : {interval, row}) put(k, names::any | names::source_alias);
  put(values, names::any);
  for (auto k : {left, right, glob}) put(k, names::expression);
  put(string, names::column_alias);
  for (auto k : {select, with, values, table_, from}) put(k, names::query_start);
  return table;
}

struct duckdb_dialect {
  static constexpr sql::dialect id = dialect::duckdb;
  static constexpr infix_table infixes = duckdb_infixes();
  static constexpr name_table name_classes = duckdb_name_classes();
};

/// DuckDB 1.5's grammar of SELECT (its select.y is the reference), where it differs from SQLite's.
struct duckdb_rules : standard_rules<duckdb_rules, duckdb_dialect> {
  using Self = duckdb_rules;
  using Dialect = duckdb_dialect;

  T2S_SQL_RULE(type);
  T2S_SQL_RULE(argument);
  T2S_SQL_RULE(table);
  T2S_SQL_RULE(grouping);
  T2S_SQL_RULE(star_modifiers);
  T2S_SQL_RULE(braces);
  T2S_SQL_RULE(list_operand);

  static constexpr auto trailing_comma = -tok<comma>;

  // ---- known and refused

  static bool is_refused(state& s, cursor at) {
    if (!is_word<"PIVOT", "PIVOT_WIDER", "PIVOT_LONGER", "UNPIVOT", "SUMMARIZE", "DESCRIBE", "SHOW">(*at)) return false;
    s.refused = at;
    s.refusal = is_word<"PIVOT", "PIVOT_WIDER">(*at)      ? "PIVOT is not read: write a GROUP BY with aggregates that FILTER"
                : is_word<"UNPIVOT", "PIVOT_LONGER">(*at) ? "UNPIVOT is not read: write a UNION ALL of a SELECT for each column"
                : is_word<"SUMMARIZE">(*at)               ? "SUMMARIZE is not read: write a SELECT with aggregates"
                                                          : "DESCRIBE and SHOW are not read: they do not query tables";
    return true;
  }
  static constexpr auto refuses_statement = when_true([](state& s, cursor at) { return !is_refused(s, at); });
  static constexpr auto refuses_pivot =
      when_true([](state& s, cursor at) { return !is_word<"PIVOT", "UNPIVOT">(*at) || !is_refused(s, at); });

  // ---- types

  static constexpr auto type_item = (-tok<minus, plus> >> extends_name[tok<number, string>]) | (type >> -type);
  static constexpr auto type_arguments = tok<lparen> >> -(type_item % tok<comma>) >> extends_name[tok<rparen>];
  static constexpr auto time_zone_ahead =
      when_true([](state&, cursor at) { return at->kind != token_kind::end && is_word<"TIME">(at[1]); });
  static constexpr auto with_zone = time_zone_ahead >> (tok<with> | spelled<"WITHOUT">) >> spelled<"TIME"> >> extends_name[spelled<"ZONE">];
  static constexpr auto plain_type =
      (word_ahead<"DOUBLE"> >> extends_name[name_in<Dialect, names::type>] >> -extends_name[spelled<"PRECISION">]) |
      (word_ahead<"CHARACTER", "CHAR", "BIT"> >> extends_name[name_in<Dialect, names::type>] >> -extends_name[spelled<"VARYING">] >>
       -type_arguments) |
      (word_ahead<"TIMESTAMP", "TIME"> >> extends_name[name_in<Dialect, names::type>] >> -type_arguments >> -with_zone) |
      extends_name[tok<interval>] | (extends_name[name_in<Dialect, names::type>] >> *(tok<dot> >> extends_name[label]) >> -type_arguments);
  static constexpr auto type_def = plain_type >> *(tok<lbracket> >> -tok<number> >> extends_name[tok<rbracket>]);
  static constexpr auto type_name_def = nested[type];

  // ---- infixes

  static constexpr auto binary =
      wrap<kind::operation>[sets_binary_op<Dialect>[binary_operator<Dialect>] >>
                            either(quantified_ahead, quantified,
                                   tighter<Dialect>[climb] >> each(same_operator<Dialect>, tighter<Dialect>[climb]))];
  static constexpr auto above_is = from_level<level::is + 1>[climb];
  static constexpr auto is_part =
      wrap<kind::operation>[tok<is> >>
                            ((tok<not_> >> ((sets_op_to<op::is_not_distinct>[tok<distinct>] >> tok<from> >> above_is) |
                                            (sets_to<op::is_not> >> truth))) |
                             (sets_op_to<op::is_distinct>[tok<distinct>] >> tok<from> >> above_is) | (sets_to<op::is> >> truth))];
  static constexpr auto like_part =
      perhaps_negated<like, ilike, similar, glob> >>
      wrap<kind::like>[-negation >> (sets_op[tok<like, ilike, glob>] | (sets_op[tok<similar>] >> spelled<"TO">)) >> above_match >>
                       -(tok<escape> >> above_match)];
  static constexpr auto between_part =
      perhaps_negated<between> >> wrap<kind::between>[-negation >> tok<between> >> above_match >> tok<and_> >> above_match];

  /// `a IN list` is contains(list, a).
  static constexpr auto list_after_in = when_true([](state&, cursor at) {
    if (at->kind == not_) ++at;
    return at->kind == in && at[1].kind != lparen;
  });
  static constexpr auto names_contains = when_true([](state& s, cursor) {
    s.top->name = {"contains", 8, quote::none};
    return true;
  });
  static constexpr auto contained = wrap<kind::call>[tok<in> >> names_contains >> operand >> count_first];
  static constexpr auto contains_part = list_after_in >> ((tok<not_> >> contained >> wrap<kind::prefix>[sets_to<op::not_>]) | contained);
  static constexpr auto in_right_comma = tok<lparen> >> (subquery | nested[list_or_compound >> trailing_comma]) >> tok<rparen>;
  static constexpr auto in_part = perhaps_negated<in> >> wrap<kind::in>[-negation >> tok<in> >> in_right_comma];
  static constexpr auto collate_part = tok<collate> >> wrap<kind::collate>[names_it[any_name] >> -(tok<dot> >> qualifies_it[label])];
  static constexpr auto zone_part = wrap<kind::operation>[sets_op_to<op::at_time_zone>[tok<at>] >> spelled<"TIME"> >> spelled<"ZONE"> >>
                                                          from_level<level::zone + 1>[climb]];
  static constexpr auto cast_part = wrap<kind::cast>[sets<flag::colons>[tok<colons>] >> type_name];
  static constexpr auto infix_part_def =
      binary | cast_part | is_part | like_part | contains_part | in_part | between_part | null_part | zone_part | collate_part;

  // ---- stars

  static constexpr auto modifiers_ahead = word_ahead<"EXCLUDE", "REPLACE", "RENAME">;
  static constexpr auto takes_star = when_true([](state& s, cursor) {
    s.top->qualifier = s.stack.back()->qualifier;
    s.top->offset = s.stack.back()->offset;
    s.stack.cut(s.stack.end() - 1);
    return true;
  });
  static constexpr auto excluded = leaf<kind::column>[any_name] >> -(tok<dot> >> extends_column[label]);
  static constexpr auto replaced = expression >> tok<as> >> wrap<kind::alias>[names_it[label]];
  static constexpr auto exclusions = tok<exclude> >> tree<kind::names>[(tok<lparen> >> excluded % tok<comma> >> tok<rparen>) | excluded];
  static constexpr auto replacements = (tok<lparen> >> replaced % tok<comma> >> tok<rparen>) | replaced;
  static constexpr auto star_modifiers_def =
      wrap<kind::star>[takes_star >> nested[-exclusions >> -tree<kind::columns>[spelled<"REPLACE"> >> replacements] >>
                                            -tree<kind::columns>[sets<flag::keyword>[spelled<"RENAME">] >> replacements]]];
  static constexpr auto modified_star = star_leaf[tok<star>] >> -(modifiers_ahead >> star_modifiers);
  static constexpr auto after_star = when_true([](state& s, cursor) { return s.stack.back()->kind == kind::star; });
  static constexpr auto unpacked_ahead =
      when_true([](state&, cursor at) { return at->kind == star && is_word<"COLUMNS">(at[1]) && at[2].kind == lparen; });
  static constexpr auto plain_star_ahead = when_true([](state&, cursor at) {
    return at->kind == star && !(at[1].kind != token_kind::end && is_word<"COLUMNS">(at[1]) && at[2].kind == lparen);
  });

  // ---- operands

  static constexpr auto dot_method_ahead = when_true([](state&, cursor at) {
    return at->kind == dot && at[1].kind != token_kind::end && at[2].kind == lparen && in_class<Dialect>(at[1], names::expression);
  });
  static constexpr auto arguments = nested[(plain_star_ahead >> modified_star) | (-quantifier >> -(argument % tok<comma>) >> -order_by)];
  /// a.f(b) is f(a, b).
  static constexpr auto method_part = wrap<kind::call>[tok<dot> >> names_it[label] >> tok<lparen> >> arguments >> tok<rparen>];
  static constexpr auto step = tok<colon> >> expression;
  static constexpr auto slice_to = sets<flag::slice>[tok<colon>] >> -(expression >> -step);
  static constexpr auto index_part =
      wrap<kind::subscript>[tok<lbracket> >> nested[(slice_to >> sets_top<flag::open>) | (expression >> -slice_to)] >> tok<rbracket>];
  static constexpr auto field_part = wrap<kind::field>[tok<dot> >> names_it[label]];
  static constexpr auto indirections = *(index_part | (dot_method_ahead >> method_part) | field_part);

  static constexpr auto named_argument_ahead = second_is<named_as>;
  static constexpr auto argument_def =
      (named_argument_ahead >> tree<kind::argument>[names_it[label] >> sets<flag::comma>[tok<named_as>] >> expression]) |
      (plain_star_ahead >> modified_star) | (expression >> -(after_star >> modifiers_ahead >> star_modifiers));
  static constexpr auto special_argument_def = argument;
  static constexpr auto order_within =
      spelled<"WITHIN"> >> tok<group> >> tok<lparen> >> nested[order_by] >> tok<rparen> >> sets_top<flag::within_group>;
  static constexpr auto nulls_word = tree<kind::argument>[extends_name[spelled<"IGNORE", "RESPECT">] >> extends_name[tok<nulls>]];
  static constexpr auto filter_part = tok<filter> >> tok<lparen> >> -tok<where> >> tree<kind::filter>[nested[expression]] >> tok<rparen>;
  static constexpr auto call_def = tree<kind::call>[names_it[label] >> -(tok<dot> >> qualifies_it[label]) >> tok<lparen> >> arguments >>
                                                    -nulls_word >> tok<rparen> >> -order_within >> -filter_part >> -over_part];

  static constexpr auto unit =
      extends_qualifier[spelled<"YEAR", "YEARS", "MONTH", "MONTHS", "DAY", "DAYS", "HOUR", "HOURS", "MINUTE", "MINUTES", "SECOND",
                                "SECONDS", "MILLISECOND", "MILLISECONDS", "MICROSECOND", "MICROSECONDS", "WEEK", "WEEKS", "QUARTER",
                                "QUARTERS", "DECADE", "DECADES", "CENTURY", "CENTURIES", "MILLENNIUM", "MILLENNIA">];
  static constexpr auto interval_ahead = second_is<number> | second_is<string> | second_is<lparen>;
  static constexpr auto interval_operand =
      interval_ahead >>
      tree<kind::cast>[sets<flag::literal>[names_it[tok<interval>]] >> (leaf<kind::number>[tok<number>] | leaf<kind::string>[tok<string>] |
                                                                        (tok<lparen> >> nested[expression] >> tok<rparen>)) >>
                       -unit];
  static constexpr auto typed_literal = tree<kind::cast>[type_name >> leaf<kind::string>[tok<string>] >> sets_top<flag::literal>];
  static constexpr auto typed_ahead = when_true([](state&, cursor at) {
    if (!in_class<Dialect>(*at, names::type) || at->quoted != quote::none) return false;
    bool const zoned = is_word<"TIMESTAMP", "TIME">(*at) && (at[1].kind == with || is_word<"WITHOUT">(at[1]));
    return (at[1].kind == string && at[1].quoted != quote::none) || zoned || (is_word<"DOUBLE">(*at) && is_word<"PRECISION">(at[1]));
  });
  static constexpr auto try_cast = tree<kind::cast>[sets<flag::lenient>[spelled<"TRY_CAST">] >> tok<lparen> >>
                                                    nested[expression >> tok<as> >> type_name] >> tok<rparen>];

  static constexpr auto key = leaf<kind::name>[label] | leaf<kind::name>[tok<string>];
  static constexpr auto struct_entry = tree<kind::entry>[key >> tok<colon> >> expression];
  static constexpr auto map_entry = tree<kind::entry>[expression >> tok<colon> >> expression];
  static constexpr auto braces_def =
      (tok<lbrace> >> tree<kind::struct_>[nested[struct_entry % tok<comma> >> trailing_comma]] >> tok<rbrace>) |
      tree<kind::struct_>[sets<flag::keyword>[spelled<"MAP">] >> tok<lbrace> >> nested[-(map_entry % tok<comma> >> trailing_comma)] >>
                          tok<rbrace>];
  static constexpr auto becomes_comprehension = when_true([](state& s, cursor at) {
    if (at->kind == for_) s.top->kind = kind::comprehension;
    return at->kind == for_;
  });
  static constexpr auto comprehension = becomes_comprehension >> tok<for_> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >>
                                        tok<in> >> expression >> -(spelled<"IF"> >> expression);
  static constexpr auto list_items = sets_top<flag::literal> >> *(tok<comma> >> -(not_ahead<rbracket> >> expression));
  static constexpr auto list_operand_def =
      tree<kind::array>[tok<lbracket> >> nested[(expression >> (comprehension | list_items)) | sets_top<flag::literal>] >> tok<rbracket>];
  static constexpr auto array_operand =
      (second_is<lparen> >> tree<kind::call>[names_it[tok<array>] >> tok<lparen> >> query >> tok<rparen>]) |
      tree<kind::array>[tok<array> >> tok<lbracket> >> nested[-expressions] >> trailing_comma >> tok<rbracket>];
  static constexpr auto lambda = tree<kind::lambda>[spelled<"LAMBDA"> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >>
                                                    tok<colon> >> nested[expression]];
  static constexpr auto row_operand = tree<kind::row>[sets<flag::keyword>[tok<row>] >> tok<lparen> >> nested[-expressions] >> tok<rparen>];

  static constexpr auto prefixed = tree<kind::prefix>[(sets_op[tok<not_>] >> nested[from_level<level::not_>[climb]]) |
                                                      (sets_op[tok<tilde>] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (marks_it[sets_op[tok<custom>]] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (sets_op[tok<minus, plus>] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto unpacked = unpacked_ahead >> tree<kind::prefix>[marks_it[sets_op_to<op::custom>[tok<star>]] >> call];
  static constexpr auto more_parts = !dot_method_ahead >> column_part;
  static constexpr auto after_name = -(more_parts >> -(more_parts >> -more_parts)) >> (star_part | indirections);
  static constexpr auto column = leaf<kind::column>[name_in<Dialect, names::expression>] >> after_name;
  static constexpr auto called = call >> indirections;
  static constexpr auto called_or_column = ((second_is<lparen> | qualified_call_ahead) >> called) | column;
  static constexpr auto keyword_column = leaf<kind::column>[tok<interval, row, values>] >> after_name;
  static constexpr auto map_ahead = when_true([](state&, cursor at) { return is_word<"MAP">(*at) && at[1].kind == lbrace; });
  static constexpr auto rare_operand_def = prefixed | ((case_expression | cast_expression) >> indirections) | exists_expression |
                                           array_operand | (second_is<lparen> >> row_operand) | interval_operand |
                                           (braces >> indirections) | (list_operand >> indirections) | lambda | unpacked |
                                           null_leaf[tok<null>] | now_call | leaf<kind::parameter>[tok<parameter>] |
                                           leaf<kind::now>[tok<current_date, current_time, current_timestamp>] | keyword_column;
  static constexpr auto special_or_column =
      either(call_of<"TRY_CAST">, try_cast >> indirections, either(special_ahead, special_call, called_or_column));
  static constexpr auto operand_def =
      (ahead<Dialect, names::expression> >> ((map_ahead >> braces >> indirections) | (typed_ahead >> typed_literal) | special_or_column)) |
      leaf<kind::number>[tok<number>] | (leaf<kind::string>[tok<string>] >> *index_part) | (in_brackets >> indirections) | rare_operand;

  /// A comma may follow the last source.
  static bool ends_list(token_kind k) noexcept {
    return k == where || k == token_kind::group || k == having || k == order || k == token_kind::limit || k == rparen || k == semicolon ||
           k == token_kind::end || k == select || k == union_ || k == intersect || k == except || k == offset || k == token_kind::window;
  }
  static constexpr auto comma_ends = when_true([](state&, cursor at) { return at->kind == comma && ends_list(at[1].kind); });

  // ---- sources

  static constexpr auto column_names = tok<lparen> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >> tok<rparen>;
  static constexpr auto alias_part =
      (tok<as> >> wrap<kind::alias>[(names_it[any_name] | names_it[tok<string>]) >> -column_names]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::source_alias>]] >> -column_names]);
  static constexpr auto named_table =
      tree<kind::table>[three_parts >> -(tok<lparen> >> nested[tree<kind::list>[-(argument % tok<comma>)]] >> tok<rparen>)];
  static constexpr auto file = tree<kind::table>[names_it[tok<string>]];
  static constexpr auto table_def =
      file | (named_table >> -(is_function >> tok<with> >> spelled<"ORDINALITY"> >> flags_last<flag::ordinality>));

  static constexpr auto sample_size =
      (extends_name[tok<number>] >> -(extends_name[tok<percent, rows>] | extends_name[spelled<"PERCENT">])) |
      (name_in<Dialect, names::type> >> tok<lparen> >> tok<number> >> -(tok<percent, rows> | spelled<"PERCENT">) >>
       extends_name[tok<rparen>]);
  static constexpr auto sample_method = tok<lparen> >> name_in<Dialect, names::type> >>
                                        -(tok<comma> >> tok<number>) >> extends_name[tok<rparen>];
  static constexpr auto sample_rest = sample_size >> -sample_method >>
                                      -(spelled<"REPEATABLE"> >> tok<lparen> >> tok<number> >> extends_name[tok<rparen>]);
  static constexpr auto sample = wrap<kind::sample>[extends_name[tok<tablesample>] >> sample_rest];
  static constexpr auto sample_ahead = when_true([](state&, cursor at) { return at->kind == using_ && is_word<"SAMPLE">(at[1]); });
  static constexpr auto sample_of_select =
      sample_ahead >> tree<kind::sample>[extends_name[tok<using_>] >> spelled<"SAMPLE"> >> sample_rest];

  static constexpr auto prefix_alias_ahead = when_true(
      [](state&, cursor at) { return at[0].kind != token_kind::end && at[1].kind == colon && in_class<Dialect>(*at, names::any); });
  static constexpr auto takes_alias = when_true([](state& s, cursor) {
    auto** const name = s.stack.end() - 2;
    s.top->name = (*name)->name;
    name[0] = name[1];
    s.stack.cut(s.stack.end() - 1);
    return true;
  });
  static constexpr auto lateral_source = tok<lateral> >>
                                         ((bracketed_source >> is_subquery) | (table >> is_function)) >> flags_last<flag::lateral>;
  static constexpr auto plain_source = lateral_source | bracketed_source | table;
  static constexpr auto source_def = refuses_statement >>
                                     ((prefix_alias_ahead >>
                                       tree<kind::alias>[leaf<kind::name>[any_name] >> tok<colon> >> plain_source >> takes_alias]) |
                                      (plain_source >> -alias_part)) >>
                                     -sample >> refuses_pivot;

  static constexpr auto join_ahead = when_true([](state& s, cursor at) {
    bool const here = at->kind == join || at->kind == comma || (at->kind >= cross && at->kind <= right) ||
                      is_word<"ASOF", "POSITIONAL", "SEMI", "ANTI">(*at);
    return (here && !(at->kind == comma && ends_list(at[1].kind))) || s.fail(at, "a join");
  });
  static constexpr auto join_operator_def = tok<join> | sets<flag::comma>[tok<comma>] |
                                            (-(sets<flag::asof>[spelled<"ASOF">] | sets<flag::positional>[spelled<"POSITIONAL">] |
                                               sets<flag::semi>[spelled<"SEMI">] | sets<flag::anti>[spelled<"ANTI">]) >>
                                             -join_word >> -join_word >> -join_word >> join_is_known >> tok<join>);
  static constexpr auto joins_def = *(join_ahead >> tree<kind::join>[join_operator >> source >> -join_condition] >>
                                      *(folds_joins >> wrap<kind::join>[takes_join >> join_condition])) >>
                                    -(comma_ends >> tok<comma>);

  // ---- clauses

  static constexpr auto using_key = when_true([](state& s, cursor at) {
    if (at->kind != using_) return true;
    s.refused = at;
    s.refusal = "USING KEY of a recursive CTE is not read";
    return false;
  });
  static constexpr auto cte_def = tree<kind::cte>[names_it[any_name] >> -column_names >> using_key >> tok<as> >> -hint >> bracketed_query];

  static constexpr auto column_alias =
      (tok<as> >> wrap<kind::alias>[(names_it[label] | names_it[tok<string>])]) |
      (ahead<Dialect, names::column_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::column_alias>]]]);
  static constexpr auto prefix_aliased =
      prefix_alias_ahead >> tree<kind::alias>[leaf<kind::name>[any_name] >> tok<colon> >> expression >> takes_alias];
  static constexpr auto result = (plain_star_ahead >> modified_star) | prefix_aliased |
                                 (expression >> ((after_star >> modifiers_ahead >> star_modifiers) | -column_alias));
  static constexpr auto result_ahead =
      when_true([](state&, cursor at) { return at->kind != from && !ends_list(at->kind) && at->kind != for_; });
  static constexpr auto results_def = result >> *(tok<comma> >> -(result_ahead >> result));

  static constexpr auto distinct_on = tok<on> >> tok<lparen> >> tree<kind::distinct_on>[expressions] >> tok<rparen>;
  static constexpr auto select_quantifier_def = -((sets<flag::distinct>[tok<distinct>] >> -distinct_on) | sets<flag::all>[tok<all>]);

  static constexpr auto empty_brackets_ahead = when_true([](state&, cursor at) { return at->kind == lparen && at[1].kind == rparen; });
  static constexpr auto nothing = tree<kind::list>[tok<lparen> >> tok<rparen>];
  static constexpr auto grouping_sets = tree<kind::call>[extends_name[spelled<"GROUPING">] >> extends_name[spelled<"SETS">] >>
                                                         tok<lparen> >> grouping % tok<comma> >> tok<rparen>];
  static constexpr auto sets_ahead = when_true([](state&, cursor at) { return is_word<"GROUPING">(*at) && is_word<"SETS">(at[1]); });
  static constexpr auto grouping_def = nested[(sets_ahead >> grouping_sets) | (empty_brackets_ahead >> nothing) | expression];
  static constexpr auto groupings_def = sets<flag::all>[tok<all, star>] | (grouping >> *(tok<comma> >> -(result_ahead >> grouping)));

  static constexpr action named_star{[](state& s, token const& t) {
    auto* const n = s.make(kind::star, t);
    n->name = {"ALL", 3, quote::none};
    s.stack.push_back(n);
  }};
  static constexpr auto sort_key = named_star[tok<all>] | star_leaf[tok<star>] | expression;
  static constexpr auto order_by_list_def =
      tree<kind::order_by>[tree<kind::sort>[sort_key >> -sort_direction >> -nulls_place] % tok<comma>];

  static constexpr auto rest_of_select = -(tok<where> >> tree<kind::where>[expression]) >>
                                         -(tok<token_kind::group> >> tok<by> >> tree<kind::group_by>[groupings]) >>
                                         -(tok<having> >> tree<kind::having>[expression]) >>
                                         -(tok<token_kind::window> >> window_definition % tok<comma>) >>
                                         -(spelled<"QUALIFY"> >> tree<kind::qualify>[expression]) >> -sample_of_select;
  static constexpr auto from_part = tok<from> >> tree<kind::from>[source >> joins];
  /// FROM may come first, with or without a SELECT after it. The tree has it after the columns.
  static constexpr auto from_goes_back = when_true([](state& s, cursor) {
    auto** const end = s.stack.end();
    auto** at = end - 1;
    while ((*at)->kind != kind::from) --at;
    std::rotate(at, at + 1, end);
    return true;
  });
  static constexpr auto from_first =
      from_part >>
      ((tok<select> >> select_quantifier >> tree<kind::columns>[results]) | tree<kind::columns>[star_result]) >> from_goes_back;
  static constexpr auto select_first = tok<select> >> select_quantifier >> tree<kind::columns>[results] >> -from_part;
  static constexpr auto core_def = refuses_statement >> (whole(table) | ((from_first | select_first) >> rest_of_select) | values_core);

  static constexpr auto by_name = when_true([](state& s, cursor) {
    s.top->op = s.top->op == op::union_all ? op::union_all_by_name : op::union_by_name;
    return true;
  });
  static constexpr auto by_name_ahead = when_true([](state&, cursor at) { return at->kind == by; });
  static constexpr auto set_operator = (sets_op[tok<union_>] >> -(sets_op_to<op::union_all>[tok<all>] | tok<distinct>) >>
                                        -(by_name_ahead >> tok<by> >> spelled<"NAME"> >> by_name)) |
                                       (sets_op[tok<intersect>] >> -(sets_op_to<op::intersect_all>[tok<all>] | tok<distinct>)) |
                                       (sets_op[tok<except>] >> -(sets_op_to<op::except_all>[tok<all>] | tok<distinct>));
  static constexpr auto rest_of_compound_def =
      *(set_operator_ahead >> tree<kind::select>[set_operator >> member]) >> -order_by >> -limit_part;

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
  static constexpr auto percent_ahead = when_true([](state&, cursor at) { return at[0].kind == number && at[1].kind == percent; });
  static constexpr auto share = (percent_ahead >> leaf<kind::number>[tok<number>] >> sets<flag::percent>[tok<percent>]) |
                                (expression >> -sets<flag::percent>[spelled<"PERCENT">]);
  static constexpr auto limit_count = tok<token_kind::limit> >> ((tok<all> >> no_count) | share);
  static constexpr auto fetch_count = tok<fetch> >> (tok<first> | spelled<"NEXT">) >>
                                      ((not_ahead<row, rows> >> expression) | one_row) >> tok<row, rows> >> spelled<"ONLY">;
  static constexpr auto offset_count = tok<offset> >> expression >> -tok<row, rows>;
  static constexpr auto limit_part_def = tree<kind::limit>[((limit_count | fetch_count) >> -offset_count) |
                                                           (offset_count >> (limit_count | fetch_count | no_count) >> count_first)];
};

T2S_DECL std::size_t lex_duckdb(std::string const& text, std::vector<token>& room) { return lex<duckdb_lexer>(text, room); }

T2S_DECL bool read_duckdb(state& s) { return read_by(duckdb_rules::statement, s); }

}  // namespace t2s::sql::detail

#undef T2S_SQL_RULE
#undef T2S_SQL_INLINE_RULE

#endif
