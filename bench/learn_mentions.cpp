// SPDX-License-Identifier: BSL-1.0
// Learns the weights of tables and columns for `retrieve/link/mentioned` from questions, their SQL and their databases, and prints
// detail/mention_weights.hpp.
//
// Usage: bench_learn_mentions --data DIR > include/t2s/retrieve/link/detail/mention_weights.hpp
//
// DIR has questions.json and databases/ID/ID.sqlite. A name in a question's SQL, outside of join conditions, counts as mentioned if any
// word of the question may mean it. With --folds N it prints the accuracy of linking instead, over N folds of databases in order of their
// names: out of sample with weights learnt without the question's fold, in sample with those of all.

#include "generous.hpp"
#include "logistic_regression.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/mention_decision.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace knowledge = t2s::knowledge;
namespace link = t2s::link;
namespace sql = t2s::sql;
namespace detail = t2s::link::detail;

struct example {
  std::string database{};
  knowledge::lexicon const* names{};
  link::links found{};
  std::set<knowledge::column_id> used{};
  std::size_t fold = 0;
};

std::optional<knowledge::column_id> place_of(sql::base_column base, knowledge::lexicon const& names) {
  if (!base.table || !base.column) return {};
  auto const table = static_cast<std::uint32_t>(base.table - names.schema().tables().data());
  return knowledge::column_id{table, static_cast<std::uint32_t>(base.column - base.table->columns.data())};
}

std::set<knowledge::column_id> used_by(sql::resolution const& meaning, knowledge::lexicon const& names) {
  std::set<knowledge::column_id> used;
  for (auto const& t : meaning.tables)
    if (t.table) used.insert({static_cast<std::uint32_t>(t.table - names.schema().tables().data())});
  for (auto const& c : meaning.columns)
    if (auto const where = place_of(c.base, names); where && c.where != sql::clause::on) used.insert(*where);
  return used;
}

/// A database with its names and texts.
struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}

  t2s::db::sqlite_connection connection;
  std::shared_ptr<knowledge::lexicon const> names = t2s::prepared(connection).known<knowledge::lexicon>();
};

class material {
 public:
  material(std::string const& data, std::size_t folds) {
    for (auto const& q : t2s::retrieve::read_pool(data + "/questions.json")) {
      auto& of = subjects_[q.database];
      if (!of)
        of = std::make_unique<subject>(
            std::string(data).append("/databases/").append(q.database).append("/").append(q.database).append(".sqlite"));
      auto const parsed = sql::parse(q.sql);
      if (!parsed) continue;
      auto const meaning = sql::resolve(*parsed, of->names->schema());
      examples_.push_back({q.database, of->names.get(), link::link_question(*of->names, q.question), used_by(meaning, *of->names), 0});
    }
    for (auto& e : examples_)
      e.fold = static_cast<std::size_t>(std::distance(subjects_.begin(), subjects_.find(e.database))) % std::max<std::size_t>(1, folds);
  }

  [[nodiscard]] std::vector<example> const& examples() const { return examples_; }

 private:
  std::map<std::string, std::unique_ptr<subject>> subjects_{};
  std::vector<example> examples_{};
};

struct learned {
  std::vector<detail::mention_weight> tables{}, columns{};

  learned() {
    for (auto const& known : detail::table_weights) tables.push_back({known.of, 0, 0});
    for (auto const& known : detail::column_weights) columns.push_back({known.of, 0, 0});
  }
  [[nodiscard]] std::vector<detail::mention_weight>& of_step(std::size_t step) { return step % 2 == 0 ? tables : columns; }
};

void learn_step(std::vector<example const*> const& from, std::size_t step, learned& into) {
  static constexpr double penalty = 3;
  auto& learnt = into.of_step(step);
  std::vector<bench::observation> all;
  for (auto const* e : from) {
    detail::mention_evidence seen(*e->names, e->found);
    for (std::size_t s = 0; s < step; ++s) detail::score_step(seen, s, into.of_step(s));
    for (auto const& c : step % 2 == 0 ? seen.tables : seen.columns) {
      auto& o = all.emplace_back();
      o.right = e->used.contains(c.where);
      auto const x = step % 2 == 0 ? seen.of_table(c) : seen.of_column(c);
      for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] != 0) o.seen.emplace_back(i, x[i]);
    }
  }
  auto const weights = bench::fit(all, learnt.size(), penalty);
  for (std::size_t i = 0; i < weights.size(); ++i) (step < 2 ? learnt[i].first : learnt[i].second) = weights[i];
}

