// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_EXCHANGE_WATCHER_HPP
#define T2S_CLI_EXCHANGE_WATCHER_HPP

#include <cstddef>

#include "t2s/llm/model.hpp"

namespace cli {

/// Sees every exchange with a model.
class exchange_watcher {
 public:
  exchange_watcher() = default;
  exchange_watcher(exchange_watcher const&) = delete;
  exchange_watcher& operator=(exchange_watcher const&) = delete;
  virtual ~exchange_watcher() = default;

  /// Called when a request is sent; returns the number of its call.
  virtual std::size_t asked(t2s::llm::request const& r) = 0;
  /// Called when that call was answered.
  virtual void answered(t2s::llm::completion const& c, std::size_t to_call) = 0;
};

}  // namespace cli

#endif
