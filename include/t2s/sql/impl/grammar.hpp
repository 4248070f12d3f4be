// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_GRAMMAR_HPP
#define T2S_SQL_IMPL_GRAMMAR_HPP

#include "t2s/sql/impl/directives.hpp"

/// The grammar of SELECT as SQLite has it (its parse.y is the reference). Every choice is made by the next token or the one after it, so
/// nothing is read twice.
namespace t2s::sql::detail::grammar {

using enum token_kind;

inline constexpr x3::rule<struct statement_id> statement = "statement";
inline constexpr x3::rule<struct query_id> query_ = "query";
inline constexpr x3::rule<struct core_id> core = "core";
inline constexpr x3::rule<struct cte_id> cte = "cte";
inline constexpr x3::rule<struct source_id> source = "source";
inline constexpr x3::rule<struct joins_id> joins = "joins";
inline constexpr x3::rule<struct climb_id> climb = "climb";
inline constexpr x3::rule<struct operand_id> operand = "operand";
inline constexpr x3::rule<struct infix_id> infix_part = "infix";
inline constexpr x3::rule<struct call_id> call = "call";
inline constexpr x3::rule<struct rare_operand_id> rare_operand = "rare operand";
inline constexpr x3::rule<struct order_by_id> order_by_list = "order by";
inline constexpr x3::rule<struct window_id> window_body = "window";

inline constexpr auto any_name = name_in<names::any>;
inline constexpr auto query_ahead = ahead<names::query_start>;
inline constexpr auto no_query_ahead = not_ahead<select, with, values>;
inline constexpr auto expression = from_level<level::or_>[climb];
inline constexpr auto expressions = expression % tok<comma>;
inline constexpr auto subquery = query_ahead >> tree<kind::subquery>[query_];
inline constexpr auto bracketed_query = tok<lparen> >> query_ >> tok<rparen>;
inline constexpr auto order_by = tok<order> >> tok<by> >> order_by_list;

// ---- expressions

inline constexpr auto above_equal = from_level<level::equal + 1>[climb];

inline constexpr auto binary =
    wrap<kind::operation>[binary_operator[sets_binary_op] >> tighter[climb] >> *(same_operator >> tighter[climb])];

inline constexpr auto is_part =
    wrap<kind::operation>[tok<is>[sets_op_to<op::is>] >>
                          ((tok<not_>[sets_op_to<op::is_not>] >> -(tok<distinct>[sets_op_to<op::is_not_distinct>] >> tok<from>)) |
                           -(tok<distinct>[sets_op_to<op::is_distinct>] >> tok<from>)) >>
                          above_equal];
inline constexpr auto negation = tok<not_>[sets<flag::negated>];
inline constexpr auto like_part =
    perhaps_negated<like, glob, regexp, match> >>
    wrap<kind::like>[-negation >> tok<like, glob, regexp, match>[sets_op] >> above_equal >> -(tok<escape> >> above_equal)];
inline constexpr auto in_right = (tok<lparen> >> (subquery | (no_query_ahead >> nested[tree<kind::list>[-expressions]])) >> tok<rparen>) |
                                 tree<kind::table>[any_name[names_it] >> -(tok<dot> >> any_name[qualifies_it]) >>
                                                   -(tok<lparen> >> nested[tree<kind::list>[-expressions]] >> tok<rparen>)];
inline constexpr auto in_part = perhaps_negated<in> >> wrap<kind::in>[-negation >> tok<in> >> in_right];
inline constexpr auto between_part =
    perhaps_negated<between> >>
    wrap<kind::between>[-negation >> tok<between> >> from_level<level::not_>[climb] >> tok<and_> >> above_equal];
inline constexpr auto null_part =
    wrap<kind::operation>[(tok<isnull>[null_leaf][sets_op_to<op::is>]) | (tok<notnull>[null_leaf][sets_op_to<op::is_not>]) |
                          (tok<not_> >> tok<null>[null_leaf][sets_op_to<op::is_not>])];
inline constexpr auto collate_part = tok<collate> >> wrap<kind::collate>[name_in<names::source_alias>[names_it]];

inline constexpr auto infix_part_def = binary | is_part | like_part | in_part | between_part | collate_part | null_part;

inline constexpr auto climb_def = called_expression[operand] >> *(infix_ahead >> infix_part);

inline constexpr auto column = (name_in<names::expression>[leaf<kind::column>] | (second_is<dot> >> tok<string>[leaf<kind::column>])) >>
                               -(tok<dot> >> any_name[extends_column] >> -(tok<dot> >> any_name[extends_column]));

inline constexpr auto filter_part = tok<filter> >> tok<lparen> >> tok<where> >> tree<kind::filter>[expression] >> tok<rparen>;
inline constexpr auto over_part = tok<over> >> ((tok<lparen> >> nested[window_body] >> tok<rparen>) | any_name[leaf<kind::window_name>]);
inline constexpr auto quantifier = tok<distinct>[sets<flag::distinct>] | tok<all>[sets<flag::all>];
inline constexpr auto call_def = tree<kind::call>[name_in<names::expression>[names_it] >> tok<lparen> >>
                                                  nested[tok<star>[star_leaf] | (-quantifier >> -expressions >> -order_by)] >>
                                                  tok<rparen> >> -filter_part >> -over_part];

inline constexpr auto grouped = expression >> -wrap<kind::row>[+(tok<comma> >> expression)];
inline constexpr auto in_brackets = tok<lparen> >> (subquery | (no_query_ahead >> nested[grouped])) >> tok<rparen>[counts_brackets];
inline constexpr auto prefixed = tree<kind::prefix>[(tok<not_>[sets_op] >> nested[from_level<level::not_>[climb]]) |
                                                    (tok<minus, plus, tilde>[sets_op] >> nested[from_level<level::prefix>[climb]])];
inline constexpr auto when_part = tok<when> >> tree<kind::when>[expression >> tok<then> >> expression];
inline constexpr auto case_expression =
    tok<case_> >> tree<kind::case_>[nested[-expression >> +when_part >> -(tok<else_> >> tree<kind::else_>[expression]) >> tok<end_>]];
inline constexpr auto signed_number = -tok<plus, minus> >> tok<number>;
inline constexpr auto type_name = -(+name_in<names::source_alias>[extends_name] >>
                                    -(tok<lparen> >> signed_number >> -(tok<comma> >> signed_number) >> tok<rparen>[extends_name]));
inline constexpr auto cast_expression =
    tok<cast> >> tok<lparen> >> tree<kind::cast>[nested[expression >> tok<as> >> type_name]] >> tok<rparen>;
inline constexpr auto exists_expression = tok<exists> >> tree<kind::exists>[bracketed_query];

inline constexpr auto rare_operand_def = prefixed | case_expression | cast_expression | exists_expression | tok<null>[null_leaf] |
                                         tok<blob>[leaf<kind::blob>] | tok<parameter>[leaf<kind::parameter>] |
                                         tok<current_date, current_time, current_timestamp>[leaf<kind::now>];
inline constexpr auto operand_def = (ahead<names::expression> >> ((second_is<lparen> >> call) | column)) | tok<number>[leaf<kind::number>] |
                                    (second_is<dot> >> column) | tok<string>[leaf<kind::string>] | in_brackets | rare_operand;

// ---- windows

inline constexpr auto bound_of(auto direction) {
  return tree<kind::bound>[(tok<unbounded> >> direction) | (tok<current> >> tok<row>[sets_op]) |
                           (not_ahead<unbounded, current> >> expression >> tok<preceding, following>[sets_op])];
}
inline constexpr auto first_bound = bound_of(tok<preceding>[sets_op_to<op::unbounded_preceding>]);
inline constexpr auto second_bound = bound_of(tok<following>[sets_op_to<op::unbounded_following>]);
inline constexpr auto exclusion = tok<exclude> >> ((tok<no> >> tok<others>[sets<flag::exclude_no_others>]) |
                                                   (tok<current> >> tok<row>[sets<flag::exclude_current_row>]) |
                                                   tok<token_kind::group>[sets<flag::exclude_group>] | tok<ties>[sets<flag::exclude_ties>]);
inline constexpr auto frame = tree<kind::frame>[tok<rows, range, groups>[sets_op] >>
                                                ((tok<between> >> first_bound >> tok<and_> >> second_bound) | first_bound) >> -exclusion];
inline constexpr auto frame_ahead =
    when_true([](state&, cursor at) { return at->kind == rows || at->kind == range || at->kind == groups; });
inline constexpr auto window_body_def =
    tree<kind::window>[-name_in<names::window_base>[names_it] >> -(tok<partition> >> tok<by> >> tree<kind::partition_by>[expressions]) >>
                       -order_by >> -(frame_ahead >> frame)];
inline constexpr auto window_definition =
    tree<kind::window_definition>[any_name[names_it] >> tok<as> >> tok<lparen> >> window_body >> tok<rparen>];

// ---- sources

inline constexpr auto source_alias = (tok<as> >> wrap<kind::alias>[any_name[names_it]]) |
                                     (ahead<names::source_alias> >> wrap<kind::alias>[name_in<names::source_alias>[names_it][is_bare]]);
inline constexpr auto index_hint =
    (tok<indexed> >> tok<by> >> wrap<kind::indexed>[any_name[names_it]]) | (tok<not_> >> wrap<kind::indexed>[tok<indexed>]);
inline constexpr auto table = tree<kind::table>[any_name[names_it] >> -(tok<dot> >> any_name[qualifies_it]) >>
                                                -(tok<lparen> >> nested[tree<kind::list>[-expressions]] >> tok<rparen>)];
inline constexpr auto bracketed_source = tok<lparen> >>
                                         (subquery | (no_query_ahead >> nested[tree<kind::from>[source >> joins]])) >> tok<rparen>;
inline constexpr auto source_def = (bracketed_source | table) >> -source_alias >> -(after_plain_table >> index_hint);

inline constexpr auto join_word = tok<left>[sets<flag::left>] | tok<inner>[sets<flag::inner>] | tok<cross>[sets<flag::cross>] |
                                  tok<natural>[sets<flag::natural>] | tok<outer>[sets<flag::outer>] | tok<right>[sets<flag::right>] |
                                  tok<full>[sets<flag::full>];
inline constexpr auto join_operator =
    tok<join> | tok<comma>[sets<flag::comma>] | (join_word >> -join_word >> -join_word >> join_is_known >> tok<join>);
inline constexpr auto join_condition =
    (tok<on> >> tree<kind::on>[expression]) |
    (tok<using_> >> tok<lparen> >> tree<kind::using_columns>[any_name[leaf<kind::name>] % tok<comma>] >> tok<rparen>);
inline constexpr auto join_ahead = when_true([](state& s, cursor at) {
  bool const here = at->kind == join || at->kind == comma || (at->kind >= cross && at->kind <= right);
  if (!here) s.fail(at, "a join");
  return here;
});
inline constexpr auto joins_def = *(join_ahead >> tree<kind::join>[join_operator >> source >> -join_condition]);

// ---- statements

inline constexpr auto column_alias = (tok<as> >> wrap<kind::alias>[any_name[names_it]]) |
                                     (ahead<names::column_alias> >> wrap<kind::alias>[name_in<names::column_alias>[names_it][is_bare]]);
inline constexpr auto qualified_star_ahead = when_true([](state&, cursor at) {
  bool const name_first = in_class(*at, names::expression) || at->kind == string;
  return name_first && at[1].kind == dot && at[2].kind == star;
});
inline constexpr auto result =
    tok<star>[star_leaf] | (qualified_star_ahead >> any_name[qualified_star_leaf] >> tok<dot> >> tok<star>) | (expression >> -column_alias);
inline constexpr auto select_core = tok<select> >> -quantifier >> tree<kind::columns>[result % tok<comma>] >>
                                    -(tok<from> >> tree<kind::from>[source >> joins]) >> -(tok<where> >> tree<kind::where>[expression]) >>
                                    -(tok<token_kind::group> >> tok<by> >> tree<kind::group_by>[expressions]) >>
                                    -(tok<having> >> tree<kind::having>[expression]) >>
                                    -(tok<token_kind::window> >> window_definition % tok<comma>);
inline constexpr auto values_core = tok<values>[becomes<kind::values>] >>
                                    (tok<lparen> >> tree<kind::list>[expressions] >> tok<rparen>) % tok<comma>;
inline constexpr auto core_def = select_core | values_core;

inline constexpr auto set_operator = (tok<union_>[sets_op] >> -tok<all>[sets_op]) | tok<intersect, except>[sets_op];
inline constexpr auto set_operator_ahead = when_true([](state& s, cursor at) {
  if (at->kind == union_ || at->kind == intersect || at->kind == except) return true;
  s.fail(at, "a set operation");
  return false;
});

inline constexpr auto hint = tok<materialized>[sets<flag::materialized>] | (tok<not_> >> tok<materialized>[sets<flag::not_materialized>]);
inline constexpr auto cte_def =
    tree<kind::cte>[any_name[names_it] >> -(tok<lparen> >> tree<kind::names>[any_name[leaf<kind::name>] % tok<comma>] >> tok<rparen>) >>
                    tok<as> >> -hint >> bracketed_query];
inline constexpr auto with_clause = tok<with> >> tree<kind::with>[-tok<recursive>[sets<flag::recursive>] >> cte % tok<comma>];

inline constexpr auto sort = tree<kind::sort>[expression >> -(tok<asc>[sets<flag::ascending>] | tok<desc>[sets<flag::descending>]) >>
                                              -(tok<nulls> >> (tok<first>[sets<flag::nulls_first>] | tok<last>[sets<flag::nulls_last>]))];
inline constexpr auto order_by_list_def = tree<kind::order_by>[sort % tok<comma>];
inline constexpr auto count_first = when_true([](state& s, cursor) {
  std::swap(s.stack.end()[-1], s.stack.end()[-2]);
  return true;
});
inline constexpr auto limit_clause =
    tok<limit> >>
    tree<kind::limit>[expression >> -((tok<offset> >> expression) | (tok<comma>[sets<flag::comma>] >> expression >> count_first))];

// ORDER BY and LIMIT belong to the whole compound. SQLite reads them after any member and complains only later, and so do we: what
// stands before a set operation becomes part of that member.
inline constexpr auto tail = -(after_select >> -order_by >> -limit_clause);
inline constexpr auto member_keeps_tail = when_true([](state& s, cursor) {
  s.give_tail_to_member();
  return true;
});
inline constexpr auto query__def =
    nested[tree<kind::query>[-with_clause >> tree<kind::select>[core] >> tail >>
                             *(set_operator_ahead >> member_keeps_tail >> tree<kind::select>[set_operator >> core] >> tail)]];
inline constexpr auto statement_def = *tok<semicolon> >> query_ >> *tok<semicolon> >> tok<token_kind::end>;

BOOST_SPIRIT_DEFINE(statement, query_, core, cte, source, joins, climb, operand, infix_part, call, rare_operand, order_by_list, window_body)

}  // namespace t2s::sql::detail::grammar

#endif
