// SPDX-License-Identifier: BSL-1.0
#include "history.hpp"

#include "t2s/lab/report/detail/markup.hpp"
#include "t2s/lab/report/detail/plot/lines.hpp"

#include <map>
#include <ostream>
#include <set>
#include <stdexcept>

namespace report {
namespace {

namespace shown = t2s::evaluation::reporting;

constexpr std::size_t hash_shown = 10;

std::string short_hash(kept_results const& of) { return of.commit.substr(0, hash_shown); }

std::string times(double ratio) { return shown::fixed(ratio, 2); }

}  // namespace

std::string file_name_of(std::string const& committed, std::string const& commit) {
  std::string name;
  for (char const c : committed)
    if (c != ':' && c != ' ') name += c;
  return name + "-" + commit.substr(0, hash_shown) + ".json";
}

history::history(fs::path const& folder) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  for (auto const& file : files) {
    runs_.push_back(read_results(file));
    if (runs_.back().commit.empty())
      throw std::runtime_error(file.string() + " names no commit: only scripts/bench --history puts files into its folder");
  }
  std::ranges::sort(runs_, [](kept_results const& a, kept_results const& b) { return a.committed < b.committed; });
}

std::vector<history::step> history::steps() const {
  std::vector<step> all;
  // For a machine: the run in which a figure last differed. Comparing with it adds up many small losses.
  std::map<std::string, std::map<std::string, std::size_t>> references;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    auto& of_machine = references[runs_[r].machine];
    std::map<std::size_t, drift> drifts;  // from earlier runs
    for (auto const& [name, is] : runs_[r].figures) {
      auto& reference = of_machine.try_emplace(name, r).first->second;
      auto const& before = runs_[reference];
      auto const& between = drifts.try_emplace(reference, before.figures, runs_[r].figures).first->second;
      if (!differs(name, before.figures.at(name), is, between)) continue;
      all.push_back({name, reference, r});
      reference = r;
    }
  }
  return all;
}

std::string history::sentence(step const& s) const {
  auto const &was = runs_[s.before].figures.at(s.figure), &is = runs_[s.after].figures.at(s.figure);
  auto const& commit = runs_[s.after];
  return std::string(is_worse(was, is) ? "worse" : "better") + " since " + short_hash(commit) + " (" + commit.subject + "): " + s.figure +
         ": " + short_number(was.median) + " to " + short_number(is.median) + " " + is.unit + " (times " + times(is.median / was.median) +
         ", compared with " + short_hash(runs_[s.before]) + ")";
}

std::size_t history::print(std::ostream& out) const {
  std::size_t worse = 0;
  for (auto const& s : steps()) {
    bool const got_worse = is_worse(runs_[s.before].figures.at(s.figure), runs_[s.after].figures.at(s.figure));
    if (got_worse) out << sentence(s) << '\n';
    worse += got_worse && s.after + 1 == runs_.size() ? 1U : 0U;
  }
  out << runs_.size() << " commits in the history, " << worse << " figures worse at the last\n";
  return worse;
}

std::string history::page() const {
  std::string list, commits, plots;
  std::set<std::string> changed;
  for (auto const& s : steps()) {
    list += shown::element("li", shown::escaped(sentence(s)));
    changed.insert(s.figure);
  }
  std::set<std::string> names, machines;
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    auto const& run = runs_[r];
    commits +=
        shown::element("tr", shown::element("td", std::to_string(r + 1)) + shown::element("td", shown::escaped(short_hash(run))) +
                                 shown::element("td", shown::escaped(run.committed)) + shown::element("td", shown::escaped(run.subject)) +
                                 shown::element("td", shown::escaped(run.machine)));
    machines.insert(run.machine);
    for (auto const& [name, f] : run.figures) names.insert(name);
  }
  std::size_t id = 0;
  auto const plot = [&](std::string const& name) {
    std::string unit;
    std::map<std::string, std::vector<shown::line_plot::point>> lines;  // a line for each machine
    for (std::size_t r = 0; r < runs_.size(); ++r)
      if (auto const at = runs_[r].figures.find(name); at != runs_[r].figures.end()) {
        unit = at->second.unit;
        lines[runs_[r].machine].push_back({static_cast<double>(r + 1), at->second.median, {}});
      }
    shown::line_plot drawn(name, "commit", unit.empty() ? "count" : unit, shown::line_plot::unit::other);
    for (auto& [machine, points] : lines) drawn.add(machines.size() > 1 ? machine : "", std::move(points));
    return drawn.figure(id++);
  };
  for (auto const& name : changed) plots += plot(name);
  for (auto const& name : names)
    if (!changed.contains(name)) plots += plot(name);
  auto const heads = shown::element("tr", shown::column_heads({"", "commit", "committed", "subject", "machine"}));
  return shown::html_page("Benchmarks by commit", "",
                          shown::element("h1", "Benchmarks by commit") +
                              (list.empty() ? shown::element("p", "No figure changed beyond the noise.") : shown::element("ul", list)) +
                              shown::wide_table("result", "The commits that were measured", heads, commits) +
                              shown::element("section", plots, " class=\"plots\""));
}

}  // namespace report
