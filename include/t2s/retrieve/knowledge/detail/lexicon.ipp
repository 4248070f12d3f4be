// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_IPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/column_values.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_keys.hpp"
#include "t2s/retrieve/knowledge/detail/learned_fact.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/knowledge/detail/name_words.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <algorithm>

namespace t2s::knowledge {
namespace detail {

/// The lemmas of the names of a table's columns, one column after the other.
struct column_lemmas {
  /// Without the first letters of each name, `skipped` of them.
  column_lemmas(schema::table const& t, name_lemmas& lemmas, std::size_t skipped) {
    for (auto const& c : t.columns) {
      for (auto const lemma : lemmas.of(std::string_view(c.name).substr(skipped))) all_.push_back(lemma);
      ends_.push_back(all_.size());
    }
  }

  [[nodiscard]] std::span<std::uint32_t const> of(std::size_t column) const {
    auto const begin = column == 0 ? 0 : ends_[column - 1];
    return std::span(all_).subspan(begin, ends_[column] - begin);
  }

  /// The first word of most columns, which then has no meaning.
  [[nodiscard]] std::optional<std::uint32_t> common_beginning() const {
    std::optional<std::uint32_t> most;  // of most columns, if any: each other one is counted against it
    std::size_t lead = 0, times = 0;
    for (std::size_t c = 0; c < ends_.size(); ++c) {
      if (lead == 0) most = beginning(c);
      lead = beginning(c) == most ? lead + 1 : lead - 1;
    }
    for (std::size_t c = 0; most && c < ends_.size(); ++c) times += beginning(c) == most ? 1U : 0U;
    return times >= 3 && times * 2 > ends_.size() ? most : std::nullopt;
  }

  /// Whether all columns begin with it.
  [[nodiscard]] bool all_begin_with(std::uint32_t lemma) const {
    for (std::size_t c = 0; c < ends_.size(); ++c)
      if (beginning(c) != lemma) return false;
    return true;
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> beginning(std::size_t column) const {
    auto const of_name = of(column);
    return of_name.size() > 1 ? std::optional(of_name.front()) : std::nullopt;
  }

  std::vector<std::uint32_t> all_{};
  std::vector<std::size_t> ends_{};
};

/// How many letters say the file before the names of its columns: the CU of CUNAME and CUCITY. 0 if there are none, or what follows is
/// mostly no word.
inline std::size_t letters_of_file(schema::table const& t, name_words const& spelt) {
  constexpr std::size_t letters = 2, fewest = 4;
  if (t.columns.size() < fewest) return 0;
  std::size_t words = 0;
  for (auto const& c : t.columns) {
    bool const begins = c.name.size() > letters + 1 && c.name.starts_with(std::string_view(t.columns.front().name).substr(0, letters));
    if (!begins || !is_of_capitals(c.name)) return 0;
    words += spelt.is_readable(text::lower(std::string_view(c.name).substr(letters))) ? 1U : 0U;
  }
  return words * 2 >= t.columns.size() ? letters : 0;
}

/// Whether a word alone would be meant by most questions, of whatever table: "the number of orders" is about no `order_no`.
inline bool is_general(std::string_view word) {
  static constexpr std::string_view words[] = {"id", "number", "count", "total", "order", "amount", "no", "date", "day", "value"};
  return t2s::detail::has(words, word);
}

/// Reads the words of a column's name.
template <class Role>
void read_name(std::span<std::uint32_t const> words, std::vector<std::uint32_t> const& traits, Role& role) {
  if (words.empty()) return;
  std::uint32_t any = 0;
  for (auto const w : words) any |= traits[w];
  auto const last = traits[words.back()];
  role.called_id = (last & trait::id) != 0;
  role.mentions_time = (words.size() > 1 && (last & trait::before_time) != 0) || (any & trait::time) != 0;
  role.mentions_only_time = words.size() == 1 || (any & trait::time_alone) != 0;
}

/// The schema with the confirmed words for names of tables and columns; the prefixes of groups stay. Only for reading words.
inline schema::database in_words(schema::database const& d, learned const& all, std::vector<std::size_t> const& groups) {
  auto tables = d.tables();
  for (auto fact = all.facts.rbegin(); fact != all.facts.rend(); ++fact) {  // of several names the first counts
    auto const* t = fact->is_used() && fact->is == learned_fact::kind::words ? d.find_table(fact->table) : nullptr;
    auto const* c = t ? t->find_column(fact->column) : nullptr;
    if (!t) continue;
    auto const place = d.place_of(*t);
    if (c) tables[place].columns[static_cast<std::size_t>(c - t->columns.data())].name = fact->means;
    if (fact->column.empty()) tables[place].name = t->name.substr(0, groups[place]) + fact->means;
  }
  return schema::database(std::move(tables), d.dialect());
}

}  // namespace detail

T2S_DECL lexicon::lexicon(schema::database schema, lexicon_options options, key_facts const& keys)
    : schema_(std::move(schema)), options_(std::move(options)) {
  detail::name_lemmas lemmas;
  groups_ = name_groups(schema_);
  connected_ = with_inferred_keys(schema_, groups_, lemmas, options_.index ? options_.index->keys() : keys);
  auto const worded = options_.confirmed ? detail::in_words(schema_, *options_.confirmed, groups_) : schema_;
  detail::name_words spelt(worded, lemmas, words_);
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) add_table(worded.tables()[t], t, lemmas, spelt);
  short_names_ = spelt.are_short();
  read_items();
  read_declarations();
  if (options_.neighbours) read_neighbours();
  if (options_.thesaurus) read_thesaurus();
  if (options_.own_words) read_own_words();
  read_descriptions();
  if (options_.confirmed) read_learned();
  if (options_.index) read_index();
}

T2S_DECL lexicon::lexicon(lexicon&&) noexcept = default;
T2S_DECL lexicon::~lexicon() = default;

T2S_DECL std::span<near_name const> lexicon::synonyms(std::string const& asked) const { return near_.find(asked); }

T2S_DECL std::span<column_id const> lexicon::described_with(std::string const& lemma) const { return described_.find(lemma); }

T2S_DECL void lexicon::read_descriptions() {
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
    auto const& of = schema_.tables()[t];
    read_description({t}, of.description);
    for (std::uint32_t c = 0; c < of.columns.size(); ++c) read_description({t, c}, of.columns[c].description);
  }
}

