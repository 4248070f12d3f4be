// SPDX-License-Identifier: BSL-1.0
#include "shard.hpp"

#include <charconv>
#include <cstdlib>

namespace cli {
namespace {

constexpr std::size_t most_shards = 1'000'000;

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t n = 0;
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), n);
  return failed == std::errc() && end == text.data() + text.size() && n <= most_shards ? std::optional(n) : std::nullopt;
}

/// The number in a variable of the environment; nothing if it is not set.
std::optional<std::size_t> variable(char const* name) {
  char const* const set = std::getenv(name);
  if (!set || *set == '\0') return {};
  auto const n = number_in(set);
  if (!n) throw usage_error(std::string("--shard auto: ") + name + " is " + set + ", which is not a number");
  return n;
}

shard checked(shard s, std::string const& typed) {
  if (s.number >= 1 && s.number <= s.of) return s;
  throw usage_error("--shard " + typed + ": there is no shard " + std::to_string(s.number) + " of " + std::to_string(s.of) +
                    "; they count from 1");
}

/// A task of a Slurm array.
shard slurm_shard(std::size_t id, std::optional<std::size_t> of, std::string const& typed) {
  auto const tasks = variable("SLURM_ARRAY_TASK_COUNT");
  if (!tasks) throw usage_error("--shard auto: SLURM_ARRAY_TASK_COUNT is not set; give --shard auto/N");
  if (of && *of != *tasks)
    throw usage_error("--shard " + typed + ": the array has " + std::to_string(*tasks) + " tasks; to do some of " + std::to_string(*of) +
                      " again, give --shard I/" + std::to_string(*of));
  auto const first = variable("SLURM_ARRAY_TASK_MIN").value_or(1), step = variable("SLURM_ARRAY_TASK_STEP").value_or(1);
  if (id < first || step == 0 || (id - first) % step != 0 || (id - first) / step >= *tasks)
    throw usage_error("--shard " + typed + ": the array has gaps (task " + std::to_string(id) + " of " + std::to_string(*tasks) + " from " +
                      std::to_string(first) + " on); number its tasks one after the other, or give --shard I/N");
  return {(id - first) / step + 1, *tasks};
}

shard automatic(std::optional<std::size_t> of, std::string const& typed) {
  if (auto const id = variable("SLURM_ARRAY_TASK_ID")) return slurm_shard(*id, of, typed);
  auto const index = variable("JOB_COMPLETION_INDEX");
  if (!index) throw usage_error("--shard " + typed + ": neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; give --shard I/N");
  if (!of) throw usage_error("--shard auto: JOB_COMPLETION_INDEX does not say how many there are; give --shard auto/N");
  return checked({*index + 1, *of}, typed);
}

}  // namespace

item_range shard::of_items(std::size_t n) const {
  auto const border = [&](std::size_t i) { return n / of * i + n % of * i / of; };
  return {border(number - 1), border(number)};
}

std::string shard::text() const { return std::to_string(number).append("/").append(std::to_string(of)); }

std::string shard::file_of(std::string const& output) const { return output + "." + std::to_string(number) + "-of-" + std::to_string(of); }

void describe_shard(po::options_description& to) {
  to.add_options()(
      "shard", a_word("I/N"),
      "do only part I of N, into OUT.I-of-N; t2s merge joins them. auto: the task of a Slurm array; auto/N: also the pod of an\n"
      "indexed Kubernetes job");
}

shard read_shard(std::string const& typed) {
  auto const slash = typed.find('/');
  auto const first = std::string_view(typed).substr(0, slash);
  std::optional<std::size_t> of;
  if (slash != typed.npos) of = number_in(std::string_view(typed).substr(slash + 1));
  bool const wrong_count = slash != typed.npos && (!of || *of == 0);
  if (first == "auto" && !wrong_count) return automatic(of, typed);
  auto const number = number_in(first);
  if (!number || !of || *of == 0) throw usage_error("--shard needs I/N, as 2/4 for the second of four, or auto, or auto/N; it is " + typed);
  return checked({*number, *of}, typed);
}

std::optional<shard> shard_of(po::variables_map const& given) {
  auto const typed = text_of(given, "shard");
  return typed.empty() ? std::nullopt : std::optional(read_shard(typed));
}

std::optional<shard_file> read_shard_file(std::string_view name) {
  constexpr std::string_view between = "-of-";
  auto const dot = name.rfind('.'), middle = name.rfind(between);
  if (dot == name.npos || middle == name.npos || middle < dot) return {};
  auto const number = number_in(name.substr(dot + 1, middle - dot - 1)), of = number_in(name.substr(middle + between.size()));
  if (!number || !of || *number < 1 || *number > *of) return {};
  return shard_file{std::string(name.substr(0, dot)), {*number, *of}};
}

}  // namespace cli
