// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_LEXICON_IPP
#define T2S_KNOWLEDGE_IMPL_LEXICON_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/impl/edit_distance.hpp"
#include "t2s/core/internal/numbers.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/knowledge/impl/inferred_keys.hpp"
#include "t2s/knowledge/internal/words.hpp"
#include "t2s/knowledge/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace t2s::knowledge {
namespace detail {

/// The last words of names that are often written together with the word before: "countrycode", "fname".
inline constexpr std::array<std::string_view, 8> heads{"id", "name", "code", "date", "type", "number", "no", "year"};

struct initial {
  std::string_view letters, word;
};
/// What a letter or two stand for before a head.
inline constexpr std::array initials{initial{"f", "first"}, initial{"l", "last"}, initial{"m", "middle"}};

inline std::string_view spelt_out(std::string_view word) {
  for (auto const& i : initials)
    if (i.letters == word) return i.word;
  return word;
}

/// The words of a schema's names in standard form.
class name_words {
 public:
  explicit name_words(schema::database const& d) : database_(d) {
    for (std::uint32_t t = 0; t < d.tables().size(); ++t)
      for (auto& w : retrieve::lemmas_of_name(d.tables()[t].name))
        of_tables_.push_back({std::move(w), t, static_cast<std::uint32_t>(of_tables_.size())});
    t2s::detail::sort(of_tables_,
                      [](table_word const& a, table_word const& b) { return a.word != b.word ? a.word < b.word : a.place < b.place; });
  }

  /// Of a name that has these lemmas.
  [[nodiscard]] std::vector<std::string> standard(std::vector<std::string> const& lemmas) {
    std::vector<std::string> out;
    for (auto const& whole : lemmas)
      for (auto const& w : taken_apart(whole)) {
        auto const s = w == "no" && lemmas.size() > 1 ? "number" : lemmas.size() > 1 ? standard_form(spelt_out(w)) : standard_form(w);
        for (auto const part : text::split(s, ' ')) out.emplace_back(part);
      }
    return out;
  }

 private:
  struct table_word {
    std::string word;
    std::uint32_t table, place;  // in schema order
  };

  /// "stuid" as "student id" where a table's name begins so, "fname" as "first name"; else the word.
  [[nodiscard]] std::vector<std::string> const& taken_apart(std::string const& word) {
    auto const [place, is_new] = places_.add(word, parts_.size());
    if (is_new) parts_.push_back(find_parts(word));
    return parts_[place];
  }

  [[nodiscard]] std::vector<std::string> find_parts(std::string const& word) const {
    for (auto const head : heads) {
      if (word.size() <= head.size() || !word.ends_with(head)) continue;
      auto const front = word.substr(0, word.size() - head.size());
      if (auto const whole = spelt_out(front); whole != front) return {std::string(whole), std::string(head)};
      if (auto const* w = table_word_with(front, head, word)) return {*w, std::string(head)};
      if (front.size() >= 4 && head != "no") return {retrieve::lemma(front), std::string(head)};
    }
    return {word};
  }

  /// The first word of tables' names that the front of a word abbreviates; with fewer than three letters it must be of a table that has a
  /// column of that name.
  [[nodiscard]] std::string const* table_word_with(std::string_view front, std::string_view head, std::string_view word) const {
    bool const anywhere = front.size() >= 3;
    if (front.empty() || (!anywhere && head == "no")) return nullptr;
    table_word const* first = nullptr;
    auto i =
        std::lower_bound(of_tables_.begin(), of_tables_.end(), front, [](table_word const& w, std::string_view f) { return w.word < f; });
    for (; i != of_tables_.end() && i->word.starts_with(front); ++i) {
      if (i->word == word || (first && first->place < i->place)) continue;
      if (anywhere || database_.tables()[i->table].find_column(word)) first = &*i;
    }
    return first ? &first->word : nullptr;
  }