T2S_DECL void lexicon::read_description(column_id where, std::string const& text) {
  if (text.empty()) return;
  for (auto const& token : retrieve::tokens_of(text)) {
    if (token.is != retrieve::token::kind::word || retrieve::is_stop_word(token.lemma)) continue;
    auto const all = described_.find(token.lemma);
    if (all.empty() || all.back() != where) described_.add(token.lemma, where);
  }
  if (!where.is_table()) read_meaning(where, text);
}

/// What the owner confirmed. The first words of a name are its name (`in_words`), further ones are phrases for it, and so is the stored
/// name if it has several parts.
T2S_DECL void lexicon::read_learned() {
  std::vector<column_id> worded;
  auto const add_phrase = [this](std::string_view words, column_id means) {
    known_phrase phrase{{}, means};
    for (auto const& token : retrieve::tokens_of(words)) phrase.lemmas.push_back(token.lemma);
    if (!phrase.lemmas.empty()) phrases_.push_back(std::move(phrase));
  };
  for (auto const& fact : options_.confirmed->facts) {
    auto const* t = fact.is_used() ? schema_.find_table(fact.table) : nullptr;
    auto const* c = t ? t->find_column(fact.column) : nullptr;
    if (!t || (!c && !fact.column.empty())) continue;
    auto const where = id_of(schema_, *t, c);
    auto const& name = c ? c->name : t->name;
    if (fact.is == learned_fact::kind::words && t2s::detail::has(worded, where)) add_phrase(fact.means, where);
    if (fact.is == learned_fact::kind::words && !t2s::detail::has(worded, where)) {
      worded.push_back(where);
      if (text::words_of_name(name).size() > 1) add_phrase(name, where);
    }
    if (fact.is == learned_fact::kind::code) read_code(where, fact.code, fact.means, by_meaning_);
    if (fact.is == learned_fact::kind::time) roles_[place_of(where)].times = fact.form;
    if (fact.is == learned_fact::kind::unit) units_.emplace_back(where, retrieve::lemma(text::lower(fact.means)));
  }
}

