// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_TEXTS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_TEXTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>

namespace t2s::repair {

/// A literal that is compared with a column of the schema.
struct compared_text {
  sql::node const* comparison{};
  sql::node const* column{};
  sql::node const* literal{};
  knowledge::column_id where{};
  bool pattern = false;  // of LIKE

  [[nodiscard]] std::string_view text() const { return literal->name.view(); }
};

/// One thing that such a literal may mean.
struct text_option {
  double cost = 0;
  std::string why{};
  std::string literal{};
  bool number = false;                // whether that is a number
  std::string column{}, qualifier{};  // compared with it instead; empty for the original column
  schema::foreign_key const* key{};   // if `column` is in the table that the present one refers to
  compared_text at{};                 // the literal
};

inline void apply(text_option const& o, edited& edit) {
  auto const& at = o.at;
  if (o.key) {  // the rows of the table that it refers to
    auto& condition = edit.joined(sql::op::eq, {&edit.column({}, o.column), &edit.string(o.literal)});
    auto& referred = edit.subquery(edit.column({}, o.key->referenced.front()), o.key->table, &condition);
    return edit.replace(*at.comparison, edit.query().make(sql::kind::in, {&edit[*at.column], &referred}));
  }
  if (!o.column.empty()) edit.rename(edit[*at.column], o.qualifier, o.column);
  edit.replace(*at.literal, o.number ? edit.number(o.literal) : edit.string(o.literal));
}

/// The literals that a row must have to be selected, without those that it must not have.
inline std::span<sql::node const* const> literals_of(sql::node const& n) {
  if (n.has(sql::flag::negated)) return {};
  if (is_binary(n, sql::op::eq) || (n.kind == sql::kind::like && n.op == sql::op::like)) return n.children().subspan(1, 1);
  if (n.kind == sql::kind::in && n[1].kind == sql::kind::list) return n[1].children();
  return {};
}

inline std::string lemmas_of_key(std::string const& key) {
  std::string out;
  for (auto const w : text::split(key, ' ')) out.append(out.empty() ? "" : " ").append(retrieve::lemma(w));
  return out;
}

/// Whether a word is in a list, in the same case.
template <class... Words>
bool is_any_of(std::string_view word, Words... of) {
  return ((word == of) || ...);
}

inline bool is_negation(std::string_view word) { return is_any_of(word, "not", "no", "non", "never", "none", "without"); }

inline std::size_t negations(std::string const& key) { return t2s::detail::count_if(text::split(key, ' '), is_negation); }

inline std::string digits_of(std::string_view text) {
  std::string out;
  for (auto const c : text)
    if (text::is_digit(c)) out += c;
  return out;
}

/// One wrong letter in a short word, two in a long one, after its first letter; two swapped letters count as one. Words of up to four
/// letters are too similar to each other for that.
inline bool is_slip(std::string_view typed, std::string_view meant) {
  if (typed == meant) return true;
  auto const letters = std::min(typed.size(), meant.size());
  return letters >= 5 && typed.front() == meant.front() && text::edit_distance(typed, meant) <= (letters < 12 ? 1 : 2);
}

/// Whether two keys have the same words in the same order, some of them misspelt. A number or code is never a misspelling of another.
inline bool is_misspelling(std::string const& typed, std::string const& meant) {
  if (!digits_of(typed).empty()) return false;
  auto const a = text::split(typed, ' '), b = text::split(meant, ' ');
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_slip);
}

/// Words that tables store as their first letter.
inline bool is_written_as_initial(std::string_view word) {
  return is_any_of(word, "male", "female", "man", "woman", "boy", "girl", "left", "right", "north", "south", "east", "west", "home", "away",
                   "win", "loss", "draw", "high", "low", "small", "large", "medium");
}

inline bool is_in_capitals(std::string_view text) {
  return t2s::detail::all_of(text, [](char c) { return text::is_upper(c) || c == '.'; });
}

/// Finds the meanings of one unknown literal. A text may correctly be absent, so each option needs its own evidence: being the nearest
/// stored value does not suffice.
class text_reading {
 public:
  text_reading(statement const& s, known_facts const& known, compared_text const& at, std::vector<text_option>& into)
      : s_(s), known_(known), names_(*known.names), at_(at), typed_(at.text()), key_(knowledge::value_key(at.text())), found_(into) {
    if (known.linked)
      for (auto const& t : known.linked->tokens)
        if (auto const word = knowledge::value_key(t.text); !word.empty()) asked_key_.append(asked_key_.empty() ? "" : " ").append(word);
  }