  schema::database const& database_;
  std::vector<table_word> of_tables_{};    // sorted by word
  t2s::detail::numbers_by_name places_{};  // in `parts_`
  std::vector<std::vector<std::string>> parts_{};
};

/// The word by which most columns of a table begin, and which then says nothing; empty if there is none.
inline std::string common_beginning(std::span<std::vector<std::string> const> lemmas) {
  t2s::detail::numbers_by_name begins;
  for (auto const& words : lemmas)
    if (words.size() > 1) begins.set(words.front(), begins.add(words.front()).first + 1);
  for (auto const& word : begins.names())
    if (auto const times = *begins.find(word); times >= 3 && times * 2 > lemmas.size()) return word;
  return {};
}

/// Whether nearly all texts of a column are numbers.
inline bool are_numbers(std::span<std::vector<value> const> rows) {
  std::size_t numbers = 0, all = 0;
  for (auto const& row : rows) {
    if (row.empty() || row.front().is_null()) continue;
    auto const* t = row.front().text();
    numbers += !t || is_number(*t) ? 1U : 0U;
    ++all;
  }
  return all > 0 && numbers * 10 >= all * 9;
}

/// Units at the end of names, which questions leave out: the "km" and the "2" of `area_km2`.
inline bool is_unit(std::string_view word, std::string_view before) {
  static constexpr std::array<std::string_view, 18> units{"km", "cm",  "mm",  "m",  "kg", "g",   "mg",  "lb",  "ft",
                                                          "mi", "usd", "eur", "gb", "mb", "mib", "mph", "kmh", "hz"};
  bool const squared = word == "2" || word == "3";
  return t2s::detail::has(units, squared ? before : word);
}

inline bool has_any(lexicon const& names, std::vector<std::uint32_t> const& words, std::span<std::string_view const> list) {
  return t2s::detail::any_of(words, [&](std::uint32_t w) { return t2s::detail::has(list, names.words()[w]); });
}

/// Whether the name speaks of a point in time.
inline bool says_time(lexicon const& names, column_id id) {
  static constexpr std::array<std::string_view, 10> date_words{"date",      "year", "birth", "birthday",  "birthdate",
                                                               "birthyear", "dob",  "born",  "timestamp", "datetime"};
  auto const& words = names.item(id).words;
  auto const& last = names.words()[words.back()];
  return (words.size() > 1 && (last == "at" || last == "on")) || has_any(names, words, date_words);  // `created_at`
}

/// Whether the name speaks of nothing but time: no `birth_country`, `based_on`.
inline bool says_time_alone(lexicon const& names, column_id id) {
  static constexpr std::array<std::string_view, 8> words{"date",      "year", "birthday",  "birthdate",
                                                         "birthyear", "dob",  "timestamp", "datetime"};
  auto const& of_name = names.item(id).words;
  return of_name.size() == 1 || has_any(names, of_name, words);
}

/// Sets what stands for yes and for no, if these are all texts of a column.
inline void read_yes_and_no(std::vector<std::string> const& texts, std::string& yes, std::string& no) {
  static constexpr std::string_view pairs[][2] = {{"t", "f"}, {"y", "n"}, {"yes", "no"}, {"true", "false"}};
  if (texts.size() != 2) return;
  for (auto const& pair : pairs)
    for (std::size_t const i : {0U, 1U})
      if (text::same(texts[i], pair[0]) && text::same(texts[1 - i], pair[1])) yes = texts[i], no = texts[1 - i];
}

/// Whether an indexed column stores what is no text. The index counts texts of numbers as numbers, too.
inline bool holds_numbers(value_index const& index, indexed_column const& c, schema::column const& declared) {
  if (schema::affinity_of(declared.type) == schema::affinity::text) return false;
  std::uint64_t of_texts = 0;
  for (auto id = c.first; id < c.last && of_texts < c.numbers; ++id) of_texts += is_number(index.text(id)) ? 1U : 0U;
  return of_texts < c.numbers;
}

/// The first texts of a column, enough to see that there are more than two.
inline std::vector<std::string> first_texts(std::span<std::vector<value> const> rows) {
  std::vector<std::string> texts;
  for (auto const& row : rows) {
    auto const* t = row.empty() ? nullptr : row.front().text();
    if (t && !t->empty()) texts.push_back(*t);
    if (texts.size() > 2) break;
  }
  return texts;
}

}  // namespace detail

struct lexicon::tables {
  t2s::detail::numbers_by_name word_places{};
  t2s::detail::lists_by_name<near_name> near{};
  t2s::detail::lists_by_name<stored_value> values{}, parts{};  // both empty with an index
};

