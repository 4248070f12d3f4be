// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_PROPOSALS_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_PROPOSALS_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_keys.hpp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.hpp"
#include "t2s/retrieve/knowledge/detail/name_speller.hpp"
#include "t2s/retrieve/knowledge/detail/proposals.hpp"
#include "t2s/retrieve/knowledge/detail/seen_values.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge {
namespace detail {

/// Collects proposals about one database.
class proposer {
 public:
  proposer(schema::database const& d, std::function<db::execution(std::string const&)> const& query, proposal_options const& options)
      : database_(d), query_(query), options_(options), end_(clock::now() + options.time), speller_(d) {}

  [[nodiscard]] learned all() {
    propose_keys();
    for (auto const& t : database_.tables()) {
      if (t.name.empty()) continue;
      propose_words(t, nullptr, {});
      auto const common = name_speller::common_beginning(t);
      for (auto const& c : t.columns) propose_words(t, &c, common);
    }
    read_code_tables();
    for (auto const& t : database_.tables()) {
      if (t.is_view || t.name.empty()) continue;
      for (auto const& c : t.columns)
        if (!c.generated && !c.name.empty()) propose_about(t, c);
    }
    for (auto& fact : found_.facts)
      if (fact.is == kind::time) fact.form = time_form_called(fact.means);
    return std::move(found_);
  }

 private:
  using clock = std::chrono::steady_clock;
  using kind = learned_fact::kind;

  /// A table of the codes of one or several columns: for each list of codes, its name and the codes with their meanings.
  struct code_list {
    std::string table{}, name{};
    std::vector<std::pair<value, std::string>> codes{};
  };

  learned_fact& add(kind is, schema::table const& t, schema::column const* c, double confidence, std::string why) {
    learned_fact fact;
    fact.is = is;
    fact.table = t.name;
    if (c) fact.column = c->name;
    fact.confidence = confidence;
    fact.evidence = std::move(why);
    found_.facts.push_back(std::move(fact));
    return found_.facts.back();
  }

  [[nodiscard]] std::string quoted(std::string_view name) const { return schema::in_quotes(name, database_.sql_dialect()); }

  /// The rows of a statement; none if it fails or the time is over.
  [[nodiscard]] std::vector<std::vector<value>> rows_of(std::string const& sql) const {
    if (clock::now() >= end_) return {};
    auto found = query_(sql);
    return found.ok() ? std::move(found.rows.values) : std::vector<std::vector<value>>();
  }

  [[nodiscard]] std::string first_values(schema::table const& t, schema::column const& c) const {
    return "(SELECT DISTINCT r.v AS v FROM (SELECT " + quoted(c.name) + " AS v FROM " + quoted(t.name) + " LIMIT " +
           std::to_string(options_.rows) + ") AS r WHERE r.v IS NOT NULL)";
  }

  // ---- keys

  void propose_keys() {
    keys_to_check checking(database_, options_.time / 2);
    while (auto const sql = checking.next()) checking.take(query_(*sql));
    auto facts = std::move(checking).facts();
    auto const connected = with_inferred_keys(database_, facts);
    for (std::size_t i = 0; i < connected.tables().size(); ++i)
      for (auto const& k : connected.tables()[i].foreign_keys) {
        auto const& t = database_.tables()[i];
        auto const* parent = database_.find_table(k.table);
        bool const is_new = k.resolved && k.columns.size() == 1 && parent && !t2s::detail::has(t.foreign_keys, k);
        if (is_new) propose_key(t, *t.find_column(k.columns.front()), *parent, *parent->find_column(k.referenced.front()), 0);
      }
    propose_keys_in_words(std::move(facts));
  }

