// SPDX-License-Identifier: BSL-1.0
// Measures systems of two readers with published predictions in the place of a model, which repeats its SQL when it is asked again: how
// often the readers agree, what is right then and where they differ, and how good the confidences are. Usage:
//   bench_two_readers --data DIR FILE...
// DIR has dev.json, train.json (demonstrations) and databases/ID/ID.sqlite; FILE... are predictions.

#include "generous.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/cross_checked.hpp"

#include <cstddef>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace ev = t2s::evaluation;

/// Answers every request with the same SQL.
struct stubborn {
  std::string sql{};

  [[nodiscard]] t2s::llm::completion complete(t2s::llm::request const&) const {
    t2s::llm::completion c;
    c.text = "```sql\n" + sql + "\n```";
    return c;
  }
};

struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}

  t2s::db::sqlite_connection connection;
  t2s::prepared<t2s::db::sqlite_connection> database{connection};
};

double percent(double part, double of) { return of > 0 ? 100 * part / of : 0; }

/// Answers with their confidences.
struct judged {
  std::vector<ev::judged_confidence> all{};
  double right = 0;

  void add(double confidence, bool is_right) {
    all.push_back({confidence, is_right});
    right += is_right;
  }
  void print(char const* of) const {
    auto const usual = ev::point_of_minimum(all, t2s::estimated::usual_minimum, all.size());
    std::printf("  %-14s right %5.1f %%, AUROC %.3f, ECE %.3f; from 0.75: %5.1f %% answered, %5.1f %% of these right\n", of,
                percent(right, static_cast<double>(all.size())), ev::area_under_roc(all), ev::expected_calibration_error(all),
                100 * usual.coverage, 100 * (1 - usual.risk));
  }
};

class benchmark {
 public:
  explicit benchmark(std::string data) : data_(std::move(data)), gold_(ev::read_gold(data_ + "/dev.json")) {
    both_.sampler.pool = chain_.sampler.pool = t2s::retrieve::open_pool(data_ + "/train.json");
  }

  void measure(std::string const& file) {
    auto const set = ev::read_predictions(file, gold_);
    judged both, agreed, differed, chain;
    double model_right = 0, unasked = 0;
    auto const n = gold_.questions.size();
    for (std::size_t i = 0; i < n; ++i) {
      auto const& q = gold_.questions[i];
      auto& s = open(q.database);
      stubborn model{i < set.predictions.size() ? set.predictions[i].sql : std::string()};
      auto const right = [&](std::string_view sql) {
        return !sql.empty() &&
               ev::execution_match(q.sql, std::string(sql), [&](std::string const& text) { return s.connection.execute(text); });
      };
      model_right += right(model.sql);
      auto const confidence = [](t2s::answer const& a) { return a.estimate() ? a.estimate()->confidence : 0; };
      auto const found = answer_of(both_, model, s, q.question);
      bool const is_right = right(found.sql());
      both.add(confidence(found), is_right);
      (found.spent.calls < 2 && found.estimate() ? agreed : differed).add(confidence(found), is_right);
      auto const cascaded = answer_of(chain_, model, s, q.question);
      chain.add(confidence(cascaded), right(cascaded.sql()));
      unasked += cascaded.spent.calls == 0;
    }
    auto const all = static_cast<double>(n);
    std::printf("%s: %zu questions, the predictions alone %.1f %% right; one call for %.1f %%\n", file.substr(file.rfind('/') + 1).c_str(),
                n, percent(model_right, all), percent(static_cast<double>(agreed.all.size()), all));
    both.print("cross-checked");
    agreed.print("- one call");
    differed.print("- two calls");
    chain.print("cascade");
    std::printf("  %-14s no call for %.1f %%\n", "", percent(unasked, all));
  }

 private:
  template <class System>
  static t2s::answer answer_of(System const& by, stubborn& model, subject& s, std::string const& question) {
    try {
      return by.run(t2s::context(model, s.database), question);
    } catch (t2s::error const& e) {
      std::fprintf(stderr, "%s\n", e.what());
      return {};
    }
  }
  subject& open(std::string const& id) {
    auto& s = subjects_[id];
    if (!s) s = std::make_unique<subject>(data_ + "/databases/" + id + "/" + id + ".sqlite");
    return *s;
  }

  std::string data_;
  ev::gold_set gold_;
  t2s::systems::cross_checked both_{};
  t2s::systems::cascade chain_{};
  std::map<std::string, std::unique_ptr<subject>> subjects_{};
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4 || std::string_view(argv[1]) != "--data") return std::fprintf(stderr, "usage: bench_two_readers --data DIR FILE...\n"), 2;
  benchmark all(argv[2]);
  for (int i = 3; i < argc; ++i) all.measure(argv[i]);
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_two_readers: %s\n", e.what());
  return 1;
}
