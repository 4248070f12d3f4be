// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFT_PLAN_IPP
#define T2S_LAB_STUDIES_DETAIL_SHIFT_PLAN_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/lab/studies/detail/shift_plan.hpp"
#include "t2s/lab/studies/detail/shift_words.hpp"

#include <algorithm>

namespace t2s::studies {
namespace detail {

/// Whether a text is a date YYYY-MM-DD.
inline bool is_iso_date(std::string_view s) {
  if (s.size() != 10 || s[4] != '-' || s[7] != '-') return false;
  return std::ranges::all_of(std::array{0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}, [s](auto i) { return s[i] >= '0' && s[i] <= '9'; });
}

/// A word, or its plural; "details" is one already.
inline std::string as_plural(std::string_view word, bool plural) {
  std::string out(word);
  bool const is_plural = out.size() > 4 && out.ends_with('s') && !out.ends_with("ss");
  if (plural && !is_plural) out += out.ends_with('s') || out.ends_with("ch") || out.ends_with('x') ? "es" : "s";
  return out;
}

/// The entry of a word or of its plural, and whether it is the plural.
inline std::pair<shift_word const*, bool> find_shift_word(std::string_view word) {
  auto const found = [](std::string_view w) -> shift_word const* {
    auto const at = std::ranges::find(shift_words, w, &shift_word::word);
    return at == shift_words.end() ? nullptr : &*at;
  };
  if (auto const* entry = found(word)) return {entry, false};
  if (word.size() > 3 && word.ends_with('s')) return {found(word.substr(0, word.size() - 1)), true};
  return {};
}

/// The singular of a simple plural.
inline std::string singular(std::string word) {
  if (word.size() > 4 && word.ends_with("ies")) return word.substr(0, word.size() - 3) + "y";
  if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
  return word;
}

/// A word without its inner vowels, or its first four letters.
inline std::string shortened(std::string const& word, bool vowels) {
  if (auto const [entry, plural] = find_shift_word(word); entry) return std::string(entry->short_form);
  if (word.size() <= 4) return word;
  if (!vowels) return word.substr(0, 4);
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (i == 0 || std::string_view("aeiou").find(word[i]) == std::string_view::npos) out += word[i];
  return out;
}

/// One plan while it is drawn.
class shift_draw {
 public:
  shift_draw(db::sqlite_connection& database, std::set<std::string> const& used, shift_options const& how)
      : database_(database), used_(used), how_(how), style_(lot("style")) {}