  /// Keys that the names suggest once they are written in words, if nearly all values are there.
  void propose_keys_in_words(key_facts facts) {
    static constexpr double nearly_all = 0.95;
    auto tables = database_.tables();
    for (auto& t : tables) {
      for (auto& u : facts.unique)
        if (u.table == t.name) {
          u.table = speller_.spell(t.name).words;
          for (auto& c : u.columns) c = speller_.spell(c).words;
        }
      t.name = speller_.spell(t.name).words;
      for (auto& c : t.columns) c.name = speller_.spell(c.name).words;
    }
    std::sort(facts.unique.begin(), facts.unique.end());
    schema::database const worded(std::move(tables), database_.dialect());
    name_lemmas lemmas;
    std::vector<std::size_t> const no_groups(worded.tables().size());
    key_facts const known{{}, {}, std::move(facts.unique)};
    key_search const search(worded, no_groups, lemmas, known);
    for (auto const& k : search.named()) {
      auto const &t = database_.tables()[k.child], &parent = database_.tables()[k.parent];
      auto const& c = t.columns[k.column];
      if (!is_computed(t, c) && !refers(t, c)) propose_key(t, c, parent, parent.columns[k.referenced], nearly_all);
    }
  }

  /// Whether a column refers to another table, by a declared or a proposed key.
  [[nodiscard]] bool refers(schema::table const& t, schema::column const& c) const {
    return t2s::detail::any_of(t.foreign_keys, [&c](auto const& k) { return t2s::detail::has(k.columns, c.name); }) ||
           t2s::detail::any_of(found_.facts,
                               [&](learned_fact const& f) { return f.is == kind::key && f.table == t.name && f.column == c.name; });
  }

  /// Proposes a key if at least this share of the different values is in the referenced column.
  void propose_key(schema::table const& t, schema::column const& c, schema::table const& parent, schema::column const& referenced,
                   double least) {
    auto const counts = rows_of("SELECT count(*), sum(CASE WHEN s.v IN (SELECT " + quoted(referenced.name) + " FROM " +
                                quoted(parent.name) + ") THEN 1 ELSE 0 END) FROM " + first_values(t, c) + " AS s");
    auto const all = counts.empty() ? 0 : number_in(counts.front()[0]), there = counts.empty() ? 0 : number_in(counts.front()[1]);
    bool const named = is_named_after(c, parent, referenced);
    auto const to = parent.name + "." + referenced.name;
    std::string const by_name = named ? ", and its name fits" : ", but its name does not tell";
    if (all == 0) {
      if (named) put_key(t, c, parent, referenced, 0.5, "its name fits; it has no value yet");
    } else if (static_cast<double>(there) < least * static_cast<double>(all)) {
      return;
    } else if (there == all) {
      auto const many = all >= 5 ? 0.0 : 0.15;
      put_key(t, c, parent, referenced, (named ? 0.98 : 0.7) - many,
              (all == 1 ? "its only value is in " : "all " + std::to_string(all) + " different values are in ") + to + by_name);
    } else {
      auto const share = static_cast<double>(there) / static_cast<double>(all);
      put_key(t, c, parent, referenced, (named ? 0.85 : 0.5) * share,
              std::to_string(there) + " of " + std::to_string(all) + " different values are in " + to + by_name);
    }
  }

  void put_key(schema::table const& t, schema::column const& c, schema::table const& parent, schema::column const& referenced,
               double confidence, std::string why) {
    auto& fact = add(kind::key, t, &c, confidence, std::move(why));
    fact.parent = parent.name;
    fact.referenced = referenced.name;
  }

  /// A count; sums of a server may be decimals, or texts.
  [[nodiscard]] static std::int64_t number_in(value const& v) {
    if (auto const* i = v.integer()) return *i;
    if (auto const* r = v.real()) return static_cast<std::int64_t>(*r);
    return v.text() ? std::strtoll(v.text()->c_str(), nullptr, 10) : 0;
  }

  /// Whether a column shares a word with the table that it refers to, or with its key.
  [[nodiscard]] bool is_named_after(schema::column const& c, schema::table const& parent, schema::column const& referenced) const {
    auto const own = words_in(c.name), owner = words_in(parent.name);
    if (text::same(c.name, referenced.name) && !is_too_common(own.back())) return true;
    return t2s::detail::any_of(own, [&](std::string const& w) { return t2s::detail::has(owner, w) && !is_key_head(w); });
  }

  [[nodiscard]] std::vector<std::string> words_in(std::string_view name) const {
    std::vector<std::string> out;
    for (auto const w : text::split(speller_.spell(name).words, ' ')) out.push_back(retrieve::lemma(w));
    if (out.empty()) out.emplace_back(text::lower(name));
    return out;
  }

