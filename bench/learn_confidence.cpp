// SPDX-License-Identifier: BSL-1.0
// Learns the weights of confidence::probability_by and writes include/t2s/offline/confidence/detail/learned_weights.hpp; reports their
// quality by cross-validation over databases.
//
// Usage: bench_learn_confidence --data DIR --predictions DIR [--shifted DIR]... [--foreign DIR]... [--out FILE] [--dump FILE]
//
// The first folder has questions.json and databases/ID/ID.sqlite. The offline system answers its questions in five folds by database, with
// the other folds' questions as demonstrations and without any. The second has dev.json, train.json, databases, predictions/NAME.sql and
// verdicts/NAME.json with the official verdicts. Gold SQL of the first also serves as other SQL: right for its own question and wrong for
// the next one. Questions are also asked of copies of their databases with three quarters of the columns renamed, by short forms and
// prefixes, so that names say less, and over each --shifted folder, which is the first in another owner's form (`t2s study shift`). Each
// --foreign folder has dev.json and databases/ID/ID.sqlite of other authors, who know nothing of the system. Some
// correctly answered questions are asked again with a restricting word added: the same SQL is then wrong.

#include "generous.hpp"
#include "logistic_regression.hpp"
#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/offline/confidence/detail/evidence.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/offline.hpp"

#include <boost/json/parse.hpp>

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace confidence = t2s::confidence;
namespace evaluation = t2s::evaluation;

constexpr std::size_t folds = 5;
constexpr std::size_t readings_asked = 4;  // as estimates in a run

/// General words that restrict the next word and are not in a control vocabulary.
constexpr std::array restricting{"purple",   "inactive", "broken",  "wooden",    "temporary", "famous",   "left-handed",  "overdue",
                                 "imported", "unpaid",   "damaged", "electric",  "retired",   "foreign",  "discontinued", "vacant",
                                 "seasonal", "refunded", "hidden",  "certified", "married",   "southern", "cheap",        "urgent"};

/// A column's name in a copy, at random: unchanged, without vowels, with words cut to four letters, or with a prefix.
std::string renamed(std::string const& name) {
  auto const lot = t2s::text::hash(name) % 4;
  if (lot == 0) return name;
  std::string out = lot == 3 ? "col" : "";
  for (auto const& word : t2s::text::words_of_name(name)) {
    if (!out.empty()) out += '_';
    for (std::size_t i = 0; i < word.size(); ++i) {
      bool const vowel = i > 0 && word.size() > 4 && std::string_view("aeiou").find(word[i]) != std::string_view::npos;
      if (!(lot == 1 && vowel) && !(lot == 2 && i >= 4)) out += word[i];
    }
  }
  return out;
}

/// A copy of a database with such columns; columns that cannot be renamed keep their names. Deleted at the end.
struct renamed_copy {
  std::filesystem::path file;

  explicit renamed_copy(std::string const& of)
      : file(std::filesystem::temp_directory_path() / ("t2s_renamed_" + std::to_string(::getpid()) + ".sqlite")) {
    std::filesystem::copy_file(of, file, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::permissions(file, std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
    t2s::db::sqlite_connection const known(of, generous());
    sqlite3* writing = nullptr;
    if (sqlite3_open(file.c_str(), &writing) == SQLITE_OK)
      for (auto const& t : known.schema().tables())
        for (auto const& c : t.columns)
          sqlite3_exec(writing, ("ALTER TABLE \"" + t.name + "\" RENAME COLUMN \"" + c.name + "\" TO \"" + renamed(c.name) + "\"").c_str(),
                       nullptr, nullptr, nullptr);
    sqlite3_close(writing);
  }
  renamed_copy(renamed_copy const&) = delete;
  ~renamed_copy() { std::filesystem::remove(file); }
};

struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}
  t2s::db::sqlite_connection connection;
  t2s::prepared<t2s::db::sqlite_connection> database{connection};
};

