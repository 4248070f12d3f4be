// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_QUESTION_EVIDENCE_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_QUESTION_EVIDENCE_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/offline/confidence/detail/evidence_list.hpp"
#include "t2s/offline/confidence/detail/ignored_words.hpp"
#include "t2s/offline/confidence/detail/meant_dates.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/amounts.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// Compares what a question names with what the SQL uses.
class question_evidence {
 public:
  question_evidence(link::linked_question const& asked, std::string_view sql, used_in_sql const& used, evidence_list& out)
      : asked_(asked), names_(*asked.names), links_(asked.found.found), sql_(sql), used_(used), out_(out) {}

  /// What the question demands and no part of the SQL stands for, among it the words of `unread`.
  void of_ignored(std::span<link::unread_part const> unread) {
    ignored_words const ignored(asked_, used_);
    add_ignored("ignored_words", ignored.among(unread, unasked_conditions(), unnamed_parts()));
    add_ignored("ignored_negation", ignored.negations());
    add_ignored("ignored_superlative", ignored.superlatives());
    add_ignored("ignored_clause", ignored.clauses());
    add_ignored("ignored_subject", ignored.subjects());
    add_ignored("ignored_deed", ignored.deeds());
    add_ignored("ignored_compound", ignored.compounds());
    for (auto const& v : said_.values)
      if (!is_used(v) && !is_converted(v) && ignored.is_value(v)) out_.limit(evidence_list::uncertain);
    for (auto const& n : link::written_numbers(asked_.found.tokens))
      if (n.value != 1 && !has_number(n)) out_.limit(evidence_list::uncertain);
  }

  void collect() {
    of_mentions();
    of_states();
    of_kinds();
    of_agents();
    if (used_.tables().size() > 1) of_doers();
    of_namesakes();
    if (auto const dates = which_dates(asked_, used_); !dates.empty()) {
      out_.limit(evidence_list::uncertain);
      out_.say(dates);
    }
    of_uses();
    of_texts();
    of_numbers();
    of_words();
    of_clauses();
    out_.note("long_question", std::clamp((static_cast<double>(asked_.found.tokens.size()) - 12) / 12, -1.0, 2.0));
  }

 private:
  void add_ignored(std::string_view of, std::vector<std::size_t> const& tokens) {
    if (tokens.empty()) return;
    out_.note_if(of, true);
    out_.limit(evidence_list::uncertain);
    for (auto const t : tokens)
      out_.say("nothing in the SQL stands for " + words(asked_.found.tokens[t].begin, asked_.found.tokens[t].end));
  }
  /// Conditions whose column and value the question does not name.
  [[nodiscard]] std::size_t unasked_conditions() const {
    auto const question = text::lower(asked_.text);
    return used_.conditions().count_if([&](condition const& c) {
      if (!c.column || c.column->is_table() || names_.is_key(*c.column) || c.claim == "most" || c.claim == "least") return false;
      bool const named = best_link(*c.column) >= 0.3 || has_value_in(*c.column);
      return !named && (c.value.empty() || c.value.size() == 1 || question.find(c.value) == question.npos);
    });
  }

  /// Tables and columns outside of conditions that the question does not name.
  [[nodiscard]] std::size_t unnamed_parts() const {
    auto const is_unnamed = [this](auto const& use) {
      auto const& [c, where] = use;
      bool const elsewhere = where == sql::clause::group_by || where == sql::clause::order_by;
      return elsewhere && !names_.is_key(c) && best_link(c) < 0.3;
    };
    auto const unnamed = [this](std::uint32_t t) {
      return !is_named(t) &&
             !t2s::detail::any_of(used_.columns(), [&](auto const& use) { return use.first.table == t && has_value_in(use.first); });
    };
    return static_cast<std::size_t>(std::ranges::count_if(used_.columns(), is_unnamed) + std::ranges::count_if(used_.tables(), unnamed));
  }

  using kind = link::link::kind;
  using column_id = knowledge::column_id;

  [[nodiscard]] std::string words(std::size_t begin, std::size_t end) const {
    return std::string("\"").append(asked_.text, begin, end - begin).append("\"");
  }
  [[nodiscard]] std::string name_of(column_id c) const {
    return names_.table(c).name + (c.is_table() ? std::string() : "." + names_.column(c).name);
  }

