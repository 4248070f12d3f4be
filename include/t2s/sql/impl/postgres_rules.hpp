// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_POSTGRES_RULES_HPP
#define T2S_SQL_IMPL_POSTGRES_RULES_HPP

#include "t2s/sql/impl/postgres_words.hpp"
#include "t2s/sql/impl/standard.hpp"

namespace t2s::sql::detail {

/// YEAR, DAY TO SECOND, SECOND(3), ...
template <class Extends>
constexpr auto postgres_fields(Extends extends) {
  auto const field = spelled<"YEAR">[extends] | spelled<"MONTH">[extends] | spelled<"DAY">[extends] | spelled<"HOUR">[extends] |
                     spelled<"MINUTE">[extends] | spelled<"SECOND">[extends];
  return field >> -(spelled<"TO"> >> field) >> -(tok<token_kind::lparen> >> tok<token_kind::number> >> tok<token_kind::rparen>[extends]);
}

/// The grammar of SELECT as PostgreSQL has it (its gram.y is the reference), where it is not SQLite's.
struct postgres_rules : standard_rules<postgres_rules, postgres_dialect> {
  using Self = postgres_rules;
  using Dialect = postgres_dialect;

  T2S_SQL_RULE(array_items, called);
  T2S_SQL_RULE(grouping, called);
  T2S_SQL_RULE(argument, called);

  // ---- types

  static constexpr auto typmod =
      tok<lparen> >> (-tok<minus, plus> >> (tok<number, string> | name_in<Dialect, names::type>)) % tok<comma> >> tok<rparen>[extends_name];
  static constexpr auto time_zone_ahead =
      when_true([](state&, cursor at) { return at->kind != token_kind::end && is_word<"TIME">(at[1]); });
  static constexpr auto with_zone = time_zone_ahead >> (tok<with> | spelled<"WITHOUT">) >> spelled<"TIME"> >> spelled<"ZONE">[extends_name];
  static constexpr auto plain_type =
      (word_ahead<"DOUBLE"> >> name_in<Dialect, names::type>[extends_name] >> -spelled<"PRECISION">[extends_name]) |
      (word_ahead<"CHARACTER", "CHAR", "NCHAR", "BIT", "NATIONAL"> >> -spelled<"NATIONAL">[extends_name] >>
       name_in<Dialect, names::type>[extends_name] >> -spelled<"VARYING">[extends_name] >> -typmod) |
      (word_ahead<"TIMESTAMP", "TIME"> >> name_in<Dialect, names::type>[extends_name] >> -typmod >> -with_zone) |
      (tok<interval>[extends_name] >> -typmod >>
       -(word_ahead<"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"> >> postgres_fields(extends_name))) |
      (name_in<Dialect, names::type>[extends_name] >> *(tok<dot> >> label[extends_name]) >> -typmod);
  static constexpr auto type_name_body = plain_type >> -(tok<array>[extends_name]) >>
                                         *(tok<lbracket> >> -tok<number> >> tok<rbracket>[extends_name]);

  // ---- infixes

  static constexpr auto quantified =
      tree<kind::call>[tok<any, all>[names_it] >> tok<lparen> >> ((query_ahead >> query) | nested[expression]) >> tok<rparen>];
  static constexpr auto binary =
      wrap<kind::operation>[binary_operator<Dialect>[sets_binary_op<Dialect>] >>
                            ((word_ahead<"ANY", "SOME", "ALL"> >> quantified) |
                             (tighter<Dialect>[climb] >> each(same_operator<Dialect>, tighter<Dialect>[climb])))];
  static constexpr auto overlaps_part =
      wrap<kind::operation>[tok<overlaps>[marks_it][sets_op_to<op::custom>] >> from_level<level::custom + 1>[climb]];
  static constexpr auto above_is = from_level<level::is + 1>[climb];
  static constexpr auto truth =
      tok<null>[null_leaf] | spelled<"UNKNOWN">[null_leaf] | spelled<"TRUE">[leaf<kind::column>] | spelled<"FALSE">[leaf<kind::column>];
  static constexpr auto form =
      spelled<"NFC">[extends_name] | spelled<"NFD">[extends_name] | spelled<"NFKC">[extends_name] | spelled<"NFKD">[extends_name];
  static constexpr auto property = tree<kind::argument>[spelled<"DOCUMENT">[extends_name] | (-form >> spelled<"NORMALIZED">[extends_name])];
  static constexpr auto is_part =
      wrap<kind::operation>[tok<is> >> ((tok<not_> >> ((tok<distinct>[sets_op_to<op::is_not_distinct>] >> tok<from> >> above_is) |
                                                       (sets_to<op::is_not> >> (truth | property)))) |
                                        (tok<distinct>[sets_op_to<op::is_distinct>] >> tok<from> >> above_is) |
                                        (sets_to<op::is> >> (truth | property)))];
  static constexpr auto null_part =
      wrap<kind::operation>[(tok<isnull>[null_leaf][sets_op_to<op::is>]) | (tok<notnull>[null_leaf][sets_op_to<op::is_not>])];
  static constexpr auto above_match = from_level<level::matching + 1>[climb];
  static constexpr auto like_part =
      perhaps_negated<like, ilike, similar> >>
      wrap<kind::like>[-negation >> (tok<like, ilike>[sets_op] | (tok<similar>[sets_op] >> spelled<"TO">)) >>
                       ((word_ahead<"ANY", "SOME", "ALL"> >> quantified) | above_match) >> -(tok<escape> >> above_match)];
  static constexpr auto between_part =
      perhaps_negated<between> >>
      wrap<kind::between>[-negation >> tok<between> >> -(spelled<"SYMMETRIC">[sets<flag::symmetric>] | spelled<"ASYMMETRIC">) >>
                          above_match >> tok<and_> >> above_match];
  static constexpr auto collate_part = tok<collate> >> wrap<kind::collate>[any_name[names_it] >> -(tok<dot> >> label[qualifies_it])];
  static constexpr auto zone_part = wrap<kind::operation>[tok<at>[sets_op_to<op::at_time_zone>] >> spelled<"TIME"> >> spelled<"ZONE"> >>
                                                          from_level<level::zone + 1>[climb]];
  static constexpr auto cast_part = wrap<kind::cast>[tok<colons>[sets<flag::colons>] >> type_name];
  static constexpr auto infix_part_body =
      binary | cast_part | is_part | like_part | in_part | between_part | null_part | zone_part | collate_part | overlaps_part;

