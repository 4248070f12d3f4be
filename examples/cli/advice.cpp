// SPDX-License-Identifier: BSL-1.0
#include "advice.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "options.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "table.hpp"

namespace cli {
namespace {

struct wording {
  std::string_view library;
  std::string_view options;
};

// Longer wordings come first if one contains another.
constexpr std::array wordings{
    wording{"model calls is spent; raise t2s::limits if the run may go on", "model calls is spent; raise --max-calls if it may go on"},
    wording{"completion tokens is spent; raise t2s::limits if the run may go on",
            "completion tokens is spent; raise --max-tokens if it may go on"},
    wording{"ms is spent; raise t2s::limits if the run may go on", "ms is spent; raise --timeout if it may take longer"},
    wording{"; raise t2s::limits if the run may go on", ""},
    wording{", or raise t2s::limits::question_bytes", ""},
    wording{"link t2s::openssl instead of t2s::t2s, or use", "build it with OpenSSL installed, or use"},
    wording{"in tls_options::ca_file", "with --ca-file"},
    wording{", or raise http_times::connect", ""},
    wording{"raise the limits of http_times", "raise --timeout"},
    wording{", or raise http_model_options::chat_bytes or http_sizes::body", ", by --reply-tokens"},
    wording{"raise rate_limits, or the time that the request or the run may take", "raise --timeout"},
    wording{"; raise http_sizes::header if the server is right", ""},
    wording{"raise http_options::connections, or send", "send"},
    wording{"raise busy_timeout, or end what holds it", "end what holds it, or try again"},
    wording{"raise heap_bytes, or ask for less", "ask for less"},
    wording{"; raise heap_bytes", ""},
    wording{", or raise memory_bytes", ""},
    wording{", or raise temporary_bytes", ""},
    wording{", or raise connect_time", ""},
    wording{"raise distinct_rows and sampled_rows of sqlite_options, or make an index of values", "make an index of values with t2s index"},
    wording{"raise distinct_rows, or make an index of values", "make an index of values with t2s index"},
    wording{", or raise the limit if the server is to be trusted", ", by --reply-tokens"},
    wording{", or raise the limit", ""},
    wording{"raise limits.rows_read if", "raise --max-rows-read if"},
    wording{" (no key was sent: endpoint::key is empty)", " (no key was sent)"},
    wording{"allow more tokens, shorten the part, or give it a priority so that items of it may be dropped",
            "raise the setting prompt-tokens of the pipeline (t2s systems lists it), for a model with a longer context"},
    wording{"name the model ", "give --model "},
    wording{"with update_value_index or t2s index", "with t2s index"},
    wording{"record it, or let the replay fall through to a live model", "give --llm URL too, to ask for what is not recorded"},
};

}  // namespace

std::string in_options(std::string message) {
  for (auto const& [library, options] : wordings)
    for (auto at = message.find(library); at != message.npos; at = message.find(library, at + options.size()))
      message.replace(at, library.size(), options);
  return message;
}

std::optional<misspelt_keyword> misspelt_at(std::string_view sql, t2s::sql::syntax_error const& wrong) {
  static constexpr std::array<std::string_view, 10> keywords{"SELECT", "FROM",  "WHERE", "GROUP", "ORDER",
                                                             "HAVING", "LIMIT", "JOIN",  "UNION", "VALUES"};
  auto const is_word = [](char c) { return t2s::text::is_letter(c) || t2s::text::is_digit(c) || c == '_'; };
  auto const before = sql.substr(0, std::min(wrong.offset, sql.size()));
  auto const end = before.find_last_not_of(" \t\r\n") + 1;
  auto begin = end;
  while (begin > 0 && is_word(before[begin - 1])) --begin;
  for (auto const& [at, word] :
       {std::pair(begin, before.substr(begin, end - begin)), std::pair(wrong.offset, std::string_view(wrong.found))})
    for (auto const keyword : keywords)
      if (word.size() >= 3 && t2s::text::edit_distance(word, keyword) == 1)
        return misspelt_keyword{at, std::string(word) + " is perhaps meant as " + std::string(keyword)};
  return {};
}

void refuse_sql(std::string const& question) {
  auto const words = t2s::text::lower(t2s::text::trim(question));
  bool const begins = words.starts_with("select ") || words.starts_with("with ");
  if (begins && words.find(" from ") != words.npos && t2s::sql::parse(question))
    throw usage_error("the question is SQL: t2s repair --db FILE SQL runs and corrects it, t2s explain --db FILE SQL says what it does");
}

std::string syntax_text(std::string_view sql, t2s::sql::syntax_error const& wrong) {
  auto const misspelt = misspelt_at(sql, wrong);
  return t2s::sql::to_string(wrong) + (misspelt ? "; " + misspelt->says : "");
}

std::string for_terminal(std::string_view message) { return printable(in_options(std::string(message))); }

}  // namespace cli