  /// Tables, columns and values that are named and not used.
  void of_mentions() {
    auto const& said = said_;
    double tables = 0, columns = 0, values = 0;
    for (auto const& t : said.tables)
      if (!used_.has_table(t.where.table) && !means_used(t)) tables += lacks(t);
    for (auto const& c : said.columns)
      if (!c.by_value && !used_.has_column(c.where) && !used_.joins(c.where) && !means_used(c) && !is_verb_of_used(c)) columns += lacks(c);
    for (auto const& v : said.values) {
      if (is_used(v) || is_converted(v)) continue;
      values += v.score;
      if (!is_misspelt(text::lower(std::string_view(asked_.text).substr(v.begin, v.end - v.begin))))
        out_.say("the question names the value " + words(v.begin, v.end) + ", which the SQL does not use");
    }
    out_.note("missed_tables", tables);
    out_.note("missed_columns", columns);
    out_.note("missed_values", values);
  }
  /// Whether the same words may also mean what is used: a table beside its view, a key beside the key that it refers to.
  [[nodiscard]] bool means_used(link::mention const& m) const {
    return t2s::detail::any_of(links_, [&](link::link const& l) {
      auto const begin = asked_.found.tokens[l.first].begin, end = asked_.found.tokens[l.last - 1].end;
      return begin < m.end && m.begin < end && l.score >= 0.5 && (is_used(l) || (l.is == kind::column && used_.joins(l.where)));
    });
  }
  /// "Members who rented films" uses the table of rentals, not the time `rented_on`.
  [[nodiscard]] bool is_verb_of_used(link::mention const& m) const {
    auto const said = std::string_view(asked_.text).substr(m.begin, m.end - m.begin);
    return said.ends_with("ed") && said.find(' ') == said.npos && names_.is_time(m.where) && used_.has_table(m.where.table);
  }
  double lacks(link::mention const& m) {
    if (m.score >= 0.5) out_.say(words(m.begin, m.end) + " names " + name_of(m.where) + ", which the SQL does not use");
    return m.score;
  }

  /// "Delivered orders" are those with this state, rather than those with a day of delivery.
  void of_states() {
    for (auto const& v : links_) {
      if (v.is != kind::value || v.score < 0.6 || v.last != v.first + 1 || is_used(v) || !used_.has_table(v.where.table)) continue;
      bool const is_time_of = t2s::detail::any_of(links_, [&](link::link const& c) {
        return c.is == kind::column && c.first == v.first && c.last == v.last && names_.is_time(c.where) && used_.has_column(c.where);
      });
      if (!is_time_of) continue;
      auto const& t = asked_.found.tokens[v.first];
      out_.limit(evidence_list::uncertain);
      out_.say(words(t.begin, t.end) + " is also a value of " + name_of(v.where));
    }
  }

  /// "Pickers" are those with this role, rather than rows of a table of pickings.
  void of_kinds() {
    for (auto const& v : links_) {
      if (v.is != kind::value || v.score < 0.6 || v.last != v.first + 1 || is_used(v)) continue;
      auto const& t = asked_.found.tokens[v.first];
      bool const is_derived = t2s::detail::any_of(links_, [&](link::link const& l) {
        return l.is == kind::table && l.first == v.first && l.last == v.last && used_.has(l) && l.where.table != v.where.table &&
               !t2s::detail::has(retrieve::lemmas_of_name(names_.table(l.where).name), t.lemma);
      });
      if (!is_derived) continue;
      out_.limit(evidence_list::uncertain);
      out_.say(words(t.begin, t.end) + " is also a value of " + name_of(v.where));
    }
  }

  /// "Samples that Bo took" are joined by `taken_by`, whatever else connects them with Bo.
  void of_agents() {
    for (auto const table : used_.tables()) {
      bool const somebody =
          t2s::detail::any_of(used_.texts(), [table](used_text const& t) { return t.where && t.where->table != table && !t.is_pattern; });
      if (!somebody) continue;
      for (std::uint32_t c = 0; c < names_.schema().tables()[table].columns.size(); ++c) {
        column_id const id{table, c};
        auto const name = retrieve::lemmas_of_name(names_.column(id).name);
        if (name.size() < 2 || name.back() != "by" || used_.has_column(id) || used_.joins(id)) continue;
        bool const done = t2s::detail::any_of(asked_.found.tokens, [&](retrieve::token const& t) {
          return t.text == name.front() || reader::detail::is_past_of(name.front(), t.lemma);
        });
        if (!done) continue;
        out_.limit(evidence_list::uncertain);
        out_.say("the SQL does not use " + name_of(id));
      }
    }
  }

