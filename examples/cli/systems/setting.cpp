// SPDX-License-Identifier: BSL-1.0
#include "systems/setting.hpp"

#include <charconv>
#include <cmath>
#include <sstream>

#include "command.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli {
namespace {

[[noreturn]] void refuse_value(std::string_view setting, std::string const& typed, char const* takes) {
  throw usage_error("--set " + std::string(setting) + " takes " + takes + ", and not \"" + typed + "\"");
}

template <class Number>
Number read(std::string_view setting, std::string const& typed, char const* takes) {
  Number n{};
  auto const end = typed.data() + typed.size();
  auto const read = std::from_chars(typed.data(), end, n);
  if (typed.empty() || read.ec != std::errc() || read.ptr != end) refuse_value(setting, typed, takes);
  return n;
}

}  // namespace

bool read_switch(std::string_view setting, std::string const& typed) {
  if (typed == "on" || typed == "true" || typed == "yes" || typed == "1") return true;
  if (typed == "off" || typed == "false" || typed == "no" || typed == "0") return false;
  refuse_value(setting, typed, "on or off");
}

std::size_t read_count(std::string_view setting, std::string const& typed) {
  if (typed == "any") return std::string::npos;
  return read<std::size_t>(setting, typed, "a number from 0 on, or any");
}

double read_number(std::string_view setting, std::string const& typed, char const* takes) {
  auto const n = read<double>(setting, typed, takes);
  if (n < 0 || !std::isfinite(n)) refuse_value(setting, typed, takes);
  return n;
}

std::string show(bool value) { return value ? "on" : "off"; }
std::string show(std::size_t value) { return value == std::string::npos ? "any" : std::to_string(value); }
std::string show(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}
std::string show(std::optional<double> const& value) { return value ? show(*value) : "none"; }

void refuse_setting(std::string_view prefix, std::string const& name, std::vector<std::string> const& known) {
  auto const full = [&](std::string const& n) { return std::string(prefix) + "." + n; };
  std::string help = "; there are ";
  if (auto const* const near = t2s::text::nearest(name, known))
    help = "; did you mean " + full(*near) + "?";
  else
    for (auto const& n : known) help += (&n == &known.front() ? "" : ", ") + full(n);
  throw usage_error("there is no setting " + full(name) + help);
}

}  // namespace cli
