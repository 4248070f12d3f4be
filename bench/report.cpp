// SPDX-License-Identifier: BSL-1.0
// What the benchmarks measured, as one JSON file and one page, and what has changed since an earlier one. scripts/bench runs it.
//
//   bench_report --out FOLDER [--against FILE] INPUT...
//
// An INPUT is NAME.json: what Google Benchmark writes, by the names SUBJECT/CONTENDER/SIZE, or lines of {"name", "value", "unit"}, with
// "exact": true for counts that do not vary and "better": "more" where less is worse; or NAME.txt, which is taken into the page as it is,
// instead of the figures of NAME.json. Lines of the same name are repetitions. Writes FOLDER/results.json and FOLDER/results.md. With
// --against it says which figures differ by more than the noise and which are missing, and the status is 1 if one of them got worse.
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

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

// ---- figures ----

struct figure {
  std::string name{}, unit{};
  bool exact = false, more_is_better = false;
  bool by_size = false;          ///< its name ends in the size of what was given
  std::vector<double> values{};  ///< of the repetitions, sorted

  [[nodiscard]] double median() const {
    auto const middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
  [[nodiscard]] double least() const { return values.front(); }
  [[nodiscard]] double greatest() const { return values.back(); }
};

/// In the order in which they were measured.
class figures {
 public:
  figure& operator[](std::string const& name) {
    auto const [at, fresh] = places_.try_emplace(name, all_.size());
    if (fresh) all_.push_back({name});
    return all_[at->second];
  }
  [[nodiscard]] figure const* find(std::string const& name) const {
    auto const at = places_.find(name);
    return at == places_.end() ? nullptr : &all_[at->second];
  }
  [[nodiscard]] std::vector<figure> const& all() const { return all_; }

  /// Sorts the values of each, and the figures by `key`; those of the same key stay in their order.
  template <class Key>
  void sort(Key key) {
    for (auto& f : all_) std::ranges::sort(f.values);
    std::ranges::sort(all_, {}, [&](figure const& f) { return std::pair(key(f), places_.at(f.name)); });
    for (std::size_t i = 0; i < all_.size(); ++i) places_.at(all_[i].name) = i;
  }

 private:
  std::vector<figure> all_{};
  std::map<std::string, std::size_t> places_{};
};

std::string program_of(std::string const& name) { return name.substr(0, name.find('/')); }

std::string content_of(fs::path const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + " cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string stem_of(fs::path const& file) { return file.stem().string(); }

std::string text_of(json::value const& v) { return std::string(std::string_view(v.as_string())); }

void add_google(figures& to, std::string const& program, json::object const& report) {
  for (auto const& given : report.at("benchmarks").as_array()) {
    auto const& run = given.as_object();
    if (text_of(run.at("run_type")) != "iteration") continue;
    auto& f = to[program + "/" + text_of(run.at("run_name"))];
    f.unit = text_of(run.at("time_unit"));
    f.by_size = true;
    f.values.push_back(run.at("cpu_time").to_number<double>());
  }
}

void add_lines(figures& to, std::string const& program, std::string const& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    auto const given = json::parse(line).as_object();
    auto& f = to[program + "/" + text_of(given.at("name"))];
    f.unit = text_of(given.at("unit"));
    f.exact = given.contains("exact") && given.at("exact").as_bool();
    f.more_is_better = given.contains("better") && given.at("better") == "more";
    f.values.push_back(given.at("value").to_number<double>());
  }
}

void add(figures& to, fs::path const& file) try {
  auto const text = content_of(file);
  json::error_code none;
  if (auto const whole = json::parse(text, none); !none && whole.is_object() && whole.as_object().contains("benchmarks"))
    add_google(to, file.stem(), whole.as_object());
  else
    add_lines(to, file.stem(), text);
} catch (std::exception const& e) {
  throw std::runtime_error(file.string() + " is no report of a benchmark (" + e.what() + "): run scripts/bench, or leave it out");
}

// ---- growth and limits ----

/// PROGRAM/SUBJECT/CONTENDER/SIZE in its parts.
struct place {
  std::string subject{}, contender{};
  double size = 0;

  [[nodiscard]] bool is_limit() const { return contender.starts_with("limit"); }
};

std::optional<place> place_of(figure const& f) {
  if (!f.by_size) return {};
  auto const& name = f.name;
  auto const last = name.rfind('/');
  if (last == name.npos || last == 0 || name.find_first_not_of("0123456789", last + 1) != name.npos || last + 1 == name.size()) return {};
  auto const before = name.rfind('/', last - 1);
  if (before == name.npos) return {};
  return place{name.substr(0, before), name.substr(before + 1, last - before - 1), std::stod(name.substr(last + 1))};
}

/// Programs in the order in which they ran, subjects together, limits last, sizes growing.
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

/// The slope of log(cost) over log(size), by least squares and between the two greatest sizes.
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
  std::map<std::string, std::map<double, double>> costs{};    // of SUBJECT/CONTENDER
  std::map<std::pair<std::string, double>, double> limits{};  // of SUBJECT and size

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
                     {"exact", f.exact},         {"better", f.more_is_better ? "more" : "less"}};
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

/// Three digits that count.
std::string short_number(double x) {
  std::ostringstream out;
  auto const size = x == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(x))));
  out << std::fixed << std::setprecision(std::clamp(2 - size, 0, 4)) << x;
  return out.str();
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

// ---- compared ----

struct earlier {
  double median = 0, least = 0, greatest = 0;
  bool exact = false;
  std::size_t repetitions = 0;
};

using earlier_figures = std::map<std::string, earlier>;

