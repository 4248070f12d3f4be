// SPDX-License-Identifier: BSL-1.0
// Learns what `link/mentioned` believes of tables and columns from training questions and their SQL, and prints impl/mention_weights.hpp.
// Usage: bench_learn_mentions --data DIR > include/t2s/link/impl/mention_weights.hpp
// DIR has tables.json and train.json. What a question's SQL uses outside of join conditions counts as named, if any of its words may name
// it. The training databases have no rows: the texts that any SQL compares with a column replace its content.

#include "t2s/link/impl/mention_evidence.hpp"
#include "t2s/retrieve/internal/pool_schemas.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
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
  knowledge::lexicon const* names{};
  link::links found{};
  std::set<knowledge::column_id> used{};
};

std::optional<knowledge::column_id> place_of(sql::base_column base, knowledge::lexicon const& names) {
  if (!base.table || !base.column) return {};
  auto const table = static_cast<std::uint32_t>(base.table - names.schema().tables().data());
  return knowledge::column_id{table, static_cast<std::uint32_t>(base.column - base.table->columns.data())};
}

/// The text of a literal, without the wildcards of LIKE around it; it may be in double quotes.
std::optional<std::string> text_of(sql::node const& n, sql::resolution const& meaning) {
  auto const* use = n.kind == sql::kind::column ? meaning.find(n) : nullptr;
  if (n.kind != sql::kind::string && !(use && use->what == sql::reference::literal)) return {};
  auto text = n.name.view();
  while (text.starts_with('%')) text.remove_prefix(1);
  while (text.ends_with('%')) text.remove_suffix(1);
  return text.size() > 1 ? std::optional(std::string(text)) : std::nullopt;
}

using texts = std::map<knowledge::column_id, std::set<std::string>>;

void collect_texts(sql::query const& q, sql::resolution const& meaning, knowledge::lexicon const& names, texts& into) {
  sql::visit(q.root(), [&](sql::node const& n) {
    bool const compares = n.kind == sql::kind::operation || n.kind == sql::kind::like || n.kind == sql::kind::between;
    if (!compares || n.count < 2 || n[0].kind != sql::kind::column) return;
    auto const* use = meaning.find(n[0]);
    auto const where = use ? place_of(use->base, names) : std::nullopt;
    if (!where || names.content_of(*where) == knowledge::content::number) return;
    for (auto const* operand : n.children().subspan(1))
      if (auto const text = text_of(*operand, meaning)) into[*where].insert(*text);
  });
}

std::set<knowledge::column_id> used_by(sql::resolution const& meaning, knowledge::lexicon const& names) {
  std::set<knowledge::column_id> used;
  for (auto const& t : meaning.tables)
    if (t.table) used.insert({static_cast<std::uint32_t>(t.table - names.schema().tables().data())});
  for (auto const& c : meaning.columns)
    if (auto const where = place_of(c.base, names); where && c.where != sql::clause::on) used.insert(*where);
  return used;
}

class material {
 public:
  explicit material(std::string const& data) {
    auto const schemas = t2s::retrieve::read_pool_schemas(data + "/tables.json");
    auto const questions = t2s::retrieve::read_pool(data + "/train.json");
    std::map<std::string, texts> stored;
    for (auto const& q : questions) {
      auto& names = names_[q.database];
      if (!names) names = std::make_unique<knowledge::lexicon>(schemas.at(q.database).shape);
      auto const parsed = sql::parse(q.sql);
      if (!parsed) continue;
      auto const meaning = sql::resolve(*parsed, names->schema());
      collect_texts(*parsed, meaning, *names, stored[q.database]);
      examples_.push_back({names.get(), {t2s::retrieve::tokens_of(q.question), {}}, used_by(meaning, *names)});
      questions_.push_back(q.question);
    }
    for (auto const& [id, columns] : stored)
      for (auto const& [where, all] : columns) {
        std::vector<std::vector<t2s::value>> rows;
        for (auto const& text : all) rows.push_back({t2s::value(text)});
        names_[id]->add_values(where, rows);
      }
    for (std::size_t i = 0; i < examples_.size(); ++i) examples_[i].found = link::link_question(*examples_[i].names, questions_[i]);
  }