using question = t2s::demonstration;
using pool = std::shared_ptr<t2s::retrieve::skeleton_index const>;

/// A candidate with its evidence.
struct example {
  std::string source{};
  std::size_t fold = 0;
  bool right = false;
  double weight = 1;
  confidence::evidence seen{};
};

class subjects {
 public:
  explicit subjects(std::string folder) : folder_(std::move(folder)) {}
  subject& of(std::string const& id) {
    auto& made = all_[id];
    if (!made) made = std::make_unique<subject>(folder_ + "/databases/" + id + "/" + id + ".sqlite");
    return *made;
  }

 private:
  std::string folder_;
  std::map<std::string, std::unique_ptr<subject>> all_{};
};

confidence::evidence evidence_of(subject& s, std::string const& asked, std::string const& sql, pool const& from, bool read,
                                 std::optional<double> agreement) {
  t2s::link::linked_question const linked(s.database.known<t2s::knowledge::lexicon>(), asked);
  std::vector<t2s::scored_demonstration> shown;
  if (from) shown = t2s::retrieve::nearest_of(*from, t2s::retrieve::question_skeleton(linked.found.tokens, linked.found.masked()), 20);
  std::vector<confidence::executed_reading> readings;
  for (auto& f : t2s::reader::fill_skeletons(linked, shown)) {
    if (readings.size() == readings_asked) break;
    if (!f.asks_for_missing.empty()) f.leave_out_missing(s.connection.execute(f.asks_for_missing));
    auto outcome = s.connection.execute(f.sql);
    readings.push_back({std::move(f), std::move(outcome)});
  }
  auto const facts = t2s::repair::lint_facts_of(s.connection);
  auto const findings = t2s::sql::lint(sql, s.database.schema(), &facts);
  auto const outcome = s.connection.execute(sql);
  return confidence::evidence_for({&linked, sql, &outcome, readings, findings, read, agreement});
}

std::string answer_of(subject& s, std::string const& asked, pool const& from) {
  t2s::systems::offline offline;
  offline.sampler.pool = from;
  t2s::llm::no_model model;
  return std::string(offline.run(t2s::context(model, s.database), asked).sql());
}

bool is_right(subject& s, std::string const& gold, std::string const& sql) {
  return evaluation::execution_match(gold, sql, [&](std::string const& x) { return s.connection.execute(x); });
}

/// The same for SQL over a copy of the gold SQL's database.
bool is_right(subject& s, std::string const& gold, subject& copy, std::string const& sql) {
  auto const wanted = s.connection.execute(evaluation::official_sql(gold));
  auto const found = copy.connection.execute(evaluation::official_prediction(sql));
  return wanted.ok() && found.ok() && evaluation::same_result(wanted.rows, found.rows, evaluation::order_matters(gold));
}

/// The question with a restricting word before the last word that names a table; empty if none does.
std::string restricted(subject& s, std::string const& asked, std::size_t lot) {
  t2s::link::linked_question const linked(s.database.known<t2s::knowledge::lexicon>(), asked);
  for (std::size_t i = linked.found.found.size(); i-- > 0;) {
    auto const& l = linked.found.found[i];
    if (l.is != t2s::link::link::kind::table || l.score < 0.8) continue;
    auto const at = linked.found.tokens[l.first].begin;
    return asked.substr(0, at) + restricting[lot % restricting.size()] + " " + asked.substr(at);
  }
  return {};
}

/// SQL with the first of these words reversed; empty if it has none.
std::string turned_round(std::string const& sql) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> turns{{{" NOT IN ", " IN "},
                                                                                 {" NOT LIKE ", " LIKE "},
                                                                                 {" IS NOT NULL", " IS NULL"},
                                                                                 {" > ", " < "},
                                                                                 {" < ", " > "},
                                                                                 {" >= ", " <= "},
                                                                                 {" <= ", " >= "},
                                                                                 {" != ", " = "},
                                                                                 {" DESC", " ASC"},
                                                                                 {"max(", "min("},
                                                                                 {"min(", "max("},
                                                                                 {" = '", " != '"}}};
  for (auto const& [from, to] : turns) {
    auto const at = sql.find(from);
    if (at != sql.npos) return sql.substr(0, at).append(to).append(sql, at + from.size());
  }
  return {};
}