  // ---- operands

  static constexpr auto slice_to = tok<colon>[sets<flag::slice>] >> -expression;
  static constexpr auto index_part =
      wrap<kind::subscript>[tok<lbracket> >> ((slice_to >> sets_top<flag::open>) | (expression >> -slice_to)) >> tok<rbracket>];
  static constexpr auto field_part = wrap<kind::field>[tok<dot> >> (label[names_it] | tok<star>[names_it])];
  static constexpr auto indirections = *(index_part | field_part);

  static constexpr auto variadic_ahead = word_ahead<"VARIADIC">;
  static constexpr auto argument_body =
      (variadic_ahead >> tree<kind::argument>[spelled<"VARIADIC">[marks_it][sets<flag::keyword>] >> nested[argument]]) |
      (second_is<named_as> >> tree<kind::argument>[label[names_it] >> tok<named_as>[sets<flag::comma>] >> expression]) | expression;
  static constexpr auto order_within =
      spelled<"WITHIN"> >> tok<group> >> tok<lparen> >> order_by >> tok<rparen> >> sets_top<flag::within_group>;
  static constexpr auto call_body =
      tree<kind::call>[label[names_it] >> -(tok<dot> >> label[qualifies_it]) >> tok<lparen> >>
                       nested[tok<star>[star_leaf] | (-quantifier >> -(argument % tok<comma>) >> -order_by)] >> tok<rparen> >>
                       -order_within >> -filter_part >> -over_part];

  static constexpr auto typed_interval =
      tree<kind::cast>[tok<interval>[extends_name][sets<flag::literal>] >> -typmod >> tok<string>[leaf<kind::string>] >>
                       -(word_ahead<"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"> >> postgres_fields(extends_qualifier))];
  static constexpr auto typed_literal = tree<kind::cast>[type_name >> tok<string>[leaf<kind::string>] >> sets_top<flag::literal>];
  /// numeric(10, 2) '1.5'
  static bool is_typed_literal(cursor at) {
    auto const* close = at[3].kind == comma && at[4].kind == number ? at + 5 : at + 3;
    return close->kind == rparen && (close[1].kind == string || close[1].kind == with || is_word<"WITHOUT">(close[1]));
  }
  static constexpr auto typed_ahead = when_true([](state&, cursor at) {
    if (!in_class<Dialect>(*at, names::type)) return false;
    if (at[1].kind == lparen) return at[2].kind == number && is_typed_literal(at);
    if (at[1].kind == dot) return at[2].kind != token_kind::end && at[3].kind == string && at[2].kind != star;
    bool const zoned = (is_word<"TIMESTAMP">(*at) || is_word<"TIME">(*at)) && (at[1].kind == with || is_word<"WITHOUT">(at[1]));
    return at[1].kind == string || zoned || (is_word<"DOUBLE">(*at) && is_word<"PRECISION">(at[1]));
  });

