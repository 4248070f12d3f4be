// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_STANDARD_HPP
#define T2S_SQL_DETAIL_STANDARD_HPP

#include "t2s/sql/detail/grammar.hpp"

#include "t2s/sql/detail/rule_macro.hpp"  // last: the other headers undefine it

/// What the other dialects share and SQLite lacks: members of a compound in brackets, lateral sources, aliases with column names.
namespace t2s::sql::detail {

template <class Self, class Dialect>
struct standard_rules : select_rules<Self, Dialect> {
  using enum token_kind;
  using base = select_rules<Self, Dialect>;
  using base::query, base::core, base::climb, base::source, base::joins, base::expression, base::expressions, base::any_name, base::label,
      base::query_ahead, base::order_by, base::with_clause, base::subquery, base::call, base::set_operator_ahead, base::select_core,
      base::join_ahead, base::join_operator, base::join_condition;

  T2S_SQL_RULE(limit_part);
  T2S_SQL_RULE(rest_of_compound);
  T2S_SQL_RULE(special_call);
  T2S_SQL_INLINE_RULE(special_argument);
  T2S_SQL_INLINE_RULE(position_right);

  // ---- names

  /// A qualifier of several parts, as written: from the token `first` to the one before the last dot.
  static identifier parts(token const* first, token const* last) noexcept {
    return {first->data, static_cast<std::uint32_t>(last->data + last->size - first->data), quote::none};
  }

  static constexpr action becomes_star{[](state& s, token const& t) {
    auto* const n = s.stack.back();
    bool const one_part = n->qualifier.empty();
    auto const* const first = s.text + n->offset;
    auto const* const last = &t - 2;
    n->kind = kind::star;
    n->qualifier = one_part ? n->name : identifier{first, static_cast<std::uint32_t>(last->data + last->size - first), quote::none};
    n->name = {};
    n->count = 0;
    n->height = 1;
  }};
  static constexpr auto star_part = tok<dot> >> becomes_star[tok<star>];
  static constexpr auto column_part = tok<dot> >> extends_column[label];

  static constexpr action requalifies_it{[](state& s, token const& t) {
    s.top->qualifier = parts(&t - 4, &t - 2);
    s.top->name = s.content(t);
  }};
  static constexpr auto two_parts = names_it[any_name] >> -(tok<dot> >> qualifies_it[label]);
  static constexpr auto three_parts = names_it[any_name] >> -(tok<dot> >> qualifies_it[label] >> -(tok<dot> >> requalifies_it[label]));

  // ---- compounds

  static constexpr auto star_result = when_true([](state& s, cursor at) {
    s.stack.push_back(s.make(kind::star, *at));
    return true;
  });

  /// TABLE t is SELECT * FROM t.
  static constexpr auto whole(auto relation) { return tok<table_> >> tree<kind::columns>[star_result] >> tree<kind::from>[relation]; }

  static constexpr auto no_lock = when_true([](state& s, cursor at) {
    bool const update = at->kind == for_ && is_word<"UPDATE", "SHARE", "NO", "KEY">(at[1]);
    if (update || (is_word<"LOCK">(*at) && at[1].kind == in)) {
      s.refused = at;
      s.refusal = "a locking clause stands here, which changes nothing for a query that only reads: leave it out";
    }
    return true;
  });

  static constexpr auto set_operator = (sets_op[tok<union_>] >> -(sets_op_to<op::union_all>[tok<all>] | tok<distinct>)) |
                                       (sets_op[tok<intersect>] >> -(sets_op_to<op::intersect_all>[tok<all>] | tok<distinct>)) |
                                       (sets_op[tok<except>] >> -(sets_op_to<op::except_all>[tok<all>] | tok<distinct>));
  static constexpr auto member = (becomes<kind::subquery>[tok<lparen>] >> query >> tok<rparen>) | core;
  static constexpr auto rest_of_compound_def =
      *(set_operator_ahead >> tree<kind::select>[set_operator >> member]) >> -order_by >> -limit_part >> no_lock;

  /// Removes a query that only puts brackets around another.
  static constexpr auto drops_brackets = when_true([](state& s, cursor) {
    auto*& q = s.stack.back();
    if (q->count == 1 && q->items[0]->kind == kind::subquery) q = q->items[0]->items[0];
    return true;
  });
  static constexpr auto query_def =
      nested[tree<kind::query>[-with_clause >> tree<kind::select>[member] >> rest_of_compound]] >> drops_brackets;

  /// After a subquery in brackets: whether the outer brackets contain more.
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
  static constexpr auto in_brackets = tok<lparen> >> (subquery | nested[grouped]) >> counts_brackets[tok<rparen>];
  static constexpr auto list_or_compound =
      tree<kind::list>[expressions >> -(compound_goes_on >> becomes_subquery >> first_member_and_rest)];
  static constexpr auto in_right = tok<lparen> >> (subquery | nested[list_or_compound]) >> tok<rparen>;
  static constexpr auto in_part = perhaps_negated<in> >> wrap<kind::in>[-base::negation >> tok<in> >> in_right];

  // ---- sources

  static constexpr auto drops_single_source = when_true([](state& s, cursor) {
    auto*& n = s.stack.back();
    if (n->kind != kind::from || n->count != 1) return true;
    auto* const only = n->items[0];  // what has an alias keeps its brackets, since another alias may follow
    if (only->kind == kind::table || only->kind == kind::subquery || only->kind == kind::from) n = only;
    return true;
  });
  static constexpr auto is_subquery = when_true([](state& s, cursor) { return s.stack.back()->kind == kind::subquery; });
  static constexpr auto is_function = when_true([](state& s, cursor) { return s.stack.back()->count != 0; });
  static constexpr auto bracketed_source =
      tok<lparen> >>
      (subquery | (nested[tree<kind::from>[source >> ((compound_goes_on >> becomes_subquery >> first_member_and_rest) | joins)]] >>
                   drops_single_source)) >>
      tok<rparen>;

