// SPDX-License-Identifier: BSL-1.0
// Combines the results of benchmarks into a JSON file and a page, and compares them with earlier ones. scripts/bench runs it.
//
//   bench_report --out FOLDER [--against FILE] [--history FOLDER --commit HASH --subject TEXT --committed TIME] INPUT...
//
// An INPUT is NAME.json: Google Benchmark's output with names SUBJECT/CONTENDER/SIZE, or lines of {"name", "value", "unit"}, with "exact":
// true for constant counts and "better": "more" if less is worse. NAME.txt goes into the page instead of its figures. Equal names are
// repetitions. Writes FOLDER/results.json and results.md. --against reports missing figures and differences beyond the noise; the status is
// 1 if a figure is worse. --history also keeps results.json there by commit, writes FOLDER/history.html over all commits, and names the
// commit since which a figure is worse; the status is 1 if it is the last one.
// for each figure that got worse the commit since which it did; the status is 1 if that is the last one.
#include <sys/utsname.h>
#include <unistd.h>
#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "comparison.hpp"
#include "figures.hpp"
#include "history.hpp"

namespace {

namespace json = boost::json;
using namespace report;

std::string stem_of(fs::path const& file) { return file.stem().string(); }

std::string text_of(json::value const& v) { return std::string(std::string_view(v.as_string())); }

// ---- growth and limits ----

/// Programs in the order of their runs, subjects together, limits last, sizes growing.
auto order_of(std::vector<fs::path> const& programs) {
  return [programs](figure const& f) {
    auto const program = std::ranges::find(programs, program_of(f.name), &stem_of);
    auto const p = place_of(f).value_or(place());
    return std::tuple(program - programs.begin(), p.subject, p.is_limit(), p.contender, p.size);
  };
}

struct growth {
  double over_all = 0, at_the_end = 0;
};

/// The slope of log(cost) over log(size), by least squares and between the two largest sizes.
std::optional<growth> growth_of(std::map<double, double> const& costs) {
  if (costs.size() < 3) return {};
  double x = 0, y = 0, xx = 0, xy = 0;
  auto const n = static_cast<double>(costs.size());
  for (auto const& [size, cost] : costs) {
    x += std::log(size) / n;
    y += std::log(cost) / n;
  }
  for (auto const& [size, cost] : costs) {
    xx += (std::log(size) - x) * (std::log(size) - x);
    xy += (std::log(size) - x) * (std::log(cost) - y);
  }
  auto const last = std::prev(costs.end()), before = std::prev(last);
  return growth{xy / xx, std::log(last->second / before->second) / std::log(last->first / before->first)};
}

struct analysis {
  std::map<std::string, std::map<double, double>> costs{};    // for SUBJECT/CONTENDER
  std::map<std::pair<std::string, double>, double> limits{};  // for SUBJECT and size

  explicit analysis(figures const& of) {
    for (auto const& f : of.all()) {
      auto const p = place_of(f);
      if (!p) continue;
      costs[p->subject + "/" + p->contender][p->size] = f.median();
      if (p->is_limit()) limits[{p->subject, p->size}] = f.median();
    }
  }

  [[nodiscard]] std::optional<growth> growth_at(place const& p) const { return growth_of(costs.at(p.subject + "/" + p.contender)); }
  [[nodiscard]] bool is_last(place const& p) const { return costs.at(p.subject + "/" + p.contender).rbegin()->first == p.size; }
  [[nodiscard]] std::optional<double> times_limit(place const& p, double cost) const {
    auto const at = limits.find({p.subject, p.size});
    return at == limits.end() || p.is_limit() ? std::nullopt : std::optional(cost / at->second);
  }
};

// ---- where it was measured ----

std::string line_of(char const* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(key)) {
      auto const colon = line.find(':');
      auto const first = line.find_first_not_of(" \t", colon == line.npos ? 0 : colon + 1);
      return first == line.npos ? "" : line.substr(first);
    }
  return "";
}

std::string machine() {
  utsname system{};
  uname(&system);
  auto const memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::ostringstream out;
  out << line_of("/proc/cpuinfo", "model name") << ", " << std::thread::hardware_concurrency() << " cores, "
      << std::lround(memory / (1U << 30U)) << " GiB, " << system.sysname << ' ' << system.release;
  return out.str();
}

