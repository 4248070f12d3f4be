// SPDX-License-Identifier: BSL-1.0
// Each system as its page has it, but for the draft, which is a published one.
#include "report.hpp"

#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

namespace strategies {
namespace {

using gold_source = std::shared_ptr<gold_answers const>;

class system_table {
 public:
  explicit system_table(report& to) : report_(&to) {
    made_.title = "Systems: what a round costs, and what comes of the drafts";
    made_.columns = {"system", "corrector", "wrong drafts revised", "right drafts revised", "revisions", "EX before", "EX after",
                     "fixed",  "broken"};
    to.add_cost_columns(made_, "a round");
    to.add_instructions_column(made_, "a round");
  }

  template <class Make>
  void add(std::string const& name, Make make, std::vector<corrector> const& correctors) {
    for (auto const by : correctors) {
      auto const full = name + ", " + std::string(name_of(by));
      auto const found = report_->of(full, by, [&](asked_database const& d, gold_source const& gold, simulated_model const& model) {
        return with_published_drafts(make(d, gold), model);
      });
      if (found) made_.rows.push_back(row_of(name, full, correctors.size() > 1 ? std::string(name_of(by)) : "its own", *found));
    }
  }

  void append_to(std::vector<table>& out) && { out.push_back(std::move(made_)); }

 private:
  using outcome = outcome_of_run;

  [[nodiscard]] row row_of(std::string const& name, std::string const& full, std::string corrector_name, measured const& m) const {
    auto const all = m.runs.size();
    row r{word(name), word(std::move(corrector_name))};
    r.push_back(number(m.count([](outcome const& o) { return !o.before && o.revisions > 0; })));
    r.push_back(number(m.count([](outcome const& o) { return o.before && o.revisions > 0; })));
    r.push_back(mean(m.sum(&outcome::revisions), all, 2));
    r.push_back(percent(m.count([](outcome const& o) { return o.before; }), all));
    r.push_back(percent(m.count([](outcome const& o) { return o.after; }), all));
    r.push_back(number(m.count([](outcome const& o) { return !o.before && o.after; })));
    r.push_back(number(m.count([](outcome const& o) { return o.before && !o.after; })));
    report_->add_cost(r, m.rounds(), m.sum(&outcome::reviews));
    report_->add_instructions(r, full);
    return r;
  }

  report* report_;
  table made_{};
};

template <class Linker, class Parser>
auto dac_by_oracle(demonstration_pools const& of) {
  return [&of](asked_database const&, gold_source const& gold) {
    auto made = systems::make_dac<Linker, Parser>(of.words, of.schemas);
    if constexpr (std::same_as<Linker, align::oracle>) made.feedback.template get<feedback::missing_entities<Linker>>().linker.gold = gold;
    if constexpr (std::same_as<Parser, skeleton::oracle>)
      made.feedback.template get<feedback::skeleton_mismatch<Parser>>().parser.gold = gold;
    return made;
  };
}

template <class System>
auto with_pool(std::shared_ptr<retrieve::skeleton_index const> pool) {
  return [pool](asked_database const&, gold_source const&) {
    System made;
    made.sampler.pool = pool;
    return made;
  };
}

auto dac_local(demonstration_pools const& of) {
  auto const ranker = std::make_shared<skeleton::ranker const>(of.index);
  return [&of, ranker](asked_database const&, gold_source const&) {
    using parser_type = skeleton::retrieved_with<generate::skeleton_fill>;
    auto made = systems::make_dac<align::local, parser_type>(of.words, of.schemas);
    auto& parser = made.feedback.get<systems::dac_local_skeleton>().parser;
    parser.pool = of.index;
    parser.ranker = ranker;
    return made;
  };
}

}  // namespace

void report_systems(report& to, std::vector<table>& out) {
  auto& by = to.data().by();
  auto const& of = to.data().pools();
  std::vector<corrector> const correctors{corrector::gold, corrector::again, corrector::others};
  system_table all(to);
  all.add(
      "dart_sql",
      [&](asked_database const&, gold_source const&) { return systems::make_dart_sql<embedder>({&by, &by, of.masked, of.skeletons}); },
      correctors);
  all.add(
      "sql_craft", [&](asked_database const& d, gold_source const&) { return systems::make_sql_craft(of.plain, by, d.id); }, correctors);
  all.add("tcsr_sql", [&](asked_database const& d, gold_source const&) { return systems::make_tcsr_sql(by, d.id); }, correctors);
  all.add("dac", dac_by_oracle<align::prompted, skeleton::prompted>(of), correctors);
  all.add("dac_oracle_entities", dac_by_oracle<align::oracle, skeleton::prompted>(of), correctors);
  all.add("dac_oracle_skeleton", dac_by_oracle<align::prompted, skeleton::oracle>(of), correctors);
  all.add("dac_local", dac_local(of), correctors);
  all.add(
      "dynamic_revision", [&](asked_database const&, gold_source const&) { return systems::make_dynamic_revision(of.index); }, correctors);
  all.add("few_shot_corrected", with_pool<systems::few_shot_corrected>(of.index), correctors);
  all.add("offline", with_pool<systems::offline>(of.index), {corrector::again});
  std::move(all).append_to(out);
}

}  // namespace strategies
