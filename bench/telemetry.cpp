// SPDX-License-Identifier: BSL-1.0
// Measures observing a run: two policies that do almost nothing, a statement and a model call, repeatedly.
// Usage: bench_telemetry off|metrics|spans|both RUNS   (under valgrind --tool=callgrind with 2,010 and 10 runs: the difference by 2,000)
//        bench_telemetry audit LINES FILE
#include "t2s/core/error.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/serve/telemetry/detail/audit_log.hpp"
#include "t2s/serve/telemetry/detail/otlp_json.hpp"
#include "t2s/serve/telemetry/otlp.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

namespace telemetry = t2s::telemetry;

struct fixed_model {
  t2s::llm::completion complete(t2s::llm::request const&) {
    return {"SELECT name FROM shops WHERE city = 'Oslo'", "stop", {}, {}, 900, 0, 40};
  }
};
struct fixed_database {
  t2s::schema::database shape{};
  [[nodiscard]] t2s::schema::database const& schema() const { return shape; }
  t2s::db::execution execute(std::string const&) { return t2s::db::execution(t2s::db::rows{{"name"}, {{t2s::value("x")}}, {}}); }
  t2s::db::execution sample(std::string const& s, std::size_t) { return execute(s); }
  t2s::db::execution distinct(std::string const& s, std::string const&, std::size_t) { return execute(s); }
};

struct drafting {
  template <class Context>
  t2s::candidate draft(Context& ctx, t2s::question const& asked, t2s::samples const&) const {
    return t2s::candidate(ctx.ask(t2s::llm::request(asked.clear)).text);
  }
  t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, t2s::attempt_list const&) const { return {}; }
};
struct executing {
  static constexpr std::string_view name = "executed";
  using provides = t2s::facts<t2s::db::execution>;
  template <class Context, class Past>
  std::optional<t2s::remark> review(Context& ctx, t2s::question const&, Past& past) const {
    static_cast<void>(t2s::outcome(ctx, past));
    return {};
  }
};
struct once {
  std::optional<t2s::stop> done(auto const&, auto const& past) const {
    return past.latest().reviewed ? std::optional(t2s::stop{"reviewed"}) : std::nullopt;
  }
};
using subject = t2s::pipeline<t2s::none, t2s::none, drafting, executing, once>;

/// Counts spans and their bytes in requests.
struct counted_spans final : telemetry::span_receiver {
  void take(telemetry::span_data ended) noexcept override {
    ++spans;
    if (spans <= 4) bytes += telemetry::otlp_traces({}, {&ended, 1}).size();
  }
  std::size_t spans = 0, bytes = 0;
};

telemetry::run_labels labels() {
  telemetry::run_labels of;
  of.system = "subject";
  of.provider = "openai";
  of.models = {"large", {}, {}};
  of.database_kind = "sqlite";
  of.database = "shop";
  return of;
}

template <class Begin>
void run(std::size_t runs, Begin begin) {
  fixed_model model;
  fixed_database database;
  subject const p{};
  auto const start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < runs; ++i) {
    auto sink = begin();
    auto const found = p.run(t2s::context(model, database, {}, sink), "which shops are in Oslo?");
    if constexpr (requires { sink.finish(found); }) sink.finish(found);
  }
  auto const took = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  std::cout << took / static_cast<double>(runs) << " us a run\n";
}

void observed(std::string_view what, std::size_t runs) {
  telemetry::metrics all;
  telemetry::run_metrics counted(all);
  counted_spans spans;
  telemetry::run_watchers to;
  if (what != "metrics") to.spans = &spans;
  if (what != "spans") to.metrics = &counted;
  run(runs, [&] { return telemetry::otlp_trace(to, labels()); });
  std::cout << spans.spans << " spans, " << telemetry::prometheus_text(all).size() << " bytes of metrics\n";
}

void audit(std::size_t lines, std::string const& file) {
  telemetry::audit_log log(file);
  telemetry::audit_entry const one{{"ann", "clerk", "shop", "which shops are in Oslo?"},
                                   "SELECT name FROM shops WHERE city = 'Oslo'",
                                   {},
                                   1,
                                   8,
                                   std::chrono::microseconds(200),
                                   {}};
  auto const start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < lines; ++i) log.write(one);
  auto const took = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  std::cout << took / static_cast<double>(lines) << " us a line\n";
}

}  // namespace

int main(int argc, char** argv) try {
  std::string_view const what = argc > 2 ? argv[1] : "";
  auto const n = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (n == 0 || (what == "audit") != (argc == 4)) return std::cerr << "usage: see the first lines of bench/telemetry.cpp\n", 2;
  if (what == "audit")
    audit(n, argv[3]);
  else if (what == "off")
    run(n, [] { return t2s::null_trace(); });
  else
    observed(what, n);
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