  /// "Which driver owns a van" is about the van's `owner_id`, whatever else connects them.
  void of_doers() {
    for (auto const table : used_.tables())
      for (std::uint32_t c = 0; c < names_.schema().tables()[table].columns.size(); ++c) {
        column_id const id{table, c};
        if (used_.has_column(id) || used_.joins(id)) continue;
        auto const name = retrieve::lemmas_of_name(names_.column(id).name);
        bool const does = t2s::detail::any_of(name, [this](std::string const& w) { return is_done_by(w); });
        if (!does) continue;
        out_.limit(evidence_list::uncertain);
        out_.say("the SQL does not use " + name_of(id));
      }
  }

  /// Whether a verb of the question that names nothing says what somebody of that name does: "owns" for an owner.
  [[nodiscard]] bool is_done_by(std::string_view doer) const {
    auto const& tokens = asked_.found.tokens;
    if (!doer.ends_with("er") && !doer.ends_with("or")) return false;
    for (std::size_t t = 1; t < tokens.size(); ++t) {
      bool const verb = tokens[t].is == retrieve::token::kind::word && !tokens[t].text.ends_with("ed");
      if (!verb || !reader::detail::is_agent_of(doer, tokens[t])) continue;
      auto const names_it = [t](link::link const& l) { return l.is != kind::value && l.first <= t && t < l.last && l.score >= 0.9; };
      if (!t2s::detail::any_of(links_, names_it)) return true;
    }
    return false;
  }

  /// "Events in each city": cities of the clients or of the venues? Neither is named, and both are as near.
  void of_namesakes() {
    for (auto const& [c, where] : used_.columns()) {
      bool const shown = where == sql::clause::select || where == sql::clause::group_by;
      if (!shown || c.is_table() || names_.is_key(c) || is_named(c.table)) continue;
      for (auto const& l : links_) {
        if (l.is != kind::column || l.where.table == c.table || used_.has_table(l.where.table) || is_named(l.where.table)) continue;
        if (!text::same(names_.column(l.where).name, names_.column(c).name) || l.score < 0.45 || !is_beside_used(l.where.table, c.table))
          continue;
        out_.limit(evidence_list::uncertain);
        out_.say("it may also be " + name_of(l.where));
      }
    }
  }
  /// Whether a table is beside a used one that the question names, as another table is.
  [[nodiscard]] bool is_beside_used(std::uint32_t table, std::uint32_t as) const {
    auto const& d = names_.connected();
    return t2s::detail::any_of(used_.tables(), [&](std::uint32_t t) {
      auto const leads_to = [&](std::uint32_t to) { return t2s::detail::any_of(d.edges(t), [to](auto const& e) { return e.to == to; }); };
      return is_named(t) && leads_to(table) && leads_to(as);
    });
  }

  /// Tables and columns that are used and not named.
  void of_uses() {
    std::size_t tables = 0, selected = 0, compared = 0, sorted = 0, grouped = 0, keys = 0;
    double weakest = 1;
    for (auto const t : used_.tables())
      if (!used_.is_bridge(t) && !is_named(t)) ++tables;
    for (auto const& [c, where] : used_.columns()) {
      if (where == sql::clause::on) continue;
      auto const how = best_link(c);
      if (names_.is_key(c))
        keys += where == sql::clause::select && how < 0.5 ? 1U : 0U;
      else
        weakest = std::min(weakest, how);
      if (how >= 0.3 || has_value_in(c)) continue;
      ++(where == sql::clause::select     ? selected
         : where == sql::clause::order_by ? sorted
         : where == sql::clause::group_by ? grouped
                                          : compared);
    }
    out_.note_count("unnamed_table", "unnamed_tables", tables);
    out_.note_count("unnamed_selected", "unnamed_selected_more", selected);
    out_.note_count("unnamed_compared", "unnamed_compared_more", compared);
    out_.note_if("unnamed_sorted", sorted > 0);
    out_.note_if("unnamed_grouped", grouped > 0);
    out_.note_if("key_selected", keys > 0);
    out_.note("weak_link", 1 - std::max(weakest, 0.0));
    out_.note("same_name_elsewhere", rivals());
  }

  [[nodiscard]] bool is_named(std::uint32_t table) const {
    return t2s::detail::any_of(links_,
                               [&](link::link const& l) { return l.is == kind::table && l.where.table == table && l.score >= 0.3; });
  }
  [[nodiscard]] double best_link(column_id c) const {
    double best = 0;
    for (auto const& l : links_)
      if (l.is == kind::column && l.where == c) best = std::max(best, l.score);
    return std::min(best, 1.0);
  }
  [[nodiscard]] bool has_value_in(column_id c) const {
    return t2s::detail::any_of(links_, [&](link::link const& l) { return l.is == kind::value && l.where == c && used_.has_text(l.value); });
  }

