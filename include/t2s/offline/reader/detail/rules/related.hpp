// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_RELATED_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_RELATED_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <memory>

/// Rows that belong to the best row of another table, or to the best group: "songs of the oldest singer", "towns in the state with the most
/// lakes". Sorting the result would return one of them instead of all.
namespace t2s::reader::detail {

/// The numeric column of a table whose name ends in one of the words, or otherwise has only words of the table's name.
[[nodiscard]] inline std::optional<column_id> number_called(reading const& r, std::uint32_t table, measure_words const& words) {
  auto const owner = retrieve::lemmas_of_name(r.names.schema().tables()[table].name);
  auto const is_called = [&](std::vector<std::string_view> const& all, std::string_view w) {
    auto const fits = [&](std::string_view part) {
      return part == w || has_word(owner, part) || (w == "total" && is_one_of(part, "price amount paid"));
    };
    return has_word(all, w) && (all.back() == w || t2s::detail::all_of(all, fits));
  };
  for (auto const w : words)
    for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c)
      if (r.resolve.is_number({table, c}) && is_called(r.resolve.words_of({table, c}), w)) return column_id{table, c};
  return {};
}

/// What the rows of a table are worth, the plainest first: a column of amounts; a price times a quantity; the price of deeds, such as a
/// rental.
enum class worth : std::uint8_t { amount, product, price };
inline constexpr std::array all_worths{worth::amount, worth::product, worth::price};

[[nodiscard]] inline std::optional<term> amount_of(reading const& r, std::uint32_t table) {
  static constexpr measure_words amounts{"amount", "total"};
  auto const amount = number_called(r, table, amounts);
  return amount ? std::optional(aggregated(aggregate::sum, *amount)) : std::nullopt;
}

[[nodiscard]] inline std::optional<term> product_of(reading const& r, std::uint32_t table) {
  static constexpr measure_words prices{"price"}, quantities{"quantity", "qty", "sold", "copy", "piece", "pcs"};
  auto const price = number_called(r, table, prices), quantity = number_called(r, table, quantities);
  if (!price || !quantity) return {};
  auto out = aggregated(aggregate::sum, *price);
  out.factor = quantity;
  return out;
}

/// Whether a table has a row for each deed: it refers to others and has a time.
[[nodiscard]] inline bool has_deeds(reading const& r, std::uint32_t table) {
  return !r.names.connected().tables()[table].foreign_keys.empty() && first_moment_of(r, table);
}

/// What deeds with a price and without a quantity have brought in.
[[nodiscard]] inline std::optional<term> price_of_deeds(reading const& r, std::uint32_t table) {
  static constexpr measure_words prices{"price"};
  if (!has_deeds(r, table) || amount_of(r, table) || product_of(r, table)) return {};
  auto const price = number_called(r, table, prices);
  for (std::uint32_t c = 0; price && c < r.resolve.columns_of(table).size(); ++c) {  // what else is counted may be their number
    bool const is_time = unit_of(r, {table, c}) && unit_of(r, {table, c})->of == dimension::time;
    if (column_id{table, c} != *price && holds_amounts(r, {table, c}) && !is_time) return {};
  }
  bool const of_one = price && t2s::detail::any_of(r.resolve.words_of(*price), [](auto w) { return is_one_of(w, "unit each per list"); });
  return price && !of_one ? std::optional(aggregated(aggregate::sum, *price)) : std::nullopt;
}

/// What the rows of a table are worth in a way; nothing if the table does not tell it so.
[[nodiscard]] inline std::optional<term> worth_of(reading const& r, std::uint32_t table, worth by) {
  return by == worth::amount ? amount_of(r, table) : by == worth::product ? product_of(r, table) : price_of_deeds(r, table);
}

/// What all that is in stock is worth: a quantity and the only price for one.
[[nodiscard]] inline std::optional<term> worth_of_stock(reading const& r, std::uint32_t table) {
  static constexpr measure_words stocks{"stock", "quantity", "inventory"};
  auto const price = only_column(r, table, [&](column_id c) {
    return r.resolve.is_number(c) && t2s::detail::any_of(r.resolve.words_of(c), [](auto w) { return is_one_of(w, "price cost value"); });
  });
  auto const quantity = number_called(r, table, stocks);
  if (!price || !quantity || *price == *quantity) return {};
  auto out = aggregated(aggregate::sum, *quantity);
  out.factor = price;
  return out;
}