  void run() {
    flags();
    if (at_.literal->kind == sql::kind::number) return;
    if (at_.pattern) return patterns();
    same_words();
    if (!found_.empty()) return;
    asked_value();
    abbreviations();
    misspelling();
    parts();
    other_columns();
    referred_to();
  }

 private:
  [[nodiscard]] std::string column_name(knowledge::column_id where) const {
    return names_.table(where).name + "." + names_.column(where).name;
  }

  [[nodiscard]] std::string literal(std::string const& text) const { return schema::to_sql(value(text), known_.dialect()); }

  [[nodiscard]] std::string missing() const { return "no row has " + column_name(at_.where) + " = " + literal(typed_); }

  /// Whether a stored value may be meant by the text at all: other numbers, or an additional or missing "not", have another meaning.
  [[nodiscard]] bool may_be(std::string const& stored) const {
    return digits_of(stored) == digits_of(typed_) && negations(knowledge::value_key(stored)) == negations(key_);
  }

  /// Proposes the stored value for the literal.
  void take(double cost, std::string const& stored) {
    if (!may_be(stored) || !is_new(stored)) return;
    found_.push_back({cost, missing() + "; " + literal(stored) + " is stored", stored});
  }

  [[nodiscard]] bool is_new(std::string const& text) {
    if (t2s::detail::has(seen_, text)) return false;
    seen_.push_back(text);
    return true;
  }

  void take_stored(double cost, std::string const& key) {
    for (auto const& v : names_.values(key))
      if (v.where == at_.where) take(cost, v.text);
  }

  void flags() {
    auto const written = text::lower(text::trim(typed_));
    bool const means_yes = is_any_of(written, "1", "yes", "y", "true", "t");
    bool const means_no = is_any_of(written, "0", "no", "n", "false", "f");
    if (!means_yes && !means_no) return;
    auto const stored = names_.flag_value(at_.where, means_yes);
    if (!stored || *stored == literal(typed_) || *stored == typed_) return;
    bool const text = stored->starts_with('\'');
    found_.push_back({0.1, column_name(at_.where) + " holds " + *stored + " for " + (means_yes ? "yes" : "no"),
                      text ? stored->substr(1, stored->size() - 2) : *stored, !text});
  }

  void same_words() {
    take_stored(cost_of_spelling, key_);
    take_stored(0.1, lemmas_of_key(key_));
    take_stored(0.1, written_together(key_));
    if (auto const plain = without_small_words(key_); plain != key_) take_stored(0.15, plain);
  }

  static std::string written_together(std::string key) {
    std::erase(key, ' ');
    return key;
  }

  static std::string without_small_words(std::string const& key) {
    std::string out;
    for (auto const w : text::split(key, ' '))
      if (!retrieve::is_stop_word(w) || is_negation(w)) out.append(out.empty() ? "" : " ").append(w);
    return out;
  }

  /// A value of the column that the question names instead of the text, not beside it.
  void asked_value() {
    if (!known_.linked || is_asked()) return;
    for (auto const& l : known_.linked->found)
      if (l.is == link::link::kind::value && l.where == at_.where && names_.holds(l.where, l.value) && !is_written(l.value))
        take(0.3 - 0.1 * std::min(l.score, 1.0), l.value);
  }

  /// Whether the question contains the text itself.
  [[nodiscard]] bool is_asked() const { return (" " + asked_key_ + " ").find(" " + key_ + " ") != std::string::npos; }

  /// Whether the statement has a stored value as another literal.
  [[nodiscard]] bool is_written(std::string const& stored) const {
    bool found = false;
    sql::visit(s_.query().root(), [&](sql::node const& n) { found = found || (is_literal(n, s_.means()) && n.name.view() == stored); });
    return found;
  }

  /// 'L' for 'left', 'ENG' for 'engineering', 'US' for the words that it abbreviates: the longest stored beginning, in capitals, since a
  /// word may be the beginning of another.
  void abbreviations() {
    if (key_.empty()) return;
    std::string initials;
    for (auto const w : text::split(key_, ' '))
      if (!w.empty() && !retrieve::is_stop_word(w)) initials += w.front();
    if (initials.size() > 1) return take_short(initials);
    for (std::size_t n = std::min<std::size_t>(key_.size() - 1, 4); n > 0 && found_.empty(); --n)
      if (n > 1 || is_written_as_initial(key_)) take_short(key_.substr(0, n));
  }

