// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_QUALITIES_HPP
#define T2S_READER_IMPL_QUALITIES_HPP

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

/// Adjectives, and the columns that they are about.
namespace t2s::reader {

/// An adjective that measures: what names the column that it is about, and whether more of the adjective is less of the column.
struct quality {
  std::string_view adjective;                        ///< which one
  std::array<std::string_view, 4> columns;           ///< the most likely first; lemmas, "" where there are fewer
  std::array<std::string_view, 3> reversed_columns;  ///< where the greatest quality is the least value: the oldest has the first birthday
};

inline constexpr std::array qualities = std::to_array<quality>({
    {"old", {"age", "", "", ""}, {"birth", "birthday", "date"}},
    {"young", {"birth", "birthday", "", ""}, {"age", "", ""}},
    {"long", {"length", "duration", "distance", "time"}, {}},
    {"short", {}, {"length", "duration", "height"}},
    {"tall", {"height", "", "", ""}, {}},
    {"heavy", {"weight", "", "", ""}, {}},
    {"light", {}, {"weight", "", ""}},
    {"expensive", {"price", "cost", "charge", "fee"}, {}},
    {"costly", {"cost", "price", "charge", "fee"}, {}},
    {"cheap", {}, {"price", "cost", "fee"}},
    {"recent", {"date", "year", "time", ""}, {}},
    {"recently", {"date", "year", "time", ""}, {}},
    {"new", {"date", "year", "time", ""}, {}},
    {"late", {"date", "year", "time", ""}, {}},
    {"early", {}, {"date", "year", "time"}},
    {"fast", {"speed", "", "", ""}, {"time", "duration", ""}},
    {"slow", {"time", "duration", "", ""}, {"speed", "", ""}},
    {"rich", {"wealth", "money", "income", "earning"}, {}},
    {"wealthy", {"wealth", "money", "income", "earning"}, {}},
    {"populous", {"population", "", "", ""}, {}},
    {"populated", {"population", "", "", ""}, {}},
    {"deep", {"depth", "", "", ""}, {}},
    {"wide", {"width", "", "", ""}, {}},
    {"far", {"distance", "", "", ""}, {}},
    {"close", {}, {"distance", "", ""}},
    {"large", {"size", "area", "capacity", "population"}, {}},
    {"big", {"size", "area", "capacity", "population"}, {}},
    {"small", {}, {"size", "area", "capacity"}},
    {"powerful", {"power", "", "", ""}, {}},
    {"strong", {"strength", "", "", ""}, {}},
    {"high", {"height", "elevation", "altitude", ""}, {}},
    {"low", {}, {"height", "elevation", "altitude"}},
});

/// The entry of an adjective, or nullptr.
[[nodiscard]] inline quality const* find_quality(std::string_view adjective) noexcept {
  if (adjective.empty()) return nullptr;
  auto const found = std::ranges::find(qualities, adjective, &quality::adjective);
  return found == qualities.end() ? nullptr : &*found;
}

/// Whether the adjective is one of little: short, cheap, young.
[[nodiscard]] inline bool is_least(quality const& q) noexcept { return q.columns[0].empty() || q.adjective == "young"; }

/// The adjective that "oldest" or "older" is a form of, by `ending` ("est", "er").
inline quality const* quality_of_form(std::string_view word, std::string_view ending) {
  if (word.size() <= ending.size() || !word.ends_with(ending)) return nullptr;
  std::string base(word.substr(0, word.size() - ending.size()));
  if (auto const* q = find_quality(base)) return q;
  if (auto const* q = find_quality(base + "e")) return q;
  if (!base.empty() && base.back() == 'i') return find_quality(base.substr(0, base.size() - 1) + "y");
  if (base.size() > 1 && base.back() == base[base.size() - 2]) return find_quality(base.substr(0, base.size() - 1));
  return nullptr;
}

/// The entry of the adjective that a word such as "smallest" is the superlative of, or nullptr.
[[nodiscard]] inline quality const* find_superlative(std::string_view word) { return quality_of_form(word, "est"); }

/// The entry of the adjective that a word such as "older" is the comparative of, or nullptr.
[[nodiscard]] inline quality const* find_comparative(std::string_view word) { return quality_of_form(word, "er"); }

}  // namespace t2s::reader

#endif