T2S_DECL lexicon::lexicon(schema::database schema, lexicon_options options)
    : held_(std::make_unique<tables>()), schema_(std::move(schema)), connected_(with_inferred_keys(schema_)), options_(std::move(options)) {
  detail::name_words spelt(schema_);
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) add_table(t, spelt);
  read_declarations();
  items_by_word_.resize(words_.size());
  for (std::uint32_t i = 0; i < items_.size(); ++i)
    for (auto const w : items_[i].words) items_by_word_[w].push_back(i);
  if (options_.neighbours) read_neighbours();
  if (options_.thesaurus) read_thesaurus();
  if (options_.own_words) read_own_words();
}

T2S_DECL lexicon::lexicon(lexicon&&) noexcept = default;
T2S_DECL lexicon::~lexicon() = default;

T2S_DECL std::span<near_name const> lexicon::synonyms(std::string const& asked) const {
  auto const* found = held_->near.find(asked);
  return found ? *found : std::span<near_name const>();
}

T2S_DECL void lexicon::add_near(std::string const& asked, std::uint32_t named, double likeness) {
  auto& all = held_->near[standard_form(asked)];
  if (auto* known = t2s::detail::find_if(all, [named](near_name const& n) { return n.word == named; }))
    known->likeness = std::max(known->likeness, likeness);
  else
    all.push_back({named, likeness});
}

T2S_DECL void lexicon::read_neighbours() {
  for (auto const group : detail::neighbours) {
    auto const words = text::split(group, ' ');
    for (auto const named : words)
      if (auto const* known = held_->word_places.find(standard_form(named)))
        for (auto const asked : words) add_near(std::string(asked), static_cast<std::uint32_t>(*known), detail::neighbour_likeness);
  }
}

T2S_DECL void lexicon::read_thesaurus() {
  for (std::uint32_t w = 0; w < words_.size(); ++w) {
    if (words_[w].size() < 3 || retrieve::is_stop_word(words_[w])) continue;
    for (auto const& s : synonyms_of(*options_.thesaurus, words_[w], options_.synonyms)) add_near(s.word, w, s.likeness);
  }
}

T2S_DECL void lexicon::read_own_words() {
  for (auto const& e : options_.own_words->entries) {
    auto const* t = schema_.find_table(e.table);
    auto const* c = t ? t->find_column(e.column) : nullptr;
    if (t && !e.column.empty() && !c)
      throw error(failure{errc::no_such_column,
                          "line " + std::to_string(e.line) + " of the dictionary \"" + options_.own_words->file + "\": table " + t->name +
                              " has no column " + e.column,
                          e.column, "correct the name"});
    if (t) {
      phrases_.push_back({e.phrase, id_of(schema_, *t, c)});
    } else if (auto const* named = held_->word_places.find(standard_form(e.word)); named && e.phrase.size() == 1) {
      add_near(e.phrase.front(), static_cast<std::uint32_t>(*named), 1);
    }
  }
}

T2S_DECL void lexicon::add_table(std::uint32_t t, detail::name_words& spelt) {
  auto const& table = schema_.tables()[t];
  first_item_.push_back(items_.size());
  add_item({t}, spelt.standard(retrieve::lemmas_of_name(own_name(table.name))), {}, {});
  auto const owner = items_.back().words;
  std::vector<std::vector<std::string>> lemmas;
  for (auto const& c : table.columns) lemmas.push_back(retrieve::lemmas_of_name(c.name));
  auto const common = detail::common_beginning(lemmas);
  for (std::uint32_t c = 0; c < table.columns.size(); ++c) add_item({t, c}, spelt.standard(lemmas[c]), owner, common);
}

T2S_DECL void lexicon::add_item(column_id where, std::vector<std::string> const& parts, std::span<std::uint32_t const> owner,
                                std::string_view common) {
  named_item item{where, {}, {}};
  double sum = 0;
  bool const identifies = parts.size() > 1 && parts.back() == "id" && !where.is_table();
  for (auto const& w : parts) {
    auto const place = word(w);
    bool const repeats_table = t2s::detail::any_of(owner, [&](auto o) { return o == place || likeness(words_[o], w) >= 0.8; });
    bool const is_common = !where.is_table() && &w == &parts.front() && parts.size() > 1 && w == common;
    item.words.push_back(place);
    bool const unit = &w != &parts.front() && detail::is_unit(w, *(&w - 1));
    item.weights.push_back(retrieve::is_stop_word(w) || unit ? 0.1
                           : repeats_table || is_common      ? 0.35
                           : identifies && w != "id"         ? 0.5
                                                             : 1.0);
    sum += item.weights.back();
  }
  for (auto& w : item.weights) w /= sum;
  items_.push_back(std::move(item));
}

