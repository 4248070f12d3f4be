// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_GRAMMAR_HPP
#define T2S_SQL_DETAIL_GRAMMAR_HPP

#include "t2s/sql/detail/actions.hpp"
#include "t2s/sql/detail/directives.hpp"
#include "t2s/sql/detail/operators.hpp"

#include "t2s/sql/detail/rule_macro.hpp"  // last: the other headers undefine it

/// SQLite's grammar of SELECT (its parse.y is the reference). The next token or the one after it decides every choice, so nothing is read
/// twice. `Self`, which derives from it, may redefine any rule as `NAME_def`.
namespace t2s::sql::detail {

constexpr infix_table sqlite_infixes() {
  infix_table table(sqlite_precedence());
  table.binary(token_kind::concat, op::concat);
  for (auto k : {token_kind::isnull, token_kind::notnull, token_kind::glob, token_kind::regexp, token_kind::match})
    table.other(k, level::equal);
  return table;
}

/// SQLite takes most keywords as names.
constexpr name_table sqlite_name_classes() {
  using enum token_kind;
  name_table table{};
  for (std::size_t i = static_cast<std::size_t>(current_date); i < token_kinds; ++i) {
    auto const k = static_cast<token_kind>(i);
    bool const joins = k >= cross && k <= right;
    bool const bare = !joins && k != indexed;
    unsigned bits = names::any | names::label;
    if (bare) bits |= names::source_alias | names::type;
    if (bare && !(k >= like && k <= match)) bits |= names::column_alias;
    if (k >= cross && k != string) bits |= names::expression;
    if (k != partition && k != range && k != rows && k != groups) bits |= names::window_base;
    table[i] = static_cast<std::uint8_t>(bits);
  }
  for (auto k : {select, with, values}) table[static_cast<std::size_t>(k)] |= names::query_start;
  return table;
}

/// A dialect: its operators, and the positions where a name is allowed.
struct sqlite_dialect {
  static constexpr sql::dialect id = dialect::sqlite;
  static constexpr infix_table infixes = sqlite_infixes();
  static constexpr name_table name_classes = sqlite_name_classes();
};

template <class Self, class Dialect>
struct select_rules {
  using enum token_kind;

  T2S_SQL_RULE(type_name);
  T2S_SQL_INLINE_RULE(groupings);
  T2S_SQL_INLINE_RULE(results);
  T2S_SQL_INLINE_RULE(select_quantifier);
  T2S_SQL_INLINE_RULE(join_operator);
  T2S_SQL_RULE(statement);
  T2S_SQL_RULE(query);
  T2S_SQL_RULE(core);
  T2S_SQL_RULE(cte);
  T2S_SQL_RULE(source);
  T2S_SQL_RULE(joins);
  T2S_SQL_RULE(climb);
  T2S_SQL_RULE(operand);
  T2S_SQL_RULE(infix_part);
  T2S_SQL_RULE(call);
  T2S_SQL_RULE(rare_operand);
  T2S_SQL_RULE(order_by_list);
  T2S_SQL_RULE(inside_window);

  static constexpr auto any_name = name_in<Dialect, names::any>;
  static constexpr auto label = name_in<Dialect, names::label>;
  static constexpr auto query_ahead = ahead<Dialect, names::query_start>;
  static constexpr auto no_query_ahead = not_ahead<select, with, values>;
  static constexpr auto expression = from_level<level::or_>[climb];
  static constexpr auto expressions = expression % tok<comma>;
  static constexpr auto subquery = query_ahead >> tree<kind::subquery>[query];
  static constexpr auto bracketed_query = tok<lparen> >> query >> tok<rparen>;
  static constexpr auto order_by = tok<order> >> tok<by> >> order_by_list;

  // ---- expressions

  static constexpr auto above_equal = from_level<level::equal + 1>[climb];

  static constexpr auto binary = wrap<kind::operation>[sets_binary_op<Dialect>[binary_operator<Dialect>] >> tighter<Dialect>[climb] >>
                                                       each(same_operator<Dialect>, tighter<Dialect>[climb])];