/// The gold SQL of a question, the same with one condition reversed, and that of the database's next question; the latter two are wrong if
/// their results differ. The shares match those of a good model, so that SQL unlike any published model's gets a low confidence too.
void add_exchanged(subject& s, std::vector<question> const& asked, question const& q, std::size_t fold, pool const& from,
                   std::vector<example>& out) {
  auto const add = [&](std::string const& sql, bool right, double weight) {
    out.push_back({right ? "gold" : "gold changed", fold, right, weight, evidence_of(s, q.question, sql, from, false, {})});
  };
  add(q.sql, true, 0.2);
  if (auto const turned = turned_round(q.sql); !turned.empty() && !is_right(s, q.sql, turned)) add(turned, false, 0.1);
  auto const own = static_cast<std::size_t>(&q - asked.data());
  for (std::size_t i = own + 1; i < std::min(own + 4, asked.size()); ++i) {
    if (asked[i].database != q.database || is_right(s, q.sql, asked[i].sql)) continue;
    return add(asked[i].sql, false, 0.3);
  }
}

/// The fold of each database.
std::map<std::string, std::size_t> folds_of(std::vector<question> const& asked) {
  std::map<std::string, std::size_t> fold;
  for (auto const& q : asked) fold.emplace(q.database, 0);
  std::size_t dealt = 0;
  for (auto& [database, n] : fold) n = dealt++ % folds;
  return fold;
}

/// The offline system's answers on databases without demonstrations.
void add_readings(std::string const& data, std::vector<question> const& asked, std::map<std::string, std::size_t> const& fold,
                  std::vector<example>& out) {
  subjects all(data);
  for (std::size_t f = 0; f < folds; ++f) {
    std::vector<question> others;
    std::ranges::copy_if(asked, std::back_inserter(others), [&](auto const& q) { return fold.at(q.database) != f; });
    auto const from = std::make_shared<t2s::retrieve::skeleton_index const>(std::move(others));
    for (auto const& demonstrations : {pool(from), pool()}) {
      std::size_t lot = 0;
      for (auto const& q : asked) {
        if (fold.at(q.database) != f) continue;
        auto& s = all.of(q.database);
        auto const sql = answer_of(s, q.question, demonstrations);
        if (sql.empty()) continue;
        bool const right = is_right(s, q.sql, sql);
        if (demonstrations) add_exchanged(s, asked, q, f, demonstrations, out);
        auto const* const source = demonstrations ? "with demonstrations" : "without";
        out.push_back({source, f, right, 1, evidence_of(s, q.question, sql, demonstrations, true, {})});
        if (!right || ++lot % 4 != 0) continue;
        auto const narrower = restricted(s, q.question, lot / 4);
        if (narrower.empty() || answer_of(s, narrower, demonstrations) != sql) continue;
        out.push_back({"restricted", f, false, 1, evidence_of(s, narrower, sql, demonstrations, true, {})});
      }
    }
    std::fputc('.', stderr);
  }
}

/// Its answers on renamed copies.
void add_renamed(std::string const& data, std::vector<question> const& asked, std::map<std::string, std::size_t> const& folds_by,
                 std::vector<example>& out) {
  std::map<std::string, std::vector<question>> by_database;
  for (auto const& q : asked) by_database[q.database].push_back(q);
  subjects all(data);
  for (auto const& [database, questions] : by_database) {
    renamed_copy const copied(data + "/databases/" + database + "/" + database + ".sqlite");
    subject copy(copied.file.string());
    auto const fold = folds_by.at(database);
    for (auto const& q : questions) {
      auto const sql = answer_of(copy, q.question, {});
      if (sql.empty()) continue;
      bool const right = is_right(all.of(database), q.sql, copy, sql);
      out.push_back({"renamed", fold, right, 0.5, evidence_of(copy, q.question, sql, {}, true, {})});
    }
  }
}

