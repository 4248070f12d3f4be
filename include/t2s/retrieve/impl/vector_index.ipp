// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_VECTOR_INDEX_IPP
#define T2S_RETRIEVE_IMPL_VECTOR_INDEX_IPP

#include "t2s/retrieve/impl/unit_vector.hpp"
#include "t2s/retrieve/vector_index.hpp"

#include <string>
#include <utility>

namespace t2s::retrieve {

T2S_DECL vector_index::vector_index(std::span<std::vector<float> const> vectors)
    : size_(vectors.size()), dimensions_(detail::dimensions_of(vectors)), stride_(detail::filled_up(dimensions_)) {
  auto const block = std::make_shared<std::vector<float>>(size_ * stride_);
  for (std::size_t i = 0; i < size_; ++i)
    detail::put_unit_vector(vectors[i], std::span(*block).subspan(i * stride_, stride_), [i] { return detail::vector_name(i); });
  elements_ = block->data();
  owner_ = block;
}

T2S_DECL std::vector<hit> vector_index::nearest(std::span<float const> to, std::size_t k) const {
  if (size_ == 0) return {};
  auto const asked = detail::unit_vector(to, dimensions_);
  best_hits best(std::min(k, size_));
  for (std::size_t i = 0; i < size_; ++i) best.offer({i, detail::dot(elements_ + i * stride_, asked.data(), stride_)});
  return std::move(best).sorted();
}

T2S_DECL void vector_index::save(index_sink const& to) const { to(elements_, size_ * stride_ * sizeof(float)); }

T2S_DECL std::optional<vector_index> vector_index::load(index_content const& from) {
  vector_index index;
  index.size_ = from.size;
  index.dimensions_ = from.dimensions;
  index.stride_ = detail::filled_up(from.dimensions);
  bool const fits = from.size == 0 ? from.bytes.empty()
                                   : from.dimensions > 0 && from.bytes.size() % from.size == 0 &&
                                         from.bytes.size() / from.size == index.stride_ * sizeof(float);
  if (!fits) return {};
  index.owner_ = from.owner;
  index.elements_ = reinterpret_cast<float const*>(from.bytes.data());
  return index;
}

}  // namespace t2s::retrieve

#endif
