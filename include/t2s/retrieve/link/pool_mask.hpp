// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_POOL_MASK_HPP
#define T2S_RETRIEVE_LINK_POOL_MASK_HPP

#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/parse.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace t2s::link {

/// A `retrieve::question_mask` by schema linking, which masks demonstrations like the question of a run: names are what `link_question`
/// finds in the schema of the demonstration's database. Its content is not needed: values are the literals of the SQL. A demonstration
/// whose database has no schema is masked by its SQL only.
///
///     t2s::link::pool_mask const mask(t2s::retrieve::with_schemas_from_sql(t2s::retrieve::read_pool_schemas("tables.json"), pool));
///     auto const repository = t2s::retrieve::embed_skeletons(embedder, pool, {}, mask);
///
/// Copies share the data about the schemas; any number of threads may call one.
class pool_mask {
 public:
  /// `dialect`, a constant such as `sql::postgres`, is that of the SQL. O(names of the schemas).
  T2S_DECL explicit pool_mask(retrieve::pool_schemas const& schemas, sql::grammar const& dialect = sql::sqlite);
  pool_mask(retrieve::pool_schemas const&, sql::grammar const&&) = delete;  // it is referred to

  /// One flag for each of `retrieve::tokens_of(d.question)`. Costs and throws as `link_question`.
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