  // ---- words

  void propose_words(schema::table const& t, schema::column const* c, std::string_view common) {
    auto const spelt = speller_.spell(c ? c->name : t.name, common);
    if (spelt) add(kind::words, t, c, spelt.confidence, spelt.why).means = spelt.words;
  }

  // ---- codes, times and units

  void propose_about(schema::table const& t, schema::column const& c) {
    if (is_of_documents(c.type)) return;
    auto const affinity = schema::affinity_of(c.type);
    bool const lists_codes = t2s::detail::any_of(lists_, [&t](code_list const& l) { return l.table == t.name; });
    bool const declared = t2s::detail::any_of(t.foreign_keys, [&c](auto const& k) { return t2s::detail::has(k.columns, c.name); });
    if (affinity != schema::affinity::real && !declared && !lists_codes) {
      seen_values seen;
      for (auto& row : rows_of("SELECT s.v FROM " + first_values(t, c) + " AS s LIMIT " + std::to_string(seen_values::most + 1)))
        if (!row.empty()) seen.distinct.push_back(std::move(row.front()));
      seen.all = seen.distinct.size() <= seen_values::most;
      if (!propose_time(t, c, seen) && c.key_position == 0 && seen.are_few()) propose_codes(t, c, std::move(seen.distinct));
    }
    if (affinity != schema::affinity::text && declared_content(c) != content::date) propose_unit(t, c);
  }

  bool propose_time(schema::table const& t, schema::column const& c, seen_values const& seen) {
    local_dates local;
    schema::form_survey survey;
    bool is_local = true;
    for (auto const& v : seen.distinct) {
      survey.note(v);
      auto const* text = v.text();
      is_local = is_local && text && (text->empty() || local.note(*text));
    }
    if (is_local && local.seen > 0) return propose_local(t, c, local);
    auto const form = survey.found();
    auto const words = words_in(c.name);
    static constexpr std::string_view times[] = {"date",  "time",  "timestamp", "day",    "birthday", "birth",  "at",      "on",
                                                 "since", "until", "created",   "create", "updated",  "update", "modified"};
    bool const named = t2s::detail::any_of(words, [](std::string const& w) { return t2s::detail::has(times, std::string_view(w)); });
    bool const several = seen.distinct.size() >= 3 || named;
    bool const is_key = is_called_key(c.name) || c.key_position != 0;
    if (!several || is_key) return false;
    auto const shown = seen.distinct.empty() ? std::string() : to_sql(seen.distinct.front());
    switch (form.times) {
      case schema::time_form::digits:
        add(kind::time, t, &c, named ? 0.95 : 0.7, "all values are days, such as " + shown).means = "YYYYMMDD";
        return true;
      case schema::time_form::seconds:
      case schema::time_form::milliseconds:
        if (!named) return false;  // a phone number may be as long
        add(kind::time, t, &c, 0.8, "its name is that of a time, and the values, such as " + shown + ", are as large as those of now")
            .means = form.times == schema::time_form::seconds ? "seconds since 1970" : "milliseconds since 1970";
        return true;
      default: return false;
    }
  }

  bool propose_local(schema::table const& t, schema::column const& c, local_dates const& dates) {
    std::string const mark(1, dates.separator);
    bool const sure = dates.days_first != dates.months_first;
    bool const days = dates.days_first && (dates.months_first ? dates.separator != '/' : true);
    auto& fact = add(kind::time, t, &c,
                     sure                     ? 0.98
                     : dates.separator == '.' ? 0.9
                                              : 0.5,
                     sure ? std::string(days ? "no second" : "no first") + " number is greater than 12, and some " +
                                (days ? "first" : "second") + " ones are"
                          : "no number is greater than 12, so the days may be the months");
    fact.means = days ? "DD" + mark + "MM" + mark + "YYYY" : "MM" + mark + "DD" + mark + "YYYY";
    return true;
  }

  void propose_unit(schema::table const& t, schema::column const& c) {
    auto const words = text::words_of_name(c.name);
    if (words.size() < 2 || !t2s::detail::has(name_units, std::string_view(words.back()))) return;
    add(kind::unit, t, &c, 0.9, "its name ends so").means = words.back();
  }

