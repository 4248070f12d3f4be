// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_LOG_HPP
#define T2S_RETRIEVE_KNOWLEDGE_LOG_HPP

#include "t2s/retrieve/encoding_knowledge.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// What runs learnt, each under its database and question, until a batch merges it: in the order of its questions, so that neither the
/// number of its jobs nor their speed changes the table.
///
/// Any number of threads may use one.
class knowledge_log {
 public:
  /// What a run of this question learnt, in place of what an earlier one did.
  void keep(std::string const& database, std::string const& question, std::vector<knowledge> learnt) {
    std::lock_guard const lock(guard_);
    kept_.insert_or_assign({database, question}, std::move(learnt));
  }

  /// What was learnt from this question; nothing if no run of it has got so far.
  [[nodiscard]] std::vector<knowledge> of(std::string const& database, std::string const& question) const {
    std::lock_guard const lock(guard_);
    auto const found = kept_.find({database, question});
    return found == kept_.end() ? std::vector<knowledge>() : found->second;
  }

 private:
  mutable std::mutex guard_{};
  std::map<std::pair<std::string, std::string>, std::vector<knowledge>> kept_{};
};

}  // namespace t2s::retrieve

#endif
