// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_SETTING_HPP
#define T2S_CLI_SYSTEMS_SETTING_HPP

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cli {

/// A setting of a system, as `t2s systems` prints it.
struct setting_text {
  std::string_view name;     ///< its name without the system's prefix
  std::string value;         ///< its default
  std::string_view section;  ///< the section of the paper, or "ours"
  std::string_view says;
};

/// An argument of --set: the name without prefix, and the value as typed.
struct wanted_setting {
  std::string name, value;
};

/// A typed value. Throws usage_error, which names the setting and its valid values.
[[nodiscard]] bool read_switch(std::string_view setting, std::string const& typed);
[[nodiscard]] std::size_t read_count(std::string_view setting, std::string const& typed);
[[nodiscard]] double read_number(std::string_view setting, std::string const& typed, char const* takes = "a number from 0 on");

[[nodiscard]] std::string show(bool value);
[[nodiscard]] std::string show(std::size_t value);
[[nodiscard]] std::string show(double value);
[[nodiscard]] std::string show(std::optional<double> const& value);

inline void read_into(bool& to, std::string_view setting, std::string const& typed) { to = read_switch(setting, typed); }
inline void read_into(std::size_t& to, std::string_view setting, std::string const& typed) { to = read_count(setting, typed); }
inline void read_into(double& to, std::string_view setting, std::string const& typed) { to = read_number(setting, typed); }
inline void read_into(std::optional<double>& to, std::string_view setting, std::string const& typed) {
  if (typed == "none")
    to.reset();
  else
    to = read_number(setting, typed, "a number from 0 on, or none");
}

/// A setting of a system; its default is the system's own.
template <class System>
struct setting {
  std::string_view name, section, says;
  std::function<std::string(System&)> get;
  std::function<void(System&, std::string const& full_name, std::string const& typed)> put;
};

/// The setting of a member, or of several that belong together: each of `find` returns a reference to one.
template <class System, std::invocable<System&> Find, std::invocable<System&>... More>
[[nodiscard]] setting<System> knob(std::string_view name, std::string_view section, std::string_view says, Find find, More... more) {
  return {name, section, says, [find](System& of) { return show(find(of)); },
          [=](System& of, std::string const& full_name, std::string const& typed) {
            read_into(find(of), full_name, typed);
            ((more(of) = find(of)), ...);
          }};
}

/// The texts of all settings.
template <class System>
[[nodiscard]] std::vector<setting_text> texts_of(std::vector<setting<System>> const& all) {
  System usual;
  std::vector<setting_text> texts;
  for (auto const& s : all) texts.push_back({s.name, s.get(usual), s.section, s.says});
  return texts;
}

/// Throws usage_error: `known` has no such setting.
[[noreturn]] void refuse_setting(std::string_view prefix, std::string const& name, std::vector<std::string> const& known);

/// Applies the wanted settings. Throws usage_error for an unknown name, with the nearest known one.
template <class System>
void apply(std::vector<setting<System>> const& all, std::string_view prefix, std::vector<wanted_setting> const& wanted, System& to) {
  std::vector<std::string> known;
  for (auto const& s : all) known.emplace_back(s.name);
  for (auto const& w : wanted) {
    auto const found = std::ranges::find(all, w.name, &setting<System>::name);
    if (found == all.end()) refuse_setting(prefix, w.name, known);
    found->put(to, std::string(prefix) + "." + w.name, w.value);
  }
}

}  // namespace cli

#endif