/// The only table that refers to another one and has a number of pieces, and that number.
[[nodiscard]] inline std::optional<column_id> pieces_of(reading const& r, std::uint32_t of) {
  static constexpr measure_words quantities{"quantity", "qty", "piece", "unit", "copy", "pcs"};
  std::optional<column_id> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    auto const pieces = t != of && reference_to(r, t, of) ? number_called(r, t, quantities) : std::nullopt;
    if (pieces && only) return {};
    if (pieces) only = pieces;
  }
  return only;
}

/// "Our best-selling roll", "the five most sold rolls": by the pieces that were sold.
inline void read_best_selling(reading& r) {
  for (std::size_t t = 0; t + 1 < r.size(); ++t) {
    auto const last = t + 1 + (r.is_word(t + 1, "-") ? 1U : 0U);
    bool const selling = r.is_word(t, "best top") && r.is_word(last, "selling sold"),
               sold = r.is_word(t, "most") && r.is_word(last, "sold");
    if ((!selling && !sold) || r.read[t] || !r.next(last + 1, 0, &reading::is_focus)) continue;
    auto const pieces = pieces_of(r, r.focus);
    if (!pieces) continue;
    auto const n = t > 0 ? number_word(r.word(t - 1)) : std::nullopt;
    auto const digits = r.previous(t, 0, &reading::is_free_digits);
    if (digits) r.used[*digits] = true;
    if (n) r.mark_read(t - 1, t);
    r.order_by(aggregated(aggregate::sum, *pieces), true,
               digits ? static_cast<std::size_t>(*r.at(*digits).number)
               : n    ? static_cast<std::size_t>(*n)
                      : 1U);
    r.counted = pieces->table;
    r.mark_read(t, last + 1);
    r.use_within(t, last + 1);
    return r.use_cues_within(t, last + 1);
  }
}

/// "How many nut rolls were sold", "how many nut rolls did we sell": the pieces of what is called so, rather than the number of orders.
inline void read_pieces(reading& r) {
  read_best_selling(r);
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::count) continue;
    auto const what = r.next(q.last, 0, &reading::is_free_value);
    if (!what) continue;
    auto const where = r.at(*what).option(kind::value)->where;
    auto verb = r.at(*what).last;
    while (r.is_word(verb, "were was are is have has had been did do we they you ever")) ++verb;
    bool const ends = verb + 1 >= r.size() || r.token(verb + 1).is == retrieve::token::kind::mark || r.is_word(verb + 1, "in altogether");
    bool const did = is_deed(r, verb) && ends && r.names.content_of(where) == knowledge::content::text;  // "shirts did we wash"
    bool const traded = r.is_word(verb, "sold ordered bought purchased sell order buy purchase") && verb > r.at(*what).last &&
                        t2s::detail::has(r.resolve.names_of(where.table), where);
    auto const pieces = traded || did ? pieces_of(r, where.table) : std::nullopt;
    if (!pieces) continue;
    r.focus = pieces->table;
    r.resolve.set_main(r.focus);
    r.cue_used[c] = true;
    r.mark_read(r.at(*what).last, verb + 1);
    r.use_within(r.at(*what).last, verb + 1);
    return r.select(q.first, aggregated(aggregate::sum, *pieces));
  }
}

/// The joins from the table asked about to another, if several of its rows may belong to one row there; else empty.
[[nodiscard]] inline std::vector<schema::join_step> way_to_owner(reading const& r, std::uint32_t owner) {
  auto way = r.resolve.way_between(r.focus, owner);
  if (way.empty() || way.back().columns.size() != 1) return {};
  auto const refers = [&](schema::join_step const& s) {
    auto const column = r.resolve.place_of(s.to, s.before.front());
    return column && r.names.is_foreign_key(*column) && r.resolve.key_of(column->table) != column;
  };
  if (!t2s::detail::any_of(way, refers)) way.clear();
  return way;
}

/// Whether the result has or counts rows of the table asked about, and nothing of `owner`.
[[nodiscard]] inline bool selects_of_focus(reading const& r, std::uint32_t owner) {
  return t2s::detail::all_of(r.plan.select, [owner](term const& t) { return !t.what || t.what->table != owner; });
}