  static constexpr auto array_items_body =
      tree<kind::array>[tok<lbracket> >> nested[-((array_items | expression) % tok<comma>)] >> tok<rbracket>];
  static constexpr auto array_operand =
      (second_is<lparen> >> tree<kind::call>[tok<array>[names_it] >> tok<lparen> >> query >> tok<rparen>]) | (tok<array> >> array_items);
  static constexpr auto row_operand = tree<kind::row>[tok<row>[sets<flag::keyword>] >> tok<lparen> >> nested[-expressions] >> tok<rparen>];

  static constexpr auto prefixed = tree<kind::prefix>[(tok<not_>[sets_op] >> nested[from_level<level::not_>[climb]]) |
                                                      (tok<tilde>[sets_op] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (tok<custom>[sets_op][marks_it] >> nested[from_level<level::custom + 1>[climb]]) |
                                                      (tok<minus, plus>[sets_op] >> nested[from_level<level::prefix>[climb]])];
  static constexpr auto qualified_call_ahead = when_true([](state&, cursor at) {
    return at->kind != token_kind::end && at[1].kind == dot && at[2].kind != token_kind::end && at[3].kind == lparen;
  });
  static constexpr auto behind_name = -(column_part >> -(column_part >> -column_part)) >> (star_part | indirections);
  static constexpr auto column = name_in<Dialect, names::expression>[leaf<kind::column>] >> behind_name;
  static constexpr auto called_or_column = ((second_is<lparen> | qualified_call_ahead) >> call) | column;
  static constexpr auto keyword_column = tok<interval, row, values>[leaf<kind::column>] >> behind_name;
  static constexpr auto rare_operand_body = prefixed | case_expression | cast_expression | exists_expression | array_operand |
                                            (second_is<lparen> >> row_operand) | typed_interval | tok<null>[null_leaf] |
                                            tok<blob>[leaf<kind::blob>] | now_call |
                                            (tok<parameter>[leaf<kind::parameter>] >> indirections) |
                                            tok<current_date, current_time, current_timestamp>[leaf<kind::now>] | keyword_column;
  static constexpr auto operand_body =
      (ahead<Dialect, names::expression> >> ((typed_ahead >> typed_literal) | (special_ahead >> special_call) | called_or_column)) |
      tok<number>[leaf<kind::number>] | tok<string>[leaf<kind::string>] | (in_brackets >> indirections) | rare_operand;

  // ---- sources

  static constexpr auto takes_type = when_true([](state& s, cursor) {
    s.top->qualifier = s.stack.back()->name;
    s.stack.cut(s.stack.end() - 1);
    return true;
  });
  static constexpr auto defined_name =
      tree<kind::name>[any_name[names_it] >> -(ahead<Dialect, names::type> >> tree<kind::cast>[type_name] >> takes_type)];
  static constexpr auto column_names = tok<lparen> >> tree<kind::names>[defined_name % tok<comma>] >> tok<rparen>;
  static constexpr auto alias_part =
      (tok<as> >> wrap<kind::alias>[(any_name[names_it] >> -column_names) | column_names]) |
      (ahead<Dialect, names::source_alias> >> wrap<kind::alias>[name_in<Dialect, names::source_alias>[names_it][is_bare] >> -column_names]);
  static constexpr auto only_table =
      tree<kind::table>[spelled<"ONLY">[sets<flag::only>] >> ((tok<lparen> >> three_parts >> tok<rparen>) | three_parts)];
  static constexpr auto rows_from_ahead =
      when_true([](state&, cursor at) { return at->kind == rows && at[1].kind == from && at[2].kind == lparen; });
  static constexpr action is_rows_from{[](state& s, token const&) { s.top->name = {"ROWS FROM", 9, quote::none}; }};
  static constexpr auto rows_of = call >> -(tok<as> >> wrap<kind::alias>[column_names]);
  static constexpr auto rows_from = tree<kind::table>[tok<rows>[is_rows_from] >> tok<from> >> tok<lparen> >>
                                                      nested[tree<kind::list>[rows_of % tok<comma>]] >> tok<rparen>];
  static constexpr auto named_table =
      tree<kind::table>[three_parts >> -(tok<star> | (tok<lparen> >> nested[tree<kind::list>[-(argument % tok<comma>)]] >> tok<rparen>))];
  static constexpr auto is_function = when_true([](state& s, cursor) { return s.stack.back()->count != 0; });
  static constexpr auto table =
      (word_ahead<"ONLY"> >> only_table) | (((rows_from_ahead >> rows_from) | named_table) >>
                                            -(is_function >> tok<with> >> spelled<"ORDINALITY"> >> flags_last<flag::ordinality>));
  static constexpr auto sample =
      wrap<kind::sample>[tok<tablesample> >> call_body >> -(spelled<"REPEATABLE"> >> tok<lparen> >> expression >> tok<rparen>)];
  static constexpr auto source_body =
      ((tok<lateral> >> ((bracketed_source >> is_subquery) | (table >> is_function)) >> flags_last<flag::lateral>) | bracketed_source |
       table) >>
      -alias_part >> -sample;

  static constexpr auto condition = (tok<on> >> tree<kind::on>[expression]) |
                                    (tok<using_> >> tree<kind::using_columns>[tok<lparen> >> any_name[leaf<kind::name>] % tok<comma> >>
                                                                              tok<rparen> >> -(tok<as> >> any_name[names_it])]);
  static constexpr auto joins_body = joins_with(condition);

  // ---- clauses

  static constexpr auto constant = (name_in<Dialect, names::type> >> -tok<string>) | tok<number, string, null>;
  static constexpr auto search = spelled<"SEARCH">[extends_qualifier] >> (spelled<"DEPTH"> | spelled<"BREADTH">) >> tok<first> >> tok<by> >>
                                 any_name % tok<comma> >> spelled<"SET"> >> any_name[extends_qualifier];
  static constexpr auto cycle =
      spelled<"CYCLE">[extends_qualifier] >> any_name % tok<comma> >> spelled<"SET"> >> any_name >>
      -(spelled<"TO"> >> constant >> spelled<"DEFAULT"> >> constant) >> tok<using_> >> any_name[extends_qualifier];
  static constexpr auto cte_body =
      tree<kind::cte>[any_name[names_it] >> -(tok<lparen> >> tree<kind::names>[any_name[leaf<kind::name>] % tok<comma>] >> tok<rparen>) >>
                      tok<as> >> -hint >> bracketed_query >> -search >> -cycle];

  static constexpr auto bare_label_ahead = when_true([](state&, cursor at) {
    if (!in_class<Dialect>(*at, names::column_alias)) return false;
    return at->kind != reserved ||
           !(is_word<"CREATE">(*at) || is_word<"GRANT">(*at) || is_word<"INTO">(*at) || is_word<"RETURNING">(*at) || is_word<"TO">(*at));
  });
  static constexpr auto column_alias = (tok<as> >> wrap<kind::alias>[label[names_it]]) |
                                       (bare_label_ahead >> wrap<kind::alias>[name_in<Dialect, names::column_alias>[names_it][is_bare]]);
  static constexpr auto result = tok<star>[star_leaf] | (expression >> -column_alias);
  static constexpr auto result_ahead = not_ahead<from, where, token_kind::group, having, token_kind::window, union_, intersect, except,
                                                 order, token_kind::limit, offset, fetch, for_, rparen, semicolon, token_kind::end>;
  static constexpr auto results_body = -(result_ahead >> result % tok<comma>);
  static constexpr auto core_body = whole(table) | select_core | values_core;

  static constexpr auto sort_operator = tok<using_>[extends_name] >> (binary_operator<Dialect>[extends_name]);
  static constexpr auto order_by_list_body =
      tree<kind::order_by>[tree<kind::sort>[expression >>
                                            -(tok<asc>[sets<flag::ascending>] | tok<desc>[sets<flag::descending>] | sort_operator) >>
                                            -(tok<nulls> >> (tok<first>[sets<flag::nulls_first>] | tok<last>[sets<flag::nulls_last>]))] %
                           tok<comma>];

  static constexpr auto distinct_on = tok<on> >> tok<lparen> >> tree<kind::distinct_on>[expressions] >> tok<rparen>;
  static constexpr auto select_quantifier_body =
      -((tok<distinct>[sets<flag::distinct>] >> -distinct_on >> result_ahead) | tok<all>[sets<flag::all>]);
  static constexpr auto empty_brackets_ahead = when_true([](state&, cursor at) { return at->kind == lparen && at[1].kind == rparen; });
  static constexpr auto nothing = tree<kind::list>[tok<lparen> >> tok<rparen>];
  static constexpr auto grouping_sets = tree<kind::call>[spelled<"GROUPING">[extends_name] >> spelled<"SETS">[extends_name] >>
                                                         tok<lparen> >> grouping % tok<comma> >> tok<rparen>];
  static constexpr auto sets_ahead = when_true([](state&, cursor at) { return is_word<"GROUPING">(*at) && is_word<"SETS">(at[1]); });
  static constexpr auto grouping_body = nested[(sets_ahead >> grouping_sets) | (empty_brackets_ahead >> nothing) | expression];
  static constexpr auto groupings_body = -quantifier >> grouping % tok<comma>;

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
                                      (spelled<"ONLY"> | (tok<with> >> tok<ties>[sets<flag::with_ties>]));
  static constexpr auto offset_count = tok<offset> >> expression >> -tok<row, rows>;
  static constexpr auto limit_part_body = tree<kind::limit>[((limit_count | fetch_count) >> -offset_count) |
                                                            (offset_count >> (limit_count | fetch_count | no_count) >> count_first)];
};

}  // namespace t2s::sql::detail

#endif
