// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "systems/system.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

namespace cli {
namespace {

struct tcsr_kind {
  static constexpr std::string_view
      name = "tcsr-sql",
      prefix = "tcsr", about = "TCSR-SQL (Xu et al.): what the keywords of the question are called in the tables is looked up in them";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"glove", "embedding-model", "knowledge"};

  using system = t2s::systems::tcsr_sql<any_model>;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("keywords", "table 5", "keywords extraction and fuzzy detection",
                     [](system& s) -> auto& { return s.sampler.keywords_and_detection; }),
        knob<system>("knowledge", "table 5", "knowledge retrieval and alignment",
                     [](system& s) -> auto& { return s.sampler.retrieval_and_alignment; }),
        knob<system>("schema-keywords", "4.4", "tell the columns of schema keywords",
                     [](system& s) -> auto& { return s.sampler.schema_keywords; }),
        knob<system>(
            "rows", "table 3", "random rows of every table, and examples of a column",
            [](system& s) -> auto& { return s.sampler.rows.most; }, [](system& s) -> auto& { return s.sampler.extraction.examples; },
            [](system& s) -> auto& { return s.sampler.detection.examples; }, [](system& s) -> auto& { return s.generator.examples; }),
        knob<system>("synonyms", "3.1, K", "values taken from a reply", [](system& s) -> auto& { return s.sampler.detection.synonyms; }),
        knob<system>("references", "4.3", "pieces of knowledge without keywords", [](system& s) -> auto& { return s.sampler.references; }),
        knob<system>("rounds", "3.3 (the number is ours)", "revisions at most; 0 is w/o Revision",
                     [](system& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
    };
  }

  tcsr_kind(asking&, offered with) {
    if (!with.knowledge.empty()) store.emplace(with.knowledge);
  }

  void read(asking& by, connection& database, known_database& known) const {
    if (!store) return;
    using embedded = std::shared_ptr<t2s::retrieve::embedded_knowledge const>;
    known.encodings =
        by.wait<embedded>([&] { return t2s::retrieve::embed_knowledge(by.embedder(), known_here(database.schema(), known.name)); });
  }

  void furnish(system& set, asking& by, known_database const& known) const {
    set.sampler.alignment.by = &by.embedder();
    set.sampler.alignment.known = known.encodings;
    set.sampler.database = known.name;
    if (store) set.sampler.learnt = learnt;
  }

  void keep_learnt(std::vector<asked_of> const& questions) {
    if (!store) return;
    std::vector<t2s::retrieve::knowledge> all;
    for (auto const& q : questions) {
      auto one = learnt->take(q.database, q.question);
      std::ranges::move(one, std::back_inserter(all));
    }
    store->merge(all);
  }

  /// What the database has a column for: another of the same name may have taught the rest.
  [[nodiscard]] std::vector<t2s::retrieve::knowledge> known_here(t2s::schema::database const& d, std::string const& called) const {
    auto all = store->of(called);
    std::erase_if(all, [&](t2s::retrieve::knowledge const& k) {
      auto const* table = d.find_table(k.table);
      return !table || !table->find_column(k.column);
    });
    return all;
  }

  mutable std::optional<t2s::retrieve::encoding_knowledge> store{};
  /// Of one command, whose questions all are kept until it ends.
  std::shared_ptr<t2s::retrieve::knowledge_log> learnt =
      std::make_shared<t2s::retrieve::knowledge_log>(std::numeric_limits<std::size_t>::max());
};

}  // namespace

std::vector<system_entry> tcsr_sql_entries() { return {entry_of<tcsr_kind>()}; }

}  // namespace cli