  void take_short(std::string const& key) {
    for (auto const& v : names_.values(key))
      if (v.where == at_.where && is_in_capitals(v.text) && !is_in_capitals(typed_)) take(0.3, v.text);
  }

  /// A text that is also in the question is not misspelt.
  void misspelling() {
    auto const near = names_.nearest(typed_, at_.where);
    auto const key = near ? knowledge::value_key(near->text) : std::string();
    if (key.empty()) return;
    if (written_together(key) == written_together(key_)) take(0.1, near->text);
    if (!is_asked() && is_misspelling(key_, key)) take(0.25, near->text);
  }

  /// The only stored value that begins with all the words; one that ends with them is as often something else.
  void parts() {
    std::string only;
    std::string const begin = key_ + " ";
    for (auto const& v : names_.values_with(key_.substr(0, key_.find(' ')))) {
      if (v.where != at_.where || !knowledge::value_key(v.text).starts_with(begin)) continue;
      if (!only.empty() && only != v.text) return;
      only = v.text;
    }
    if (!only.empty()) take(0.35, only);
  }

  /// Another column of the table, or of another table in scope, that has the text.
  void other_columns() {
    static constexpr std::size_t least = 3;  // letters: a Y or an M is in many columns
    auto const* use = s_.use_at(*at_.column);
    auto const* own = use ? s_.source_of(*use) : nullptr;
    if (!use || key_.size() < least || !t2s::detail::any_of(key_, text::is_letter)) return;
    for (auto const& v : names_.values(key_)) {
      if (v.where == at_.where || (key_.size() == least && v.text != typed_)) continue;
      for (auto const i : s_.sources(use->scope)) {
        auto const& source = s_.source(i);
        auto const* t = s_.table_of(source);
        if (!t || t->name != names_.table(v.where).name) continue;
        bool const here = &source == own || (!own && t->name == names_.table(at_.where).name);
        compare_with(v, source, here ? 0.3 : 0.35, s_.sources(use->scope).count > 1 || !use->qualifier.empty());
      }
    }
  }

  void compare_with(knowledge::stored_value const& v, sql::table_use const& source, double cost, bool qualify) {
    auto const favour = 0.1 * known_.asked(names_.table(v.where), &names_.column(v.where));
    found_.push_back({cost - favour + (v.text == typed_ ? 0 : 0.05), missing() + "; " + column_name(v.where) + " has it", v.text, false,
                      names_.column(v.where).name, qualify ? std::string(source.visible_name()) : std::string()});
  }

  /// The rows of the table that the column refers to, by one of their columns that has the text.
  void referred_to() {
    if (at_.comparison->kind != sql::kind::operation) return;
    auto const& t = known_.connected->tables()[at_.where.table];
    for (auto const& k : t.foreign_keys) {
      if (!k.resolved || k.columns.size() != 1 || k.columns.front() != names_.column(at_.where).name) continue;
      for (auto const& v : names_.values(key_))
        if (names_.table(v.where).name == k.table && names_.column(v.where).name != k.referenced.front()) compare_with_referred(v, k);
    }
  }

  void compare_with_referred(knowledge::stored_value const& v, schema::foreign_key const& k) {
    auto const& name = names_.column(v.where).name;
    found_.push_back({0.3 - 0.1 * known_.asked(names_.table(v.where), &names_.column(v.where)),
                      missing() + "; it refers to " + k.table + ", whose " + name + " has it",
                      v.text,
                      false,
                      name,
                      {},
                      &k});
  }

  /// A pattern with the words as lemmas, or without insignificant words. In brackets there may be a class of characters, not words.
  void patterns() {
    if (auto const open = typed_.find('['); open != typed_.npos && typed_.find(']', open) != typed_.npos) return;
    auto const first = typed_.find_first_not_of('%');
    if (first == typed_.npos || typed_.find('_') != typed_.npos) return;
    auto const last = typed_.find_last_not_of('%');
    auto const around = [&](std::string const& core) { return typed_.substr(0, first) + core + typed_.substr(last + 1); };
    auto const core = typed_.substr(first, last + 1 - first);
    if (core.find('%') != core.npos) return;
    for (auto const& other : {without_small_words(key_), lemmas_of_key(key_)}) {
      if (other.empty() || text::same(other, core) || !is_new(other)) continue;
      found_.push_back({0.3, "no row of " + column_name(at_.where) + " is like " + literal(typed_), around(other)});
    }
  }

