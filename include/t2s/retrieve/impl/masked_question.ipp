// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_MASKED_QUESTION_IPP
#define T2S_RETRIEVE_IMPL_MASKED_QUESTION_IPP

#include "t2s/retrieve/masked_question.hpp"
#include "t2s/retrieve/stop_words.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/parse.hpp"

#include <cstddef>
#include <set>

namespace t2s::retrieve {
namespace detail {

/// What a query has in common with its question: names for the mask, words of its literals.
struct words_of_sql {
  explicit words_of_sql(std::string_view sql) {
    auto const parsed = sql::parse(sql);
    if (parsed) sql::visit(parsed->root(), [this](sql::node const& n) { take(n); });
  }

  void take(sql::node const& n) {
    auto const content = n.name.view();
    bool const text = n.kind == sql::kind::string || (n.kind == sql::kind::column && n.name.quoted == sql::quote::twofold);
    if (text)
      for (auto const& t : tokens_of(content)) values.insert(t.text);
    else if (n.kind == sql::kind::column || n.kind == sql::kind::table)
      names.add_name(content);
  }

  mask_words names = dail_names();
  std::set<std::string, std::less<>> values{};
};

}  // namespace detail

T2S_DECL std::string masked_question(std::span<token const> tokens, std::vector<bool> const& names, std::vector<bool> const& values) {
  std::string s;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    bool const literal = t.is == token::kind::number || t.is == token::kind::quoted;
    if (i > 0) s += ' ';
    s += !literal && names[i] ? "<mask>" : literal || values[i] ? "<unk>" : t.text;
  }
  return s;
}

T2S_DECL std::string masked_by_sql(std::string_view question, std::string_view sql) {
  detail::words_of_sql const known(sql);
  auto const tokens = tokens_of(question);
  std::vector<bool> values(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i)
    values[i] = tokens[i].is == token::kind::word && !is_stop_word(tokens[i].lemma) && known.values.contains(tokens[i].text);
  return masked_question(tokens, known.names.masked(tokens), values);
}

}  // namespace t2s::retrieve

#endif
