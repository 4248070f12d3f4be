// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_OPERATION_HPP
#define T2S_SERVE_DETAIL_OPERATION_HPP

#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

/// Operations over databases, and the protocols that offer them to others.
namespace t2s::serve {

namespace json = boost::json;

class served_database;

/// The progress of a call.
struct progress {
  double done = 0;             ///< grows with each report of a call
  std::optional<double> of{};  ///< the value of `done` at the end, if known
  std::string text{};          ///< the current work
};

/// Who calls, and how the call reports and ends.
struct call {
  std::stop_token stop{};                         ///< cancels the call, which then throws `error` with `cancelled`
  std::function<void(progress const&)> report{};  ///< receives progress, on the thread of the call; may be empty
  std::string who{};                              ///< the caller's name for the audit
  /// A model that the caller offers, for example by sampling; empty if it offers none. Called on the thread of the call.
  std::function<llm::completion(llm::request)> model{};
  /// Asks the caller's user which reading is meant, for example by elicitation: an option, or nothing if the user does not choose. Empty if
  /// the caller cannot ask. Called on the thread of the call.
  std::function<std::optional<std::size_t>(ask_back const&)> choose{};
};

/// The outcome of a call.
struct outcome {
  json::object data{};               ///< fits the operation's output schema; empty if the call failed before it had data
  bool failed = false;               ///< whether it failed; `text` then says what was wrong and what to do
  std::string text{};                ///< `data` as text, for example for a model
  std::string_view code = "failed";  ///< the code of a failure: `name_of(errc)` if known; a constant

  outcome() = default;
  /// A result.
  outcome(json::object d, std::string t) : data(std::move(d)), text(std::move(t)) {}
  /// A failure that the caller can correct.
  [[nodiscard]] static outcome failure(std::string why, json::object d = {}, std::string_view code = "failed") {
    outcome o(std::move(d), std::move(why));
    o.failed = true;
    o.code = code;
    return o;
  }
};

/// A named function over a served database, with JSON arguments and result.
struct operation {
  /// "query", "Run a query", and the instructions for a model: constants, or what `run` keeps.
  std::string_view name{}, title{}, description{};
  json::object input{}, output{};                   ///< JSON Schemas (2020-12) of the arguments and of `outcome::data`
  bool changes = false;                             ///< whether it changes what the server remembers; no operation changes a database
  /// Whether a database, as its user sees it, has what the operation needs. Empty: every one has. Else it is offered only where one has.
  std::function<bool(served_database const&)> fits{};

  /// Runs it; thread safe. The arguments fit `input` (`refused_arguments`). Throws `error` with `cancelled` if the call was cancelled, and
  /// what the database throws for reasons that the caller cannot correct.
  std::function<outcome(served_database&, json::object const& arguments, call const&)> run{};
};

}  // namespace t2s::serve

#endif
