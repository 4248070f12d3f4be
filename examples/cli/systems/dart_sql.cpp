// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dart_sql.hpp"

#include "systems/system.hpp"

namespace cli {
namespace {

namespace sample = t2s::sample;
namespace retrieve = t2s::retrieve;

template <class System>
auto& rows_of(System& s) {
  return s.sampler.template get<sample::relevant_rows<local_vectors const>>();
}

/// What both base prompts share.
template <class System>
std::vector<setting<System>> common_settings() {
  auto const rounds = [](System& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; };
  return {
      knob<System>("rewriting", "tables 1 to 3, RW", "question rewriting", [](System& s) -> auto& { return s.rewrite.enabled; }),
      knob<System>("rewriting-rows", "3.1, K", "rows of a table that the rewriting sees",
                   [](System& s) -> auto& { return s.rewrite.rows; }),
      knob<System>("rows", "3.2, N", "rows of a table in the prompt; 0 is CAP off", [](System& s) -> auto& { return rows_of(s).most; }),
      knob<System>("considered", "ours", "rows of a table that come into question",
                   [](System& s) -> auto& { return rows_of(s).considered; }),
      knob<System>("requests", "3.3 (the number is ours)", "requests to do without forbidden syntax",
                   [](System& s) -> auto& { return s.generator.most; }),
      {"rounds", "3.3, R", "rounds of refinement; 0 is ER off: nothing is sent back either", [=](System& s) { return show(rounds(s)); },
       [=](System& s, std::string const& full_name, std::string const& typed) {
         read_into(rounds(s), full_name, typed);
         s.generator.enabled = rounds(s) > 0;
       }},
      knob<System>("result-rows", "3.3, M", "rows of a result that the model sees", [](System& s) -> auto& { return s.feedback.rows; }),
  };
}

template <class System>
void furnish_rows(System& set, asking& by) {
  rows_of(set).by = &by.local();
}

/// Rows are compared by vectors of words, whatever questions are compared by.
template <class System>
void require_vectors_of_rows(std::string_view pipeline, System& set, asking& by) {
  if (rows_of(set).most > 0) by.require_local_vectors(pipeline, "chooses rows by their vectors", "--set dart.rows=0 shows none");
}

struct dart_kind {
  static constexpr std::string_view
      name = "dart-sql",
      prefix = "dart", about = "DART-SQL (Mao et al.) around DAIL-SQL: question rewriting, rows in the prompt, execution-guided refinement";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables",   "glove",     "embedding-model",
                                                          "index",          "synonyms", "dictionary"};

  using questions = sample::masked_demonstrations<any_model>;
  using system = t2s::systems::dart_sql_by<local_vectors const, any_model>;

  static std::vector<setting<system>> settings() {
    auto all = common_settings<system>();
    auto const base = [](system& s) -> t2s::generate::dail_sql& { return s.generator.inner; };
    all.push_back({"demonstrations", "DAIL-SQL, k", "in the prompt; 0 is zero-shot (table 3)",
                   [=](system& s) { return show(base(s).demonstrations); },
                   [=](system& s, std::string const& full_name, std::string const& typed) {
                     read_into(base(s).demonstrations, full_name, typed);
                     if (base(s).demonstrations == 0) s.sampler.template get<questions>().most = 0;
                   }});
    all.push_back(knob<system>("candidates", "DAIL-SQL", "demonstrations that are chosen from",
                               [](system& s) -> auto& { return s.sampler.template get<questions>().most; }));
    all.push_back(knob<system>("mask-values", "DAIL-SQL", "mask stored values in questions",
                               [](system& s) -> auto& { return s.sampler.template get<questions>().values; }));
    all.push_back(knob<system>("likeness", "DAIL-SQL", "of skeletons", [=](system& s) -> auto& { return base(s).likeness; }));
    all.push_back(
        knob<system>("prompt-tokens", "4.1", "of a prompt, estimated", [=](system& s) -> auto& { return base(s).prompt_tokens; }));
    all.push_back({"self-consistency", "4.1, SC", "5 draws of SQL at temperature 1, voted on",
                   [=](system& s) { return show(base(s).how.choices > 1); },
                   [=](system& s, std::string const& full_name, std::string const& typed) {
                     t2s::generate::draws const how =
                         read_switch(full_name, typed) ? t2s::generate::draws{5, 1.0, 1} : t2s::generate::draws{};
                     s.generator.how = base(s).how = how;
                   }});
    return all;
  }

  dart_kind(asking& by, offered with, system& set) : skeletons(std::make_shared<retrieve::dail_skeletons const>(with.pool)) {
    require_vectors_of_rows(name, set, by);
    if (set.sampler.template get<questions>().most > 0)
      by.require_embedder(name, "chooses demonstrations by their vectors", "--set dart.demonstrations=0 shows none");
    auto const schemas = with.tables.empty() ? retrieve::pool_schemas() : retrieve::read_pool_schemas(with.tables);
    using embedded = std::shared_ptr<retrieve::embedded_pool const>;
    pool =
        by.wait<embedded>([&] { return retrieve::embed_masked_pool(by.embedder(), std::move(with.pool), {}, t2s::sql::sqlite, schemas); });
  }

  void furnish(system& set, asking& by, known_database const&) const {
    furnish_rows(set, by);
    auto& shown = set.sampler.template get<questions>();
    shown.by = &by.embedder();
    shown.pool = pool;
    set.generator.inner.skeletons = skeletons;
  }

  std::shared_ptr<retrieve::dail_skeletons const> skeletons;
  std::shared_ptr<retrieve::embedded_pool const> pool{};
};

struct dart_c3_kind {
  static constexpr std::string_view name = "dart-sql-c3", prefix = "dart",
                                    about = "DART-SQL around C3: no demonstrations; tables and columns are recalled first";
  static constexpr bool asks_model = true, brief_schema = true;
  static inline std::vector<std::string_view> const files{"glove", "index", "synonyms", "dictionary"};

  using system = t2s::systems::dart_sql_c3<local_vectors const>;

  static std::vector<setting<system>> settings() {
    auto all = common_settings<system>();
    auto const base = [](system& s) -> t2s::generate::c3& { return s.generator.inner; };
    all.push_back(knob<system>("recalls", "C3", "completions of each recall", [=](system& s) -> auto& { return base(s).recalls; }));
    all.push_back(knob<system>("tables", "C3", "recalled", [=](system& s) -> auto& { return base(s).tables; }));
    all.push_back(knob<system>("columns", "C3", "of a table, recalled", [=](system& s) -> auto& { return base(s).columns; }));
    all.push_back(knob<system>("values", "C3", "of a column, shown where the question mentions them",
                               [=](system& s) -> auto& { return base(s).values; }));
    all.push_back(knob<system>("draws", "C3", "of the SQL, voted on", [=](system& s) -> auto& { return base(s).how.choices; }));
    return all;
  }

  dart_c3_kind(asking& by, offered, system& set) { require_vectors_of_rows(name, set, by); }

  void furnish(system& set, asking& by, known_database const&) const { furnish_rows(set, by); }
};

}  // namespace

std::vector<system_entry> dart_sql_entries() { return {entry_of<dart_kind>(), entry_of<dart_c3_kind>()}; }

}  // namespace cli