  /// Columns that the same words name as well as a used one: up to 4, divided by 4.
  [[nodiscard]] double rivals() const {
    double n = 0;
    for (auto const& l : links_) {
      if (l.is != kind::column || names_.is_key(l.where) || !used_.has_column(l.where)) continue;
      for (auto const& other : links_)
        if (other.is == kind::column && other.first == l.first && other.last == l.last && other.score > l.score - 0.1 &&
            !used_.has_column(other.where))
          ++n;
    }
    return std::min(n, 4.0) / 4;
  }

  /// Texts that the question does not have, or the column does not store.
  void of_texts() {
    auto const question = text::lower(asked_.text);
    std::size_t unasked = 0, unstored = 0;
    for (auto const& t : used_.texts()) {
      auto const lower = text::lower(t.text);
      bool const linked =
          t2s::detail::any_of(links_, [&](link::link const& x) { return x.is == kind::value && text::lower(x.value) == lower; });
      if (!linked && question.find(lower) == question.npos) ++unasked;
      if (!t.where || t.is_pattern || !names_.is_complete(*t.where) || names_.holds(*t.where, t.text)) continue;
      ++unstored;
      out_.say("no row has " + name_of(*t.where) + " = '" + t.text + "'");
    }
    out_.note_count("unasked_text", "unasked_texts", unasked);
    out_.note_count("unstored_text", "unstored_texts", unstored);
  }

  /// Whether a number is the year of a used day in digits: 2021 of 20211231.
  [[nodiscard]] bool is_year_of_used(double year) const {
    return year >= 1000 && year < 3000 &&
           t2s::detail::any_of(used_.numbers(), [year](double n) { return n >= 1e7 && std::floor(n / 10000) == year; });
  }
  /// Whether the SQL has a number of the question, in another unit too: 4000 cents for 40 euros.
  [[nodiscard]] bool has_number(link::written_number const& n) const {
    if (used_.has_number(n.value) || is_year_of_used(n.value)) return true;
    auto const& tokens = asked_.found.tokens;
    auto const* asked = n.last < tokens.size() ? reader::detail::find_unit(tokens[n.last].lemma) : nullptr;
    return asked && t2s::detail::any_of(reader::detail::units, [&](auto const& u) {
             double const converted = n.value * asked->size / u.means.size;  // a smaller one is near any 1 of the SQL
             return u.means.of == asked->of && converted >= 2 && used_.has_number(converted);
           });
  }
  /// The same for a number that is also stored somewhere.
  [[nodiscard]] bool is_converted(link::value_mention const& v) const {
    for (auto const& n : link::written_numbers(asked_.found.tokens))
      if (asked_.found.tokens[n.first].begin == v.begin) return has_number(n);
    return false;
  }
  /// Whether a number turns the unit of a used column into one that the question names: 100, for cents as euros.
  [[nodiscard]] bool is_of_unit(double n) const {
    return t2s::detail::any_of(asked_.found.tokens, [&](retrieve::token const& t) {
      auto const* asked = reader::detail::find_unit(t.lemma);
      return asked && t2s::detail::any_of(used_.columns(), [&](auto const& use) {
               auto const words = retrieve::lemmas_of_name(names_.column(use.first).name);
               return t2s::detail::any_of(words, [&](std::string const& w) {
                 auto const* stored = reader::detail::find_unit(w);
                 if (!stored || stored->of != asked->of) return false;
                 return std::abs(asked->size / stored->size - n) < 1e-6 || std::abs(stored->size / asked->size - n) < 1e-6;
               });
             });
    });
  }
  /// Numbers that only the question or only the SQL has; 0 and 1 are also words.
  void of_numbers() {
    auto const asked = link::written_numbers(asked_.found.tokens);
    std::size_t unasked = 0, missed = 0;
    for (double const n : used_.numbers())
      if (n != 0 && n != 1 && !is_of_unit(n) && !t2s::detail::any_of(asked, [n](auto const& w) { return std::abs(w.value - n) <= 1; }))
        ++unasked;
    for (auto const& w : asked) {
      if (w.value == 1 || has_number(w)) continue;
      ++missed;
      out_.say("the SQL does not use the number " + words(asked_.found.tokens[w.first].begin, asked_.found.tokens[w.last - 1].end));
    }
    out_.note_if("unasked_number", unasked > 0);
    out_.note_count("missed_number", "missed_numbers", missed);
  }