std::string content_of(std::filesystem::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Its answers over data sets that `t2s study shift` wrote from the first one, and the gold SQL there. Of each set only every third
/// question: the others are those of other sets.
void add_shifted(std::vector<std::string> const& sets, std::map<std::string, std::size_t> const& fold, std::vector<example>& out) {
  constexpr std::size_t share = 3;
  for (std::size_t n = 0; n < sets.size(); ++n) {
    auto const asked = t2s::retrieve::read_pool(sets[n] + "/dev.json");
    auto const shift = boost::json::parse(content_of(sets[n] + "/shift.json"));
    std::string source = "shifted:";
    for (auto const& kind : shift.at("kinds").as_array()) source.append(" ").append(kind.as_string());
    subjects all(sets[n]);
    for (auto i = n % share; i < asked.size(); i += share) {
      auto const& q = asked[i];
      auto& s = all.of(q.database);
      auto const sql = answer_of(s, q.question, {});
      if (sql.empty()) continue;
      out.push_back({source, fold.at(q.database), is_right(s, q.sql, sql), 0.2, evidence_of(s, q.question, sql, {}, true, {})});
    }
    std::fputc('+', stderr);
  }
}

/// Its answers to questions of other authors over databases of their own. They are few and nearest to what users ask, so each counts twice.
void add_foreign(std::vector<std::string> const& sets, std::vector<example>& out) {
  for (auto const& set : sets) {
    auto const asked = t2s::retrieve::read_pool(set + "/dev.json");
    auto const fold = folds_of(asked);
    auto const source = "foreign: " + std::filesystem::path(set).filename().string();
    subjects all(set);
    for (auto const& q : asked) {
      auto& s = all.of(q.database);
      auto const sql = answer_of(s, q.question, {});
      if (sql.empty()) continue;
      out.push_back({source, fold.at(q.database), is_right(s, q.sql, sql), 2, evidence_of(s, q.question, sql, {}, true, {})});
    }
    std::fputc('*', stderr);
  }
}

/// One model's SQL for all questions, with the verdicts.
struct predictions {
  std::string name{};
  std::vector<std::string> sql{};
  std::vector<bool> right{};
};

std::vector<predictions> read_predictions(std::string const& data) {
  std::vector<predictions> out;
  for (auto const& file : std::filesystem::directory_iterator(data + "/predictions")) {
    predictions p{file.path().stem().string(), {}, {}};
    std::ifstream lines(file.path());
    for (std::string line; std::getline(lines, line);) p.sql.push_back(evaluation::with_values_as_one(line.substr(0, line.find('\t'))));
    auto const verdicts = boost::json::parse(content_of(data + "/verdicts/" + p.name + ".json"));
    for (auto const& v : verdicts.as_array()) p.right.push_back(v.at("ex").as_int64() == 1);
    if (p.sql.size() == p.right.size()) out.push_back(std::move(p));
  }
  std::ranges::sort(out, {}, &predictions::name);
  return out;
}

/// The share of the other models' SQL with the same result.
double agreement(std::vector<t2s::db::execution> const& outcomes, std::size_t own) {
  if (!outcomes[own].ok()) return 0;
  double same = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    same += i != own && outcomes[i].ok() && t2s::db::same_answer(outcomes[i].rows, outcomes[own].rows) ? 1 : 0;
  return same / static_cast<double>(outcomes.size() - 1);
}

/// Published SQL, each alone and in a set of all models.
void add_predictions(std::string const& data, std::vector<example>& out) {
  auto const asked = t2s::retrieve::read_pool(data + "/dev.json");
  auto const from = t2s::retrieve::open_pool(data + "/train.json");
  auto const models = read_predictions(data);
  auto const fold = folds_of(asked);
  subjects all(data);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto& s = all.of(asked[i].database);
    std::vector<t2s::db::execution> outcomes;
    for (auto const& m : models) outcomes.push_back(s.connection.execute(m.sql.at(i)));
    for (std::size_t m = 0; m < models.size(); ++m) {
      auto const add = [&](std::string const& source, std::optional<double> agrees) {
        out.push_back({source, fold.at(asked[i].database), models[m].right[i], 1,
                       evidence_of(s, asked[i].question, models[m].sql[i], from, false, agrees)});
      };
      add(models[m].name, {});
      add(models[m].name + " in a set", agreement(outcomes, m));
    }
  }
}