/// Moves the conditions on a table that are stated after a token into an inner query.
inline void move_conditions(reading& r, std::size_t token, std::uint32_t owner, plan& inner) {
  for (std::size_t i = r.plan.where.size(); i-- > 0;) {
    auto const& c = r.plan.where[i];
    if (r.stated_at[i] < token || c.nested || !c.left.what || c.left.what->table != owner) continue;
    t2s::detail::insert_at(inner.where, 0, r.take_condition(i));
  }
}

/// Removes the order and its parts from the plan.
[[nodiscard]] inline plan take_order(reading& r) {
  plan inner;
  inner.order = r.plan.order;
  inner.descending = r.plan.descending;
  inner.limit = r.plan.limit;
  inner.offset = r.plan.offset;
  r.plan.order.reset();
  r.plan.limit = r.plan.offset = 0;
  r.plan.descending = false;
  return inner;
}

inline void require_best(reading& r, std::size_t token, column_id here, plan inner) {
  auto const op = inner.limit == 1 ? comparison::equal : comparison::in;
  r.require(token, {plain(here), op, {}, {}, inner_plan(std::move(inner))});
}

/// Removes a table from the joins, and the one whose rows are counted, unless it is the one asked about.
inline void unjoin_counted(reading& r, std::uint32_t table) {
  t2s::detail::drop_if(r.plan.tables, [&](std::uint32_t t) { return t != r.focus && (t == table || t == r.counted); });
}

inline void nest_superlative(reading& r) {
  if (!r.plan.order || r.plan.limit == 0 || !r.ranked.found || !r.plan.having.empty()) return;
  auto const [found, owner, group, token] = r.ranked;
  if (group && group->table == r.focus) {  // the best value of one of its columns
    auto inner = take_order(r);
    inner.select.push_back(plain(*group));
    inner.group_by.push_back(*group);
    if (r.counted && *r.counted != r.focus) inner.tables.push_back(*r.counted);
    unjoin_counted(r, r.focus);
    return require_best(r, token, *group, std::move(inner));
  }
  if (!selects_of_focus(r, owner)) return;
  auto const way = way_to_owner(r, owner);
  if (way.empty()) return;
  auto const& last = way.back();
  auto const here = r.resolve.place_of(last.to, last.before.front()), there = r.resolve.place_of(last.table, last.columns.front());
  if (!here || !there) return;
  bool const counts = r.plan.order->how != aggregate::none;
  auto inner = take_order(r);
  inner.select.push_back(plain(*there));
  inner.tables.push_back(owner);
  if (counts) inner.group_by.push_back(*there);
  if (counts && r.counted && *r.counted != owner) inner.tables.push_back(*r.counted);
  move_conditions(r, token, owner, inner);
  unjoin_counted(r, owner);
  require_best(r, token, *here, std::move(inner));
}

/// "the average", "that of", "the price of the": words between a comparison and its row.
[[nodiscard]] inline bool leads_to_row(reading const& r, std::size_t from, std::size_t to) {
  for (auto t = from; t < to; ++t) {
    bool const named = r.next(t, 0, [&](std::size_t i) { return r.is_name(i) && !r.at(i).is(kind::value); }).has_value();
    if (!named && !r.is_word(t, "the that those of for does did is a an 's named called")) return false;
  }
  return true;
}

/// The comparison of a named column for an adjective's comparison: cheaper means less for a price, faster less for a time.
[[nodiscard]] inline comparison as_compared(reading const& r, cue const& q, column_id c) {
  auto const* measured = find_quality(q.quality);
  if (!measured) return q.op;
  bool const direct = r.resolve.has_any(c, measured->columns);
  bool const turns = is_least(*measured) || r.resolve.has_any(c, measured->reversed_columns);
  return turns && !direct ? turned(q.op) : q.op;
}

/// The only numeric column of the table asked about that a word among tokens [first, last) names at least in part: the `annual_income` of
/// "a higher income than Ann".
[[nodiscard]] inline std::optional<column_id> number_of_words(reading const& r, std::size_t first, std::size_t last) {
  for (auto t = first; t < last; ++t) {
    if (retrieve::is_stop_word(r.token(t))) continue;
    auto const asked = knowledge::standard_form(r.token(t).lemma);
    auto const column = only_column(r, r.focus, [&](column_id c) {
      return r.resolve.is_number(c) && !r.names.is_foreign_key(c) && has_word(r.resolve.words_of(c), asked);
    });
    if (column) return column;
  }
  return {};
}

