// Learns the weights of skeleton::ranker and writes include/t2s/policies/skeleton/detail/learned_weights.hpp; reports their quality by
// cross-validation over databases.
//
// Usage: bench_learn_skeleton_ranker --data DIR [--out FILE]
//
// DIR has train.json and tables.json in Spider's form. It reads no other question and no database content: a training database's values are
// taken from the literals of its gold SQL.

#include "t2s/core/detail/text.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using t2s::skeleton::ranker;

constexpr std::size_t kept_weights = 1200;   // more gain nothing (docs/offline_report.md)
constexpr std::size_t rounds = 12;           // over all examples
constexpr double rate = 0.15, decay = 0.01;  // of AdaGrad, and of the squared weights
constexpr std::size_t without_draft = 25;    // examples of 100 without a draft, so that the weights also work without one
constexpr std::size_t folds = 5;
constexpr std::size_t least_seen = 20;  // training questions that must have a part before it gets weights
constexpr std::size_t shown = 20;       // demonstrations that the drafter sees

/// Numbers names in order of appearance.
class numbering {
 public:
  std::uint32_t of(std::string const& name) {
    auto const [place, is_new] = places_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return place->second;
  }
  [[nodiscard]] std::string const& name(std::size_t i) const { return names_[i]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::map<std::string, std::uint32_t> places_{};
  std::vector<std::string> names_{};
};

using parts = std::vector<std::uint32_t>;

/// The candidates for all questions of one database: the skeletons of the pool without it.
struct candidate_set {
  std::string database{};
  std::vector<parts> skeletons{};
};

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A training question. A draft with a skeleton that the pool lacks follows its candidates.
struct example {
  candidate_set const* among = nullptr;
  std::vector<std::uint32_t> cues{};
  std::vector<ranker::relation> relations{};
  parts gold_parts{}, draft_parts{};
  std::size_t gold = none, draft = none;

  [[nodiscard]] parts const& candidate(std::size_t i) const { return i < among->skeletons.size() ? among->skeletons[i] : draft_parts; }
};

/// Literals that a query compares columns with, by the columns' names.
std::map<std::string, std::set<std::string>> literals_of(std::string const& sql) {
  std::map<std::string, std::set<std::string>> out;
  auto const parsed = t2s::sql::parse(sql);
  if (!parsed) return out;
  t2s::sql::visit(parsed->root(), [&](t2s::sql::node const& n) {
    bool const compares = n.kind == t2s::sql::kind::operation || n.kind == t2s::sql::kind::in;
    if (!compares || n.count < 2 || n[0].kind != t2s::sql::kind::column) return;
    for (std::size_t i = 1; i < n.count; ++i) {
      auto text = n[i].name.view();
      bool const quoted = n[i].kind == t2s::sql::kind::string || n[i].name.quoted == t2s::sql::quote::twofold;
      if (!quoted || text.find('%') != text.npos) continue;
      if (text.size() > 1 && (text.front() == '\'' || text.front() == '"')) text = text.substr(1, text.size() - 2);
      out[t2s::text::lower(n[0].name.view())].emplace(text);
    }
  });
  return out;
}

using questions = std::vector<t2s::demonstration>;

/// The names of a database, with the literals of its gold SQL as its values.
t2s::knowledge::lexicon lexicon_of(t2s::schema::database const& schema, questions const& asked) {
  std::map<std::string, std::set<std::string>> stored;
  for (auto const& q : asked)
    for (auto& [column, texts] : literals_of(q.sql)) stored[column].merge(texts);
  t2s::knowledge::lexicon names(schema);
  for (auto const& item : names.items()) {  // unchanged by adding values
    if (item.where.is_table()) continue;
    std::vector<std::vector<t2s::value>> rows;
    for (auto const& text : stored[t2s::text::lower(names.column(item.where).name)]) rows.push_back({t2s::value(text)});
    names.add_values(item.where, rows);
  }
  return names;
}

/// All questions as examples, each with the pool without its own database.
class examples {
 public:
  explicit examples(std::string const& data) : schemas_(t2s::retrieve::read_pool_schemas(data + "/tables.json")) {
    for (auto& q : t2s::retrieve::read_pool(data + "/train.json")) by_database_[q.database].push_back(std::move(q));
    for (auto const& [database, asked] : by_database_) add(database, asked);
  }

  [[nodiscard]] std::vector<example> const& all() const { return all_; }
  [[nodiscard]] numbering const& cues() const { return cues_; }
  [[nodiscard]] numbering const& parts_seen() const { return parts_; }
  [[nodiscard]] std::size_t databases() const { return by_database_.size(); }

