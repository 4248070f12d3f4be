// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_IMPLIED_MENTIONS_HPP
#define T2S_RETRIEVE_LINK_DETAIL_IMPLIED_MENTIONS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace t2s::link::detail {

/// Columns that general words mean by the tables that a question names: "when", "the date" and "in 2020" their only time, "who owns" their
/// owner. Such words do not mean a column of another table that is called by them only in part.
struct implied_mentions {
  knowledge::lexicon const& names_;
  std::span<retrieve::token const> tokens_;
  mentioned& out_;

  void settle() {
    if (!out_.tables.empty()) drop_strangers();
    if (!out_.tables.empty()) add_time();
    add_agent();
  }

 private:
  [[nodiscard]] bool is_named(std::uint32_t table) const {
    return t2s::detail::any_of(out_.tables, [table](mention const& t) { return t.where.table == table; });
  }

  [[nodiscard]] bool has_word(knowledge::column_id c, auto const& words) const {
    return t2s::detail::any_of(names_.item(c).words, [&](auto w) { return t2s::detail::has(words, std::string_view(names_.words()[w])); });
  }
  [[nodiscard]] bool is_birth(knowledge::column_id c) const {
    static constexpr std::array<std::string_view, 5> words{"birth", "born", "birthday", "dob", "birthdate"};
    return has_word(c, words);
  }

  /// The only token of a mention, or nothing.
  [[nodiscard]] retrieve::token const* word_of(mention const& m) const {
    return t2s::detail::find_if(tokens_, [&](retrieve::token const& t) { return t.begin == m.begin && t.end == m.end; });
  }

  static bool is_general(retrieve::token const& t) {
    static constexpr std::array<std::string_view, 11> words{"year", "month", "day",  "date",  "time", "number",
                                                            "name", "code",  "kind", "first", "last"};
    return t.is == retrieve::token::kind::number || t2s::detail::has(words, std::string_view(t.lemma));
  }

  /// "Which courses have a date in 2024" does not name the `birth_year` of members.
  void drop_strangers() {
    t2s::detail::drop_if(out_.columns, [this](mention const& m) {
      auto const* t = is_named(m.where.table) || names_.item(m.where).words.size() < 2 ? nullptr : word_of(m);
      bool const drops = t && is_general(*t) && (t->is != retrieve::token::kind::number || names_.is_time(m.where));
      if (drops) t2s::detail::drop_if(out_.values, [&](value_mention const& v) { return v.where == m.where; });
      return drops;
    });
  }

  /// The only time of the named tables; of births if the question says so, else of none.
  [[nodiscard]] std::optional<knowledge::column_id> only_time(bool of_birth) const {
    std::optional<knowledge::column_id> only;
    for (auto const& t : out_.tables)
      for (std::uint32_t c = 0; c < names_.schema().tables()[t.where.table].columns.size(); ++c) {
        knowledge::column_id const id{t.where.table, c};
        if (!names_.is_time(id) || is_birth(id) != of_birth) continue;
        if (only) return {};
        only = id;
      }
    return only;
  }

  [[nodiscard]] static bool asks_for_time(retrieve::token const& t) {
    static constexpr std::array<std::string_view, 4> words{"when", "date", "dates", "day"};
    bool const year = t.is == retrieve::token::kind::number && t.text.size() == 4 && (t.text[0] == '1' || t.text[0] == '2');
    return year || t2s::detail::has(words, std::string_view(t.text));
  }

  void add_time() {
    bool const timed = t2s::detail::any_of(out_.columns, [this](mention const& m) { return names_.is_time(m.where); });
    bool const born = t2s::detail::any_of(tokens_, [](retrieve::token const& t) { return t.text == "born"; });
    auto const only = timed ? std::nullopt : only_time(born);
    for (auto const& t : tokens_) {
      bool const taken = t2s::detail::any_of(out_.values, [&](value_mention const& v) { return v.begin <= t.begin && t.end <= v.end; });
      if (!only || taken || !asks_for_time(t)) continue;
      bool const by_value = t.is == retrieve::token::kind::number;
      out_.columns.push_back({*only, t.begin, t.end, certainty, by_value});
      if (by_value) out_.values.push_back({*only, t.text, t.begin, t.end, certainty});
      return;
    }
  }

  /// "Who owns the boat", "who has directed": the column of a named table that is called by who does what the verb says.
  void add_agent() {
    if (tokens_.size() < 3 || tokens_.front().text != "who") return;
    std::size_t t = 1;
    while (t + 1 < tokens_.size() && tokens_[t].lemma == "have") ++t;
    if (tokens_[t].is != retrieve::token::kind::word || retrieve::is_stop_word(tokens_[t])) return;
    auto const root = retrieve::stem(tokens_[t].lemma);
    std::optional<knowledge::column_id> only;
    for (std::uint32_t table = 0; table < names_.schema().tables().size(); ++table)
      for (std::uint32_t c = 0; has_something_of(table) && c < names_.schema().tables()[table].columns.size(); ++c) {
        knowledge::column_id const id{table, c};
        bool const agent = t2s::detail::any_of(names_.item(id).words, [&](auto w) { return is_agent(names_.words()[w], root); });
        if (!agent) continue;
        if (only) return;
        only = id;
      }
    if (only && !t2s::detail::any_of(out_.columns, [&](mention const& m) { return m.where == *only; }))
      out_.columns.push_back({*only, tokens_[t].begin, tokens_[t].end, certainty, false});
  }
  /// Whether a table or a value of it is named.
  [[nodiscard]] bool has_something_of(std::uint32_t table) const {
    return is_named(table) || t2s::detail::any_of(out_.columns, [table](mention const& m) { return m.by_value && m.where.table == table; });
  }
  static bool is_agent(std::string_view noun, std::string_view root) {
    return noun.size() > 4 && (noun.ends_with("er") || noun.ends_with("or")) && retrieve::stem(noun) == root;
  }

  static constexpr double certainty = 0.5;
};

}  // namespace t2s::link::detail

#endif