T2S_DECL std::string_view lexicon::unit_of(column_id id) const {
  auto const* found = t2s::detail::find_if(units_, [&](std::pair<column_id, std::string> const& u) { return u.first == id; });
  return found ? std::string_view(found->second) : std::string_view();
}

T2S_DECL void lexicon::add_near(std::string const& asked, std::uint32_t named, double likeness) {
  auto const form = standard_form(asked);
  for (auto& known : near_.find_to_change(form))
    if (known.word == named) {
      known.likeness = std::max(known.likeness, likeness);
      return;
    }
  near_.add(form, {named, likeness});
}

/// "All information" asks for rows, and does not name a column.
T2S_DECL void lexicon::read_neighbours() {
  for (auto const group : detail::neighbours) {
    auto const words = text::split(group, ' ');
    for (auto const named : words)
      if (auto const* known = words_.find(standard_form(named)))
        for (auto const asked : words)
          if (asked != "information") add_near(std::string(asked), static_cast<std::uint32_t>(*known), detail::neighbour_likeness);
  }
  if (short_names_)
    for (std::uint32_t w = 0; w < words().size(); ++w) read_neighbours_of_short(w);
}

/// "Drug" for the `med` of medicine. A short form of words with several meanings has none.
T2S_DECL void lexicon::read_neighbours_of_short(std::uint32_t word) {
  constexpr std::size_t most_groups = 2;
  std::string const form = words()[word];
  if (form.size() < 3 || !may_be_short(form)) return;
  std::vector<std::string_view> meant;
  for (auto const group : detail::neighbours)
    if (t2s::detail::any_of(text::split(group, ' '), [&form](std::string_view w) { return detail::abbreviates(form, w); }))
      meant.push_back(group);
  if (meant.size() > most_groups) return;
  for (auto const group : meant)
    for (auto const asked : text::split(group, ' '))
      if (!detail::abbreviates(form, asked)) add_near(std::string(asked), word, detail::neighbour_likeness);
}

T2S_DECL void lexicon::read_thesaurus() {
  for (std::uint32_t w = 0; w < words().size(); ++w) {
    if (words()[w].size() < 3 || retrieve::is_stop_word(words()[w])) continue;
    for (auto const& s : synonyms_of(*options_.thesaurus, words()[w], options_.synonyms)) add_near(s.word, w, s.likeness);
  }
}

T2S_DECL void lexicon::read_own_words() {
  detail::wrong_lines wrong;
  for (auto const& e : options_.own_words->entries) {
    auto const* t = schema_.find_table(e.table);
    auto const* c = t ? t->find_column(e.column) : nullptr;
    if (t && !e.column.empty() && !c) {
      wrong.note_errors_of([&] {
        throw error(failure{errc::no_such_column,
                            "line " + std::to_string(e.line) + " of the dictionary \"" + options_.own_words->file + "\": table " + t->name +
                                " has no column " + e.column,
                            e.column, "correct the name"});
      });
    } else if (t) {
      phrases_.push_back({e.phrase, id_of(schema_, *t, c)});
    } else if (auto const* named = words_.find(standard_form(e.word)); named && e.phrase.size() == 1) {
      add_near(e.phrase.front(), static_cast<std::uint32_t>(*named), 1);
    }
  }
  wrong.throw_if_any();
}

T2S_DECL void lexicon::add_table(schema::table const& table, std::uint32_t t, detail::name_lemmas& lemmas, detail::name_words& spelt) {
  first_item_.push_back(items_.size());
  auto const begin = item_words_.size();
  auto own_name = std::string_view(table.name).substr(groups_[t]);
  if (spelt.are_files()) own_name.remove_suffix(1);
  add_item({t}, spelt.standard(spelt.without_prefix(lemmas.of(own_name))), {}, {});
  place_range const owner{begin, item_words_.size()};
  detail::column_lemmas const of_columns(table, lemmas, detail::letters_of_file(table, spelt));
  auto const common = of_columns.common_beginning();
  auto const beginning = common ? lemmas.text(*common) : std::string();
  bool const is_mark = common && beginning.size() <= 3 && !t2s::detail::has(detail::whole_words, std::string_view(beginning)) &&
                       of_columns.all_begin_with(*common);  // the "cl" of cl_name, cl_city and all others is no word
  for (std::uint32_t c = 0; c < table.columns.size(); ++c) {
    auto const of_name = of_columns.of(c);
    auto const own = spelt.standard(of_name.subspan(is_mark ? 1 : 0), of_name.size() > 1);
    bool const says_nothing = is_mark && own.size() == 1 && detail::is_general(words()[own.front()]);
    add_item({t, c}, says_nothing ? spelt.standard(of_name) : own, owner, beginning);
  }
}

