// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>

#include "systems/system.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace retrieve = t2s::retrieve;

/// The system, whether it revises by execution, and whether a question sees what earlier ones taught.
struct tcsr_system : t2s::systems::tcsr_sql<any_model> {
  bool revises = true;
  bool grows = false;
};

/// Growing knowledge about one database.
class growing_knowledge {
 public:
  using snapshot = std::shared_ptr<retrieve::embedded_knowledge const>;

  /// Adds new pieces and embeds only them.
  snapshot add(asking& by, std::vector<retrieve::knowledge> const& more) {
    std::vector<retrieve::knowledge> fresh;
    std::vector<std::string> texts;
    auto seen = seen_;
    for (auto const& k : more)
      if (seen.insert(name_of(k)).second) fresh.push_back(k), texts.push_back(retrieve::to_text(k));
    if (!texts.empty()) {
      auto given = by.wait<t2s::llm::embeddings>([&] { return t2s::llm::embed_within(by.embedder(), texts); });
      std::ranges::move(given.vectors, std::back_inserter(vectors_));
      std::ranges::move(fresh, std::back_inserter(rows_));
      seen_ = std::move(seen);
    }
    return std::make_shared<retrieve::embedded_knowledge const>(rows_, std::span<std::vector<float> const>(vectors_));
  }

 private:
  /// The same for equal pieces only.
  static std::string name_of(retrieve::knowledge const& k) {
    std::string name;
    for (auto const& part : {k.keyword, k.table, k.column, t2s::to_sql(k.value)}) name.append(part).push_back('\0');
    return name;
  }

  std::vector<retrieve::knowledge> rows_{};
  std::vector<std::vector<float>> vectors_{};
  std::set<std::string> seen_{};
};

struct tcsr_kind {
  static constexpr std::string_view name = "tcsr-sql", prefix = "tcsr",
                                    about = "TCSR-SQL (Xu et al.): looks up in the tables how they write the keywords of the question";
  static constexpr bool asks_model = true;
  static inline std::vector<std::string_view> const files{"glove", "embedding-model", "knowledge", "relations"};

  using system = tcsr_system;

  static std::vector<setting<system>> settings() {
    return {
        knob<system>("keywords", "table 5", "keywords extraction and fuzzy detection",
                     [](system& s) -> auto& { return s.sampler.keywords_and_detection; }),
        knob<system>("knowledge", "table 5", "knowledge retrieval and alignment",
                     [](system& s) -> auto& { return s.sampler.retrieval_and_alignment; }),
        knob<system>("schema-keywords", "4.4", "say which columns schema keywords mean",
                     [](system& s) -> auto& { return s.sampler.schema_keywords; }),
        knob<system>(
            "rows", "table 3", "random rows of every table, and examples of a column",
            [](system& s) -> auto& { return s.sampler.rows.most; }, [](system& s) -> auto& { return s.sampler.extraction.examples; },
            [](system& s) -> auto& { return s.sampler.detection.examples; }, [](system& s) -> auto& { return s.generator.examples; }),
        knob<system>("synonyms", "3.1, K", "values taken from a reply", [](system& s) -> auto& { return s.sampler.detection.synonyms; }),
        knob<system>("references", "4.3", "pieces of knowledge without keywords", [](system& s) -> auto& { return s.sampler.references; }),
        knob<system>("one-prompt", "A.3", "show the knowledge to the first SQL, in the place of a revision by it (3.3)",
                     [](system& s) -> auto& { return s.generator.in_one_prompt; }),
        knob<system>("revision", "table 5", "revision by what execution says", [](system& s) -> auto& { return s.revises; }),
        knob<system>("rounds", "3.3 (the number is ours)", "revisions at most; 0 is w/o Revision",
                     [](system& s) -> auto& { return s.termination.template get<t2s::terminate::revisions>().limit; }),
        knob<system>("grow", "3.2", "predict: a question sees what those before it taught, so they are asked one at a time",
                     [](system& s) -> auto& { return s.grows; }),
    };
  }

  /// Worked examples are in the place of {{demonstrations}}, which a text may have instead.
  static std::vector<prompt<system>> prompts() {
    return {
        prompt_of<system>("keywords", "extracts keywords (A.1)", {"demonstrations", "engine", "dialect", "foreign_keys"},
                          [](system& s) -> auto& { return s.sampler.extraction.prompt; }),
        prompt_of<system>("detection", "infers stored values of a keyword (A.2)", {"demonstrations", "most", "samples"},
                          [](system& s) -> auto& { return s.sampler.detection.prompt; }),
        prompt_of<system>("fuzzy-sql", "writes the first SQL (A.3)", {"demonstrations", "engine", "dialect", "foreign_keys"},
                          [](system& s) -> auto& { return s.generator.fuzzy_prompt; }),
        prompt_of<system>("whole-sql", "writes it with tcsr.one-prompt (A.3)", {"demonstrations", "engine", "dialect", "foreign_keys"},
                          [](system& s) -> auto& { return s.generator.whole_prompt; }),
        prompt_of<system>("precise-sql", "revises it by the knowledge (ours)", {"demonstrations", "engine", "dialect", "foreign_keys"},
                          [](system& s) -> auto& { return s.generator.knowledge_prompt; }),
        prompt_of<system>("revision", "revises SQL that fails (A.4)",
                          {"demonstrations", "engine", "dialect", "foreign_keys", "exception_class"},
                          [](system& s) -> auto& { return s.generator.revise_prompt; }),
        prompt_of<system>("stored-line", "says how a keyword is stored (ours)", {"keyword", "table", "column", "value"},
                          [](system& s) -> auto& { return s.sampler.lines.aligned; }),
        prompt_of<system>("column-line", "says which columns a keyword may be (ours)", {"keyword", "columns"},
                          [](system& s) -> auto& { return s.sampler.lines.schema; }),
        prompt_of<system>("values-line", "says which values a keyword may be (ours)", {"keyword", "table", "column", "values"},
                          [](system& s) -> auto& { return s.sampler.lines.detected; }),
        prompt_of<system>("absent-line", "says that a keyword was not found (ours)", {"keyword", "columns"},
                          [](system& s) -> auto& { return s.sampler.lines.absent; }),
    };
  }