  /// A short text or a small number.
  [[nodiscard]] static bool is_code(value const& v, std::size_t longest) {
    if (auto const* i = v.integer()) return *i >= -1 && *i < 1000;
    auto const* t = v.text();
    return t && !t->empty() && t->size() <= longest && t->find('\n') == t->npos;
  }

  void propose_code(schema::table const& t, schema::column const& c, value const& code, std::string meaning, double confidence,
                    std::string why) {
    auto& fact = add(kind::code, t, &c, confidence, std::move(why));
    fact.is_number = code.integer() != nullptr;
    fact.code = t2s::to_string(code);
    fact.means = std::move(meaning);
  }

  void propose_codes(schema::table const& t, schema::column const& c, std::vector<value> values) {
    static constexpr std::size_t longest = 6;
    if (!t2s::detail::all_of(values, [](value const& v) { return is_code(v, longest); })) return;
    std::sort(values.begin(), values.end(), [](value const& a, value const& b) { return to_sql(a) < to_sql(b); });
    if (propose_pair(t, c, values) || propose_listed(t, c, values)) return;
    propose_unknown(t, c, values);
  }

  struct code_pair {
    std::string_view first, second;
    std::string_view first_means, second_means;  // empty for yes and no
    double confidence;
  };

  bool propose_pair(schema::table const& t, schema::column const& c, std::vector<value> const& values) {
    static constexpr code_pair pairs[] = {{"y", "n", "", "", 0.9},           {"yes", "no", "", "", 0.95},      {"t", "f", "", "", 0.85},
                                          {"true", "false", "", "", 0.95},   {"j", "n", "", "", 0.7},          {"1", "0", "", "", 0.7},
                                          {"m", "f", "male", "female", 0.6}, {"m", "w", "male", "female", 0.5}};
    if (values.size() != 2) return false;
    auto const a = text::lower(t2s::to_string(values[0])), b = text::lower(t2s::to_string(values[1]));
    for (auto const& p : pairs) {
      bool const turned = a == p.second && b == p.first;
      if (!turned && !(a == p.first && b == p.second)) continue;
      auto const &yes = values[turned ? 1 : 0], &no = values[turned ? 0 : 1];
      auto const words = words_in(c.name);
      bool const of_gender = t2s::detail::has(words, std::string("gender")) || t2s::detail::has(words, std::string("sex"));
      auto const why = "its only values are " + listed_values(values);
      if (!p.first_means.empty() && !of_gender) return false;
      auto const means = p.first_means.empty() ? statement_of(c) : std::string(p.first_means);
      propose_code(t, c, yes, means, of_gender ? 0.95 : p.confidence, why);
      propose_code(t, c, no, p.first_means.empty() ? "not " + means : std::string(p.second_means), of_gender ? 0.95 : p.confidence, why);
      return true;
    }
    return false;
  }

  /// What is true if a column says yes: its words without "is", "flag" and the like.
  [[nodiscard]] std::string statement_of(schema::column const& c) const {
    static constexpr std::string_view marks[] = {"is", "has", "flag", "flg", "ind", "indicator", "yn", "fl"};
    std::string out;
    for (auto const w : text::split(speller_.spell(c.name).words, ' '))
      if (!t2s::detail::has(marks, w)) out.append(out.empty() ? "" : " ").append(w);
    return out.empty() ? "yes" : out;
  }

  // ---- tables of codes

  /// Finds the tables that list codes: two columns, a code and a text for it; or a third one that says for which column they are.
  void read_code_tables() {
    static constexpr std::size_t most = 2'000;
    for (auto const& t : database_.tables()) {
      if (t.is_view || t.columns.size() < 2 || t.columns.size() > 5) continue;
      auto const *code = column_called(t, codes, nullptr), *meaning = code ? column_called(t, meanings, code) : nullptr;
      if (!meaning) continue;
      auto const* name = t.columns.size() > 2 ? column_called(t, lists, code, meaning) : nullptr;
      if (!name && t.columns.size() > 2) continue;
      auto const rows = rows_of("SELECT " + quoted(code->name) + ", " + quoted(meaning->name) + (name ? ", " + quoted(name->name) : "") +
                                " FROM " + quoted(t.name) + " LIMIT " + std::to_string(most));
      for (auto const& row : rows) {
        auto const* text = row[1].text();
        if (!text || text->empty() || row[0].is_null()) continue;
        list_for(t.name, name ? t2s::to_string(row[2]) : std::string()).codes.emplace_back(row[0], *text);
      }
    }
  }