std::string load() {
  auto const line = line_of("/proc/loadavg", "");
  return line.substr(0, line.rfind(' ', line.find('/')));
}

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string now() {
  auto const t = std::time(nullptr);
  char text[32];
  return {text, std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M UTC", std::gmtime(&t))};
}

// ---- written ----

json::object to_json(figures const& of, analysis const& found) {
  json::array all;
  for (auto const& f : of.all()) {
    json::object one{{"name", f.name},           {"unit", f.unit},
                     {"median", f.median()},     {"least", f.least()},
                     {"greatest", f.greatest()}, {"repetitions", f.values.size()},
                     {"exact", f.exact},         {"better", f.more_is_better ? "more" : "less"},
                     {"by_size", f.by_size}};
    if (auto const p = place_of(f)) {
      if (auto const times = found.times_limit(*p, f.median())) one["times_limit"] = *times;
      if (auto const g = found.growth_at(*p)) {
        one["exponent"] = g->over_all;
        one["exponent_at_the_end"] = g->at_the_end;
      }
    }
    all.push_back(std::move(one));
  }
  return {{"machine", machine()}, {"compiler", compiler()}, {"date", now()}, {"load", load()}, {"figures", std::move(all)}};
}

std::string row_of(figure const& f, analysis const& found) {
  std::ostringstream out;
  out << "| " << f.name << " | " << short_number(f.median()) << ' ' << f.unit << " | ";
  if (f.values.size() > 1) out << short_number(f.least()) << " to " << short_number(f.greatest());
  out << " | ";
  auto const p = place_of(f);
  if (p)
    if (auto const times = found.times_limit(*p, f.median())) out << short_number(*times);
  out << " | ";
  if (p && found.is_last(*p))
    if (auto const g = found.growth_at(*p)) out << std::fixed << std::setprecision(2) << g->over_all << ", " << g->at_the_end;
  out << " |\n";
  return out.str();
}

void write_page(std::ostream& out, json::object const& results, figures const& of, analysis const& found,
                std::vector<fs::path> const& texts) {
  out << "# Measured\n\n"
      << text_of(results.at("machine")) << "; " << text_of(results.at("compiler")) << "; " << text_of(results.at("date"))
      << "; load of the last 1, 5 and 15 minutes " << text_of(results.at("load"))
      << ".\n\nMedian and spread (least to greatest) of the repetitions, processor time of one call. Exponents are the slope of log cost "
         "over "
         "log size, by least squares over all sizes and between the two greatest.\n\n"
         "| figure | median | spread | times the limit | exponent, at the end |\n| --- | --- | --- | --- | --- |\n";
  auto const has_text = [&](figure const& f) { return std::ranges::find(texts, program_of(f.name), &stem_of) != texts.end(); };
  for (auto const& f : of.all())
    if (!has_text(f)) out << row_of(f, found);
  for (auto const& t : texts) out << "\n## " << stem_of(t) << "\n\n```\n" << content_of(t) << "```\n";
}

// ---- the whole ----

void write(fs::path const& file, std::string const& text) {
  std::ofstream out(file);
  if (!(out << text).flush()) throw std::runtime_error(file.string() + " cannot be written: free it, or name another folder after --out");
}

/// Copies the figures of programs that did not run now, if they are of the same machine.
void keep_other_programs(json::object& results, fs::path const& file) {
  auto const earlier = json::parse(content_of(file)).as_object();
  if (earlier.at("machine") != results.at("machine")) return;
  auto& figures = results.at("figures").as_array();
  std::set<std::string> ran;
  for (auto const& f : figures) ran.insert(program_of(text_of(f.at("name"))));
  for (auto const& f : earlier.at("figures").as_array())
    if (!ran.contains(program_of(text_of(f.at("name"))))) figures.push_back(f);
}

int usage() {
  std::cerr
      << "usage: bench_report --out FOLDER [--against FILE] [--history FOLDER --commit HASH --subject TEXT --committed TIME] INPUT...\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  fs::path out, against, kept_in;
  std::string commit, subject, committed;
  std::vector<fs::path> inputs, texts;
  for (int i = 1; i < argc; ++i) {
    std::string_view const given = argv[i];
    if (given == "--out" && i + 1 < argc)
      out = argv[++i];
    else if (given == "--against" && i + 1 < argc)
      against = argv[++i];
    else if (given == "--history" && i + 1 < argc)
      kept_in = argv[++i];
    else if (given == "--commit" && i + 1 < argc)
      commit = argv[++i];
    else if (given == "--subject" && i + 1 < argc)
      subject = argv[++i];
    else if (given == "--committed" && i + 1 < argc)
      committed = argv[++i];
    else if (given.starts_with("--"))
      return usage();
    else
      (given.ends_with(".txt") ? texts : inputs).emplace_back(given);
  }
  if (out.empty() || (inputs.empty() && texts.empty()) || kept_in.empty() != commit.empty()) return usage();

  figures all;
  for (auto const& file : inputs) add(all, file);
  all.sort(order_of(inputs));
  analysis const found(all);
  auto results = to_json(all, found);
  auto worse = against.empty() ? 0 : compare(against, all, machine());
  fs::create_directories(out);
  std::ostringstream page;
  write_page(page, results, all, found, texts);
  write(out / "results.json", json::serialize(results) + '\n');
  write(out / "results.md", page.str());
  if (!kept_in.empty()) {
    results["commit"] = commit, results["subject"] = subject, results["committed"] = committed;
    fs::create_directories(kept_in);
    auto const file = kept_in / file_name_of(committed, commit);
    if (fs::exists(file)) keep_other_programs(results, file);
    write(file, json::serialize(results) + '\n');
    history const past(kept_in);
    worse += past.print(std::cout);
    write(out / "history.html", past.page());
  }
  return worse == 0 ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "bench_report: " << e.what() << '\n';
  return 3;
}
