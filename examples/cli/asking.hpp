// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ASKING_HPP
#define T2S_CLI_ASKING_HPP

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "model_options.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"

namespace cli {

/// Waits for what a coroutine gives. Throws what it throws.
template <class T>
T wait_for(boost::asio::io_context& io, std::function<t2s::awaitable<T>()> work) {
  std::optional<T> given;
  std::exception_ptr failed;
  boost::asio::co_spawn(io, std::move(work), [&](std::exception_ptr e, T result) {
    failed = e;
    given = std::move(result);
  });
  io.restart();
  io.run();
  if (failed) std::rethrow_exception(failed);
  return *std::move(given);
}

/// A model and the thread that waits for it; for one thread.
class asking {
 public:
  explicit asking(model_options const& settings)
      : settings_(settings), model_(settings.present() ? settings.make(io_.get_executor()) : any_model()) {}

  /// One run of a system that asks the model.
  template <class System, class Database, class Trace>
  t2s::answer run(System const& system, Database& database, std::string const& question, Trace trace) {
    t2s::run_options o;
    o.allowed = settings_.allowed();
    return wait_for<t2s::answer>(io_, [&] { return system.run(t2s::context(model_, database, o, trace), question); });
  }

 private:
  model_options const& settings_;
  boost::asio::io_context io_{1};
  any_model model_;
};

}  // namespace cli

#endif
