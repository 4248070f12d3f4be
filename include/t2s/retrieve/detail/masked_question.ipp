// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_MASKED_QUESTION_IPP
#define T2S_RETRIEVE_DETAIL_MASKED_QUESTION_IPP

#include "t2s/retrieve/detail/masked_question.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"

#include <set>

namespace t2s::retrieve {
namespace detail {

/// What a query shares with its question: names for the mask, words of its literals.
struct words_of_sql {
  words_of_sql(std::string_view sql, sql::grammar const& in) {
    auto const parsed = sql::parse(sql, {.grammar = in});
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

  /// The question masked by its literals and by names.
  [[nodiscard]] std::string masked(std::string_view question, mask_words const& by_names) const {
    auto const tokens = tokens_of(question);
    std::vector<bool> is_value(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
      is_value[i] = tokens[i].is == token::kind::word && !is_stop_word(tokens[i].lemma) && values.contains(tokens[i].text);
    return masked_question(tokens, by_names.masked(tokens), is_value);
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

T2S_DECL std::string masked_by_sql(std::string_view question, std::string_view sql, sql::grammar const& in) {
  detail::words_of_sql const known(sql, in);
  return known.masked(question, known.names);
}

T2S_DECL pool_masker::pool_masker(pool_schemas const& schemas) {
  for (auto const& [database, schema] : schemas) names_.try_emplace(database, dail_names()).first->second.add_names(schema.shape);
}

T2S_DECL std::string pool_masker::masked(demonstration const& d, sql::grammar const& in) const {
  detail::words_of_sql const known(d.sql, in);
  auto const of_schema = names_.find(d.database);
  return known.masked(d.question, of_schema == names_.end() ? known.names : of_schema->second);
}

}  // namespace t2s::retrieve

#endif