/// The item's spans have only their sizes until `read_items`.
T2S_DECL void lexicon::add_item(column_id where, std::span<std::uint32_t const> parts, place_range owner, std::string_view common) {
  double sum = 0;
  auto const begin = item_weights_.size();
  auto const is = [this](std::uint32_t word, std::uint32_t trait) { return (traits_[word] & trait) != 0; };
  for (auto i = traits_.size(); i < words().size(); ++i) traits_.push_back(detail::traits_of(words()[i]));
  bool const identifies = parts.size() > 1 && is(parts.back(), detail::trait::id) && !where.is_table();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto const place = parts[i];
    auto const& w = words()[place];
    bool repeats_table = false;
    for (auto o = owner.begin; o < owner.end && !repeats_table; ++o)
      repeats_table = item_words_[o] == place || likeness(words()[item_words_[o]], w) >= 0.8;
    bool const is_common = !where.is_table() && i == 0 && parts.size() > 1 && w == common;
    bool const is_unit = i > 0 && is(is(place, detail::trait::square) ? parts[i - 1] : place, detail::trait::unit);
    bool const is_prefix = i == 0 && parts.size() > 1 && is(place, detail::trait::prefix);
    bool const is_mark = i > 0 && i + 1 == parts.size() && is(place, detail::trait::mark);
    item_words_.push_back(place);
    double const weight = is(place, detail::trait::stop) || is_unit || is_prefix || is_mark ? 0.1
                          : repeats_table || is_common                                      ? 0.35
                          : identifies && !is(place, detail::trait::id)                     ? 0.5
                                                                                            : 1.0;
    item_weights_.push_back(weight);
    sum += weight;
  }
  for (auto i = begin; i < item_weights_.size(); ++i) item_weights_[i] /= sum;
  items_.push_back({where, parts, {}});
}

T2S_DECL void lexicon::read_items() {
  std::size_t at = 0;
  first_by_word_.assign(words().size() + 1, 0);
  for (auto& item : items_) {
    auto const size = item.words.size();
    item.words = {item_words_.data() + at, size};
    item.weights = {item_weights_.data() + at, size};
    at += size;
  }
  for (auto const w : item_words_) ++first_by_word_[w + std::size_t{1}];
  for (std::size_t w = 1; w < first_by_word_.size(); ++w) first_by_word_[w] += first_by_word_[w - 1];
  auto next = first_by_word_;
  items_by_word_.resize(item_words_.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i)
    for (auto const w : items_[i].words) items_by_word_[next[w]++] = i;
}

/// Uses name and declaration only: the contents of a column may correct this later.
T2S_DECL void lexicon::read_declarations() {
  roles_.resize(items_.size());
  t2s::detail::numbers_by_name types;  // few types for many columns: the first column of each
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
    auto const& columns = connected_.tables()[t].columns;
    auto const keys = t2s::detail::count_if(columns, [](schema::column const& c) { return c.key_position != 0; });
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
      auto const i = place_of({t, c});
      auto const [first, is_new] = types.add(columns[c].type, i);
      auto& role = roles_[i];
      role.holds = role.declared = is_new ? declared_content(columns[c]) : roles_[first].declared;
      role.is_numeric = is_new ? schema::affinity_of(columns[c].type) == schema::affinity::numeric : roles_[first].is_numeric;
      role.only_key = keys == 1 && columns[c].key_position != 0;
      detail::read_name(items_[i].words, traits_, role);
    }
    for (auto const& k : connected_.tables()[t].foreign_keys)
      for (auto const& name : k.columns)
        for (std::uint32_t c = 0; c < columns.size(); ++c)
          if (columns[c].name == name) {
            auto& role = roles_[place_of({t, c})];
            role.in_foreign_key = true;
            role.refers = role.refers || k.resolved;
          }
  }
  traits_.clear();
}

