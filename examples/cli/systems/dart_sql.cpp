// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dart_sql.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

#include "systems/system.hpp"
#include "t2s/systems/c3.hpp"
#include "t2s/systems/dail_sql.hpp"

namespace cli {
namespace {

namespace sample = t2s::sample;
namespace retrieve = t2s::retrieve;

/// The system, and the parts to switch off after all settings are applied.
template <class System>
struct switched : System {
  t2s::systems::dart_switches on{};
};

template <class System>
void settle_dart(System& s) {
  if (s.termination.template get<t2s::terminate::revisions>().limit == 0) s.on.refinement = false;
  switch_off(s, s.on);
}

template <class System>
auto& rows_of(System& s) {
  return s.sampler.template get<sample::relevant_rows<local_vectors const>>();
}

/// The settings that both base prompts share.
template <class System>
std::vector<setting<System>> common_settings() {
  return {
      knob<System>("rewriting", "tables 1 to 3, RW", "question rewriting", [](System& s) -> auto& { return s.rewrite.enabled; }),
      knob<System>("rewriting-rows", "3.1, K", "rows of a table that the rewriting sees",
                   [](System& s) -> auto& { return s.rewrite.rows; }),
      knob<System>("context", "tables 1 to 3, CAP", "rows of the tables in the prompt", [](System& s) -> auto& { return s.on.context; }),
      knob<System>(
          "rows", "3.2, N", "rows of a table in the prompt; 0 is CAP off", [](System& s) -> auto& { return rows_of(s).most; },
          [](System& s) -> auto& { return s.generator.inner.rows; }),
      knob<System>("considered", "ours", "rows of a table to choose from", [](System& s) -> auto& { return rows_of(s).considered; }),
      knob<System>("requests", "3.3 (the number is ours)", "requests to do without forbidden syntax",
                   [](System& s) -> auto& { return s.generator.most; }),
      knob<System>("refinement", "tables 1 to 3, ER", "rounds of refinement, and sending back forbidden syntax",
                   [](System& s) -> auto& { return s.on.refinement; }),
      knob<System>("rounds", "3.3, R", "rounds of refinement; 0 is ER off: nothing is sent back either",
                   [](System& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
      knob<System>("result-rows", "3.3, M", "rows of a result that the model sees", [](System& s) -> auto& { return s.feedback.rows; }),
  };
}

template <class System>
void furnish_rows(System& set, asking& by) {
  rows_of(set).by = &by.local();
}

/// Rows are always compared by word vectors, independently of questions.
template <class System>
void require_vectors_of_rows(std::string_view pipeline, System& set, asking& by) {
  if (rows_of(set).most > 0) by.require_local_vectors(pipeline, "chooses rows by their vectors", "--set dart.rows=0 shows none");
}

using masked_questions = sample::masked_demonstrations<any_model>;

/// The base prompt, which is the whole of a baseline.
template <class System>
auto& base_of(System& s) {
  if constexpr (requires { s.generator.inner; })
    return s.generator.inner;
  else
    return s.generator;
}
template <class System>
auto& questions_of(System& s) {
  if constexpr (requires { s.sampler.pool; })
    return s.sampler;
  else
    return s.sampler.template get<masked_questions>();
}

/// The calls of the draft: DAIL-SQL's preliminary SQL and its SQL; C3's recalls, repeated if unreadable, and its draws, repeated if none
/// executes.
template <class System>
call_bounds calls_of_base(System const& s) {
  auto const& base = base_of(s);
  if constexpr (requires { base.recalls; })
    return call_bounds{2, 2 * base.recall_calls} + call_bounds{1, base.how.choices > 1 ? base.how.rounds : 1};
  else
    return exactly(base.demonstrations > 0 && questions_of(s).most > 0 ? 2 : 1);
}

/// Remarks may be sent back after the draft and after each revision. A round is a judgement and a revision; if the model agrees, the run
/// ends earlier.
template <class System>
call_bounds calls_of_dart(System const& s) {
  auto const sent_back = up_to(s.generator.enabled ? s.generator.most : 0);
  auto const rounds = revisions_within(s.termination.template get<t2s::terminate::revisions>().limit);
  call_bounds const refining{std::min<std::size_t>(rounds, 1), rounds * (2 + sent_back.most)};
  return call_if(s.rewrite.enabled) + calls_of_base(s) + sent_back + refining;
}

template <class System>
void draw(System& s, t2s::generate::draws how) {
  base_of(s).how = how;
  if constexpr (requires { s.generator.how; }) s.generator.how = how;
}

/// The settings of DAIL-SQL, alone and as a base prompt.
template <class System>
std::vector<setting<System>> dail_settings() {
  return {
      {"demonstrations", "DAIL-SQL, k", "in the prompt; 0 is zero-shot (table 3)",
       [](System& s) { return show(base_of(s).demonstrations); },
       [](System& s, std::string const& full_name, std::string const& typed) {
         read_into(base_of(s).demonstrations, full_name, typed);
         if (base_of(s).demonstrations == 0) questions_of(s).most = 0;
       }},
      knob<System>("candidates", "DAIL-SQL", "demonstrations that are chosen from",
                   [](System& s) -> auto& { return questions_of(s).most; }),
      knob<System>("mask-values", "DAIL-SQL", "mask stored values in questions", [](System& s) -> auto& { return questions_of(s).values; }),
      knob<System>("likeness", "DAIL-SQL", "of skeletons", [](System& s) -> auto& { return base_of(s).likeness; }),
      knob<System>("prompt-tokens", "4.1", "of a prompt, estimated", [](System& s) -> auto& { return base_of(s).prompt_tokens; }),
      {"self-consistency", "4.1, SC", "5 draws of SQL at temperature 1, voted on",
       [](System& s) { return show(base_of(s).how.choices > 1); },
       [](System& s, std::string const& full_name, std::string const& typed) {
         draw(s, read_switch(full_name, typed) ? t2s::generate::self_consistent : t2s::generate::draws{});
       }},
  };
}

/// The settings of C3, alone and as a base prompt.
template <class System>
std::vector<setting<System>> c3_settings() {
  return {
      knob<System>("recalls", "C3", "completions of each recall", [](System& s) -> auto& { return base_of(s).recalls; }),
      knob<System>("tables", "C3", "recalled", [](System& s) -> auto& { return base_of(s).tables; }),
      knob<System>("columns", "C3", "of a table, recalled", [](System& s) -> auto& { return base_of(s).columns; }),
      knob<System>("values", "C3", "of a column, shown where the question mentions them",
                   [](System& s) -> auto& { return base_of(s).values; }),
      knob<System>("draws", "C3", "of the SQL, voted on", [](System& s) -> auto& { return base_of(s).how.choices; }),
  };
}

/// The prompts of DAIL-SQL, alone and as a base prompt.
template <class System>
std::vector<prompt<System>> dail_prompts() {
  return {
      prompt_of<System>("draft", "writes the SQL (DART-SQL, A.2)", {"rows"}, [](System& s) -> auto& { return base_of(s).prompt; }),
      prompt_of<System>("demonstrations-heading", "before the demonstrations in it", {},
                        [](System& s) -> auto& { return base_of(s).demonstrations_heading; }),
      prompt_of<System>("demonstration", "a demonstration in it", {}, [](System& s) -> auto& { return base_of(s).demonstration; }),
      prompt_of<System>("schema", "the schema in it", {}, [](System& s) -> auto& { return base_of(s).schema_part; }),
      prompt_of<System>("rows", "the rows of tables in it", {}, [](System& s) -> auto& { return base_of(s).rows_part; }),
  };
}

/// The prompts of C3, alone and as a base prompt: ours, after the publication's description.
template <class System>
std::vector<prompt<System>> c3_prompts() {
  return {
      prompt_of<System>("table-recall", "ranks the tables (ours)", {}, [](System& s) -> auto& { return base_of(s).table_prompt; }),
      prompt_of<System>("column-recall", "ranks the columns (ours)", {}, [](System& s) -> auto& { return base_of(s).column_prompt; }),
      prompt_of<System>("system", "the model's role (ours)", {}, [](System& s) -> auto& { return base_of(s).system_prompt; }),
      prompt_of<System>("column-hint", "against needless columns (ours)", {}, [](System& s) -> auto& { return base_of(s).column_hint; }),
      prompt_of<System>("column-hint-taken", "the model's reply to it (ours)", {},
                        [](System& s) -> auto& { return base_of(s).column_hint_taken; }),
      prompt_of<System>("operator-hint", "against needless operators (ours)", {},
                        [](System& s) -> auto& { return base_of(s).operator_hint; }),
      prompt_of<System>("operator-hint-taken", "the model's reply to it (ours)", {},
                        [](System& s) -> auto& { return base_of(s).operator_hint_taken; }),
      prompt_of<System>("query", "writes the SQL (ours)", {"dialect", "rows"}, [](System& s) -> auto& { return base_of(s).prompt; }),
      prompt_of<System>("query-rows", "the rows of tables in it (ours)", {}, [](System& s) -> auto& { return base_of(s).rows_part; }),
  };
}

/// The prompts of DART-SQL, whatever its base prompt.
template <class System>
std::vector<prompt<System>> dart_prompts() {
  return {
      prompt_of<System>("rewriting", "rewrites the question (A.1)", {}, [](System& s) -> auto& { return s.rewrite.prompt; }),
      prompt_of<System>("column-error", "shows an error about a column (A.3, 1)", {},
                        [](System& s) -> auto& { return s.feedback.column_prompt; }),
      prompt_of<System>("no-column-error", "the same for a column that no table has (ours)", {},
                        [](System& s) -> auto& { return s.feedback.no_column_prompt; }),
      prompt_of<System>("error", "shows any other error (A.3, 2)", {}, [](System& s) -> auto& { return s.feedback.error_prompt; }),
      prompt_of<System>("result", "shows a result, to be judged (A.3, 3)", {}, [](System& s) -> auto& { return s.feedback.result_prompt; }),
      prompt_of<System>("revision", "asks for new SQL (A.3, 4)", {}, [](System& s) -> auto& { return base_of(s).refinement.prompt; }),
      prompt_of<System>("forbidden", "sends back forbidden syntax (ours)", {}, [](System& s) -> auto& { return s.generator.prompt; }),
  };
}

template <class Item>
std::vector<Item> joined(std::vector<Item> some, std::vector<Item> more) {
  std::ranges::move(more, std::back_inserter(some));
  return some;
}

/// The pool of DAIL-SQL, in the form of its prompt.
class masked_pool {
 public:
  template <class System>
  void read(std::string_view pipeline, std::string_view prefix, asking& by, offered with, System& set) {
    auto const off = "--set " + std::string(prefix) + ".demonstrations=0 shows none";
    skeletons_ = std::make_shared<retrieve::dail_skeletons const>(with.pool);
    if (questions_of(set).most == 0) return;
    by.require_embedder(pipeline, "chooses demonstrations by their vectors", off);
    auto const schemas = with.tables.empty() ? retrieve::pool_schemas() : retrieve::read_pool_schemas(with.tables);
    using embedded = std::shared_ptr<retrieve::embedded_pool const>;
    pool_ =
        by.wait<embedded>([&] { return retrieve::embed_masked_pool(by.embedder(), std::move(with.pool), {}, t2s::sql::sqlite, schemas); });
  }

  template <class System>
  void furnish(System& set, asking& by) const {
    questions_of(set).by = &by.embedder();
    questions_of(set).pool = pool_;
    base_of(set).skeletons = skeletons_;
  }

 private:
  std::shared_ptr<retrieve::dail_skeletons const> skeletons_{};
  std::shared_ptr<retrieve::embedded_pool const> pool_{};
};

struct dail_kind {
  static constexpr std::string_view name = "dail-sql", prefix = "dail-sql",
                                    about =
                                        "DAIL-SQL (Gao et al.): demonstrations by question and skeleton, without any correction (baseline)";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"demonstrations", "tables",   "glove",     "embedding-model",
                                                          "index",          "synonyms", "dictionary"};

  using system = t2s::systems::dail_sql_by<any_model>;

  static std::vector<setting<system>> settings() { return dail_settings<system>(); }
  static std::vector<prompt<system>> prompts() { return dail_prompts<system>(); }

  static call_bounds calls(system const& s) { return calls_of_base(s); }

  dail_kind(asking& by, offered with, system& set) { pool.read(name, prefix, by, std::move(with), set); }

  void furnish(system& set, asking& by, known_database const&) const { pool.furnish(set, by); }

  masked_pool pool{};
};

struct dart_kind {
  static constexpr std::string_view
      name = "dart-sql",
      prefix = "dart", about = "DART-SQL (Mao et al.) around DAIL-SQL: question rewriting, rows in the prompt, execution-guided refinement";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files = dail_kind::files;

  using system = switched<t2s::systems::dart_sql_by<local_vectors const, any_model>>;

  static std::vector<setting<system>> settings() { return joined(common_settings<system>(), dail_settings<system>()); }
  static std::vector<prompt<system>> prompts() { return joined(dart_prompts<system>(), dail_prompts<system>()); }

  static void settle(system& s) { settle_dart(s); }
  static call_bounds calls(system const& s) { return calls_of_dart(s); }

  dart_kind(asking& by, offered with, system& set) {
    require_vectors_of_rows(name, set, by);
    pool.read(name, prefix, by, std::move(with), set);
  }

  void furnish(system& set, asking& by, known_database const&) const {
    furnish_rows(set, by);
    pool.furnish(set, by);
  }

  masked_pool pool{};
};

struct c3_kind {
  static constexpr std::string_view name = "c3", prefix = "c3",
                                    about = "C3 (Dong et al.): tables and columns are recalled first, without any correction (baseline)";
  static constexpr bool asks_model = true, brief_schema = true;
  static inline std::vector<std::string_view> const files{"index", "synonyms", "dictionary"};

  using system = t2s::systems::c3;

  static std::vector<setting<system>> settings() { return c3_settings<system>(); }
  static std::vector<prompt<system>> prompts() { return c3_prompts<system>(); }

  static call_bounds calls(system const& s) { return calls_of_base(s); }

  c3_kind(asking&, offered, system&) {}

  void furnish(system&, asking&, known_database const&) const {}
};

struct dart_c3_kind {
  static constexpr std::string_view name = "dart-sql-c3", prefix = "dart",
                                    about = "DART-SQL around C3: no demonstrations; tables and columns are recalled first";
  static constexpr bool asks_model = true, brief_schema = true;
  static inline std::vector<std::string_view> const files{"glove", "index", "synonyms", "dictionary"};

  using system = switched<t2s::systems::dart_sql_c3<local_vectors const>>;

  static std::vector<setting<system>> settings() { return joined(common_settings<system>(), c3_settings<system>()); }
  static std::vector<prompt<system>> prompts() { return joined(dart_prompts<system>(), c3_prompts<system>()); }

  static void settle(system& s) { settle_dart(s); }
  static call_bounds calls(system const& s) { return calls_of_dart(s); }

  dart_c3_kind(asking& by, offered, system& set) { require_vectors_of_rows(name, set, by); }

  void furnish(system& set, asking& by, known_database const&) const { furnish_rows(set, by); }
};

listed_systems const listed_dart_sql(10, [] {
  return std::vector<system_entry>{entry_of<dart_kind>(), entry_of<dart_c3_kind>(), entry_of<dail_kind>(), entry_of<c3_kind>()};
});

}  // namespace

}  // namespace cli
