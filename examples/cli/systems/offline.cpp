// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/offline.hpp"

#include "systems/system.hpp"

namespace cli {
namespace {

struct offline_kind {
  static constexpr std::string_view name = "offline", prefix = "offline",
                                    about = "skeletons of similar questions, filled without a model (ours)";
  static constexpr bool asks_model = false;
  static inline std::vector<std::string_view> const files{"demonstrations", "index", "synonyms", "dictionary"};
  using system = t2s::systems::offline;

  static std::vector<setting<system>> settings() {
    return {knob<system>("demonstrations", "ours", "similar questions whose skeletons are tried",
                         [](system& s) -> auto& { return s.sampler.most; })};
  }

  static call_bounds calls(system const&) { return {}; }

  offline_kind(asking&, offered with, system&) : pool(std::make_shared<t2s::retrieve::skeleton_index const>(std::move(with.pool))) {}

  void furnish(system& set, asking&, known_database const&) const { set.sampler.pool = pool; }

  std::shared_ptr<t2s::retrieve::skeleton_index const> pool;
};

listed_systems const listed_offline(110, [] { return std::vector<system_entry>{entry_of<offline_kind>()}; });

}  // namespace

}  // namespace cli