// ---- learning

using weights = std::map<std::string_view, double>;

weights fit(std::vector<example const*> const& all) {
  constexpr double penalty = 5;
  std::map<std::string_view, std::size_t> place;
  for (auto const* e : all)
    for (auto const& p : e->seen.pieces) place.emplace(p.of, 0);
  std::size_t n = 0;
  for (auto& [name, at] : place) at = n++;
  std::vector<bench::observation> seen;
  for (auto const* e : all) {
    auto& o = seen.emplace_back();
    o.right = e->right;
    o.weight = e->weight;
    for (auto const& p : e->seen.pieces) o.seen.emplace_back(place.at(p.of), p.value);
    std::ranges::sort(o.seen);
  }
  auto const learned = bench::fit(seen, n, penalty);
  weights out;
  for (auto const& [name, at] : place) out[name] = learned[at];
  return out;
}

/// A model for readings, and one for SQL of another origin.
struct model {
  weights reading{}, other{};

  explicit model(std::vector<example const*> const& all) {
    std::vector<example const*> of_reader, of_others;
    for (auto const* e : all) (e->seen.read ? of_reader : of_others).push_back(e);
    reading = fit(of_reader);
    other = fit(of_others);
  }
  [[nodiscard]] double probability(confidence::evidence const& e) const {
    auto const& by = e.read ? reading : other;
    double sum = 0;
    for (auto const& p : e.pieces)
      if (auto const w = by.find(p.of); w != by.end()) sum += w->second * p.value;
    return std::clamp(1 / (1 + std::exp(-sum)), 0.01, e.most);  // as in probability_by
  }
};

using judged = std::vector<evaluation::judged_confidence>;

void print(std::string const& source, judged const& all) {
  double right = 0;
  for (auto const& j : all) right += j.right ? 1 : 0;
  auto const of_15 = evaluation::point_of_risk(all, 0.15), of_10 = evaluation::point_of_risk(all, 0.10);
  std::printf(
      "%-24s %5zu answers, %4.1f %% right, AUROC %.3f, ECE %.3f, AURC %.3f; 85 %% right of %4.1f %% (from %.2f), 90 %% of %4.1f %% (from "
      "%.2f)",
      source.c_str(), all.size(), 100 * right / static_cast<double>(all.size()), evaluation::area_under_roc(all),
      evaluation::expected_calibration_error(all), evaluation::area_under_risk_coverage(all), 100 * of_15.coverage, of_15.confidence,
      100 * of_10.coverage, of_10.confidence);
  for (double const minimum : {0.7, t2s::estimated::usual_minimum, 0.8}) {
    auto const p = evaluation::point_of_minimum(all, minimum);
    std::printf("; from %.2f: %4.1f %% answered, %4.1f %% right", minimum, 100 * p.coverage, 100 * (1 - p.risk));
  }
  std::printf("\n");
}

bool is_of_reader(std::string const& source) {
  return source.starts_with("with") || source == "restricted" || source == "renamed" || source.starts_with("shifted") ||
         source.starts_with("foreign");
}