  /// In `a JOIN b JOIN c ON x ON y` the second condition belongs to the first join, which then counts as being in brackets.
  static bool is_open(node const& join) noexcept {
    return join.count == 1 && !join.has(flag::comma) && !join.has(flag::natural) && !join.has(flag::cross);
  }
  static constexpr auto folds_joins = when_true([](state& s, cursor at) {
    if (at->kind != on && at->kind != using_) return false;
    auto** open = s.stack.end() - 1;
    while (open[0]->kind == kind::join && !is_open(**open)) --open;
    if (open[0]->kind != kind::join) return false;
    auto* const inside = s.make(kind::from, *at);
    inside->flags = open[0]->flags;
    inside->offset = open[0]->offset;
    open[0] = open[0]->items[0];
    return s.close(inside, open);
  });
  static constexpr auto takes_join = when_true([](state& s, cursor) {
    s.top->flags = std::exchange(s.stack.back()->flags, 0);
    s.top->offset = s.stack.back()->offset;
    return true;
  });
  static constexpr auto joins_with(auto condition) {
    return *(join_ahead >> tree<kind::join>[join_operator >> source >> -condition] >>
             *(folds_joins >> wrap<kind::join>[takes_join >> condition]));
  }
  static constexpr auto joins_def = joins_with(join_condition);

  // ---- expressions

  static constexpr auto quantified =
      tree<kind::call>[names_it[tok<any, all>] >> tok<lparen> >> ((query_ahead >> query) | nested[expression]) >> tok<rparen>];
  static constexpr auto quantified_ahead = call_of<"ANY", "SOME", "ALL">;
  static constexpr auto truth =
      null_leaf[tok<null>] | null_leaf[spelled<"UNKNOWN">] | leaf<kind::column>[spelled<"TRUE">] | leaf<kind::column>[spelled<"FALSE">];
  static constexpr auto above_match = from_level<level::matching + 1>[climb];
  static constexpr auto qualified_call_ahead = when_true([](state&, cursor at) {
    return at->kind != token_kind::end && at[1].kind == dot && at[2].kind != token_kind::end && at[3].kind == lparen;
  });

  // ---- functions with keywords between their arguments

  static constexpr auto leading = tree<kind::argument>[names_it[spelled<"BOTH", "LEADING", "TRAILING">]];
  static constexpr auto led =
      tree<kind::argument>[(names_it[tok<from>] | names_it[tok<for_>] | names_it[spelled<"PLACING">]) >> expression];
  static constexpr auto above_in = from_level<level::custom>[climb];
  static constexpr auto special_argument_def = expression;
  static constexpr auto position_right_def = above_in;
  static constexpr auto special_name = names_it[name_in<Dialect, names::expression>] >> tok<lparen>;
  static constexpr auto extract_call =
      tree<kind::call>[special_name >> (leaf<kind::string>[tok<string>] | tree<kind::argument>[names_it[label]]) >>
                       tree<kind::argument>[names_it[tok<from>] >> nested[expression]] >> tok<rparen>];

  /// POSITION(x IN y); with other arguments it is an ordinary call.
  static constexpr auto in_ahead = when_true([](state&, cursor at) { return at->kind == in; });
  static constexpr auto rest_of_expressions = from_level<level::or_>[each(infix_ahead<Dialect>, base::infix_part)] >>
                                              *(tok<comma> >> expression);
  static constexpr auto position_call =
      tree<kind::call>[special_name >> nested[-(above_in >> either(in_ahead, tree<kind::argument>[names_it[tok<in>] >> position_right],
                                                                   rest_of_expressions))] >>
                       tok<rparen>];
  static constexpr auto led_call =
      tree<kind::call>[special_name >>
                       nested[-(word_ahead<"BOTH", "LEADING", "TRAILING"> >> leading) >>
                              -(not_ahead<from, for_> >> special_argument % tok<comma>) >> *(led >> *(tok<comma> >> expression))] >>
                       tok<rparen>];
  static constexpr auto special_call_def =
      either(word_ahead<"EXTRACT">, extract_call, either(word_ahead<"POSITION">, position_call, led_call));

  /// Whether a call may have such keywords; otherwise it is an ordinary call.
  static bool may_have_words(cursor at) noexcept {
    if (is_word<"EXTRACT">(*at)) return at[2].kind != token_kind::end && at[2].kind != rparen && at[3].kind == from;
    return at[2].kind != star && at[2].kind != distinct && at[2].kind != all;
  }
  template <spelling... Ws>
  static constexpr auto special_call_of = when_true(
      [](state&, cursor at) { return at->kind != token_kind::end && at[1].kind == lparen && is_word<Ws...>(*at) && may_have_words(at); });
  static constexpr auto special_ahead = special_call_of<"EXTRACT", "POSITION", "SUBSTRING", "TRIM", "OVERLAY">;

  static constexpr auto now_call = when_true([](state&, cursor at) {
                                     bool const now = at->kind == current_date || at->kind == current_time || at->kind == current_timestamp;
                                     return now && at[1].kind == lparen;
                                   }) >>
                                   call;
};

}  // namespace t2s::sql::detail

#undef T2S_SQL_RULE
#undef T2S_SQL_INLINE_RULE

#endif