  statement const& s_;
  known_facts const& known_;
  knowledge::lexicon const& names_;
  compared_text const& at_;
  std::string typed_;
  std::string key_;
  std::string asked_key_{};
  std::vector<text_option>& found_;
  std::vector<std::string> seen_{};
};

inline bool is_number(std::string_view text) {
  double read = 0;
  return text::to_number(text::trim(text), read) != std::errc::invalid_argument;
}

/// Whether no row can have the literal, as far as is known without asking the database.
inline bool is_unknown(compared_text const& t, knowledge::lexicon const& names) {
  bool const number = t.literal->kind == sql::kind::number;
  if (!number && !t.pattern && names.content_of(t.where) == knowledge::content::number && !is_number(t.text())) return true;
  if (number || !names.is_complete(t.where)) return names.flag_value(t.where, true).has_value();
  return t.pattern || (!t.text().empty() && !names.holds(t.where, t.text()));
}

inline constexpr std::size_t most_literals = 64;     // examined literals: long lists are not written by hand
inline constexpr std::size_t most_alternatives = 3;  // for one literal
inline constexpr std::size_t most_proposed = 24;

/// The literals that no row can have, and their possible meanings.
class unknown_literals {
 public:
  unknown_literals(statement const& s, known_facts const& known) : s_(s), known_(known) {
    sql::visit(s.query().root(), [this](sql::node const& n) { look_at(n); });
  }

  /// The number of literals that may mean something else.
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::size_t options(std::size_t literal) const { return ends_[literal] - begin_of(literal); }
  [[nodiscard]] text_option const& option(std::size_t literal, std::size_t o) const { return options_[begin_of(literal) + o]; }

 private:
  void look_at(sql::node const& n) {
    auto const texts = literals_of(n);
    if (texts.empty() || n[0].kind != sql::kind::column) return;
    auto const* use = s_.means().find(n[0]);
    auto const where = use ? place_in(use->base, *known_.names) : std::nullopt;
    if (!where) return;
    for (auto const* t : texts)
      if (is_literal(*t, s_.means()) && size() <= most_literals) add({&n, &n[0], t, *where, n.kind == sql::kind::like});
  }

  void add(compared_text const& t) {
    if (!is_unknown(t, *known_.names)) return;
    std::vector<text_option> found;
    text_reading(s_, known_, t, found).run();
    if (found.empty()) return;
    auto const is_before = [&](std::size_t a, std::size_t b) {
      return found[a].cost != found[b].cost ? found[a].cost < found[b].cost : found[a].why < found[b].why;
    };
    for (auto const i : t2s::detail::places_by(found.size(), is_before)) {
      found[i].at = t;
      options_.push_back(std::move(found[i]));
    }
    ends_.push_back(options_.size());
  }

  [[nodiscard]] std::size_t begin_of(std::size_t literal) const { return literal == 0 ? 0 : ends_[literal - 1]; }

  statement const& s_;
  known_facts const& known_;
  std::vector<text_option> options_{};  // of all literals, one literal after the other, each cheapest first
  std::vector<std::size_t> ends_{};     // the end of each literal's options
};

/// Replaces all literals by their first option, except `otherwise` by another one.
inline proposal all_together(statement const& s, unknown_literals const& all, std::size_t otherwise, std::size_t option) {
  edited edit(s.query());
  proposal p{repair_kind::text_value, 0, {}, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& taken = all.option(i, i == otherwise ? option : 0);
    apply(taken, edit);
    p.cost = std::max(p.cost, taken.cost);
    add_reason(p.why, taken.why);
  }
  p.sql = edit.sql();
  return p;
}

/// What a statement may mean by texts and flags that it compares with a column but that no row has there: the stored value with the same
/// letters, words or lemmas; the column's spelling of yes and no; its abbreviation; a misspelling; the same text in another column of the
/// table, of another in scope, or of the one that the column refers to. All such texts are corrected together; then one of them
/// differently. Nothing without a lexicon, and for columns whose values are not all known.
inline void propose_texts(statement const& s, known_facts const& known, proposals& into) {
  if (!known.names) return;
  unknown_literals const all(s, known);
  if (all.size() == 0 || all.size() > most_literals) return;
  into.push_back(all_together(s, all, 0, 0));
  auto const most = into.size() + most_proposed;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t o = 1; o < all.options(i) && o <= most_alternatives && into.size() < most; ++o)
      into.push_back(all_together(s, all, i, o));
}

}  // namespace t2s::repair

#endif
