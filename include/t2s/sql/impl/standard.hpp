// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_STANDARD_HPP
#define T2S_SQL_IMPL_STANDARD_HPP

#include "t2s/sql/impl/grammar.hpp"

/// What the other dialects have in common, and SQLite does not have: members of a compound in brackets, lateral sources, aliases with
/// names of columns.
namespace t2s::sql::detail {

template <class Self, class Dialect>
struct standard_rules : select_rules<Self, Dialect> {
  using enum token_kind;
  using base = select_rules<Self, Dialect>;
  using base::query, base::core, base::climb, base::source, base::joins, base::expression, base::expressions, base::any_name, base::label,
      base::query_ahead, base::order_by, base::with_clause, base::subquery, base::call, base::set_operator_ahead;

  T2S_SQL_RULE(limit_part, called);
  T2S_SQL_RULE(rest_of_compound, called);
  T2S_SQL_RULE(special_call, called);

  // ---- compounds

  static constexpr auto set_operator = (tok<union_>[sets_op] >> -(tok<all>[sets_op_to<op::union_all>] | tok<distinct>)) |
                                       (tok<intersect>[sets_op] >> -(tok<all>[sets_op_to<op::intersect_all>] | tok<distinct>)) |
                                       (tok<except>[sets_op] >> -(tok<all>[sets_op_to<op::except_all>] | tok<distinct>));
  static constexpr auto member_body = (tok<lparen>[becomes<kind::subquery>] >> query >> tok<rparen>) | core;
  static constexpr auto rest_of_compound_body =
      *(set_operator_ahead >> tree<kind::select>[set_operator >> member_body]) >> -order_by >> -limit_part;

  /// A query that is nothing but brackets around another is that other.
  static constexpr auto drops_brackets = when_true([](state& s, cursor) {
    auto*& q = s.stack.back();
    if (q->count == 1 && q->items[0]->kind == kind::subquery) q = q->items[0]->items[0];
    return true;
  });
  static constexpr auto query_body =
      nested[tree<kind::query>[-with_clause >> tree<kind::select>[member_body] >> rest_of_compound]] >> drops_brackets;

  /// After a subquery in brackets: the brackets around it hold more than that.
  static constexpr auto compound_goes_on = when_true([](state& s, cursor at) {
    auto const k = at->kind;
    bool const member = k == union_ || k == intersect || k == except;
    bool const tail = k == order || k == token_kind::limit || k == offset || k == fetch;
    return s.stack.back()->kind == kind::subquery && (member || tail);
  });
  static constexpr auto becomes_subquery = when_true([](state& s, cursor) {
    s.top->kind = kind::subquery;
    return true;
  });
  static constexpr auto first_member_and_rest = wrap<kind::query>[rest_of_compound];

  static constexpr auto grouped = expression >> ((compound_goes_on >> wrap<kind::subquery>[first_member_and_rest]) |
                                                 -wrap<kind::row>[+(tok<comma> >> expression)]);
  static constexpr auto in_brackets = tok<lparen> >> (subquery | nested[grouped]) >> tok<rparen>[counts_brackets];
  static constexpr auto list_or_compound =
      tree<kind::list>[expressions >> -(compound_goes_on >> becomes_subquery >> first_member_and_rest)];
  static constexpr auto in_right = tok<lparen> >> (subquery | nested[list_or_compound]) >> tok<rparen>;
  static constexpr auto in_part = perhaps_negated<in> >> wrap<kind::in>[-base::negation >> tok<in> >> in_right];

  // ---- sources

  static constexpr auto drops_single_source = when_true([](state& s, cursor) {
    auto*& n = s.stack.back();
    if (n->kind != kind::from || n->count != 1) return true;
    auto* const only = n->items[0];  // what has an alias keeps its brackets, for another may follow them
    if (only->kind == kind::table || only->kind == kind::subquery || only->kind == kind::from) n = only;
    return true;
  });
  static constexpr auto is_no_join = when_true([](state& s, cursor) { return s.stack.back()->kind != kind::from; });
  static constexpr auto bracketed_source =
      tok<lparen> >>
      (subquery | (nested[tree<kind::from>[source >> ((compound_goes_on >> becomes_subquery >> first_member_and_rest) | joins)]] >>
                   drops_single_source)) >>
      tok<rparen>;

  // ---- functions whose arguments are led by words

  static constexpr auto leading =
      tree<kind::argument>[spelled<"BOTH">[names_it] | spelled<"LEADING">[names_it] | spelled<"TRAILING">[names_it]];
  static constexpr auto led =
      tree<kind::argument>[(tok<from>[names_it] | tok<for_>[names_it] | spelled<"PLACING">[names_it]) >> expression];
  static constexpr auto above_in = from_level<level::custom>[climb];
  static constexpr auto special_call_body =
      (call_of<"EXTRACT"> >> tree<kind::call>[name_in<Dialect, names::expression>[names_it] >> tok<lparen> >>
                                              (tok<string>[leaf<kind::string>] | tree<kind::argument>[label[names_it]]) >>
                                              tree<kind::argument>[tok<from>[names_it] >> expression] >> tok<rparen>]) |
      (call_of<"POSITION"> >> tree<kind::call>[name_in<Dialect, names::expression>[names_it] >> tok<lparen> >> above_in >>
                                               tree<kind::argument>[tok<in>[names_it] >> above_in] >> tok<rparen>]) |
      (call_of<"SUBSTRING", "TRIM", "OVERLAY"> >>
       tree<kind::call>[name_in<Dialect, names::expression>[names_it] >> tok<lparen> >>
                        nested[-(word_ahead<"BOTH", "LEADING", "TRAILING"> >> leading) >> -(not_ahead<from, for_> >> expressions) >>
                               *(led >> *(tok<comma> >> expression))] >>
                        tok<rparen>]);
  static constexpr auto special_ahead = call_of<"EXTRACT", "POSITION", "SUBSTRING", "TRIM", "OVERLAY">;

  static constexpr auto now_call = when_true([](state&, cursor at) {
                                     bool const now = at->kind == current_date || at->kind == current_time || at->kind == current_timestamp;
                                     return now && at[1].kind == lparen;
                                   }) >>
                                   call;
};

}  // namespace t2s::sql::detail

#endif
