// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRICS_MODEL_JOINS_HPP
#define T2S_OFFLINE_READER_DETAIL_METRICS_MODEL_JOINS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/retrieve/knowledge/detail/semantic_layer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::reader::detail {

/// A dimension of a model, or an entity: one row of the model.
struct placed_dimension {
  knowledge::semantic_model const* model = nullptr;
  knowledge::semantic_dimension const* dimension = nullptr;  ///< nullptr for an entity
  knowledge::semantic_entity const* entity = nullptr;        ///< nullptr for a dimension

  /// What people call it.
  [[nodiscard]] knowledge::semantic_name const& name() const {
    if (dimension) return *dimension;
    return *entity;
  }
  friend bool operator==(placed_dimension const&, placed_dimension const&) = default;
};

/// A model joined to an earlier one.
struct joined_model {
  knowledge::semantic_model const* model = nullptr;
  std::size_t before = 0;                               ///< the place of the earlier one
  knowledge::semantic_entity const* foreign = nullptr;  ///< of the earlier one; nullptr for the first
  knowledge::semantic_entity const* key = nullptr;      ///< of this one
};

/// The models that joins from one reach without repeating its rows, nearest first: MetricFlow's rule, over any number of joins up to
/// `schema::longest_join` tables. A model that two ways of the same length reach is left out, and so is one whose table is joined already.
class model_joins {
 public:
  model_joins(knowledge::semantic_layer const& all, knowledge::semantic_model const& base) {
    joined_.push_back({&base});
    for (std::size_t begin = 0, depth = 1; begin < joined_.size() && depth < schema::longest_join; ++depth) {
      std::vector<joined_model> next;
      auto const end = joined_.size();
      for (auto at = begin; at < end; ++at) add_from(all, at, next);
      begin = end;
      for (auto const& j : next) {
        bool const alone =
            std::ranges::count_if(next, [&](joined_model const& o) { return text::same(o.model->table, j.model->table); }) == 1;
        if (alone)
          joined_.push_back(j);
        else
          ambiguous_.push_back(j.model);
      }
    }
    for (auto const& j : joined_) {
      for (auto const& d : j.model->dimensions) dimensions_.push_back({j.model, &d, nullptr});
      for (auto const& e : j.model->entities)
        if (e.is == knowledge::semantic_entity::kind::primary) dimensions_.push_back({j.model, nullptr, &e});
    }
  }

  /// The first model, whose measures are summed up.
  [[nodiscard]] knowledge::semantic_model const& base() const { return *joined_.front().model; }

  /// The dimensions and primary entities of all models.
  [[nodiscard]] std::vector<placed_dimension> const& dimensions() const noexcept { return dimensions_; }

  /// The joins that some models need, in order.
  [[nodiscard]] std::vector<joined_model> joins_for(std::vector<knowledge::semantic_model const*> const& wanted) const {
    std::vector<bool> needed(joined_.size());
    for (auto const* m : wanted)
      for (auto at = place_of(m); at != 0; at = joined_[at].before) needed[at] = true;
    std::vector<joined_model> out;
    for (std::size_t i = 1; i < joined_.size(); ++i)
      if (needed[i]) out.push_back(joined_[i]);
    return out;
  }

  /// The model that a joined one is joined to.
  [[nodiscard]] knowledge::semantic_model const& before(joined_model const& j) const { return *joined_[j.before].model; }

 private:
  [[nodiscard]] std::size_t place_of(knowledge::semantic_model const* m) const {
    return static_cast<std::size_t>(std::ranges::find(joined_, m, &joined_model::model) - joined_.begin());
  }

  void add_from(knowledge::semantic_layer const& all, std::size_t at, std::vector<joined_model>& to) const {
    for (auto const& e : joined_[at].model->entities)
      for (auto const& m : all.models) {
        bool const known = t2s::detail::any_of(joined_, [&](joined_model const& j) { return text::same(j.model->table, m.table); });
        bool const ambiguous = t2s::detail::any_of(ambiguous_, [&](auto const* one) { return text::same(one->table, m.table); });
        if (known || ambiguous) continue;
        for (auto const& key : m.entities)
          if (key.name == e.name && key.identifies()) to.push_back({&m, at, &e, &key});
      }
  }

  std::vector<joined_model> joined_{};
  std::vector<knowledge::semantic_model const*> ambiguous_{};
  std::vector<placed_dimension> dimensions_{};
};

}  // namespace t2s::reader::detail

#endif