  static constexpr auto is_part =
      wrap<kind::operation>[sets_op_to<op::is>[tok<is>] >>
                            ((sets_op_to<op::is_not>[tok<not_>] >> -(sets_op_to<op::is_not_distinct>[tok<distinct>] >> tok<from>)) |
                             -(sets_op_to<op::is_distinct>[tok<distinct>] >> tok<from>)) >>
                            above_equal];
  static constexpr auto negation = sets<flag::negated>[tok<not_>];
  static constexpr auto like_part =
      perhaps_negated<like, glob, regexp, match> >>
      wrap<kind::like>[-negation >> sets_op[tok<like, glob, regexp, match>] >> above_equal >> -(tok<escape> >> above_equal)];
  static constexpr auto in_right = (tok<lparen> >> (subquery | (no_query_ahead >> nested[tree<kind::list>[-expressions]])) >> tok<rparen>) |
                                   tree<kind::table>[names_it[any_name] >> -(tok<dot> >> qualifies_it[any_name]) >>
                                                     -(tok<lparen> >> nested[tree<kind::list>[-expressions]] >> tok<rparen>)];
  static constexpr auto in_part = perhaps_negated<in> >> wrap<kind::in>[-negation >> tok<in> >> in_right];
  static constexpr auto between_part =
      perhaps_negated<between> >>
      wrap<kind::between>[-negation >> tok<between> >> nested[from_level<level::not_>[climb]] >> tok<and_> >> above_equal];
  static constexpr auto null_part =
      wrap<kind::operation>[(sets_op_to<op::is>[null_leaf[tok<isnull>]]) | (sets_op_to<op::is_not>[null_leaf[tok<notnull>]]) |
                            (tok<not_> >> sets_op_to<op::is_not>[null_leaf[tok<null>]])];
  static constexpr auto collate_part = tok<collate> >> wrap<kind::collate>[names_it[name_in<Dialect, names::source_alias>]];

  static constexpr auto infix_part_def = binary | is_part | like_part | in_part | between_part | collate_part | null_part;

  static constexpr auto climb_def = called_expression[operand] >> each(infix_ahead<Dialect>, infix_part);

  static constexpr auto column = (leaf<kind::column>[name_in<Dialect, names::expression>] |
                                  (second_is<dot> >> leaf<kind::column>[tok<string>])) >>
                                 -(tok<dot> >> extends_column[label] >> -(tok<dot> >> extends_column[label]));

  static constexpr auto filter_part = tok<filter> >> tok<lparen> >> tok<where> >> tree<kind::filter>[nested[expression]] >> tok<rparen>;
  static constexpr auto over_part = tok<over> >>
                                    ((tok<lparen> >> nested[inside_window] >> tok<rparen>) | leaf<kind::window_name>[any_name]);
  static constexpr auto quantifier = flags_it[tok<distinct, all>];
  static constexpr auto call_def = tree<kind::call>[names_it[name_in<Dialect, names::expression>] >> tok<lparen> >>
                                                    nested[star_leaf[tok<star>] | (-quantifier >> -expressions >> -order_by)] >>
                                                    tok<rparen> >> -filter_part >> -over_part];

