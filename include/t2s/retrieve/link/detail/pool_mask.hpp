// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_POOL_MASK_HPP
#define T2S_RETRIEVE_LINK_DETAIL_POOL_MASK_HPP

#include "t2s/pipeline/samples.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/parse.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace t2s::link {

/// A `retrieve::question_mask` by schema linking, as the question of a run is masked: names are what `link_question` finds in the schema of
/// the demonstration's database. Its content is not needed: values are the literals of the SQL. A demonstration of a database without a
/// schema is masked by its SQL alone.
///
///     t2s::link::pool_mask const mask(t2s::retrieve::with_schemas_from_sql(t2s::retrieve::read_pool_schemas("tables.json"), pool));
///     auto const repository = t2s::retrieve::embed_skeletons(embedder, pool, {}, mask);
///
/// Copies share what was read of the schemas; any number of threads may call one.
class pool_mask {
 public:
  /// `dialect`, a constant such as `sql::postgres`, is that of the SQL. O(names of the schemas).
  T2S_DECL explicit pool_mask(retrieve::pool_schemas const& schemas, sql::grammar const& dialect = sql::sqlite);
  pool_mask(retrieve::pool_schemas const&, sql::grammar const&&) = delete;  // it is referred to

  /// One for each of `retrieve::tokens_of(d.question)`. As `link_question`.
  [[nodiscard]] T2S_DECL std::vector<bool> operator()(demonstration const& d) const;

 private:
  std::shared_ptr<std::map<std::string, knowledge::lexicon, std::less<>> const> names_;
  sql::grammar const* dialect_;
};

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/link/detail/pool_mask.ipp"
#endif

#endif