 private:
  void add(std::string const& database, questions const& asked) {
    questions pool;
    for (auto const& [other, theirs] : by_database_)
      if (other != database) pool.insert(pool.end(), theirs.begin(), theirs.end());
    auto const index = std::make_shared<t2s::retrieve::skeleton_index const>(std::move(pool));
    ranker const ranks(index, {});
    auto made = std::make_unique<candidate_set>(candidate_set{database, {}});
    for (auto const& e : ranks.entries()) {
      made->skeletons.emplace_back();
      for (auto const p : e.parts) made->skeletons.back().push_back(parts_.of(ranks.parts()[p]));
    }
    auto const names = lexicon_of(schemas_.at(database).shape, asked);
    for (auto const& q : asked) all_.push_back(read(q, *made, ranks, *index, names));
    sets_.push_back(std::move(made));
    if (std::fputc('.', stderr) != EOF && sets_.size() == by_database_.size()) std::fputc('\n', stderr);
  }

  example read(t2s::demonstration const& q, candidate_set const& among, ranker const& ranks, t2s::retrieve::skeleton_index const& index,
               t2s::knowledge::lexicon const& names) {
    example e;
    e.among = &among;
    auto const linked = t2s::link::link_question(names, q.question);
    auto const like = t2s::retrieve::question_skeleton(linked.tokens, linked.masked());
    for (auto const& cue : t2s::skeleton::cues_of(linked, like)) e.cues.push_back(cues_.of(cue));
    e.relations = ranks.relations_to(ranks.nearest(like));
    auto const drafts = t2s::reader::fill_skeletons(names, linked, t2s::retrieve::nearest_of(index, like, shown));
    auto const draft = drafts.empty() ? std::string() : t2s::skeleton::parse_sql(drafts.front().sql).skeleton;
    auto const gold = t2s::skeleton::parse_sql(q.sql).skeleton;
    e.gold_parts = numbered(gold);
    e.draft_parts = numbered(draft);
    e.gold = ranks.find(gold).value_or(none);
    if (draft.empty()) return e;
    e.draft = ranks.find(draft).value_or(e.relations.size());
    if (e.draft == e.relations.size()) {
      e.relations.emplace_back();
      if (draft == gold) e.gold = e.draft;
    }
    return e;
  }

  parts numbered(std::string const& skeleton) {
    parts out;
    for (auto const& p : t2s::skeleton::parts_of(skeleton)) out.push_back(parts_.of(p));
    return out;
  }

  t2s::retrieve::pool_schemas schemas_;
  std::map<std::string, questions> by_database_{};
  std::vector<std::unique_ptr<candidate_set>> sets_{};
  std::vector<example> all_{};
  numbering cues_{}, parts_{};
};

/// A number learned by AdaGrad.
struct learned {
  double value = 0, squares = 0.01;

  void step(double gradient) {
    gradient += decay * value;
    squares += gradient * gradient;
    value -= rate * gradient / std::sqrt(squares);
  }
};

/// The log-linear model that `ranker` applies, cue by part.
class model {
 public:
  model(std::size_t cues, std::size_t part_count)
      : parts_(part_count), pairs_(cues * part_count), draft_(part_count), may_(cues * part_count) {}

  void allow(std::size_t cue, std::size_t part, bool yes) { may_[cue * parts_ + part] = yes; }
  [[nodiscard]] bool allows(std::size_t cue, std::size_t part) const { return may_[cue * parts_ + part]; }
  [[nodiscard]] double of(std::size_t cue, std::size_t part) const { return pairs_[cue * parts_ + part].value; }
  [[nodiscard]] double of_draft(std::size_t part) const { return draft_[part].value; }
  [[nodiscard]] double of_relation(std::size_t i) const { return relations_[i].value; }

  void forget() {
    std::ranges::fill(pairs_, learned());
    std::ranges::fill(draft_, learned());
    relations_ = {};
  }

  /// A score for each candidate. Without the draft, a skeleton that only the draft has gets none.
  [[nodiscard]] std::vector<double> scores(example const& e, bool drafted) const {
    std::vector<double> from_cues(parts_);
    for (auto const c : e.cues)
      for (std::size_t p = 0; p < parts_; ++p) from_cues[p] += of(c, p);
    if (drafted)
      for (auto const p : e.draft_parts) from_cues[p] += draft_[p].value;
    std::vector<double> out;
    for (std::size_t i = 0; i < (drafted ? e.relations.size() : e.among->skeletons.size()); ++i) {
      double score = drafted && i == e.draft ? relations_[3].value : 0;
      for (auto const p : e.candidate(i)) score += from_cues[p];
      for (std::size_t r = 0; r < 3; ++r) score += relations_[r].value * static_cast<double>(e.relations[i][r]);
      out.push_back(score);
    }
    return out;
  }