/// Scores each fold by the weights of the others, and a model's SQL by those of the other models.
void cross_validate(std::vector<example> const& all) {
  std::map<std::string, judged> by_source;
  std::map<std::string, bool> sources;
  for (auto const& e : all) sources[e.source] = true;
  auto const base_of = [](std::string const& s) { return s.substr(0, s.find(" in a set")); };
  for (std::size_t f = 0; f < folds; ++f)
    for (auto const& [source, yes] : sources) {
      if (source.starts_with("gold")) continue;
      bool const is_reader = is_of_reader(source);
      if (is_reader && source != "restricted") continue;  // once for all of them
      std::vector<example const*> others;
      for (auto const& e : all)
        if (e.fold != f && (is_reader || base_of(e.source) != base_of(source))) others.push_back(&e);
      model const m(others);
      for (auto const& e : all)
        if (e.fold == f && (is_reader ? is_of_reader(e.source) : e.source == source))
          by_source[e.source].push_back({m.probability(e.seen), e.right});
    }
  for (auto const& [source, judgements] : by_source) print(source, judgements);
}

std::string header(model const& m) {
  std::string out = R"(// SPDX-License-Identifier: BSL-1.0
// Written by a program: bench_learn_confidence --data DIR --predictions DIR --out include/t2s/offline/confidence/detail/learned_weights.hpp
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_LEARNED_WEIGHTS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_LEARNED_WEIGHTS_HPP

#include <array>
#include <string_view>

namespace t2s::confidence::detail {

/// The weight of a piece of evidence for a reading of the question, and for SQL of another origin.
struct learned_weight {
  std::string_view of{};
  double reading = 0, other = 0;
};

// clang-format off
inline constexpr std::array learned_weights = std::to_array<learned_weight>({
)";
  std::map<std::string_view, std::pair<double, double>> both;
  for (auto const& [name, w] : m.reading) both[name].first = w;
  for (auto const& [name, w] : m.other) both[name].second = w;
  for (auto const& [name, w] : both) {
    char line[120];
    std::snprintf(line, sizeof line, "    {\"%s\", %.2f, %.2f},\n", std::string(name).c_str(), w.first + 0.0, w.second + 0.0);
    out += line;
  }
  return out + "});\n// clang-format on\n\n}  // namespace t2s::confidence::detail\n\n#endif\n";
}

void dump(std::string const& file, std::vector<example> const& all) {
  std::ofstream out(file);
  for (auto const& e : all) {
    out << e.source << '\t' << e.fold << '\t' << e.right << '\t' << e.seen.read << '\t' << e.weight << '\t' << e.seen.most << '\t';
    for (auto const& p : e.seen.pieces) out << p.of << '=' << p.value << ' ';
    out << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> given;
  std::vector<std::string> shifted, foreign;
  for (int i = 1; i + 1 < argc; i += 2)
    if (std::string_view(argv[i]) == "--shifted")
      shifted.emplace_back(argv[i + 1]);
    else if (std::string_view(argv[i]) == "--foreign")
      foreign.emplace_back(argv[i + 1]);
    else
      given[argv[i]] = argv[i + 1];
  if (given["--data"].empty() || given["--predictions"].empty() || argc % 2 == 0) {
    std::fputs(
        "usage: bench_learn_confidence --data DIR --predictions DIR [--shifted DIR]... [--foreign DIR]... [--out FILE] [--dump FILE]\n",
        stderr);
    return 2;
  }
  std::vector<example> all;
  auto const asked = t2s::retrieve::read_pool(given["--data"] + "/questions.json");
  auto const fold = folds_of(asked);
  add_readings(given["--data"], asked, fold, all);
  add_renamed(given["--data"], asked, fold, all);
  add_shifted(shifted, fold, all);
  add_foreign(foreign, all);
  add_predictions(given["--predictions"], all);
  if (!given["--dump"].empty()) dump(given["--dump"], all);
  cross_validate(all);
  if (given["--out"].empty()) return 0;
  std::vector<example const*> every;
  for (auto const& e : all) every.push_back(&e);
  std::ofstream out(given["--out"], std::ios::binary);
  out << header(model(every));
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "bench_learn_confidence: cannot write %s\n", given["--out"].c_str());
  return 3;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_learn_confidence: %s\n", e.what());
  return 3;
}