  static constexpr auto grouped = expression >> -wrap<kind::row>[+(tok<comma> >> expression)];
  static constexpr auto in_brackets = tok<lparen> >> (subquery | (no_query_ahead >> nested[grouped])) >> counts_brackets[tok<rparen>];
  static constexpr auto prefixed = tree<kind::prefix>[(sets_op[tok<not_>] >> nested[from_level<level::not_>[climb]]) |
                                                      (sets_op[tok<minus, plus, tilde>] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto when_part = tok<when> >> tree<kind::when>[expression >> tok<then> >> expression];
  static constexpr auto case_expression =
      tok<case_> >> tree<kind::case_>[nested[-expression >> +when_part >> -(tok<else_> >> tree<kind::else_>[expression]) >> tok<end_>]];
  static constexpr auto signed_number = -tok<plus, minus> >> tok<number>;
  static constexpr auto type_name_def = -(+extends_name[name_in<Dialect, names::type>] >>
                                          -(tok<lparen> >> signed_number >> -(tok<comma> >> signed_number) >> extends_name[tok<rparen>]));
  static constexpr auto cast_expression =
      tok<cast> >> tok<lparen> >> tree<kind::cast>[nested[expression >> tok<as> >> type_name]] >> tok<rparen>;
  static constexpr auto exists_expression = tok<exists> >> tree<kind::exists>[bracketed_query];

  static constexpr auto rare_operand_def = prefixed | case_expression | cast_expression | exists_expression | null_leaf[tok<null>] |
                                           leaf<kind::blob>[tok<blob>] | leaf<kind::parameter>[tok<parameter>] |
                                           leaf<kind::now>[tok<current_date, current_time, current_timestamp>];
  static constexpr auto operand_def = (ahead<Dialect, names::expression> >> ((second_is<lparen> >> call) | column)) |
                                      leaf<kind::number>[tok<number>] | (second_is<dot> >> column) | leaf<kind::string>[tok<string>] |
                                      in_brackets | rare_operand;

  // ---- windows

  static constexpr auto bound_of(auto direction) {
    return tree<kind::bound>[(tok<unbounded> >> direction) | (tok<current> >> sets_op[tok<row>]) |
                             (not_ahead<unbounded, current> >> expression >> sets_op[tok<preceding, following>])];
  }
  static constexpr auto first_bound = bound_of(sets_op_to<op::unbounded_preceding>[tok<preceding>]);
  static constexpr auto second_bound = bound_of(sets_op_to<op::unbounded_following>[tok<following>]);
  static constexpr auto exclusion = tok<exclude> >>
                                    ((tok<no> >> sets<flag::exclude_no_others>[tok<others>]) |
                                     (tok<current> >> sets<flag::exclude_current_row>[tok<row>]) |
                                     sets<flag::exclude_group>[tok<token_kind::group>] | sets<flag::exclude_ties>[tok<ties>]);
  static constexpr auto frame = tree<kind::frame>[sets_op[tok<rows, range, groups>] >>
                                                  ((tok<between> >> first_bound >> tok<and_> >> second_bound) | first_bound) >> -exclusion];
  static constexpr auto frame_ahead =
      when_true([](state&, cursor at) { return at->kind == rows || at->kind == range || at->kind == groups; });
  static constexpr auto inside_window_def =
      tree<kind::window>[-names_it[name_in<Dialect, names::window_base>] >>
                         -(tok<partition> >> tok<by> >> tree<kind::partition_by>[expressions]) >> -order_by >> -(frame_ahead >> frame)];
  static constexpr auto window_definition =
      tree<kind::window_definition>[names_it[any_name] >> tok<as> >> tok<lparen> >> inside_window >> tok<rparen>];

  // ---- sources

  static constexpr auto source_alias =
      (tok<as> >> wrap<kind::alias>[names_it[any_name]]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::source_alias>]]]);
  static constexpr auto index_hint =
      (tok<indexed> >> tok<by> >> wrap<kind::indexed>[names_it[any_name]]) | (tok<not_> >> wrap<kind::indexed>[tok<indexed>]);
  static constexpr auto table = tree<kind::table>[names_it[any_name] >> -(tok<dot> >> qualifies_it[any_name]) >>
                                                  -(tok<lparen> >> nested[tree<kind::list>[-expressions]] >> tok<rparen>)];
  static constexpr auto bracketed_source = tok<lparen> >>
                                           (subquery | (no_query_ahead >> nested[tree<kind::from>[source >> joins]])) >> tok<rparen>;
  static constexpr auto source_def = (bracketed_source | table) >> -source_alias >> -(after_plain_table >> index_hint);

  static constexpr auto join_word = flags_it[tok<left, inner, cross, natural, outer, right, full>];
  static constexpr auto join_operator_def =
      tok<join> | sets<flag::comma>[tok<comma>] | (join_word >> -join_word >> -join_word >> join_is_known >> tok<join>);
  static constexpr auto join_condition =
      (tok<on> >> tree<kind::on>[expression]) |
      (tok<using_> >> tok<lparen> >> tree<kind::using_columns>[leaf<kind::name>[any_name] % tok<comma>] >> tok<rparen>);
  static constexpr auto join_ahead = when_true([](state& s, cursor at) {
    bool const here = at->kind == join || at->kind == comma || at->kind == straight_join || (at->kind >= cross && at->kind <= right);
    return here || s.fail(at, "a join");
  });
  static constexpr auto joins_def = *(join_ahead >> tree<kind::join>[join_operator >> source >> -join_condition]);

  // ---- statements