/// The column of a comparison without an amount: a numeric column named beside it, or what its adjective measures.
[[nodiscard]] inline compared_column column_compared(reading& r, cue const& q, std::size_t until) {
  auto const before = r.previous(std::max(q.first, q.last - 1), 4, &reading::is_free_number_column);
  auto const between = r.next(q.last, until - q.last, &reading::is_free_number_column);
  for (auto const& named : {before, between})
    if (named && !r.is_table_first(*named)) {
      r.used[*named] = true;
      return {*r.number_column(*named), as_compared(r, q, *r.number_column(*named))};
    }
  auto const* measured = find_quality(q.quality);
  if (auto const named = q.quality.empty() ? number_of_words(r, q.first + 1, q.last - 1) : std::nullopt) return {*named, q.op};
  if (auto const* size = measured ? nullptr : find_comparative(r.word(q.first))) {  // "larger than": its sign gives the direction
    auto const c = measured_in_table(r, is_least(*size) ? size->reversed_columns : size->columns, r.focus);
    return c ? compared_column{*c, q.op} : compared_column();
  }
  if (!measured) return {};
  if (auto const c = measured_in_table(r, measured->columns, r.focus)) return {*c, q.op};
  if (auto const c = measured_in_table(r, measured->reversed_columns, r.focus)) return {*c, turned(q.op)};
  return {};
}

/// Selects a column of the row named by the stored texts of its table from a mention on, each in another column: "Ann Lee" is a first and a
/// last name. Marks their mentions as used. Returns the token after them; 0 if there is none.
inline std::size_t select_of_row(reading& r, std::size_t first, column_id wanted, plan& inner) {
  auto const is_new = [&](link::link const& l) {
    return l.is == kind::value && l.where.table == wanted.table &&
           !t2s::detail::any_of(inner.where, [&](condition const& known) { return known.left.what == l.where; });
  };
  std::size_t end = 0;
  auto const further = [&](std::size_t from) {  // "the cat called Bo"
    auto const at = from + (r.is_word(from, "called named") ? 1U : 0U);
    return r.next(at, 0, [&](std::size_t k) { return r.is_free(k) && r.is_value(k); });
  };
  for (std::optional<std::size_t> i = first; i; i = further(end)) {
    auto const* stored = r.resolve.best_option(r.at(*i), is_new);
    if (!stored) break;
    inner.where.push_back({plain(stored->where), comparison::equal, stored_literal(r, stored->where, stored->value)});
    r.used[*i] = true;
    end = r.at(*i).last;
  }
  inner.select.push_back(plain(wanted));
  return end;
}

/// "the employee whose id is 7": the row of the table asked about with that key, after a token.
[[nodiscard]] inline std::optional<std::size_t> key_named(reading const& r, std::size_t from) {
  auto const table = r.next(from, 2, &reading::is_free_focus);
  auto const digits = table ? r.next(r.at(*table).last, 4, &reading::is_free_digits) : std::nullopt;
  if (!digits) return {};
  bool const by_key = r.any_word(r.at(*table).last, r.at(*digits).first, "id number code");
  return by_key ? digits : std::nullopt;
}

/// "earns more than the employee with id 7"
inline bool compare_with_key(reading& r, std::size_t c, cue const& q) {
  auto const digits = key_named(r, q.last);
  auto const key = digits ? r.resolve.key_of(r.focus) : std::nullopt;
  auto const column = key ? column_compared(r, q, q.last) : compared_column();
  if (!column || column.what.table != r.focus) return false;
  plan inner;
  inner.select.push_back(plain(column.what));
  inner.where.push_back({plain(*key), comparison::equal, std::string(r.at(*digits).digits)});
  r.use_within(q.last, r.at(*digits).last);
  r.mark_read(q.last, r.at(*digits).last);
  r.require(q.first, {plain(column.what), column.op, {}, {}, inner_plan(std::move(inner))});
  return r.cue_used[c] = true;
}

