// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_OPERATION_HPP
#define T2S_SERVE_DETAIL_OPERATION_HPP

#include "t2s/llm/model.hpp"

#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

/// What is offered to others over a protocol: operations over databases, and the protocols.
namespace t2s::serve {

namespace json = boost::json;

class served_database;

/// How far a call is.
struct progress {
  double done = 0;             ///< grows with each report of a call
  std::optional<double> of{};  ///< what `done` will be at the end, where that is known
  std::string text{};          ///< what is being done
};

/// Who calls, and how the call is watched.
struct call {
  std::stop_token stop{};                         ///< ends the call, which then throws `error` with `cancelled`
  std::function<void(progress const&)> report{};  ///< may be empty; called on the thread of the call
  std::string who{};                              ///< for the audit
  /// A model that the caller offers, such as by sampling; empty if it offers none. Called on the thread of the call.
  std::function<llm::completion(llm::request)> model{};
};

/// What became of a call.
struct outcome {
  json::object data{};               ///< fits the operation's output schema; empty of a call that failed before it had any
  bool failed = false;               ///< `text` says what was wrong and what to do
  std::string text{};                ///< the same as `data` for a reader, such as a model
  std::string_view code = "failed";  ///< of a failure: `name_of(errc)` of what was wrong where that is known; a constant

  outcome() = default;
  /// A result.
  outcome(json::object d, std::string t) : data(std::move(d)), text(std::move(t)) {}
  /// A failure that the caller can do something about.
  [[nodiscard]] static outcome failure(std::string why, json::object d = {}, std::string_view code = "failed") {
    outcome o(std::move(d), std::move(why));
    o.failed = true;
    o.code = code;
    return o;
  }
};

/// A named function over a served database, with JSON as arguments and result.
struct operation {
  std::string_view name{}, title{}, description{};  ///< constants: "query", "Run a query", and what a model must know to use it
  json::object input{}, output{};                   ///< JSON Schema 2020-12 of the arguments, and of `outcome::data`

  /// Runs it; thread safe. The arguments fit `input` (`refused_arguments`). Throws `error` with `cancelled` where the call was ended, and
  /// what the database throws that is no fault of the caller.
  std::function<outcome(served_database&, json::object const& arguments, call const&)> run{};
};

}  // namespace t2s::serve

#endif