/// What name and declaration alone tell: the contents of a column may turn out otherwise later.
T2S_DECL void lexicon::read_declarations() {
  roles_.resize(items_.size());
  for (std::uint32_t t = 0; t < schema_.tables().size(); ++t) {
    auto const& columns = schema_.tables()[t].columns;
    auto const keys = t2s::detail::count_if(columns, [](schema::column const& c) { return c.key_position != 0; });
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
      auto const i = place_of({t, c});
      roles_[i].holds = declared_content(columns[c]);
      roles_[i].only_key = keys == 1 && columns[c].key_position != 0;
      roles_[i].called_id = !items_[i].words.empty() && words_[items_[i].words.back()] == "id";
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
}

T2S_DECL std::uint32_t lexicon::word(std::string_view standard) {
  auto const [place, is_new] = held_->word_places.add(standard, words_.size());
  if (is_new) words_.emplace_back(standard);
  return static_cast<std::uint32_t>(place);
}

T2S_DECL bool lexicon::is_key(column_id id) const {
  auto const& role = roles_[place_of(id)];
  return role.called_id || role.refers || (role.only_key && content_of(id) == content::number);
}

T2S_DECL schema::stored_form lexicon::form_of(column_id id) const {
  if (roles_[place_of(id)].is_read) return roles_[place_of(id)].form;
  schema::stored_form assumed;
  bool const declared = schema::affinity_of(column(id).type) != schema::affinity::blob;
  assumed.numbers = declared && content_of(id) == content::number;
  assumed.texts = declared && !assumed.numbers;
  if (content_of(id) == content::date) assumed.times = schema::time_form::day_texts;
  bool const of_years = t2s::detail::any_of(item(id).words, [this](auto w) { return words_[w] == "year"; });
  if (content_of(id) == content::number && of_years) assumed.times = schema::time_form::years;
  return assumed;
}

T2S_DECL std::optional<std::size_t> lexicon::place_in_index(column_id id) const {
  for (std::size_t i = 0; i < index_places_.size(); ++i)
    if (index_places_[i] == id) return i;
  return {};
}

T2S_DECL bool lexicon::knows_form(column_id id) const {
  if (!roles_[place_of(id)].is_read) return false;
  auto const place = place_in_index(id);
  return !place || index_->columns()[*place].numbers == 0;  // an index does not tell numbers from texts of numbers
}

T2S_DECL bool lexicon::is_time(column_id id) const {
  using schema::time_form;
  auto const f = form_of(id).times;
  bool const by_texts = f == time_form::month_texts || f == time_form::day_texts || f == time_form::time_texts;
  if (by_texts || content_of(id) == content::date) return true;
  if (!detail::says_time(*this, id)) return false;
  return !roles_[place_of(id)].is_read || f != time_form::none || detail::says_time_alone(*this, id);
}

T2S_DECL std::size_t lexicon::values_wanted(column_id id) const {
  if (id.is_table()) return 0;
  if (content_of(id) != content::number) return options_.values_per_column;
  bool const may_hold_texts = schema::affinity_of(column(id).type) == schema::affinity::numeric;  // such as dates
  return (may_hold_texts || detail::says_time(*this, id)) && !is_key(id) ? options_.times_per_column : 0;
}

T2S_DECL std::optional<std::string> lexicon::flag_value(column_id id, bool yes) const {
  auto const& role = roles_[place_of(id)];
  if (!role.yes.empty()) return to_sql(value(yes ? role.yes : role.no));
  auto const words = retrieve::lemmas_of_name(column(id).name);
  bool const called =
      words.size() > 1 && (words.front() == "be" || words.front() == "have" || words.back() == "flag" || words.back() == "yn");
  if (!called || content_of(id) != content::number) return {};
  return yes ? "1" : "0";
}

T2S_DECL void lexicon::add_values(column_id where, std::span<std::vector<value> const> rows) {
  auto& role = roles_[place_of(where)];
  role.is_cut = role.is_cut || rows.size() >= options_.values_per_column;
  detail::read_yes_and_no(detail::first_texts(rows), role.yes, role.no);
  schema::form_survey survey;
  for (auto const& row : rows)
    if (!row.empty()) survey.note(row.front());
  if (auto const found = survey.found(); found.numbers || found.texts) role.form = found, role.is_read = true;
  if (role.holds == content::text && detail::are_numbers(rows)) role.holds = content::number;
  for (auto const& row : rows) {
    auto const* text = row.empty() ? nullptr : row.front().text();
    if (!text || text->empty() || text->size() > options_.value_bytes) continue;
    auto const key = value_key(*text);
    if (key.empty()) continue;
    auto const words = text::split(key, ' ');
    if (words.size() > 1)
      for (auto const w : words)
        if (detail::tells(w)) held_->parts[w].push_back({where, *text});
    if (auto const lemmas = lemma_key(key); lemmas != key) held_->values[lemmas].push_back({where, *text});
    held_->values[key].push_back({where, *text});
  }
}

T2S_DECL void lexicon::leave_out(column_id where, std::string why) {
  roles_[place_of(where)].is_cut = true;
  left_out_.push_back({table(where).name, column(where).name, std::move(why)});
}

T2S_DECL lexicon::lexicon(schema::database schema, std::shared_ptr<value_index const> values, lexicon_options options)
    : lexicon(std::move(schema), std::move(options)) {
  index_ = std::move(values);
  if (index_) read_index();
}

T2S_DECL void lexicon::read_index() {
  for (auto& role : roles_) role.is_cut = true;
  for (auto const& c : index_->columns()) {
    index_places_.emplace_back();
    auto const* t = schema_.find_table(c.table);
    auto const* column = t ? t->find_column(c.column) : nullptr;
    if (!column) continue;
    auto const where = id_of(schema_, *t, column);
    index_places_.back() = where;
    auto& role = roles_[place_of(where)];
    role.is_cut = !c.complete;
    bool const numbers = c.numbers > 0 && c.numbers >= 9 * c.others;
    schema::form_survey survey;
    for (auto id = c.first; id < c.last && id - c.first < options_.values_per_column; ++id) survey.note(value(index_->text(id)));
    if (detail::holds_numbers(*index_, c, *column)) survey.note(value(0));
    if (auto const found = survey.found(); found.texts || (found.numbers && role.holds == content::date))
      role.form = found, role.is_read = true;
    if (role.holds == content::text && numbers) role.holds = content::number;
    std::vector<std::string> texts;
    for (auto id = c.first; id < c.last && texts.size() < 3; ++id) texts.emplace_back(index_->text(id));
    detail::read_yes_and_no(texts, role.yes, role.no);
  }
  for (auto const& item : items_)
    if (!item.where.is_table() && roles_[place_of(item.where)].is_cut && declared_content(column(item.where)) != content::number)
      leave_out(item.where, "the index of values has not all of them");
}

T2S_DECL stored_value lexicon::stored(std::uint32_t indexed) const {
  return {index_places_[index_->column_of(indexed)], std::string(index_->text(indexed))};
}

T2S_DECL std::vector<stored_value> lexicon::stored(std::span<std::uint32_t const> indexed) const {
  std::vector<stored_value> out;
  for (auto const id : indexed) out.push_back(stored(id));
  return out;
}

T2S_DECL std::vector<stored_value> lexicon::values(std::string const& key) const {
  if (index_) return stored(index_->with_key(key));
  auto const* found = held_->values.find(key);
  return found ? *found : std::vector<stored_value>();
}

T2S_DECL std::vector<stored_value> lexicon::values_with(std::string const& words) const {
  if (index_) return stored(index_->with_words(words, options_.values_per_word));
  std::vector<stored_value> const* rarest = nullptr;
  for (auto const w : text::split(words, ' ')) {
    if (!detail::tells(w)) continue;
    auto const* found = held_->parts.find(w);
    if (!found) return {};
    if (!rarest || found->size() < rarest->size()) rarest = found;
  }
  std::vector<stored_value> out;
  if (!rarest || rarest->size() > options_.values_per_word) return out;
  for (auto const& v : *rarest)
    if (detail::has_words(value_key(v.text), words)) out.push_back(v);
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
  if (index_) return nearest_indexed(text, where);
  auto const key = value_key(text);
  if (key.size() < 4) return {};
  t2s::detail::edit_distances const edits(key);
  std::optional<stored_value> best;
  std::size_t least = detail::edits_allowed(key.size());
  for (auto const& known : held_->values.names()) {
    auto const difference = known.size() > key.size() ? known.size() - key.size() : key.size() - known.size();
    if (known.front() != key.front() || difference > least) continue;
    auto const distance = edits.to(known);
    if (distance > least) continue;
    for (auto const& v : *held_->values.find(known)) {
      if ((where && v.where != *where) || value_key(v.text) != known) continue;  // its lemmas are known, too
      bool const first = distance == least && best && std::pair(best->text, best->where) <= std::pair(v.text, v.where);
      if (!first) best = v;  // of equally near values the first by text and place
      least = distance;
    }
  }
  return best;
}

T2S_DECL std::optional<stored_value> lexicon::nearest_indexed(std::string_view text, std::optional<column_id> where) const {
  auto const column = where ? place_in_index(*where) : std::nullopt;
  if (where && !column) return {};
  auto const found = index_->nearest(text, column);
  return found ? std::optional(stored(*found)) : std::nullopt;
}

T2S_DECL std::optional<detail::values_to_read::wanted> detail::values_to_read::next() {
  for (; at_ < into_.items().size(); ++at_) {
    auto const where = into_.items()[at_].where;
    auto const most = most_of(where);
    if (most == 0 || is_computed(into_.table(where), into_.column(where)) != computed_) continue;
    if (skipped_ != where.table && clock::now() < end_) {
      tell();
      return ++at_, ++done_, wanted{where, most, std::exchange(begun_, where.table) != where.table};
    }
    ++done_;
    if (skipped_ == where.table) continue;
    std::array<char, 32> limit{};
    std::snprintf(limit.data(), limit.size(), "%g", std::chrono::duration<double>(into_.options().time).count());
    into_.leave_out(where, std::string("the values of all columns together took longer than ").append(limit.data()).append(" s"));
  }
  if (computed_) {
    done_ = all_;  // what a column holds may have turned out to be numbers
    tell();
    return {};
  }
  computed_ = true;
  at_ = 0;
  begun_.reset();
  skipped_.reset();
  return next();
}

T2S_DECL bool detail::values_to_read::take_first_row(column_id where, db::execution const& row) {
  bool const endless = row.failure && row.failure->code == errc::time_limit && into_.table(where).is_view;
  if (endless) leave_out_from(where, row.failure->message);
  if (endless || (row.ok() && row.rows.empty())) skipped_ = where.table;
  return skipped_ != where.table;
}

T2S_DECL void detail::values_to_read::take(column_id where, db::execution const& found) {
  into_.add_values(where, found.rows.values);
  if (!found.failure) return;
  into_.leave_out(where, found.failure->message);
  bool const endless = found.failure->code == errc::time_limit && into_.table(where).is_view;
  if (!endless) return;
  leave_out_from({where.table, where.column + 1}, found.failure->message);
  skipped_ = where.table;
}

T2S_DECL void detail::values_to_read::count() {
  for (auto const& item : into_.items())
    if (most_of(item.where) > 0) ++all_;
}

T2S_DECL std::size_t detail::values_to_read::most_of(column_id where) const {
  if (where.is_table()) return 0;
  auto const holds = into_.content_of(where);
  bool const is_of_numbers = holds == content::number || (holds == content::date && into_.form_of(where).numbers);
  return numbers_alone_ && !is_of_numbers ? 0 : into_.values_wanted(where);
}

/// The columns of a view all wait for the same rows.
T2S_DECL void detail::values_to_read::leave_out_from(column_id where, std::string const& why) {
  for (auto c = where.column; c < into_.table(where).columns.size(); ++c)
    if (most_of({where.table, c}) > 0) into_.leave_out({where.table, c}, why);
}

}  // namespace t2s::knowledge

#endif