  static constexpr auto column_alias =
      (tok<as> >> wrap<kind::alias>[names_it[label]]) |
      (ahead<Dialect, names::column_alias> >> wrap<kind::alias>[is_bare[names_it[name_in<Dialect, names::column_alias>]]]);
  static constexpr auto qualified_star_ahead = when_true([](state&, cursor at) {
    bool const name_first = in_class<Dialect>(*at, names::expression) || at->kind == string;
    return name_first && at[1].kind == dot && at[2].kind == star;
  });
  static constexpr auto result = star_leaf[tok<star>] | (qualified_star_ahead >> qualified_star_leaf[any_name] >> tok<dot> >> tok<star>) |
                                 (expression >> -column_alias);
  static constexpr auto results_def = result % tok<comma>;
  static constexpr auto groupings_def = expressions;
  static constexpr auto select_quantifier_def = -quantifier;
  static constexpr auto select_core = tok<select> >> select_quantifier >> tree<kind::columns>[results] >>
                                      -(tok<from> >> tree<kind::from>[source >> joins]) >> -(tok<where> >> tree<kind::where>[expression]) >>
                                      -(tok<token_kind::group> >> tok<by> >> tree<kind::group_by>[groupings]) >>
                                      -(tok<having> >> tree<kind::having>[expression]) >>
                                      -(tok<token_kind::window> >> window_definition % tok<comma>);
  static constexpr auto values_core = becomes<kind::values>[tok<values>] >>
                                      (tok<lparen> >> tree<kind::list>[expressions] >> tok<rparen>) % tok<comma>;
  static constexpr auto core_def = select_core | values_core;

  static constexpr auto set_operator = (sets_op[tok<union_>] >> -sets_op[tok<all>]) | sets_op[tok<intersect, except>];
  static constexpr auto set_operator_ahead = when_true([](state& s, cursor at) {
    return at->kind == union_ || at->kind == intersect || at->kind == except || s.fail(at, "a set operation");
  });

  static constexpr auto hint = sets<flag::materialized>[tok<materialized>] | (tok<not_> >> sets<flag::not_materialized>[tok<materialized>]);
  static constexpr auto cte_def =
      tree<kind::cte>[names_it[any_name] >> -(tok<lparen> >> tree<kind::names>[leaf<kind::name>[any_name] % tok<comma>] >> tok<rparen>) >>
                      tok<as> >> -hint >> bracketed_query];
  static constexpr auto with_clause = tok<with> >> tree<kind::with>[-sets<flag::recursive>[tok<recursive>] >> cte % tok<comma>];

  static constexpr auto sort_direction = flags_it[tok<asc, desc>];
  static constexpr auto nulls_place = tok<nulls> >> flags_it[tok<first, last>];
  static constexpr auto sort = tree<kind::sort>[expression >> -sort_direction >> -nulls_place];
  static constexpr auto order_by_list_def = tree<kind::order_by>[sort % tok<comma>];
  static constexpr auto count_first = when_true([](state& s, cursor) { return std::swap(s.stack.end()[-1], s.stack.end()[-2]), true; });
  static constexpr auto limit_clause =
      tok<limit> >>
      tree<kind::limit>[expression >> -((tok<offset> >> expression) | (sets<flag::comma>[tok<comma>] >> expression >> count_first))];

  // ORDER BY and LIMIT belong to the whole compound. SQLite reads them after any member and complains later, and so does this grammar: if a
  // set operation follows, they become part of that member.
  static constexpr auto tail = -(after_select >> -order_by >> -limit_clause);
  static constexpr auto member_keeps_tail = when_true([](state& s, cursor) { return s.move_tail_into_member(), true; });
  static constexpr auto query_def =
      nested[tree<kind::query>[-with_clause >> tree<kind::select>[core] >> tail >>
                               *(set_operator_ahead >> member_keeps_tail >> tree<kind::select>[set_operator >> core] >> tail)]];
  static constexpr auto statement_def = *tok<semicolon> >> query >> *tok<semicolon> >> tok<token_kind::end>;
};

struct sqlite_rules : select_rules<sqlite_rules, sqlite_dialect> {};

}  // namespace t2s::sql::detail

#undef T2S_SQL_RULE
#undef T2S_SQL_INLINE_RULE

#endif