  void learn_from(example const& e, bool drafted) {
    auto likely = scores(e, drafted);
    if (e.gold >= likely.size()) return;
    double const best = *std::ranges::max_element(likely);
    for (auto& x : likely) x = std::exp(x - best);
    double const all = std::accumulate(likely.begin(), likely.end(), 0.0);
    std::vector<double> of_parts(parts_);
    std::array<double, 4> of_relations{};
    for (std::size_t i = 0; i < likely.size(); ++i) {
      double const wrong = likely[i] / all - (i == e.gold ? 1 : 0);
      if (std::abs(wrong) < 1e-5) continue;
      for (auto const p : e.candidate(i)) of_parts[p] += wrong;
      for (std::size_t r = 0; r < 3; ++r) of_relations[r] += wrong * static_cast<double>(e.relations[i][r]);
      if (drafted && i == e.draft) of_relations[3] += wrong;
    }
    step(e, drafted, of_parts, of_relations);
  }

 private:
  void step(example const& e, bool drafted, std::vector<double> const& of_parts, std::array<double, 4> const& of_relations) {
    for (auto const c : e.cues)
      for (std::size_t p = 0; p < parts_; ++p)
        if (of_parts[p] != 0 && allows(c, p)) pairs_[c * parts_ + p].step(of_parts[p]);
    if (drafted)
      for (auto const p : e.draft_parts) draft_[p].step(of_parts[p]);
    for (std::size_t r = 0; r < (drafted ? 4U : 3U); ++r) relations_[r].step(of_relations[r]);
  }

  std::size_t parts_;
  std::vector<learned> pairs_, draft_;
  std::vector<bool> may_;
  std::array<learned, 4> relations_{};
};

using some = std::vector<example const*>;

void fit(model& m, some order) {
  m.forget();
  std::mt19937 lot(7);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[lot() % i]);
    for (auto const* e : order) m.learn_from(*e, e->draft != none && lot() % 100 >= without_draft);
  }
}

/// Allows weights for cues of at least a sixth of the databases, so that none is about stored values, and for parts that are not rare.
void allow_common(model& m, some const& all, std::size_t cues, std::size_t part_count) {
  std::vector<std::set<candidate_set const*>> where(cues);
  std::set<candidate_set const*> databases;
  std::vector<std::size_t> seen(part_count);
  for (auto const* e : all) {
    databases.insert(e->among);
    for (auto const c : e->cues) where[c].insert(e->among);
    for (auto const p : e->gold_parts) ++seen[p];
  }
  for (std::size_t c = 0; c < cues; ++c)
    for (std::size_t p = 0; p < part_count; ++p) m.allow(c, p, 6 * where[c].size() >= databases.size() && seen[p] >= least_seen);
}

/// Keeps the most important weights: large ones between frequent cues and parts.
void keep_best(model& m, some const& all, std::size_t cues, std::size_t part_count) {
  std::vector<double> of_cue(cues), of_part(part_count);
  for (auto const* e : all) {
    for (auto const c : e->cues) ++of_cue[c];
    for (auto const p : e->gold_parts) ++of_part[p];
  }
  std::vector<std::pair<double, std::size_t>> worth;
  for (std::size_t c = 0; c < cues; ++c)
    for (std::size_t p = 0; p < part_count; ++p)
      if (m.allows(c, p)) worth.emplace_back(-std::abs(m.of(c, p)) * std::sqrt(of_cue[c] * of_part[p]), c * part_count + p);
  std::ranges::sort(worth);
  for (std::size_t i = kept_weights; i < worth.size(); ++i) m.allow(worth[i].second / part_count, worth[i].second % part_count, false);
}

model learn(examples const& from, some const& all) {
  auto const cues = from.cues().size(), part_count = from.parts_seen().size();
  model m(cues, part_count);
  allow_common(m, all, cues, part_count);
  fit(m, all);
  keep_best(m, all, cues, part_count);
  fit(m, all);
  return m;
}

struct score {
  double asked = 0, first = 0, tenth = 0;
};

void count(score& s, model const& m, example const& e, bool drafted) {
  ++s.asked;
  auto const scores = m.scores(e, drafted && e.draft != none);
  if (e.gold >= scores.size()) return;
  auto const better = std::ranges::count_if(scores, [&](double x) { return x > scores[e.gold]; });
  s.first += better < 1 ? 1 : 0;
  s.tenth += better < 10 ? 1 : 0;
}

/// Mean and standard deviation of the databases' figures.
void print_spread(std::map<std::string, score> const& by_database) {
  double sum = 0, squares = 0, least = 100, n = 0;
  for (auto const& [name, s] : by_database) {
    double const x = 100 * s.first / s.asked;
    sum += x, squares += x * x, ++n;
    least = std::min(least, x);
  }
  std::fprintf(stderr, "  over %.0f databases: top-1 %.1f on average, standard deviation %.1f, %.1f at least\n", n, sum / n,
               std::sqrt(squares / n - sum * sum / n / n), least);
}

