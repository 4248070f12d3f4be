// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_LOG_HPP
#define T2S_RETRIEVE_KNOWLEDGE_LOG_HPP

#include "t2s/retrieve/encoding_knowledge.hpp"

#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// What runs learnt, each under its database and question, until a batch merges it: in the order of its questions, so that neither the
/// number of its jobs nor their speed changes the table.
///
/// It is bounded, for processes that never end: of more than `most` questions and pieces of knowledge together the questions are forgotten
/// that were kept longest. Any number of threads may use one.
class knowledge_log {
 public:
  /// 100,000 take some 30 MB.
  explicit knowledge_log(std::size_t most = 100'000) : most_(most) {}

  /// What a run of this question learnt, in place of what an earlier one did. A single question's is kept, however much it is.
  void keep(std::string const& database, std::string const& question, std::vector<knowledge> learnt) {
    key const of{database, question};
    std::lock_guard const lock(guard_);
    remove(of);
    held_ += 1 + learnt.size();
    oldest_.push_back(of);
    kept_.emplace(of, entry{std::move(learnt), std::prev(oldest_.end())});
    for (; held_ > most_ && kept_.size() > 1; ++forgotten_) {
      auto const first = oldest_.front();
      remove(first);
    }
  }

  /// What was learnt from this question; nothing if no run of it has got so far.
  [[nodiscard]] std::vector<knowledge> of(std::string const& database, std::string const& question) const {
    std::lock_guard const lock(guard_);
    auto const found = kept_.find({database, question});
    return found == kept_.end() ? std::vector<knowledge>() : found->second.learnt;
  }

  /// The same, and it is no longer kept.
  [[nodiscard]] std::vector<knowledge> take(std::string const& database, std::string const& question) {
    key const of{database, question};
    std::lock_guard const lock(guard_);
    auto const found = kept_.find(of);
    if (found == kept_.end()) return {};
    auto learnt = std::move(found->second.learnt);
    held_ -= learnt.size();  // what was moved out is not counted when the entry goes
    remove(of);
    return learnt;
  }

  /// Questions whose knowledge is here no more, though nobody took it: a batch should be smaller, or `most` greater.
  [[nodiscard]] std::size_t forgotten() const {
    std::lock_guard const lock(guard_);
    return forgotten_;
  }

 private:
  using key = std::pair<std::string, std::string>;
  struct entry {
    std::vector<knowledge> learnt;
    std::list<key>::iterator age;
  };

  void remove(key const& of) {
    auto const found = kept_.find(of);
    if (found == kept_.end()) return;
    held_ -= 1 + found->second.learnt.size();
    oldest_.erase(found->second.age);
    kept_.erase(found);
  }

  std::size_t most_;
  mutable std::mutex guard_{};
  std::map<key, entry> kept_{};
  std::list<key> oldest_{};  // the first one is the oldest
  std::size_t held_ = 0;     // questions and pieces
  std::size_t forgotten_ = 0;
};

}  // namespace t2s::retrieve

#endif
