// SPDX-License-Identifier: BSL-1.0
#include "comparison.hpp"

#include <boost/json.hpp>

#include <iomanip>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string_view>

namespace report {
namespace {

namespace json = boost::json;

double apart(double a, double b) { return std::max(a, b) / std::min(a, b); }

void add(double by, figure& to) { to.values.insert(std::ranges::upper_bound(to.values, by), by); }

std::string text_in(json::object const& o, char const* key) {
  auto const* v = o.if_contains(key);
  return v ? std::string(std::string_view(v->as_string())) : std::string();
}

/// Reports figures that a program of this run printed earlier but not now.
void name_missing(kept_figures const& before, figures const& of) {
  std::set<std::string> programs;
  for (auto const& f : of.all()) programs.insert(program_of(f.name));
  for (auto const& [name, was] : before)
    if (programs.contains(program_of(name)) && !of.find(name)) std::cout << "missing: " << name << '\n';
}

}  // namespace

kept_results read_results(fs::path const& file) try {
  auto const read = json::parse(content_of(file)).as_object();
  kept_results all{text_in(read, "machine"), text_in(read, "commit"), text_in(read, "subject"), text_in(read, "committed"), {}};
  for (auto const& given : read.at("figures").as_array()) {
    auto const& f = given.as_object();
    auto const number = [&](char const* key) { return f.at(key).to_number<double>(); };
    auto const* by_size = f.if_contains("by_size");
    all.figures[text_in(f, "name")] = {number("median"),
                                       number("least"),
                                       number("greatest"),
                                       f.at("exact").as_bool(),
                                       text_in(f, "better") == "more",
                                       by_size ? by_size->as_bool() : f.contains("exponent") || f.contains("times_limit"),
                                       f.at("repetitions").to_number<std::size_t>(),
                                       text_in(f, "unit")};
  }
  return all;
} catch (std::exception const& e) {
  throw std::runtime_error(file.string() + " is no results.json of scripts/bench (" + e.what() + "): name one, or take it away");
}

kept_figures kept(figures const& of) {
  kept_figures all;
  for (auto const& f : of.all())
    all[f.name] = {f.median(), f.least(), f.greatest(), f.exact, f.more_is_better, f.by_size, f.values.size(), f.unit};
  return all;
}

drift::drift(kept_figures const& before, kept_figures const& now) {
  for (auto const& [name, f] : now) {
    auto const at = before.find(name);
    auto const p = place_of(name, f.by_size);
    if (!p || !p->is_limit() || at == before.end()) continue;
    auto const by = apart(at->second.median, f.median);
    auto& own = own_.try_emplace({p->subject, p->size}, by).first->second;
    own = std::max(own, by);
    add(by, of_program_[program_of(name)]);
    add(by, of_all_);
  }
}

double drift::of(std::string const& name, kept_figure const& f) const {
  if (auto const p = place_of(name, f.by_size))
    if (auto const at = own_.find({p->subject, p->size}); at != own_.end()) return at->second;
  auto const at = of_program_.find(program_of(name));
  auto const& others = at == of_program_.end() ? of_all_ : at->second;
  return others.values.empty() ? 1 : others.median();
}

bool differs(std::string const& name, kept_figure const& was, kept_figure const& is, drift const& machine) {
  if (was.median == is.median) return false;
  auto const ratio = apart(was.median, is.median);
  if (was.exact && is.exact) return ratio > 1.03;
  if (was.repetitions < 3 || is.repetitions < 3) return false;
  return ratio > std::max(1.03, machine.of(name, is)) && (is.least > was.greatest || is.greatest < was.least);
}

std::size_t compare(fs::path const& file, figures const& of, std::string const& machine) {
  auto const before = read_results(file);
  auto const now = kept(of);
  drift const between(before.figures, now);
  if (before.machine != machine) std::cout << "note: " << file.string() << " was measured elsewhere, on " << before.machine << '\n';
  std::size_t worse = 0, better = 0, both = 0;
  for (auto const& f : of.all()) {
    auto const at = before.figures.find(f.name);
    if (at == before.figures.end()) continue;
    ++both;
    auto const& was = at->second;
    auto const& is = now.at(f.name);
    if (!differs(f.name, was, is, between)) continue;
    ++(is_worse(was, is) ? worse : better);
    std::cout << (is_worse(was, is) ? "worse:  " : "better: ") << f.name << ": " << short_number(was.median) << " to "
              << short_number(is.median) << ' ' << f.unit << " (times " << std::fixed << std::setprecision(2) << is.median / was.median
              << "; earlier " << short_number(was.least) << " to " << short_number(was.greatest) << ", now " << short_number(is.least)
              << " to " << short_number(is.greatest) << ")\n";
  }
  name_missing(before.figures, of);
  std::cout << both << " figures compared: " << worse << " worse, " << better << " better, the others within the noise\n";
  return worse;
}

}  // namespace report
