// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_SKELETON_REPOSITORY_IPP
#define T2S_RETRIEVE_IMPL_SKELETON_REPOSITORY_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/retrieve/skeleton_repository.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <map>

namespace t2s::retrieve {
namespace detail {

/// Reads the lines of one repository one after the other.
class repository_reader {
 public:
  explicit repository_reader(std::string_view name) : name_(name) {}

  void read(std::string_view line) {
    ++line_;
    if (text::trim(line).empty()) return;
    boost::json::error_code wrong;
    auto const parsed = boost::json::parse({line.data(), line.size()}, wrong);
    if (wrong) {
      notes_.push_back(place() + ": it is skipped, being cut off or no JSON (" + wrong.message() + ")");
      begun_ = begun_ || line.substr(0, beginning.size()) == beginning.substr(0, line.size());
      return;
    }
    if (!parsed.is_object()) refuse("this is no object");
    auto pair = read(parsed.get_object());
    auto key = key_of(pair.shown);
    pairs_.insert_or_assign(std::move(key), std::move(pair));
  }

  [[nodiscard]] repository_text result() && {
    if (pairs_.empty() && !notes_.empty() && !begun_) refuse("none of the lines is a pair; " + notes_[0]);
    repository_text out{{}, std::move(notes_)};
    out.pairs.reserve(pairs_.size());
    for (auto& [key, pair] : pairs_) out.pairs.push_back(std::move(pair));
    return out;
  }

 private:
  static constexpr std::string_view beginning = "{\"db_id\":";  // of a line, as `to_line` writes it

  [[nodiscard]] std::string place() const { return name_ + ", line " + std::to_string(line_); }

  [[noreturn]] void refuse(std::string const& what) const {
    throw error(failure{errc::malformed_data,
                        place() + ": " + what,
                        name_,
                        "give a repository of dynamic revision, which has a pair with \"question\", \"query\" and \"simplified\" a line",
                        {}});
  }

  [[nodiscard]] std::string member(boost::json::object const& o, std::string_view key, bool must_be) const {
    auto const* const found = o.if_contains({key.data(), key.size()});
    auto const* const s = found ? found->if_string() : nullptr;
    if (!s && (must_be || found)) refuse("\"" + std::string(key) + "\" is missing or no string");
    return s ? std::string(s->data(), s->size()) : std::string();
  }

  /// Lines have no format yet: the first release that writes another one names it.
  void require_format(boost::json::object const& o) const {
    auto const* const found = o.if_contains("format");
    if (!found) return;
    throw error(failure{errc::malformed_data,
                        place() + ": it is of format " + boost::json::serialize(*found) + ", which this release does not know",
                        name_,
                        "take the release that made it, or build the repository in another file",
                        {}});
  }

  [[nodiscard]] simplified_pair read(boost::json::object const& o) const {
    require_format(o);
    simplified_pair pair;
    pair.shown.database = member(o, "db_id", false);
    pair.shown.question = member(o, "question", true);
    pair.shown.sql = member(o, "query", true);
    pair.shown.evidence = member(o, "evidence", false);
    pair.simplified = member(o, "simplified", true);
    pair.why = member(o, "why", false);
    pair.made_by = member(o, "made_by", false);
    return pair;
  }

  std::string name_;
  std::size_t line_ = 0;
  std::map<pair_key, simplified_pair> pairs_{};
  std::vector<std::string> notes_{};
  bool begun_ = false;  // a line that was cut off began as a pair
};

}  // namespace detail

T2S_DECL repository_text parse_repository(std::string_view text, std::string_view name) {
  detail::repository_reader reader(name);
  for (auto const line : text::split(text, '\n')) reader.read(line);
  return std::move(reader).result();
}

T2S_DECL repository_text read_repository(std::string const& path) {
  return parse_repository(read_file(path, "a retrieval repository (JSON Lines)"), path);
}

T2S_DECL std::string to_line(simplified_pair const& pair) {
  boost::json::object o;
  auto const add = [&o](boost::json::string_view key, std::string const& s) { o.emplace(key, text::valid_utf8(s)); };
  add("db_id", pair.shown.database);
  add("question", pair.shown.question);
  add("query", pair.shown.sql);
  if (!pair.shown.evidence.empty()) add("evidence", pair.shown.evidence);
  add("simplified", pair.simplified);
  if (!pair.why.empty()) add("why", pair.why);
  add("made_by", pair.made_by);
  return boost::json::serialize(o);
}

T2S_DECL std::vector<demonstration> doubled(std::span<simplified_pair const> pairs) {
  std::vector<demonstration> all;
  all.reserve(2 * pairs.size());
  for (auto const& pair : pairs) {
    all.push_back(pair.shown);
    if (pair.simplified.empty()) continue;
    all.push_back(pair.shown);
    all.back().question = pair.simplified;
  }
  return all;
}

T2S_DECL std::shared_ptr<skeleton_index const> open_repository(std::string const& path) {
  return std::make_shared<skeleton_index>(doubled(read_repository(path).pairs));
}

}  // namespace t2s::retrieve

#endif