  /// Words of the question that nothing in the SQL explains: those that name something, and the others.
  void of_words() {
    auto const& tokens = asked_.found.tokens;
    double unused = 0, unknown = 0, content = 0, named = 0;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      if (tokens[t].is == retrieve::token::kind::mark || retrieve::is_stop_word(tokens[t])) continue;
      ++content;
      bool linked = false, used = false;
      for (auto const& l : links_) {
        if (t < l.first || t >= l.last) continue;
        linked |= l.score >= 0.5;
        used |= is_used(l);
      }
      used = used || is_misspelt(tokens[t].text) || is_revenue(tokens[t].text);
      ++(used ? named : linked ? unused : unknown);
    }
    out_.note("unused_words", unused / std::max(content, 1.0));
    out_.note_if("unused_word", unused > 0);
    out_.note("unknown_words", unknown / std::max(content, 1.0));
    out_.note("named_words", named / std::max(content, 1.0));
    out_.note_if("no_word_named", named == 0);
    if (named > 0) return;
    out_.limit(evidence_list::doubtful);  // the other evidence is for questions that name something
    out_.say("the question names nothing that the SQL uses");
  }
  /// Whether a word stands for the amounts that the SQL adds up.
  [[nodiscard]] bool is_revenue(std::string_view word) const {
    return reader::detail::is_one_of(word, "revenue revenues turnover") && sql_.find("sum(") != sql_.npos;
  }
  /// Whether a word is a misspelling of a word of a used text: the SQL has the corrected one.
  [[nodiscard]] bool is_misspelt(std::string_view word) const {
    return word.size() > 3 && t2s::detail::any_of(used_.texts(), [&](auto const& t) {
             auto const all = retrieve::tokens_of(t.text);
             return t2s::detail::any_of(all,
                                        [&](retrieve::token const& w) { return text::edit_distance(word, w.text) * 4 <= word.size(); });
           });
  }
  [[nodiscard]] bool is_used(link::link const& l) const { return used_.has(l); }
  [[nodiscard]] bool is_used(link::value_mention const& v) const {
    double year = 0;
    return used_.has_text(v.value) || (text::to_number(v.value, year) == std::errc() && is_year_of_used(year));
  }

  /// How well the clauses fit the words of the question, by the weights that rank skeletons.
  void of_clauses() {
    auto const like = retrieve::question_skeleton(asked_.found.tokens, asked_.found.masked());
    auto const parts = skeleton::parts_of(skeleton::parse_sql(std::string(sql_), sql::dialect_of(names_.schema())).skeleton);
    std::array<double, clauses.size()> fits{}, lacks{};
    for (auto const& [part, score] : skeleton::leanings_of(skeleton::cues_of(asked_.found, like))) {
      auto const c = clause_of(part);
      if (!c) continue;
      if (t2s::detail::has(parts, part))
        fits[*c] += std::clamp(score, -4.0, 4.0);
      else
        lacks[*c] += std::clamp(score, 0.0, 4.0);
    }
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      out_.note(clauses[c].fits, fits[c]);
      out_.note(clauses[c].lacks, lacks[c]);
    }
  }

  struct clause_names {
    std::string_view begin, fits, lacks;
  };
  static constexpr std::array clauses = std::to_array<clause_names>({{"from", "fits_from", "lacks_from"},
                                                                     {"where", "fits_where", "lacks_where"},
                                                                     {"group", "fits_group", "lacks_group"},
                                                                     {"having", "fits_having", "lacks_having"},
                                                                     {"order", "fits_order", "lacks_order"},
                                                                     {"limit", "fits_limit", "lacks_limit"},
                                                                     {"select", "fits_functions", "lacks_functions"},
                                                                     {"", "fits_columns", "lacks_columns"},
                                                                     {"", "fits_nested", "lacks_nested"},
                                                                     {"", "fits_set", "lacks_set"}});

  [[nodiscard]] static std::optional<std::size_t> clause_of(std::string_view part) {
    if (part.starts_with("then") || part == "union" || part == "intersect" || part == "except") return 9;
    if (part.find("( ") != part.npos) return 8;
    if (part.starts_with("select ") && part.size() == 8) return 7;  // "select 2"
    for (std::size_t c = 0; c < 7; ++c)
      if (part.starts_with(clauses[c].begin)) return c;
    return {};
  }

  link::linked_question const& asked_;
  knowledge::lexicon const& names_;
  std::vector<link::link> const& links_;
  std::string_view sql_;
  used_in_sql const& used_;
  evidence_list& out_;
  link::mentioned said_ = link::mentioned_in(names_, asked_.found);
};

}  // namespace t2s::confidence::detail

#endif