earlier_figures earlier_in(fs::path const& file, std::string& where) try {
  auto const read = json::parse(content_of(file)).as_object();
  where = text_of(read.at("machine"));
  earlier_figures all;
  for (auto const& given : read.at("figures").as_array()) {
    auto const& f = given.as_object();
    auto const number = [&](char const* key) { return f.at(key).to_number<double>(); };
    all[text_of(f.at("name"))] = {number("median"), number("least"), number("greatest"), f.at("exact").as_bool(),
                                  f.at("repetitions").to_number<std::size_t>()};
  }
  return all;
} catch (std::exception const& e) {
  throw std::runtime_error(file.string() + " is no results.json of scripts/bench (" + e.what() + "): name one after --against");
}

double apart(double a, double b) { return std::max(a, b) / std::min(a, b); }

/// How far the machine itself was another: limits do not depend on t2s, so what they differ by is the machine's doing. Of a figure with a
/// limit of its own that one at its size; of any other the median of its program's limits, or of all.
class drift {
 public:
  drift(earlier_figures const& before, figures const& now) {
    for (auto const& f : now.all()) {
      auto const at = before.find(f.name);
      auto const p = place_of(f);
      if (!p || !p->is_limit() || at == before.end()) continue;
      auto const by = apart(at->second.median, f.median());
      auto& own = own_.try_emplace({p->subject, p->size}, by).first->second;
      own = std::max(own, by);
      add(by, of_program_[program_of(f.name)]);
      add(by, of_all_);
    }
  }
  [[nodiscard]] double of(figure const& f) const {
    if (auto const p = place_of(f))
      if (auto const at = own_.find({p->subject, p->size}); at != own_.end()) return at->second;
    auto const at = of_program_.find(program_of(f.name));
    auto const& others = at == of_program_.end() ? of_all_ : at->second;
    return others.values.empty() ? 1 : others.median();
  }

 private:
  static void add(double by, figure& to) { to.values.insert(std::ranges::upper_bound(to.values, by), by); }

  std::map<std::pair<std::string, double>, double> own_{};
  std::map<std::string, figure> of_program_{};
  figure of_all_{};
};

/// Beyond the noise: medians more than 3 % apart, further than the machine itself, and no repetition of the one within those of the other.
/// Of counts the 3 % alone decide. What was measured less than three times cannot tell.
bool differs(earlier const& was, figure const& is, drift const& machine) {
  auto const ratio = apart(was.median, is.median());
  if (was.exact && is.exact) return ratio > 1.03;
  if (was.repetitions < 3 || is.values.size() < 3) return false;
  return ratio > std::max(1.03, machine.of(is)) && (is.least() > was.greatest || is.greatest() < was.least);
}

/// Names the figures that a program of this run printed earlier and no longer prints.
void name_missing(earlier_figures const& before, figures const& of) {
  std::set<std::string> programs;
  for (auto const& f : of.all()) programs.insert(program_of(f.name));
  for (auto const& [name, was] : before)
    if (programs.contains(program_of(name)) && !of.find(name)) std::cout << "missing: " << name << '\n';
}

/// How many got worse.
std::size_t compare(fs::path const& file, figures const& of) {
  std::string where;
  auto const before = earlier_in(file, where);
  drift const between(before, of);
  if (where != machine()) std::cout << "note: " << file.string() << " was measured elsewhere, on " << where << '\n';
  std::size_t worse = 0, better = 0, both = 0;
  for (auto const& f : of.all()) {
    auto const at = before.find(f.name);
    if (at == before.end()) continue;
    ++both;
    if (!differs(at->second, f, between)) continue;
    auto const is_worse = (f.median() > at->second.median) != f.more_is_better;
    ++(is_worse ? worse : better);
    std::cout << (is_worse ? "worse:  " : "better: ") << f.name << ": " << short_number(at->second.median) << " to "
              << short_number(f.median()) << ' ' << f.unit << " (times " << std::fixed << std::setprecision(2)
              << f.median() / at->second.median << "; earlier " << short_number(at->second.least) << " to "
              << short_number(at->second.greatest) << ", now " << short_number(f.least()) << " to " << short_number(f.greatest()) << ")\n";
  }
  name_missing(before, of);
  std::cout << both << " figures compared: " << worse << " worse, " << better << " better, the others within the noise\n";
  return worse;
}

// ---- the whole ----

void write(fs::path const& file, std::string const& text) {
  std::ofstream out(file);
  if (!(out << text).flush()) throw std::runtime_error(file.string() + " cannot be written: free it, or name another folder after --out");
}

int usage() {
  std::cerr << "usage: bench_report --out FOLDER [--against FILE] INPUT...\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  fs::path out, against;
  std::vector<fs::path> inputs, texts;
  for (int i = 1; i < argc; ++i) {
    std::string_view const given = argv[i];
    if (given == "--out" && i + 1 < argc)
      out = argv[++i];
    else if (given == "--against" && i + 1 < argc)
      against = argv[++i];
    else if (given.starts_with("--"))
      return usage();
    else
      (given.ends_with(".txt") ? texts : inputs).emplace_back(given);
  }
  if (out.empty() || (inputs.empty() && texts.empty())) return usage();

  figures all;
  for (auto const& file : inputs) add(all, file);
  all.sort(order_of(inputs));
  analysis const found(all);
  auto const results = to_json(all, found);
  auto const worse = against.empty() ? 0 : compare(against, all);
  fs::create_directories(out);
  std::ostringstream page;
  write_page(page, results, all, found, texts);
  write(out / "results.json", json::serialize(results) + '\n');
  write(out / "results.md", page.str());
  return worse == 0 ? 0 : 1;
} catch (std::exception const& e) {
  std::cerr << "bench_report: " << e.what() << '\n';
  return 3;
}