/// Two texts may mean yes and no if they are all the texts of a column.
T2S_DECL void lexicon::read_flag(column_role& of, std::vector<std::string> const& texts) {
  static constexpr std::string_view pairs[][2] = {{"t", "f"}, {"y", "n"}, {"j", "n"}, {"yes", "no"}, {"ja", "nein"}, {"true", "false"}};
  if (texts.size() != 2) return;
  for (auto const& pair : pairs)
    for (std::size_t const i : {0U, 1U})
      if (text::same(texts[i], pair[0]) && text::same(texts[1 - i], pair[1])) add_flag(of, texts[i], texts[1 - i]);
}

T2S_DECL void lexicon::add_flag(column_role& of, std::string const& yes, std::string const& no) {
  of.flag = static_cast<std::uint32_t>(flags_.size());
  flags_.push_back(yes);
  flags_.push_back(no);
}

T2S_DECL bool lexicon::is_key(column_id id) const {
  auto const& role = roles_[place_of(id)];
  return role.called_id || role.refers || (role.only_key && content_of(id) == content::number);
}

T2S_DECL schema::stored_form lexicon::form_of(column_id id) const {
  auto found = roles_[place_of(id)].is_read ? roles_[place_of(id)].form : assumed_form(id);
  if (auto const& said = roles_[place_of(id)].times) found.times = *said;
  return found;
}

T2S_DECL schema::stored_form lexicon::assumed_form(column_id id) const {
  schema::stored_form assumed;
  bool const declared = schema::affinity_of(column(id).type) != schema::affinity::blob;
  assumed.numbers = declared && content_of(id) == content::number;
  assumed.texts = declared && !assumed.numbers;
  if (content_of(id) == content::date) assumed.times = schema::time_form::day_texts;
  bool const of_years = t2s::detail::any_of(item(id).words, [this](auto w) { return words()[w] == "year"; });
  if (content_of(id) == content::number && of_years) assumed.times = schema::time_form::years;
  return assumed;
}

T2S_DECL std::optional<std::size_t> lexicon::place_in_index(column_id id) const {
  auto const place = roles_[place_of(id)].indexed;
  return place == nowhere ? std::nullopt : std::optional<std::size_t>(place);
}

T2S_DECL bool lexicon::knows_form(column_id id) const {
  if (!roles_[place_of(id)].is_read) return false;
  auto const place = place_in_index(id);
  return !place || options_.index->columns()[*place].numbers == 0;  // an index does not distinguish numbers from numeric texts
}

T2S_DECL bool lexicon::is_time(column_id id) const {
  using schema::time_form;
  if (roles_[place_of(id)].times) return true;
  auto const f = form_of(id).times;
  bool const by_texts = f == time_form::month_texts || f == time_form::day_texts || f == time_form::time_texts;
  if (by_texts || content_of(id) == content::date) return true;
  if (f == time_form::digits && content_of(id) == content::number && !is_key(id)) return true;  // 19600501, whatever the name
  auto const& role = roles_[place_of(id)];
  if (!role.mentions_time) return false;
  return !role.is_read || f != time_form::none || role.mentions_only_time;
}

T2S_DECL std::size_t lexicon::values_wanted(column_id id) const {
  if (id.is_table()) return 0;
  auto const& role = roles_[place_of(id)];
  if (role.holds != content::number) return options_.values_per_column;
  if ((role.is_numeric || role.mentions_time) && !is_key(id)) return options_.times_per_column;
  if (role.described != nowhere) return 2 * described_codes_[role.described].size() + 1;
  auto const& c = column(id);
  return !is_key(id) && (detail::may_be_flag(c) || (!role.in_foreign_key && detail::may_hold_zeros_and_ones(c))) ? 3 : 0;
}