void cross_validate(examples const& from) {
  std::map<std::string, std::size_t> place;
  for (auto const& e : from.all()) place.try_emplace(e.among->database, place.size());
  score with, without;
  std::map<std::string, score> by_database;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    some seen, held;
    for (auto const& e : from.all()) (place[e.among->database] % folds == fold ? held : seen).push_back(&e);
    auto const m = learn(from, seen);
    for (auto const* e : held) {
      count(with, m, *e, true);
      count(without, m, *e, false);
      count(by_database[e->among->database], m, *e, true);
    }
  }
  std::fprintf(stderr, "cross-validated over databases, %zu folds, %.0f questions: top-1 %.1f, top-10 %.1f; without a draft %.1f, %.1f\n",
               folds, with.asked, 100 * with.first / with.asked, 100 * with.tenth / with.asked, 100 * without.first / without.asked,
               100 * without.tenth / without.asked);
  print_spread(by_database);
}

std::string written(std::string const& part, double value) {
  char number[32];
  std::snprintf(number, sizeof number, "%.2f", value);
  return std::string("{\"").append(part).append("\", ").append(number).append("F}");
}

/// The weights of a cue for parts, on as many lines as needed.
std::string row(std::string const& cue, std::vector<std::string> const& weighed) {
  constexpr std::size_t widest = 140;
  std::string line = "    {\"" + cue + "\", {", out;
  for (auto const& p : weighed) {
    auto const next = p + (&p == &weighed.back() ? "}}," : ",");
    if (&p != &weighed.front() && line.size() + 1 + next.size() > widest) {
      out.append(line).append("\n");
      line = "     " + next;
    } else {
      line.append(&p == &weighed.front() ? "" : " ").append(next);
    }
  }
  return out.append(line).append("\n");
}

std::string header(examples const& from, model const& m) {
  std::string out = R"(// SPDX-License-Identifier: BSL-1.0
// Written by a program, from the training questions and schemas of Spider alone:
//   bench_learn_skeleton_ranker --data DIR --out include/t2s/policies/skeleton/detail/learned_weights.hpp
#ifndef T2S_POLICIES_SKELETON_IMPL_LEARNED_WEIGHTS_HPP
#define T2S_POLICIES_SKELETON_IMPL_LEARNED_WEIGHTS_HPP

#include <initializer_list>
#include <span>
#include <string_view>

namespace t2s::skeleton {

/// What a cue says for parts of skeletons, as many `weight`s.
struct learned_row {
  struct of_part {
    std::string_view part;
    float value;
  };
  std::string_view cue;
  std::initializer_list<of_part> parts;
};

/// Learned from training questions.
inline std::span<learned_row const> learned_weights() {
  // clang-format off
  static learned_row const all[] = {  // g++ 12 takes no constexpr lists within an array
)";
  for (std::size_t r = 0; r < ranker::relations.size(); ++r) out += row(std::string(ranker::relations[r]), {written("", m.of_relation(r))});
  std::map<std::string, std::map<std::string, std::string>> rows;
  auto const add = [&](std::string const& cue, std::size_t p, double value) {
    if (std::abs(value) >= 0.05) rows[cue][from.parts_seen().name(p)] = written(from.parts_seen().name(p), value);
  };
  for (std::size_t p = 0; p < from.parts_seen().size(); ++p) add("#draft", p, m.of_draft(p));
  for (std::size_t c = 0; c < from.cues().size(); ++c)
    for (std::size_t p = 0; p < from.parts_seen().size(); ++p)
      if (m.allows(c, p)) add(from.cues().name(c), p, m.of(c, p));
  for (auto const& [cue, weighed] : rows) {
    std::vector<std::string> all;
    for (auto const& [part, text] : weighed) all.push_back(text);
    out += row(cue, all);
  }
  return out + "  };\n  // clang-format on\n  return all;\n}\n\n}  // namespace t2s::skeleton\n\n#endif\n";
}

}  // namespace

int main(int argc, char** argv) try {
  std::map<std::string, std::string> given;
  for (int i = 1; i + 1 < argc; i += 2) given[argv[i]] = argv[i + 1];
  if (given["--data"].empty() || argc % 2 == 0) {
    std::fputs("usage: bench_learn_skeleton_ranker --data DIR [--out FILE]\n", stderr);
    return 2;
  }
  examples const from(given["--data"]);
  cross_validate(from);
  if (given["--out"].empty()) return 0;
  some all;
  for (auto const& e : from.all()) all.push_back(&e);
  auto const text = header(from, learn(from, all));
  std::ofstream out(given["--out"], std::ios::binary);
  out << text;
  out.close();
  if (out) return 0;
  std::fprintf(stderr, "bench_learn_skeleton_ranker: cannot write %s\n", given["--out"].c_str());
  return 3;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_learn_skeleton_ranker: %s\n", e.what());
  return 3;
}