/// "Goods below their minimum stock", of `stock`; "batches below the target weight of their recipe": what the rows have, with a limit of
/// their own, or of the row to which they refer, that is called by it.
inline bool compare_with_limit(reading& r, cue const& q, std::size_t named) {
  if (!r.is_word(q.last, "their its the") || r.at(named).first != q.last + 1) return false;
  auto const limit = *r.number_column(named);
  auto const wanted = r.resolve.words_of(limit);
  auto const says_limit = [](std::string_view w) {
    return is_one_of(w, "min minimum max maximum limit target reorder level required planned safety allowed budgeted");
  };
  bool const of_owner = limit.table != r.focus && reference_to(r, r.focus, limit.table);
  if (!(of_owner || limit.table == r.focus) || !t2s::detail::any_of(wanted, says_limit)) return false;
  static constexpr measure_words stocks{"stock", "quantity", "inventory"};
  bool const reorder = has_word(wanted, "reorder");
  auto const own = only_column(r, r.focus, [&](column_id c) {
    if (c == limit || !r.resolve.is_number(c) || r.names.is_foreign_key(c)) return false;
    auto const words = r.resolve.words_of(c);
    if (t2s::detail::any_of(words, says_limit)) return false;
    return t2s::detail::any_of(words, [&](std::string_view w) { return has_word(wanted, w) || (reorder && has_word(stocks, w)); });
  });
  if (!own) return false;
  condition c{plain(*own), q.op, {}, {}, {}, false, limit};
  r.used[named] = true;
  r.require(q.first, std::move(c));
  return true;
}

/// "whose sale price is higher than their list price", "returned later than they were due": one column with another.
inline bool compare_columns(reading& r, cue const& q) {
  bool const times = is_one_of(r.word(q.first), "later earlier after before sooner");
  auto const column = [&](std::size_t i) {
    if (!times) return r.number_column(i);
    auto const* o = r.resolve.column(r.at(i), [&](column_id c) { return r.names.is_time(c) && is_in_scope(r, c.table); });
    return o && o->score >= 0.45 ? std::optional(o->where) : std::nullopt;
  };
  auto const fits = [&](std::size_t i) { return r.is_free(i) && !r.is_table_first(i) && !r.is_digits(i) && column(i); };
  auto const before = r.previous(std::max(q.first, q.last - 1), 2, fits), after = r.next(q.last, 3, fits);
  if (!before && after && !times) return compare_with_limit(r, q, *after);
  if (!before || !after || !r.all_words(q.last, r.at(*after).first, "the its their corresponding a they it was were")) return false;
  auto const left = *column(*before), right = *column(*after);
  bool const in_scope = left.table == right.table || (is_in_scope(r, left.table) && is_in_scope(r, right.table));
  if (left == right || !in_scope || r.is_word(r.at(*after).last, "of") || r.word(r.at(*after).last) == "'s") return false;
  condition c{plain(left), q.op, {}, {}, {}, false, right};
  r.used[*before] = r.used[*after] = true;
  r.require(q.first, std::move(c));
  return true;
}

/// "more expensive than the lamp", "earns more than Ann Lee": with the same column of the row that a stored text names.
inline bool compare_with_row(reading& r, std::size_t c, cue const& q) {
  auto const value = r.next(q.last, 6, &reading::is_free_value);
  if (q.op == comparison::equal) return false;
  if (!value || !leads_to_row(r, q.last, r.at(*value).first)) {
    if (compare_with_key(r, c, q)) return true;
    if (!compare_columns(r, q)) return false;
    return r.cue_used[c] = true;
  }
  auto const column = column_compared(r, q, r.at(*value).first);
  plan inner;
  auto const end = column ? select_of_row(r, *value, column.what, inner) : 0;
  if (end == 0) return false;
  r.use_within(q.last, r.at(*value).first);
  r.mark_read(q.last, end);
  r.require(q.first, {plain(column.what), column.op, {}, {}, inner_plan(std::move(inner))});
  return r.cue_used[c] = true;
}

/// If a stored row is named from a mention on: the query for one of its columns; else nullptr.
[[nodiscard]] inline std::shared_ptr<plan const> row_query(reading& r, std::size_t value, column_id wanted) {
  plan inner;
  return select_of_row(r, value, wanted, inner) > 0 ? inner_plan(std::move(inner)) : nullptr;
}

[[nodiscard]] inline std::optional<std::size_t> free_value(reading const& r, std::size_t from, std::size_t gap) {
  return r.next(from, gap, &reading::is_free_value);
}