T2S_DECL std::optional<std::string> lexicon::flag_value(column_id id, bool yes) const {
  auto const& role = roles_[place_of(id)];
  if (role.flag != nowhere) {
    auto const& stored = flags_[role.flag + (yes ? 0U : 1U)];
    bool const digit = stored == "1" || stored == "0";
    bool const declared = schema_.sql_dialect() != sql::dialect::sqlite && text::lower(column(id).type).starts_with("bool");
    if (digit && declared) return stored == "1" ? "TRUE" : "FALSE";  // a server cannot compare a boolean with a number
    return digit ? stored : to_sql(value(stored));
  }
  if (content_of(id) != content::number) return {};
  auto const words = retrieve::lemmas_of_name(column(id).name);
  bool const called = words.size() > 1 &&
                      (words.front() == "be" || words.front() == "have" || (words.back() != "ind" && detail::is_called_flag(words.back())));
  if (!called) return {};
  return yes ? "1" : "0";
}

T2S_DECL void lexicon::add_values(column_id where, std::span<std::vector<value> const> rows) {
  auto& role = roles_[place_of(where)];
  role.is_cut = role.is_cut || rows.size() >= options_.values_per_column;
  read_flag(role, detail::first_texts(rows));
  if (role.flag == nowhere)
    if (auto const known = detail::zeros_and_ones(rows); known > 0) {
      auto const& c = column(where);
      bool const both = known == 2 && !role.in_foreign_key && detail::may_hold_zeros_and_ones(c);
      if (detail::may_be_flag(c) || both) add_flag(role, "1", "0");
    }
  auto const some = detail::plain_values(rows);
  role.words = detail::are_words(some);
  role.codes = detail::are_codes(some);
  settle_codes(where, some);
  schema::form_survey survey;
  for (auto const& row : rows)
    if (!row.empty()) survey.note(row.front());
  if (auto const found = survey.found(); found.numbers || found.texts) {
    role.form = found;
    role.is_read = true;
  }
  if (role.holds == content::text && detail::are_numbers(rows)) role.holds = content::number;
  for (auto const& row : rows) {
    auto const* text = row.empty() ? nullptr : row.front().text();
    if (!text || text->empty() || text->size() > options_.value_bytes) continue;
    auto const key = value_key(*text);
    if (key.empty()) continue;
    auto const words = text::split(key, ' ');
    auto const place = static_cast<std::uint32_t>(values_.size());
    if (words.size() > 1)
      for (auto const w : words)
        if (detail::is_significant(w)) by_word_.add(w, place);
    if (auto const lemmas = lemma_key(key); lemmas != key) by_key_.add(lemmas, place);
    by_key_.add(key, place);
    values_.push_back({where, *text});
  }
}

T2S_DECL void lexicon::leave_out(column_id where, std::string why) {
  roles_[place_of(where)].is_cut = true;
  left_out_.push_back({table(where).name, column(where).name, std::move(why)});
}

T2S_DECL void lexicon::read_index() {
  for (auto& role : roles_) role.is_cut = true;
  schema::table const* t = nullptr;
  std::size_t at = 0;  // in its columns: those of the index are in the same order
  for (auto const& c : options_.index->columns()) {
    index_places_.push_back({});
    if (!t || t->name != c.table) {
      t = schema_.find_table(c.table);
      at = 0;
    }
    while (t && at < t->columns.size() && t->columns[at].name != c.column) ++at;
    auto const* column = !t ? nullptr : at < t->columns.size() ? &t->columns[at] : t->find_column(c.column);
    if (!column) continue;
    auto const where = id_of(schema_, *t, column);
    index_places_.back() = where;
    auto& role = roles_[place_of(where)];
    role.indexed = std::min(role.indexed, static_cast<std::uint32_t>(index_places_.size() - 1));
    role.is_cut = !c.complete;
    bool const numbers = c.numbers > 0 && c.numbers >= 9 * c.others;
    schema::form_survey survey;
    for (auto id = c.first; id < c.last && id - c.first < options_.values_per_column; ++id) survey.note(value(options_.index->text(id)));
    if (detail::holds_numbers(*options_.index, c, *column)) survey.note(value(0));
    if (auto const found = survey.found(); found.texts || (found.numbers && role.holds == content::date)) {
      role.form = found;
      role.is_read = true;
    }
    if (role.holds == content::text && numbers) role.holds = content::number;
    std::vector<std::string> texts;
    for (auto id = c.first; id < c.last && texts.size() < 3; ++id) texts.emplace_back(options_.index->text(id));
    read_flag(role, texts);
    texts.clear();
    for (auto id = c.first; id < c.last && texts.size() < detail::plain_values_read; ++id) texts.emplace_back(options_.index->text(id));
    role.words = !numbers && detail::are_words(texts);
    role.codes = !numbers && detail::are_codes(texts);
    if (!numbers) settle_codes(where, texts);
  }
  for (auto const& item : items_) {
    if (item.where.is_table()) continue;
    auto const& role = roles_[place_of(item.where)];
    if (role.is_cut && role.declared != content::number) leave_out(item.where, "the index of values has not all of them");
  }
}