  [[nodiscard]] std::vector<example> const& examples() const { return examples_; }

 private:
  std::map<std::string, std::unique_ptr<knowledge::lexicon>> names_{};
  std::vector<example> examples_{};
  std::vector<std::string> questions_{};
};

/// Solves a x = b for a symmetric positive definite `a`, row by row, by Cholesky's decomposition in its place.
std::vector<double> solve(std::vector<double> a, std::vector<double> b) {
  auto const n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      auto sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return b;
}

struct observation {
  detail::evidence seen{};
  bool used = false;
};

/// Logistic regression by Newton's method, with a penalty on large weights so that what is always or never seen has none.
std::vector<double> fit(std::vector<observation> const& all) {
  static constexpr double penalty = 3;
  auto const n = all.front().seen.size();
  std::vector<double> weights(n);
  for (int round = 0; round < 12; ++round) {
    std::vector<double> slope(n), bend(n * n);
    for (auto const& o : all) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += weights[i] * o.seen[i];
      auto const p = 1 / (1 + std::exp(-sum));
      for (std::size_t i = 0; i < n; ++i) {
        if (o.seen[i] == 0) continue;
        slope[i] += (p - (o.used ? 1 : 0)) * o.seen[i];
        for (std::size_t j = 0; j <= i; ++j) bend[i * n + j] += (p * (1 - p) + 1e-6) * o.seen[i] * o.seen[j];
      }
    }
    for (std::size_t i = 0; i < n; ++i) slope[i] += penalty * weights[i], bend[i * n + i] += penalty;
    auto const step = solve(std::move(bend), std::move(slope));
    for (std::size_t i = 0; i < n; ++i) weights[i] -= step[i];
  }
  return weights;
}

struct learned {
  std::vector<detail::mention_weight> tables{}, columns{};

  learned() {
    for (auto const& known : detail::table_weights) tables.push_back({known.of, 0, 0});
    for (auto const& known : detail::column_weights) columns.push_back({known.of, 0, 0});
  }
  [[nodiscard]] std::vector<detail::mention_weight>& of_step(std::size_t step) { return step % 2 == 0 ? tables : columns; }
};

void learn_step(material const& m, std::size_t step, learned& into) {
  std::vector<observation> all;
  for (auto const& e : m.examples()) {
    detail::mention_evidence seen(*e.names, e.found);
    for (std::size_t s = 0; s < step; ++s) detail::score_step(seen, s, into.of_step(s));
    for (auto const& c : step % 2 == 0 ? seen.tables : seen.columns)
      all.push_back({step % 2 == 0 ? seen.of_table(c) : seen.of_column(c), e.used.contains(c.where)});
  }
  auto const weights = fit(all);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    auto& w = into.of_step(step)[i];
    // As they will be read: in hundredths.
    (step < 2 ? w.first : w.second) = std::round(100 * weights[i]) / 100 + 0.0;  // no -0
  }
}

void print(char const* name, std::vector<detail::mention_weight> const& weights) {
  std::printf("inline constexpr std::array %s = std::to_array<mention_weight>({\n", name);
  for (auto const& w : weights) std::printf("    {\"%s\", %.2f, %.2f},\n", std::string(w.of).c_str(), w.first, w.second);
  std::printf("});\n");
}

void print(learned const& all) {
  std::printf(
      "// SPDX-License-Identifier: BSL-1.0\n"
      "// Learned, not written: bench_learn_mentions --data DIR > include/t2s/link/impl/mention_weights.hpp\n"
      "#ifndef T2S_LINK_IMPL_MENTION_WEIGHTS_HPP\n#define T2S_LINK_IMPL_MENTION_WEIGHTS_HPP\n\n"
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
  if (argc != 3 || std::string_view(argv[1]) != "--data") {
    std::fputs("usage: bench_learn_mentions --data DIR (with tables.json and train.json)\n", stderr);
    return 2;
  }
  material const m(argv[2]);
  learned all;
  for (std::size_t step = 0; step < detail::mention_steps; ++step) learn_step(m, step, all);
  print(all);
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_learn_mentions: %s\n", e.what());
  return 1;
}