/// "from the same country as Ann": the column of the row that a stored text names.
inline void read_same(reading& r) {
  for (std::size_t t = 0; t + 3 < r.size(); ++t) {
    if (!r.is_word(t, "same")) continue;
    auto const named = r.next(t + 1, 0, &reading::is_free_name);
    if (!named || !r.is_word(r.at(*named).last, "as")) continue;
    auto const value = free_value(r, r.at(*named).last + 1, 4);
    if (!value || !leads_to_row(r, r.at(*named).last + 1, r.at(*value).first)) continue;
    auto column = r.column_of(*named, r.focus);
    if (auto const table = r.table_at(*named); table && *table != r.focus && r.is_table_first(*named))
      column = reference_to(r, r.focus, *table);
    auto inner = value && column ? row_query(r, *value, *column) : nullptr;
    if (!inner) continue;
    r.used[*named] = true;
    r.mark_read(t, r.at(*value).last);
    r.use_within(r.at(*named).last, r.at(*value).first);
    r.require(t, {plain(*column), comparison::in, {}, {}, std::move(inner)});
  }
}

/// "Ann Lee's boss": the first of the stored texts that end before the possessive, if the word at a token follows it.
[[nodiscard]] inline std::optional<std::size_t> value_before_possessive(reading const& r, std::size_t t) {
  if (t < 2 || r.word(t - 1) != "'s" || !r.is_word(t, "manager boss supervisor")) return {};
  auto first = r.previous(t - 1, 0, &reading::is_free_value);
  while (first)
    if (auto const before = r.previous(r.at(*first).first, 0, &reading::is_free_value))
      first = before;
    else
      break;
  return first;
}

/// Whether a word has the root of a word of a key's name: "referred" for `referred_by_id`.
[[nodiscard]] inline bool names_key(reading const& r, std::size_t t, column_id key) {
  return t2s::detail::any_of(r.resolve.words_of(key), [&](std::string_view w) { return w != "id" && has_root_of(r.token(t), w); });
}

/// Whether a key leads to who is above others at work: of `manager_id`, but not of `tutor_id`.
[[nodiscard]] inline bool leads_to_superior(reading const& r, column_id key) {
  return t2s::detail::any_of(r.resolve.words_of(key), [](std::string_view w) {
    return is_one_of(w,
                     "manager manage managed boss supervisor supervise supervised lead leader led head chief superior report reports mgr "
                     "foreman captain director parent senior above super supervisory");
  });
}

/// "Who sponsored Ann": a verb right after "who" by which the key to the row above is called.
[[nodiscard]] inline bool asks_who_did(reading const& r, std::size_t t, column_id key) {
  if (t != 1 || !r.is_word(0, "who") || r.is_word(t + 1, "to by") || retrieve::is_stop_word(r.token(t))) return false;
  return names_key(r, t, key) || t2s::detail::any_of(r.resolve.words_of(key), [&](auto w) { return is_agent_of(w, r.token(t)); });
}

/// "who report to Ann", "managed by Ann": rows that refer to another one of the same table.
inline void read_subordinates(reading& r) {
  auto const up = reference_to(r, r.focus, r.focus);
  auto const key = r.resolve.key_of(r.focus);
  if (!up || !key) return;
  for (std::size_t t = 0; t < r.size(); ++t) {
    auto const owner = value_before_possessive(r, t);
    bool const reports = r.lemma(t) == "report" && r.is_word(t + 1, "to");
    bool managed = r.is_word(t, "managed supervised led") && r.is_word(t + 1, "by");
    bool const above = r.is_word(t, "manager boss supervisor") && r.is_word(t + 1, "of");
    bool const does = r.is_word(t, "manages supervises") && r.any_word(0, t, "who") && leads_to_superior(r, *up);
    bool const manages = does || asks_who_did(r, t, *up);
    bool const up_from = above || manages || owner;
    bool const done = !managed && is_past(r.word(t)) && r.is_word(t + 1, "by") && names_key(r, t, *up);  // "referred by Ann"
    managed = managed || done;
    auto const value = owner ? owner : reports || managed || up_from ? free_value(r, t + (manages ? 1 : 2), manages ? 2 : 1) : std::nullopt;
    auto inner = value ? row_query(r, *value, up_from ? *up : *key) : nullptr;
    if (!inner) continue;
    r.use_within(t, t + 2);
    r.use_cues_within(t, t + 2);
    r.mark_read(owner ? t - 1 : t, owner ? t + 1 : r.at(*value).last);
    r.require(t, {plain(up_from ? *key : *up), comparison::equal, {}, {}, std::move(inner)});
  }
}

/// What is asked of those who stand above others: who has the most of them, more than some, any or none.
struct those_below {
  std::size_t last = 0;             // the token after the words
  std::optional<std::size_t> by{};  // the superlative or comparison among them
  comparison op = comparison::in;   // of the key with the result of `rows`
  plan rows{};                      // the keys that are referred to
};

