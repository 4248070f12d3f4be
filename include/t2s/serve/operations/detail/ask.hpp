// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_ASK_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_ASK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/serve/operation.hpp"
#include "t2s/serve/telemetry/otlp_trace.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace t2s::serve {

/// How a question is to be answered.
struct asked_for {
  std::string question{};     ///< in plain English
  double min_confidence = 0;  ///< an answer below it is withheld
  bool by_model = false;      ///< whether `call::model` is to be asked, which is there then
};

/// Answers a question over a database; thread safe. Throws `error` with `cancelled` where the call was ended, and what run and model throw.
using ask_function = std::function<t2s::answer(served_database&, asked_for const&, call const&)>;

/// The sink of a run of a system over a database; thread safe.
using run_begin = std::function<telemetry::otlp_trace(std::string_view system, served_database const&)>;

/// Answers offline, and with a model by few shots and repairs; says how likely the answer is right. `pool` holds demonstrations and may be
/// null; `begin` may be empty: nobody is told of the runs.
[[nodiscard]] T2S_DECL ask_function usual_ask_function(std::shared_ptr<retrieve::skeleton_index const> pool = {}, run_begin begin = {});

/// Answers a question in English: the SQL, its rows, and how likely it is right. Where the caller offers a model, it is asked if the answer
/// without it is uncertain, or as the argument "model" says.
[[nodiscard]] T2S_DECL operation ask_operation(ask_function by);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/ask.ipp"
#endif

#endif
