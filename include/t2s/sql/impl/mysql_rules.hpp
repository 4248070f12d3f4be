// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_MYSQL_RULES_HPP
#define T2S_SQL_IMPL_MYSQL_RULES_HPP

#include "t2s/sql/impl/mysql_words.hpp"
#include "t2s/sql/impl/standard.hpp"

namespace t2s::sql::detail {

/// The grammar of SELECT as MySQL 8 has it (its manual and sql_yacc.yy are the reference), where it is not SQLite's.
struct mysql_rules : standard_rules<mysql_rules, mysql_dialect> {
  using Self = mysql_rules;
  using Dialect = mysql_dialect;

  // ---- infixes

  static constexpr auto quantified =
      tree<kind::call>[tok<any, all>[names_it] >> tok<lparen> >> ((query_ahead >> query) | nested[expression]) >> tok<rparen>];
  static constexpr auto binary = wrap<kind::operation>[binary_operator<Dialect>[sets_binary_op<Dialect>] >>
                                                       ((word_ahead<"ANY", "SOME", "ALL"> >> quantified) |
                                                        (tighter<Dialect>[climb] >> *(same_operator<Dialect> >> tighter<Dialect>[climb])))];
  static constexpr auto truth =
      tok<null>[null_leaf] | spelled<"UNKNOWN">[null_leaf] | spelled<"TRUE">[leaf<kind::column>] | spelled<"FALSE">[leaf<kind::column>];
  static constexpr auto is_part = wrap<kind::operation>[tok<is>[sets_op_to<op::is>] >> -tok<not_>[sets_op_to<op::is_not>] >> truth];
  static constexpr auto above_match = from_level<level::matching + 1>[climb];
  static constexpr auto like_part =
      perhaps_negated<like, regexp> >>
      wrap<kind::like>[-negation >> tok<like, regexp>[sets_op] >> above_match >> -(tok<escape> >> above_match)];
  static constexpr auto between_part =
      perhaps_negated<between> >> wrap<kind::between>[-negation >> tok<between> >> above_match >> tok<and_> >> above_match];
  static constexpr auto infix_part_body = binary | is_part | like_part | in_part | between_part | collate_part;

  // ---- operands

  static constexpr auto charset = tree<kind::argument>[tok<using_>[names_it] >> label[leaf<kind::name>]];
  static constexpr auto separated = tree<kind::argument>[tok<separator>[names_it] >> tok<string>[leaf<kind::string>]];
  static constexpr auto call_body =
      tree<kind::call>[label[names_it] >> -(tok<dot> >> label[qualifies_it]) >> tok<lparen> >>
                       nested[tok<star>[star_leaf] | (-quantifier >> -expressions >> -order_by >> -separated >> -charset)] >> tok<rparen> >>
                       -over_part];
  static constexpr auto type_follows = when_true([](state& s, cursor) {
    s.top->name = {};
    return true;
  });
  static constexpr auto makes_call = when_true([](state& s, cursor at) {
    if (at->kind == using_) s.top->kind = kind::call;
    return at->kind == using_;
  });
  static constexpr auto convert =
      call_of<"CONVERT"> >> tree<kind::cast>[label[names_it] >> tok<lparen> >> nested[expression] >>
                                             ((makes_call >> charset) | (tok<comma> >> type_follows >> type_name)) >> tok<rparen>];
  static constexpr auto interval_operand =
      tree<kind::cast>[tok<interval>[names_it][sets<flag::literal>] >> expression >> name_in<Dialect, names::type>[extends_qualifier]];
  static constexpr auto typed_ahead = when_true([](state&, cursor at) {
    return (is_word<"DATE">(*at) || is_word<"TIME">(*at) || is_word<"TIMESTAMP">(*at)) && at[1].kind == string;
  });
  static constexpr auto typed_literal =
      tree<kind::cast>[name_in<Dialect, names::type>[names_it][sets<flag::literal>] >> tok<string>[leaf<kind::string>]];
  static constexpr auto row_operand = tree<kind::row>[tok<row>[sets<flag::keyword>] >> tok<lparen> >> nested[expressions] >> tok<rparen>];
  static constexpr auto prefixed = tree<kind::prefix>[(tok<not_>[sets_op] >> nested[from_level<level::not_>[climb]]) |
                                                      (tok<minus, plus, tilde, bang>[sets_op] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto qualified_call_ahead = when_true([](state&, cursor at) {
    return at->kind != token_kind::end && at[1].kind == dot && at[2].kind != token_kind::end && at[3].kind == lparen;
  });
  static constexpr auto special_ahead = call_of<"EXTRACT", "POSITION", "SUBSTRING", "TRIM">;
  static constexpr auto rare_operand_body = prefixed | case_expression | cast_expression | exists_expression | interval_operand |
                                            row_operand | tok<null>[null_leaf] | tok<blob>[leaf<kind::blob>] | now_call |
                                            tok<parameter>[leaf<kind::parameter>] |
                                            tok<current_date, current_time, current_timestamp>[leaf<kind::now>];
  static constexpr auto operand_body =
      (ahead<Dialect, names::expression> >> ((typed_ahead >> typed_literal) | convert | (special_ahead >> special_call) |
                                             ((second_is<lparen> | qualified_call_ahead) >> call) | column)) |
      tok<number>[leaf<kind::number>] | tok<string>[leaf<kind::string>] | in_brackets | rare_operand;

  // ---- sources

  static constexpr auto column_names = tok<lparen> >> tree<kind::names>[any_name[leaf<kind::name>] % tok<comma>] >> tok<rparen>;
  static constexpr auto alias_part =
      (tok<as> >> wrap<kind::alias>[any_name[names_it] >> -column_names]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[name_in<Dialect, names::source_alias>[names_it][is_bare] >> -column_names]);
  static constexpr auto table = tree<kind::table>[any_name[names_it] >> -(tok<dot> >> label[qualifies_it])];
  static constexpr auto source_body =
      ((tok<lateral> >> bracketed_source >> is_no_join >> flags_last<flag::lateral>) | bracketed_source | table) >> -alias_part;
  static constexpr auto join_operator_body = tok<straight_join>[sets<flag::keyword>] | tok<join> | tok<comma>[sets<flag::comma>] |
                                             (join_word >> -join_word >> -join_word >> join_is_known >> tok<join>);

  // ---- clauses

  static constexpr auto groupings_body = expressions >> -(tok<with> >> spelled<"ROLLUP"> >> sets_top<flag::rollup>);
  static constexpr auto row_list = tree<kind::list>[tok<row>[sets<flag::keyword>] >> tok<lparen> >> expressions >> tok<rparen>];
  static constexpr auto core_body = select_core | (tok<values>[becomes<kind::values>] >> row_list % tok<comma>);
  static constexpr auto limit_part_body = limit_clause;
};

}  // namespace t2s::sql::detail

#endif