/// Reads it from the token after the verb; `last` is 0 if it is something else.
[[nodiscard]] inline those_below those_below_at(reading const& r, std::size_t t) {
  those_below out;
  if (r.is_word(t, "somebody someone anybody anyone nobody others")) {
    if (r.is_word(t, "nobody")) out.op = comparison::not_in;
    out.last = t + 1;
    return out;
  }
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const best = q.is == cue::kind::superlative && q.quality.empty() && q.first == t + 1 && r.is_word(t, "the");
    auto const n = q.is == cue::kind::comparison && q.first == t ? amount_at(r, q.last) : amount();
    if (r.cue_used[c] || !(best || n)) continue;
    out.last = best ? q.last : n.last;
    auto const rows = r.next(out.last, 1, &reading::is_focus);
    if (!rows && !r.is_word(out.last, "people others colleagues peers")) return {};
    out.last = rows ? r.at(*rows).last : out.last + 1;
    out.by = c;
    if (best) {
      out.rows.order = row_count();
      out.rows.descending = q.how == aggregate::max;
      out.rows.limit = 1;
    } else {
      out.rows.having.push_back({row_count(), q.op, n.text});
    }
    return out;
  }
  return {};
}

/// "How many clerks does each clerk train": the number of rows that refer to each one.
inline bool count_below_each(reading& r, std::size_t verb, column_id up) {
  bool const ends = verb + 1 >= r.size() || r.token(verb + 1).is == retrieve::token::kind::mark;
  auto const count = r.cue_after(0, 1, cue::kind::count), each = r.cue_before(verb, 3, cue::kind::each);
  auto const rows = each ? r.next(r.cue_at(*each).last, 0, &reading::is_focus) : std::nullopt;
  if (!ends || !count || !rows || r.at(*rows).last != verb) return false;
  r.cue_used[*count] = r.cue_used[*each] = true;
  r.use_within(r.cue_at(*count).first, verb + 1);
  r.mark_read(r.cue_at(*count).first, verb + 1);
  r.plan.group_by.push_back(up);
  r.select(verb, plain(up));
  r.select(verb, row_count());
  r.join(r.focus);
  return true;
}

/// "Who manages the most clerks", "which clerks train more than 2 others", "who manages nobody": by the rows of the same table that refer
/// to them over a key that the verb names.
inline void read_superiors(reading& r) {
  auto const up = reference_to(r, r.focus, r.focus);
  auto const key = r.resolve.key_of(r.focus);
  if (!up || !key) return;
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    auto const is_called = [&](std::string_view w) {
      return w.size() > 3 && (has_root_of(r.token(t), w) || is_agent_of(w, r.token(t)) || is_past_of(w, r.lemma(t)));
    };
    if (r.read[t] || retrieve::is_stop_word(r.token(t)) || !t2s::detail::any_of(r.resolve.words_of(*up), is_called)) continue;
    bool const noun = r.is_word(t - 1, "the") && r.is_word(t + 1, "of");  // "who is the boss of the most clerks"
    bool const acts = t > 2 && r.is_word(t - 1, "a an") && r.is_word(t - 2, "as") && r.is_word(t + 1, "to of for");  // "act as a tutor to"
    if (!noun && !acts && r.is_word(t - 1, "the a an no their his her by each every per of without 's")) continue;
    if (count_below_each(r, t, *up)) return;
    auto below = those_below_at(r, noun || acts ? t + 2 : t + 1);
    if (below.last == 0) continue;
    if (acts) r.mark_read(t - 3, t);
    auto const no = r.cue_before(acts ? t - 3 : t, 0, cue::kind::negation);  // "do not act as"
    if (no && below.by) continue;
    if (no) below.op = comparison::not_in, r.cue_used[*no] = true;
    below.rows.select.push_back(plain(*up));
    below.rows.tables.push_back(r.focus);
    below.rows.where.push_back({plain(*up), comparison::not_null});
    if (below.by) below.rows.group_by.push_back(*up), r.cue_used[*below.by] = true;
    r.use_within(t, below.last);
    r.use_cues_within(t, below.last);
    r.mark_read(t, below.last);
    r.require(t, {plain(*key), below.op, {}, {}, inner_plan(std::move(below.rows))});
    return;
  }
}

}  // namespace t2s::reader::detail

#endif