  static constexpr std::string_view codes[] = {"code", "key", "value", "id", "abbreviation"};
  static constexpr std::string_view meanings[] = {"description", "name", "text", "label", "meaning", "title", "long"};
  static constexpr std::string_view lists[] = {"domain", "list", "type", "category", "kind", "group", "field", "column", "class", "set"};

  /// The first column whose last word is one of these, other than two.
  template <std::size_t N>
  [[nodiscard]] schema::column const* column_called(schema::table const& t, std::string_view const (&words)[N],
                                                    schema::column const* not_this, schema::column const* nor_this = nullptr) const {
    for (auto const& c : t.columns) {
      auto const own = words_in(c.name);
      if (&c != not_this && &c != nor_this && t2s::detail::has(words, std::string_view(own.back()))) return &c;
    }
    return nullptr;
  }

  [[nodiscard]] code_list& list_for(std::string const& table, std::string const& name) {
    auto const is_it = [&](code_list const& l) { return l.table == table && l.name == name; };
    if (auto* known = t2s::detail::find_if(lists_, is_it)) return *known;
    lists_.push_back({table, name, {}});
    return lists_.back();
  }

  /// Whether a column is named as a list of codes is, or as its table.
  [[nodiscard]] bool is_named_as(schema::column const& c, code_list const& list) const {
    if (text::same(list.name, c.name)) return true;
    auto const listed = words_in(list.name.empty() ? list.table : list.name);
    auto const is_said = [&](std::string const& w) { return t2s::detail::has(listed, w) && !is_key_head(w) && w != "type"; };
    return t2s::detail::any_of(words_in(c.name), is_said);
  }

  bool propose_listed(schema::table const& t, schema::column const& c, std::vector<value> const& values) {
    for (auto const& list : lists_) {
      if (list.table == t.name || !is_named_as(c, list)) continue;
      auto const meaning_of = [&list](value const& v) -> std::string const* {
        for (auto const& [code, text] : list.codes)
          if (t2s::to_string(code) == t2s::to_string(v)) return &text;
        return nullptr;
      };
      if (!t2s::detail::all_of(values, [&](value const& v) { return meaning_of(v) != nullptr; })) continue;
      auto const why = "the table " + list.table + " says so" + (list.name.empty() ? "" : " of " + list.name);
      for (auto const& v : values) propose_code(t, c, v, *meaning_of(v), 0.9, why);
      return true;
    }
    return false;
  }

  /// Codes of which only the owner knows the meaning: texts of one or two letters, and numbers if the name says that they are codes.
  void propose_unknown(schema::table const& t, schema::column const& c, std::vector<value> const& values) {
    static constexpr std::size_t most = 8, letters = 2;
    static constexpr std::string_view names[] = {"status", "type", "state", "code",  "category",
                                                 "kind",   "flag", "level", "class", "priority"};
    if (values.size() < 2 || values.size() > most) return;
    bool const named = t2s::detail::has(names, std::string_view(words_in(c.name).back()));
    bool const short_texts =
        t2s::detail::all_of(values, [](value const& v) { return v.text() && is_code(v, letters) && !is_number(*v.text()); });
    if (!short_texts && !(named && values.front().integer())) return;
    for (auto const& v : values) propose_code(t, c, v, "?", 0, "its only values are " + listed_values(values) + "; write what they mean");
  }

  schema::database const& database_;
  std::function<db::execution(std::string const&)> const& query_;
  proposal_options const& options_;
  clock::time_point end_;
  name_speller speller_;
  std::vector<code_list> lists_{};
  learned found_{};
};

}  // namespace detail

T2S_DECL learned proposals_for(schema::database const& d, std::function<db::execution(std::string const&)> const& query,
                               proposal_options const& options) {
  return detail::proposer(d, query, options).all();
}

}  // namespace t2s::knowledge

#endif
