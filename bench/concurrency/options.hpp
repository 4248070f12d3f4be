// SPDX-License-Identifier: BSL-1.0
// The command line.
#ifndef T2S_BENCH_CONCURRENCY_OPTIONS_HPP
#define T2S_BENCH_CONCURRENCY_OPTIONS_HPP

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace in_flight {

struct options {
  bool http = false, json = false;
  double seconds = 8;
  std::size_t least = 1, most = 10'000, repetitions = 1;
};

struct wrong_usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Number>
Number above_zero(std::string_view option, std::string_view text, std::string_view wanted) {
  Number number{};
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || !(number > 0) || !std::isfinite(static_cast<double>(number)))
    throw wrong_usage(std::string(option).append(" needs ").append(wanted).append(", not \"").append(text).append("\""));
  return number;
}

inline options read_options(std::vector<std::string_view> const& words) {
  options o;
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto const option = words[i];
    auto const value = [&] { return ++i < words.size() ? words[i] : std::string_view(); };
    auto const count = [&] { return above_zero<std::uint32_t>(option, value(), "a whole number from 1 to 4294967295"); };
    if (option == "--http")
      o.http = true;
    else if (option == "--json")
      o.json = true;
    else if (option == "--seconds")
      o.seconds = above_zero<double>(option, value(), "a number above 0");
    else if (option == "--least")
      o.least = count();
    else if (option == "--most")
      o.most = count();
    else if (option == "--repetitions")
      o.repetitions = count();
    else
      throw wrong_usage(std::string("there is no option ").append(option));
  }
  return o;
}

}  // namespace in_flight

#endif
