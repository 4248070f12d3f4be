// SPDX-License-Identifier: BSL-1.0
#include "figures.hpp"

#include <boost/json.hpp>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace report {
namespace {

namespace json = boost::json;

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

}  // namespace

std::string content_of(fs::path const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + " cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void add(figures& to, fs::path const& file) try {
  auto const text = content_of(file);
  boost::system::error_code none;
  if (auto const whole = json::parse(text, none); !none && whole.is_object() && whole.as_object().contains("benchmarks"))
    add_google(to, file.stem(), whole.as_object());
  else
    add_lines(to, file.stem(), text);
} catch (std::exception const& e) {
  throw std::runtime_error(file.string() + " is no report of a benchmark (" + e.what() + "): run scripts/bench, or leave it out");
}

std::optional<place> place_of(std::string const& name, bool by_size) {
  if (!by_size) return {};
  auto const last = name.rfind('/');
  if (last == name.npos || last == 0 || name.find_first_not_of("0123456789", last + 1) != name.npos || last + 1 == name.size()) return {};
  auto const before = name.rfind('/', last - 1);
  if (before == name.npos) return {};
  return place{name.substr(0, before), name.substr(before + 1, last - before - 1), std::stod(name.substr(last + 1))};
}

std::string short_number(double x) {
  std::ostringstream out;
  auto const size = x == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(x))));
  out << std::fixed << std::setprecision(std::clamp(2 - size, 0, 4)) << x;
  return out.str();
}

}  // namespace report