  static void settle(system& s) {
    if (!s.revises) s.termination.get<t2s::terminate::revisions>().limit = 0;
  }

  /// A question may have no keyword of the contents, or as many as are read.
  static call_bounds calls(system const& s) {
    auto const& found = s.sampler;
    auto const detections = up_to(found.keywords_and_detection ? found.extraction.most_keywords * found.extraction.most_columns : 0);
    auto const knowing = perhaps_if(!s.generator.in_one_prompt && (found.keywords_and_detection || found.retrieval_and_alignment));
    auto const revising = up_to(revisions_within(s.termination.get<t2s::terminate::revisions>().limit));
    return call_if(found.keywords_and_detection) + detections + exactly(1) + knowing + revising;
  }

  tcsr_kind(asking& by, offered with, system& set) : aligns(set.sampler.retrieval_and_alignment), grows(set.grows) {
    if (aligns) by.require_embedder(name, "finds knowledge by its vectors", "--set tcsr.knowledge=off does without");
    if (!with.relations.empty()) relations = retrieve::read_relation_tables(with.relations);
    if (!with.knowledge.empty()) store.emplace(with.knowledge);
  }

  void read(asking& by, connection& database, known_database& known) const {
    std::vector<retrieve::knowledge> all;
    if (store) all = known_here(database.schema(), known.name);
    std::ranges::move(related(database, known.name), std::back_inserter(all));
    if (!aligns || all.empty()) return;
    growing_knowledge as_it_is;
    known.encodings = (grows ? grown_for(known.name) : as_it_is).add(by, all);
  }

  [[nodiscard]] bool in_order() const { return grows; }

  void learn(asking& by, known_database& known, std::string const& question) {
    if (auto const taught = learnt->of(known.name, question); !taught.empty()) known.encodings = grown_for(known.name).add(by, taught);
  }

  void furnish(system& set, asking& by, known_database const& known) const {
    set.sampler.alignment.by = &by.embedder();
    set.sampler.alignment.known = known.encodings;
    set.sampler.database = known.name;
    if (store || grows) set.sampler.learnt = learnt;
  }

  /// The databases' own knowledge tables come first.
  void keep_learnt(std::vector<asked_of> const& questions) {
    for (auto const& [database, unused] : relations)
      if (!of_relations.contains(database))
        std::cerr << "t2s: --relations: no question was about the database " << printable(database)
                  << "; a database has the name of its file\n";
    if (!store) return;
    std::vector<retrieve::knowledge> all;
    for (auto const& [database, pieces] : of_relations) std::ranges::copy(pieces, std::back_inserter(all));
    for (auto const& q : questions) {
      auto one = learnt->take(q.database, q.question);
      std::ranges::move(one, std::back_inserter(all));
    }
    store->merge(all);
  }

  /// The pieces for existing columns: another database of the same name may have taught the rest.
  [[nodiscard]] std::vector<retrieve::knowledge> known_here(t2s::schema::database const& d, std::string const& called) const {
    auto all = store->of(called);
    std::erase_if(all, [&](retrieve::knowledge const& k) {
      auto const* table = d.find_table(k.table);
      return !table || !table->find_column(k.column);
    });
    return all;
  }

  /// The pieces of a database's relationship-matching tables.
  [[nodiscard]] std::vector<retrieve::knowledge> related(connection& database, std::string const& called) const {
    std::vector<retrieve::knowledge> all;
    auto const listed = relations.find(called);
    if (listed == relations.end()) return all;
    for (auto const& one : listed->second) std::ranges::move(retrieve::read_relation(database, called, one), std::back_inserter(all));
    std::lock_guard const lock(guard);
    of_relations[called] = all;
    return all;
  }

  [[nodiscard]] growing_knowledge& grown_for(std::string const& database) const {
    std::lock_guard const lock(guard);
    return grown[database];
  }

  mutable std::optional<retrieve::encoding_knowledge> store{};
  retrieve::relation_tables relations{};
  mutable std::mutex guard{};  // guards the following, which all databases read
  mutable std::map<std::string, std::vector<retrieve::knowledge>> of_relations{};
  mutable std::map<std::string, growing_knowledge> grown{};
  bool aligns, grows;
  /// for one command, which keeps all its questions until it ends
  std::shared_ptr<retrieve::knowledge_log> learnt = std::make_shared<retrieve::knowledge_log>(std::numeric_limits<std::size_t>::max());
};

listed_systems const listed_tcsr_sql(30, [] { return std::vector<system_entry>{entry_of<tcsr_kind>()}; });

}  // namespace

}  // namespace cli
