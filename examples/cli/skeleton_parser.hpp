// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SKELETON_PARSER_HPP
#define T2S_CLI_SKELETON_PARSER_HPP

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"

namespace cli {

/// Ranks skeletons by a pool of demonstrations and the offline system's draft.
class skeleton_parser {
 public:
  explicit skeleton_parser(std::vector<t2s::demonstration> pool)
      : parser_(t2s::skeleton::make_retrieved<t2s::generate::skeleton_fill>(
            std::make_shared<t2s::retrieve::skeleton_index const>(std::move(pool)))) {}

  [[nodiscard]] t2s::retrieve::skeleton_index const& pool() const { return *parser_.pool; }

  template <class Database>
  [[nodiscard]] std::vector<t2s::skeleton::ranked> rank(Database& database, std::string const& question, std::size_t most) const {
    t2s::llm::no_model model;
    t2s::context plain(model, database);
    t2s::run_context<decltype(plain), t2s::states_of<parser>> ctx(plain);
    t2s::question const asked(question);
    return parser_.rank(ctx, asked, most).get();
  }

 private:
  using parser = t2s::skeleton::retrieved_with<t2s::generate::skeleton_fill>;
  parser parser_;
};

}  // namespace cli

#endif
