// SPDX-License-Identifier: BSL-1.0
#include "subject.hpp"
#include "t2s/sql/detail/token.hpp"

MEASURED measured_lex(reading::corpus const& c) {
  static std::vector<t2s::sql::token> tokens;
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    t2s::sql::tokenize(t, t2s::sql::sqlite, tokens);
    n += tokens.empty() ? 0 : 1;
  }
  return n;
}

namespace reading {
namespace {

/// Only white space is left out: no literal contains any.
bool lexes_right(corpus const& c) {
  std::vector<sql::token> tokens;
  sql::tokenize(c.known.text, sql::sqlite, tokens);
  std::string found, wanted = c.known.text;
  for (auto const& t : tokens) found += t.view();
  std::erase(wanted, ' ');
  return found == wanted;
}

}  // namespace

void lexing() {
  enroll("lex", "t2s", {measured_lex, true, lexes_right});
  enroll("lex", "limit_memory_read", reads_texts());
}

}  // namespace reading
