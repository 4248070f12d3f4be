// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_MENTIONED_IPP
#define T2S_POLICIES_ALIGN_DETAIL_MENTIONED_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/policies/align/detail/mentioned.hpp"
#include "t2s/policies/align/detail/places.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::align {
namespace detail {

/// Finds values that a question names in another form than they are stored in, by what texts say of them.
class other_forms {
 public:
  other_forms(link::linked_question const& asked, std::set<knowledge::column_id> const& used)
      : names_(*asked.names), used_(used), tokens_(asked.found.tokens) {
    std::erase_if(tokens_, [end = without_evidence(asked.text).first.size()](retrieve::token const& t) { return t.begin >= end; });
  }

  void add(linked_entities& to, alignment& tokens, std::span<std::string const> knowledge, std::string_view evidence) const {
    std::set<knowledge::column_id> described;
    for (auto const& t : tokens_)
      for (auto const where : names_.described_with(t.lemma))
        if (!where.is_table()) described.insert(where);
    for (auto const where : described) add_by(to, tokens, names_.column(where).description, where);
    for (auto const& text : knowledge) add_by(to, tokens, text, {});
    add_by(to, tokens, evidence, {});
  }

 private:
  static constexpr std::size_t longest = 4;  // tokens of a value

  void add_by(linked_entities& to, alignment& tokens, std::string_view text, std::optional<knowledge::column_id> of) const {
    for (auto const& said : clauses_of(text))
      for (std::size_t i = 0; i < said.tokens.size(); ++i)
        for (auto j = i + 1; j <= std::min(i + longest, said.tokens.size()); ++j)
          if (auto const where = column_of(said, {i, j}, of)) {
            auto const meant = entity_at(*where, names_.schema());
            auto const words = words_for({i, j}, said, tokens_, words_of_names(meant));
            bool const is_new = words.second > 0 && tokens[words.first].to == aligned::nothing;
            align_words(tokens, words, meant);
            if (is_new) add_once(to, meant);
          }
  }

  /// The column that stores these words of a clause: the one that the text is about, else the only one, or the only one of the SQL.
  [[nodiscard]] std::optional<knowledge::column_id> column_of(clause const& said, token_range at,
                                                              std::optional<knowledge::column_id> of) const {
    auto const written = said.written(at.first, at.second);
    if (of) return names_.holds(*of, written) ? of : std::nullopt;
    auto const& first = said.tokens[at.first];
    if (first.is != retrieve::token::kind::quoted && text::lower(written) == written) return {};  // a common word
    std::set<knowledge::column_id> all, in_use;
    for (auto const& stored : names_.values(text::lower(written)))
      if (stored.text == written) {
        all.insert(stored.where);
        if (used_.contains(stored.where)) in_use.insert(stored.where);
      }
    auto const& likely = in_use.empty() ? all : in_use;
    return likely.size() == 1 ? std::optional(*likely.begin()) : std::nullopt;
  }

  knowledge::lexicon const& names_;
  std::set<knowledge::column_id> const& used_;
  std::vector<retrieve::token> tokens_;  // without the evidence
};

}  // namespace detail

T2S_DECL linked_entities align_mentioned(link::linked_question const& asked, std::string_view sql, double least,
                                         std::span<std::string const> knowledge) {
  auto const& read = asked.mentions();
  auto const& d = asked.names->schema();
  auto const used = detail::used_columns(sql, d);
  alignment tokens = detail::unaligned(asked.text, asked.found.tokens);
  linked_entities all;
  auto const take = [&](auto const& mentions, aligned to) {
    for (auto const& m : mentions) {
      if (m.score < least) continue;
      auto const meant = detail::entity_at(detail::used_instead(m.where, m.begin, m.end, asked.found, used), d);
      auto const is = meant.column.empty() ? aligned::table : to == aligned::table ? aligned::column : to;  // the SQL may use another kind
      for (std::size_t i = 0; i < tokens.size(); ++i)
        if (auto const begin = asked.found.tokens[i].begin; begin >= m.begin && begin < m.end) tokens[i].schema = meant, tokens[i].to = is;
      detail::add_once(all, meant);
    }
  };
  take(read.tables, aligned::table);
  take(read.columns, aligned::column);
  take(read.values, aligned::value);
  detail::other_forms(asked, used).add(all, tokens, knowledge, detail::without_evidence(asked.text).second);
  all.tokens = std::move(tokens);
  return all;
}

}  // namespace t2s::align

#endif