/// Learns from the examples of all folds except one; from all, if there is no such fold.
learned learn(material const& m, std::size_t without) {
  std::vector<example const*> from;
  for (auto const& e : m.examples())
    if (e.fold != without) from.push_back(&e);
  learned all;
  for (std::size_t step = 0; step < detail::mention_steps; ++step) learn_step(from, step, all);
  return all;
}

/// Links an example with these weights.
void score(example const& e, learned& by, t2s::evaluation::linking_report::scores& into) {
  detail::mention_evidence seen(*e.names, e.found);
  for (std::size_t step = 0; step < detail::mention_steps; ++step) detail::score_step(seen, step, by.of_step(step));
  auto const read = detail::mention_decision(*e.names, e.found.tokens, seen).decide();
  auto const name = [&](knowledge::column_id id) {
    auto place = std::to_string(id.table);
    return id.is_table() ? place : place.append(".").append(std::to_string(id.column));
  };
  t2s::evaluation::linking_label label;
  for (auto const id : e.used) (id.is_table() ? label.tables : label.columns).insert(name(id));
  std::set<std::string> tables, columns;
  for (auto const& t : read.tables) tables.insert(name(t.where));
  for (auto const& c : read.columns) columns.insert(name(c.where));
  into.add(label, tables, columns);
}

void print(char const* name, t2s::evaluation::linking_report::scores const& s) {
  std::printf("%-14s", name);
  for (auto const* one : {&s.tables, &s.columns})
    std::printf("  %6zu %6.1f %6.1f %6.1f", one->questions(), 100 * one->f1(), 100 * one->precision(), 100 * one->recall());
  std::printf("\n");
}

void cross_validate(material const& m, std::size_t folds) {
  t2s::evaluation::linking_report::scores in, out;
  auto whole = learn(m, folds);
  for (auto const& e : m.examples()) score(e, whole, in);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    auto by = learn(m, fold);
    t2s::evaluation::linking_report::scores one;
    for (auto const& e : m.examples())
      if (e.fold == fold) score(e, by, one), score(e, by, out);
    print(std::string("fold ").append(std::to_string(fold)).c_str(), one);
  }
  std::printf("                tables: F1, precision, recall  columns: the same\n");
  print("in sample", in);
  print("out of sample", out);
}

void print(char const* name, std::vector<detail::mention_weight> const& weights) {
  std::printf("inline constexpr std::array %s = std::to_array<mention_weight>({\n", name);
  for (auto const& w : weights) std::printf("    {\"%s\", %.2f, %.2f},\n", std::string(w.of).c_str(), w.first, w.second);
  std::printf("});\n");
}

void print(learned const& all) {
  std::printf(
      "// SPDX-License"
      "-Identifier: BSL-1.0\n"
      "// Learned, not written: bench_learn_mentions --data DIR > include/t2s/retrieve/link/detail/mention_weights.hpp\n"
      "#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTION_WEIGHTS_HPP\n#define T2S_RETRIEVE_LINK_DETAIL_MENTION_WEIGHTS_HPP\n\n"
      "#include <array>\n#include <string_view>\n\n"
      "namespace t2s::link::detail {\n\n"
      "/// The weight of a piece of evidence: in the first scoring, and in the second, which uses the scores of the first.\n"
      "struct mention_weight {\n  std::string_view of{};\n  double first = 0, second = 0;\n};\n\n// clang-format off\n");
  print("table_weights", all.tables);
  std::printf("\n");
  print("column_weights", all.columns);
  std::printf("// clang-format on\n\n}  // namespace t2s::link::detail\n\n#endif\n");
}

}  // namespace

int main(int argc, char** argv) try {
  bool const scores = argc == 5 && std::string_view(argv[3]) == "--folds";
  if ((argc != 3 && !scores) || std::string_view(argv[1]) != "--data") {
    std::fputs("usage: bench_learn_mentions --data DIR [--folds N] (with questions.json and databases)\n", stderr);
    return 2;
  }
  auto const folds = scores ? static_cast<std::size_t>(std::max(2, std::atoi(argv[4]))) : 1;
  material const m(argv[2], folds);
  if (scores)
    cross_validate(m, folds);
  else
    print(learn(m, folds));
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_learn_mentions: %s\n", e.what());
  return 1;
}
