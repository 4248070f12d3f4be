// SPDX-License-Identifier: BSL-1.0
// A pipeline with three absent stages, a synchronous generator, no trace, no model, and default options.
// present: answered
// present: my_generator_was_here
// absent: t2s::none::(rewrite|sample|review)
// absent: t2s::(run_feedback|then|traced|tell|lasting|events)[<:]
// absent: feedback_sequence
// absent: ::(ask|embed|query|charged|random)[<(]
// absent: U (boost|sqlite3|silent_database|t2s::llm|t2s::db|t2s::sql)
#include "t2s/pipeline.hpp"

void my_generator_was_here();

struct generator {
  [[nodiscard]] t2s::candidate draft(auto&, t2s::question const& asked, t2s::samples const&) const {
    my_generator_was_here();
    return t2s::candidate(asked.clear);
  }
  [[nodiscard]] t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, auto const&) const { return {}; }
};
static_assert(t2s::GeneratorPolicy<generator>);

struct at_once {
  [[nodiscard]] std::optional<t2s::stop> done(auto const&) const { return t2s::stop{"at once"}; }
};

struct silent_database {
  [[nodiscard]] t2s::schema::database const& schema() const;
  t2s::db::execution execute(std::string);
  t2s::db::execution sample(std::string, std::size_t);
  t2s::db::execution distinct(std::string, std::string, std::size_t);
};

t2s::answer answered(t2s::llm::no_model& model, silent_database& database, std::string question) {
  static constexpr t2s::pipeline<t2s::none, t2s::none, generator, t2s::none, at_once> p;
  return p.run(t2s::context(model, database), std::move(question));
}