  [[nodiscard]] shift_plan run() {
    plan_.declares_keys = !has(shift_kind::keys);
    if (has(shift_kind::domain)) choose_things();
    std::set<std::string> names;
    for (auto const& t : database_.schema().tables()) plan_.tables.push_back(table_of(t, names));
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool has(shift_kind k) const { return how_.kinds.contains(k); }

  /// A number that depends on the seed and a text alone.
  [[nodiscard]] std::uint64_t lot(std::string_view about) const {
    auto x = text::hash(about, text::hash(std::to_string(how_.seed)));
    x ^= x >> 31U;
    return x * 0x9E3779B97F4A7C15U >> 17U;
  }

  /// The last word of each table's name becomes a thing of another trade.
  void choose_things() {
    auto next = lot("things");
    for (auto const& t : database_.schema().tables()) {
      auto const words = text::words_of_name(t.name);
      if (words.empty()) continue;
      auto const word = singular(words.back());
      if (word.size() > 2 && !plan_.words.contains(word)) plan_.words[word] = shift_things[next++ % shift_things.size()];
    }
  }

  /// The words of a name, each changed.
  [[nodiscard]] std::vector<std::string> words_of(std::string const& name) const {
    std::vector<std::string> out;
    for (auto const& word : text::words_of_name(name)) out.push_back(changed(word));
    return out;
  }

  [[nodiscard]] std::string changed(std::string const& word) const {
    std::string now = word;
    if (auto const thing = plan_.words.find(singular(word)); thing != plan_.words.end())
      now = as_plural(thing->second, singular(word) != word);
    if (auto const [entry, plural] = find_shift_word(now); entry && has(shift_kind::synonyms) && lot("synonym " + now) % 4 != 0)
      now = as_plural(lot("which " + now) % 2 == 0 ? entry->synonym : entry->other, plural);
    if (has(shift_kind::abbreviations) && lot("short " + now) % 4 != 0) now = shortened(now, style_ % 2 == 0);
    return now;
  }

  [[nodiscard]] std::string written(std::vector<std::string> const& words, std::string const& original) const {
    bool const kept = !has(shift_kind::synonyms) && !has(shift_kind::abbreviations) && plan_.words.empty();
    return kept ? original : text::join(words, "_");
  }

  /// A name that is not taken; the original, or one with a number, if it is.
  [[nodiscard]] static std::string free_name(std::string name, std::string const& original, std::set<std::string>& taken) {
    if (name.empty() || taken.contains(text::lower(name))) name = original;
    for (int i = 2; taken.contains(text::lower(name)); ++i) name = original + "_" + std::to_string(i);
    taken.insert(text::lower(name));
    return name;
  }

  [[nodiscard]] std::string legacy_table(std::string name) const {
    constexpr std::array<std::string_view, 4> prefixes{"tbl_", "T_", "app_", "ods_"};
    name.insert(0, prefixes[style_ % prefixes.size()]);
    return style_ % 8 < 4 ? name : upper(name);
  }

  /// A column with the initials of its table: cst_name.
  [[nodiscard]] std::string legacy_column(std::string const& name, std::string const& table) const {
    std::string prefix;
    for (auto const& word : text::words_of_name(table)) prefix += shortened(word, true).substr(0, 3);
    auto const out = lot("prefix " + table) % 3 == 0 ? name : prefix.substr(0, 4) + "_" + name;
    return style_ % 8 < 4 ? out : upper(out);
  }

  [[nodiscard]] static std::string upper(std::string s) {
    for (char& c : s)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    return s;
  }

  [[nodiscard]] shifted_table table_of(schema::table const& t, std::set<std::string>& names) {
    auto name = written(words_of(t.name), t.name);
    if (has(shift_kind::legacy)) name = legacy_table(name);
    shifted_table out{free_name(name, t.name, names), {}, {}};
    std::set<std::string> taken;
    for (auto const& c : t.columns) out.columns.push_back(column_of(t, c, taken));
    keep_one(out);
    if (has(shift_kind::added))
      for (std::size_t i = 0; i < shift_noises.size(); ++i)
        if (lot("added " + t.name + std::string(shift_noises[i].name)) % 3 == 0 && !taken.contains(std::string(shift_noises[i].name)))
          out.added.push_back(i);
    return out;
  }

  [[nodiscard]] shifted_column column_of(schema::table const& t, schema::column const& c, std::set<std::string>& taken) {
    auto name = written(words_of(c.name), c.name);
    if (has(shift_kind::legacy)) name = legacy_column(name, t.name);
    shifted_column out{free_name(name, c.name, taken), false, {}};
    auto const path = text::lower(t.name + "." + c.name);
    bool const in_key = c.key_position > 0 || is_in_foreign_key(t, c.name);
    out.dropped = has(shift_kind::dropped) && !in_key && !used_.contains(path) && lot("dropped " + path) % 2 == 0;
    if (!in_key && !out.dropped) out.values = recoding_of(t, c);
    return out;
  }

  /// At either end of a key.
  [[nodiscard]] bool is_in_foreign_key(schema::table const& t, std::string const& column) const {
    for (auto const& other : database_.schema().tables())
      for (auto const& key : other.foreign_keys) {
        auto const& side = &other == &t ? key.columns : key.referenced;
        if (&other != &t && !text::same(key.table, t.name)) continue;
        if (std::ranges::any_of(side, [&](auto const& name) { return text::same(name, column); })) return true;
      }
    return false;
  }

  static void keep_one(shifted_table& t) {
    if (!t.columns.empty() && std::ranges::all_of(t.columns, &shifted_column::dropped)) t.columns.front().dropped = false;
  }

  [[nodiscard]] recoding recoding_of(schema::table const& t, schema::column const& c) {
    if (t.is_view || (!has(shift_kind::codes) && !has(shift_kind::dates))) return {};
    auto const column = schema::in_quotes(c.name, sql::dialect::sqlite), table = schema::in_quotes(t.name, sql::dialect::sqlite);
    auto const found = database_.execute("SELECT DISTINCT " + column + " FROM " + table + " WHERE " + column + " IS NOT NULL LIMIT 2000");
    if (!found.ok() || found.rows.empty()) return {};
    std::vector<std::string> texts;
    for (auto const& row : found.rows.values) {
      auto const* one = row[0].text();
      if (!one) return {};
      texts.push_back(*one);
    }
    if (std::ranges::all_of(texts, is_iso_date)) return has(shift_kind::dates) ? date_form(c.name) : recoding();
    return has(shift_kind::codes) ? code_form(std::move(texts), table, c.name) : recoding();
  }

  [[nodiscard]] recoding date_form(std::string const& column) const {
    return {lot("date " + column) % 2 == 0 ? recoding::form::dotted_date : recoding::form::number_date, {}};
  }

  /// Two to eight texts of a table that repeats them become codes.
  [[nodiscard]] recoding code_form(std::vector<std::string> texts, std::string const& table, std::string const& column) {
    constexpr std::size_t most_codes = 8;
    if (texts.size() < 2 || texts.size() > most_codes) return {};
    auto const rows = database_.execute("SELECT count(*) FROM " + table);
    if (!rows.ok() || *rows.rows.values[0][0].integer() < static_cast<std::int64_t>(2 * texts.size())) return {};
    std::ranges::sort(texts);
    recoding out{recoding::form::codes, {}};
    std::set<std::string> initials;
    for (auto const& one : texts) initials.insert(upper(one.substr(0, 1)));
    bool const numbers = initials.size() < texts.size() || initials.contains("") || lot("codes " + column) % 3 == 0;
    for (std::size_t i = 0; i < texts.size(); ++i) out.codes[texts[i]] = numbers ? std::to_string(i + 1) : upper(texts[i].substr(0, 1));
    return out;
  }

  db::sqlite_connection& database_;
  std::set<std::string> const& used_;
  shift_options const& how_;
  std::uint64_t style_;  // of the whole database's names
  shift_plan plan_{};
};

}  // namespace detail

T2S_DECL std::optional<value> recoding::of(value const& v) const {
  auto const* text = v.text();
  if (!text) return v;
  switch (is) {
    case form::none: return v;
    case form::codes: {
      auto const at = codes.find(*text);
      return at == codes.end() ? std::nullopt : std::optional<value>(at->second);
    }
    case form::dotted_date:
    case form::number_date: break;
  }
  if (!detail::is_iso_date(*text)) return std::nullopt;
  auto const year = text->substr(0, 4), month = text->substr(5, 2), day = text->substr(8, 2);
  if (is == form::dotted_date) return value(day + "." + month + "." + year);
  return value(std::stoll(year + month + day));
}

T2S_DECL shift_plan plan_shift(db::sqlite_connection& database, std::set<std::string> const& used, shift_options const& how) {
  return detail::shift_draw(database, used, how).run();
}

}  // namespace t2s::studies

#endif
