// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_MEANT_DATES_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_MEANT_DATES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// "Concerts in 2022" of a table with the days of the concerts and of their announcements: which one is meant?
namespace t2s::confidence::detail {

/// The times of a table whose rows have several, and the words by which a question may mean one of them.
class several_dates {
 public:
  several_dates(link::linked_question const& asked, std::uint32_t table)
      : names_(*asked.names), tokens_(asked.found.tokens), links_(asked.found.found) {
    auto const& columns = names_.schema().tables()[table].columns;
    for (std::uint32_t c = 0; c < columns.size(); ++c)
      if (names_.is_time({table, c}) && !is_birth({table, c})) all_.push_back({table, c});
  }

  [[nodiscard]] bool has(knowledge::column_id c) const { return all_.size() > 1 && t2s::detail::has(all_, c); }

  /// Whether a word of the question means this one, or it has no word of its own, as a plain `date`.
  [[nodiscard]] bool is_said(knowledge::column_id c) const {
    auto const own = own_words(c);
    if (own.empty() || is_linked(c)) return true;
    bool const first = c == all_.front();
    if (first && is_of_rows(c, own)) return true;
    for (auto const& t : tokens_) {
      if (t.is != retrieve::token::kind::word) continue;
      auto const word = text::lower(t.text);
      if (t2s::detail::any_of(own, [&](std::string const& w) { return is_like(t, word, w); })) return true;
      if (first && (reader::detail::says_it_began(word) || is_age(word))) return true;  // rows are dated by their beginning
    }
    return false;
  }

  /// "concert.held_on or concert.announced_on"
  [[nodiscard]] std::string listed() const {
    std::string out;
    for (auto const& c : all_) out.append(out.empty() ? "" : " or ").append(names_.table(c).name + "." + names_.column(c).name);
    return out;
  }

 private:
  [[nodiscard]] static bool is_general(std::string_view word) {
    return reader::detail::is_one_of(word, "date day time year month week at on of in dt dte timestamp datetime moment when id");
  }
  /// "Orders in 2022" are those that were ordered then.
  [[nodiscard]] bool is_of_rows(knowledge::column_id c, std::vector<std::string> const& own) const {
    auto const rows = retrieve::lemmas_of_name(names_.table(c).name);
    return t2s::detail::any_of(own, [&](std::string const& w) {
      return t2s::detail::any_of(rows, [&](std::string const& row) { return reader::detail::is_participle_of(w, row); });
    });
  }
  [[nodiscard]] bool is_birth(knowledge::column_id c) const {
    return t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name),
                               [](auto const& w) { return reader::detail::is_one_of(w, "birth born birthday birthdate dob birthyear"); });
  }
  [[nodiscard]] std::vector<std::string> own_words(knowledge::column_id c) const {
    std::vector<std::string> own;
    for (auto& w : retrieve::lemmas_of_name(names_.column(c).name))
      if (!is_general(w)) own.push_back(std::move(w));
    return own;
  }
  [[nodiscard]] bool is_linked(knowledge::column_id c) const {
    return t2s::detail::any_of(links_,
                               [c](link::link const& l) { return l.is == link::link::kind::column && l.where == c && l.score >= 0.5; });
  }
  /// What is open is not closed; who still works here has not left.
  [[nodiscard]] static bool says_end(std::string_view own) {
    return reader::detail::is_one_of(own,
                                     "end ended left leave close closed done finish finished complete completed resolve resolved removed");
  }
  [[nodiscard]] static bool is_like(retrieve::token const& t, std::string const& word, std::string const& own) {
    if (t.lemma == own || word == own || reader::detail::is_participle_of(word, own)) return true;
    if (word.size() > 5 && word.starts_with("un") && retrieve::stem(word.substr(2)) == retrieve::stem(own)) return true;  // "unpaid"
    if (reader::detail::is_one_of(word, "still open active current former") && says_end(own)) return true;
    if (retrieve::is_stop_word(t.lemma)) return false;
    return retrieve::stem(t.lemma) == retrieve::stem(own) || knowledge::likeness(knowledge::standard_form(t.lemma), own) > 0.7;
  }
  /// "The oldest" are the first to begin, as the "longest-serving" are.
  [[nodiscard]] static bool is_age(std::string_view word) {
    return reader::detail::is_one_of(word, "old older oldest new newer newest young younger youngest serving");
  }

  knowledge::lexicon const& names_;
  std::vector<retrieve::token> const& tokens_;
  std::vector<link::link> const& links_;
  std::vector<knowledge::column_id> all_{};
};

/// If SQL compares, groups or sorts by one of several times of a table, and nothing in the question says which: what is open, in words; ""
/// otherwise.
[[nodiscard]] inline std::string which_dates(link::linked_question const& asked, used_in_sql const& used) {
  bool const asks_when = !asked.found.tokens.empty() && asked.found.tokens.front().text == "when";
  for (auto const& [c, where] : used.columns()) {
    bool const restricts = where != sql::clause::on && (where != sql::clause::select || asks_when);
    if (!restricts || c.is_table() || !asked.names->is_time(c)) continue;
    several_dates const dates(asked, c.table);
    if (dates.has(c) && !dates.is_said(c)) return "the question does not say which time is meant: " + dates.listed();
  }
  return {};
}

}  // namespace t2s::confidence::detail

#endif
