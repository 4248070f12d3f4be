// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_HNSW_INDEX_IPP
#define T2S_RETRIEVE_DETAIL_HNSW_INDEX_IPP

#include "t2s/retrieve/detail/unit_vector.hpp"
#include "t2s/retrieve/hnsw_index.hpp"

#if !__has_include(<hnswlib/hnswlib.h>)
#error \
    "t2s: T2S_WITH_HNSWLIB is defined and hnswlib is not found: install it (Debian: libhnswlib-dev) and link the CMake target t2s::hnswlib"
#endif
// hnswlib's own loops for x86 need functions that are not inline in older releases: a program could include them only once.
#ifndef NO_MANUAL_VECTORIZATION
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>
#undef NO_MANUAL_VECTORIZATION
#else
#include <hnswlib/hnswlib.h>
#endif

#include <cstdint>
#include <cstdlib>

namespace t2s::retrieve {
namespace detail {

/// The distance of unit vectors by cosine. It uses the sums of the exact index, since hnswlib's depend on the machine.
class cosine_space final : public hnswlib::SpaceInterface<float> {
 public:
  explicit cosine_space(std::size_t floats) : floats_(floats) {}

  size_t get_data_size() override { return floats_ * sizeof(float); }
  void* get_dist_func_param() override { return &floats_; }
  hnswlib::DISTFUNC<float> get_dist_func() override {
    return [](void const* a, void const* b, void const* floats) {
      return -dot(static_cast<float const*>(a), static_cast<float const*>(b), *static_cast<std::size_t const*>(floats));
    };
  }

 private:
  std::size_t floats_;
};

}  // namespace detail

class hnsw_index::graph {
 public:
  graph(std::size_t size, std::size_t dimensions, hnsw_options const& how)
      : dimensions_(dimensions),
        options_(how),
        space_(detail::filled_up(dimensions)),
        links_(&space_, std::max<std::size_t>(size, 1), how.links, how.breadth_made, how.seed) {
    links_.ef_ = how.breadth_search;
  }
  graph(graph const&) = delete;
  graph& operator=(graph const&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return links_.cur_element_count; }
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }

  /// By one thread in the order of the vectors, so that the index of a vector is its index in the graph.
  void add(std::span<std::vector<float> const> vectors) {
    std::vector<float> unit(detail::filled_up(dimensions_));
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      detail::put_unit_vector(vectors[i], unit, [i] { return detail::vector_name(i); });
      links_.addPoint(unit.data(), i);
    }
  }

  [[nodiscard]] std::vector<hit> nearest(std::span<float const> to, std::size_t k) const {
    auto const asked = detail::unit_vector(to, dimensions_);
    best_hits best(k);
    for (auto found = links_.searchKnn(asked.data(), k); !found.empty(); found.pop()) best.offer({found.top().second, -found.top().first});
    return std::move(best).sorted();
  }

  void save(index_sink const& to) const {
    stored_head const head{options_.links, options_.breadth_made,   options_.breadth_search,
                           options_.seed,  links_.enterpoint_node_, static_cast<std::uint32_t>(links_.maxlevel_)};
    to(&head, sizeof head);
    to(links_.element_levels_.data(), size() * sizeof(int));
    to(links_.data_level0_memory_, size() * links_.size_data_per_element_);
    for (std::size_t i = 0; i < size(); ++i)
      if (auto const bytes = bytes_above(i); bytes > 0) to(links_.linkLists_[i], bytes);
  }

  [[nodiscard]] static std::shared_ptr<graph const> load(index_content const& from) {
    stored_head head{};
    auto left = from.bytes;
    if (!take(left, &head, sizeof head)) return nullptr;
    auto made = std::make_shared<graph>(
        from.size, from.dimensions, hnsw_options{head.links, head.breadth_made, head.breadth_search, static_cast<std::size_t>(head.seed)});
    return made->read(left, head) ? made : nullptr;
  }

 private:
  struct stored_head {
    std::uint64_t links, breadth_made, breadth_search, seed;
    std::uint32_t entry, highest;
  };

  static bool take(std::string_view& from, void* to, std::size_t bytes) {
    if (from.size() < bytes) return false;
    if (bytes > 0) std::memcpy(to, from.data(), bytes);
    from.remove_prefix(bytes);
    return true;
  }

  /// For the links of a vector on the levels above the lowest.
  [[nodiscard]] std::size_t bytes_above(std::size_t i) const {
    return links_.size_links_per_element_ * static_cast<std::size_t>(links_.element_levels_[i]);
  }

  bool read(std::string_view left, stored_head const& head) {
    auto const all = links_.max_elements_;
    if (!take(left, links_.element_levels_.data(), all * sizeof(int))) return false;
    if (!take(left, links_.data_level0_memory_, all * links_.size_data_per_element_)) return false;
    for (std::size_t i = 0; i < all; ++i) {
      auto const bytes = bytes_above(i);
      links_.cur_element_count = i + 1;  // how many it frees in the end
      if (bytes == 0) continue;
      links_.linkLists_[i] = static_cast<char*>(std::malloc(bytes));
      if (!links_.linkLists_[i] || !take(left, links_.linkLists_[i], bytes)) return false;
    }
    links_.enterpoint_node_ = head.entry;
    links_.maxlevel_ = static_cast<int>(head.highest);
    return left.empty();
  }

  std::size_t dimensions_;
  hnsw_options options_;
  detail::cosine_space space_;
  hnswlib::HierarchicalNSW<float> links_;
};

T2S_DECL hnsw_index::hnsw_index(std::span<std::vector<float> const> vectors, hnsw_options options) {
  if (options.links < 2 || options.links > 10'000 || options.breadth_made == 0 || options.breadth_search == 0)
    throw error(errc::invalid_argument, "the options of hnsw_index are out of range",
                "set links to 2 up to 10000, and breadth_made and breadth_search to 1 or more");
  auto const dimensions = detail::dimensions_of(vectors);
  if (vectors.empty()) return;
  auto const made = std::make_shared<graph>(vectors.size(), dimensions, options);
  made->add(vectors);
  graph_ = made;
}

T2S_DECL std::size_t hnsw_index::size() const noexcept { return graph_ ? graph_->size() : 0; }
T2S_DECL std::size_t hnsw_index::dimensions() const noexcept { return graph_ ? graph_->dimensions() : 0; }

T2S_DECL std::vector<hit> hnsw_index::nearest(std::span<float const> to, std::size_t k) const {
  if (!graph_ || k == 0) return {};
  return graph_->nearest(to, std::min(k, size()));
}

T2S_DECL void hnsw_index::save(index_sink const& to) const {
  if (graph_) graph_->save(to);
}

T2S_DECL std::optional<hnsw_index> hnsw_index::load(index_content const& from) {
  hnsw_index index;
  if (from.size == 0) return index;
  index.graph_ = graph::load(from);
  if (!index.graph_) return {};
  return index;
}

}  // namespace t2s::retrieve

#endif