T2S_DECL stored_value lexicon::stored(std::uint32_t place) const {
  if (!options_.index) return values_[place];
  return {index_places_[options_.index->column_of(place)], std::string(options_.index->text(place))};
}

T2S_DECL std::vector<stored_value> lexicon::stored(std::span<std::uint32_t const> places) const {
  std::vector<stored_value> out;
  for (auto const place : places) out.push_back(stored(place));
  return out;
}

T2S_DECL std::vector<stored_value> lexicon::values(std::string const& key) const {
  auto found = options_.index ? stored(options_.index->with_key(key)) : stored(by_key_.find(key));
  std::size_t before = 0;
  for (auto const code : by_meaning_.find(key)) t2s::detail::insert_at(found, before++, codes_[code]);
  if (found.empty())
    for (auto const code : by_country_.find(key)) found.push_back(codes_[code]);
  return found;
}

T2S_DECL std::vector<stored_value> lexicon::values_with(std::string const& words) const {
  if (options_.index) return stored(options_.index->with_words(words, options_.values_per_word));
  std::span<std::uint32_t const> rarest;
  for (auto const w : text::split(words, ' ')) {
    if (!detail::is_significant(w)) continue;
    auto const found = by_word_.find(w);
    if (found.empty()) return {};
    if (rarest.empty() || found.size() < rarest.size()) rarest = found;
  }
  std::vector<stored_value> out;
  if (rarest.size() > options_.values_per_word) return out;
  for (auto const place : rarest)
    if (detail::has_words(value_key(values_[place].text), words)) out.push_back(stored(place));
  return out;
}

T2S_DECL bool lexicon::is_complete(column_id where) const {
  auto const& role = roles_[place_of(where)];
  return role.holds == content::text && !role.is_cut;
}

T2S_DECL bool lexicon::holds(column_id where, std::string_view text) const {
  for (auto const& v : values(value_key(text)))
    if (v.where == where && v.text == text) return true;
  return false;
}

T2S_DECL std::optional<stored_value> lexicon::nearest(std::string_view text, std::optional<column_id> where) const {
  if (options_.index) return nearest_indexed(text, where);
  auto const key = value_key(text);
  if (key.size() < 4) return {};
  t2s::detail::edit_distances const edits(key);
  stored_value const* best = nullptr;
  std::size_t least = detail::edits_allowed(key.size());
  for (auto const& known : by_key_.names()) {
    auto const difference = known.size() > key.size() ? known.size() - key.size() : key.size() - known.size();
    if (known.front() != key.front() || difference > least) continue;
    auto const distance = edits.to(known);
    if (distance > least) continue;
    for (auto const place : by_key_.find(known)) {
      auto const& v = values_[place];
      if ((where && v.where != *where) || value_key(v.text) != known) continue;  // its lemmas are known, too
      bool const is_better = !best || distance < least || v.text < best->text || (v.text == best->text && v.where < best->where);
      if (is_better) best = &v;  // of equally near values the first by text and position
      least = distance;
    }
  }
  return best ? std::optional(*best) : std::nullopt;
}

T2S_DECL std::optional<stored_value> lexicon::nearest_indexed(std::string_view text, std::optional<column_id> where) const {
  auto const column = where ? place_in_index(*where) : std::nullopt;
  if (where && !column) return {};
  auto const found = options_.index->nearest(text, column);
  return found ? std::optional(stored(*found)) : std::nullopt;
}

}  // namespace t2s::knowledge

#endif
