// SPDX-License-Identifier: BSL-1.0
#include "advice.hpp"

#include <array>
#include <utility>

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
    wording{", or raise http_model_options::chat_bytes or http_sizes::body", ", by --max-tokens"},
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
    wording{"; raise the limit if the server is to be trusted", ""},
    wording{", or raise the limit", ""},
    wording{"raise limits.rows_read if", "raise --max-rows-read if"},
    wording{" (no key was sent: endpoint::key is empty)", " (no key was sent)"},
    wording{"allow more tokens, shorten the part, or give it a priority so that items of it may be dropped",
            "raise --set few-shot-corrected.prompt-tokens, for a model with a longer context"},
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

std::string for_terminal(std::string_view message) { return printable(in_options(std::string(message))); }

}  // namespace cli
