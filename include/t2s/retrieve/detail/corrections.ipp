// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_CORRECTIONS_IPP
#define T2S_RETRIEVE_DETAIL_CORRECTIONS_IPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/new_file.hpp"
#include "t2s/retrieve/detail/corrections.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/pool.hpp"

#include <algorithm>
#include <filesystem>

namespace t2s::retrieve {
namespace detail {

inline auto correction_of(std::vector<demonstration>& all, std::string_view question, std::string_view database = {}) {
  return std::find_if(all.begin(), all.end(), [database, plain = plain_question(question)](demonstration const& d) {
    return plain_question(d.question) == plain && (database.empty() || d.database.empty() || d.database == database);
  });
}

}  // namespace detail

T2S_DECL std::string corrections_place(std::string const& database) { return database + ".t2s-corrections"; }

T2S_DECL std::vector<demonstration> read_corrections(std::string const& file) {
  if (!std::filesystem::exists(file) || std::filesystem::is_empty(file)) return {};
  auto all = read_pool(file);
  for (auto& d : all) d.is_correction = true;
  return all;
}

T2S_DECL void write_corrections(std::string const& file, std::vector<demonstration> const& all) {
  std::string text;
  for (auto const& d : all)
    text.append("{\"db_id\":")
        .append(t2s::detail::json_text(d.database))
        .append(",\"question\":")
        .append(t2s::detail::json_text(d.question))
        .append(",\"query\":")
        .append(t2s::detail::json_text(d.sql))
        .append("}\n");
  t2s::detail::replace_file(file, text, "the corrections");
}

T2S_DECL void keep_correction(std::string const& file, demonstration const& of) {
  auto all = read_corrections(file);
  if (auto const known = detail::correction_of(all, of.question, of.database); known != all.end())
    *known = of;
  else
    all.push_back(of);
  write_corrections(file, all);
}

T2S_DECL bool remove_correction(std::string const& file, std::string_view question) {
  auto all = read_corrections(file);
  auto const known = detail::correction_of(all, question);
  if (known == all.end()) return false;
  all.erase(known);
  write_corrections(file, all);
  return true;
}

}  // namespace t2s::retrieve

#endif
