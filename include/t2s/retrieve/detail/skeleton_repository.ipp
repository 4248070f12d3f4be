// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_IPP
#define T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/new_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace t2s::retrieve {
namespace detail {

/// Reads the lines of one repository.
class repository_reader {
 public:
  explicit repository_reader(std::string_view name) : name_(name) {}

  void read(std::string_view line) {
    ++line_;
    if (text::trim(line).empty()) return;
    boost::system::error_code wrong;
    auto const parsed = boost::json::parse({line.data(), line.size()}, wrong);
    if (wrong) {
      notes_.push_back(place() + ": it is skipped, because it is cut off or not JSON (" + wrong.message() + ")");
      begun_ = begun_ || line.substr(0, beginning.size()) == beginning.substr(0, line.size());
      return;
    }
    if (!parsed.is_object()) refuse("this is not an object");
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
    throw error(failure{errc::malformed_data, place() + ": " + what, name_,
                        "give a repository of dynamic revision, which has a pair with \"question\", \"query\" and \"simplified\" a line"});
  }

  [[nodiscard]] std::string member(boost::json::object const& o, std::string_view key, bool must_be) const {
    auto const* const found = o.if_contains({key.data(), key.size()});
    auto const* const s = found ? found->if_string() : nullptr;
    if (!s && (must_be || found)) refuse("\"" + std::string(key) + "\" is missing or not a string");
    return s ? std::string(s->data(), s->size()) : std::string();
  }

  /// Lines have no format number yet: the first release with another format adds one.
  void require_format(boost::json::object const& o) const {
    auto const* const found = o.if_contains("format");
    if (!found) return;
    throw error(failure{errc::malformed_data,
                        place() + ": it is of format " + boost::json::serialize(*found) + ", which this release does not know", name_,
                        "take the release that made it, or build the repository in another file"});
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
  bool begun_ = false;  // an incomplete line began like a pair
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

T2S_DECL void write_repository(std::string const& path, std::span<simplified_pair const> pairs) {
  std::map<detail::pair_key, simplified_pair const*> sorted;
  for (auto const& p : pairs) sorted.insert_or_assign(detail::key_of(p.shown), &p);
  std::string text;
  for (auto const& [key, p] : sorted) text += to_line(*p) + "\n";
  t2s::detail::replace_file(path, text, "the repository");
}

T2S_DECL std::vector<demonstration> doubled(std::span<simplified_pair const> pairs) {
  std::vector<demonstration> all;
  all.reserve(2 * pairs.size());
  for (auto const& pair : pairs) {
    all.push_back(pair.shown);
    if (pair.simplified.empty()) continue;
    all.push_back(pair.shown);
    all.back().question = pair.simplified;
    all.back().simplified = true;
  }
  return all;
}

T2S_DECL std::shared_ptr<skeleton_index const> open_repository(std::string const& path) {
  return std::make_shared<skeleton_index>(doubled(read_repository(path).pairs));
}

namespace detail {

/// Pairs as a file can hold them, each once, in order.
inline std::vector<demonstration> different(std::vector<demonstration> pairs) {
  std::set<pair_key> seen;
  std::vector<demonstration> out;
  for (auto& d : pairs) {
    for (auto* part : {&d.database, &d.question, &d.sql, &d.evidence}) *part = text::valid_utf8(*part);
    if (seen.insert(key_of(d)).second) out.push_back(std::move(d));
  }
  return out;
}

inline std::string making(question_simplifier const& how, std::string const& model) {
  auto const request = how.request_for("");
  auto const temperature = request.temperature ? to_string(value(*request.temperature)) : std::string("default");
  return text::valid_utf8(model) + ", temperature " + temperature + ", prompt " + std::to_string(text::hash(how.prompt.text()));
}

/// The header of a repository's journal; every entry names what made it.
inline constexpr std::string_view repository_header = R"({"work":"retrieval repository"})";

/// Empty if the file does not exist or is empty.
inline repository_text read_if_any(std::string const& path) {
  std::error_code unreadable;
  bool const empty = !std::filesystem::exists(path, unreadable) || std::filesystem::is_empty(path, unreadable);
  return empty ? repository_text() : read_repository(path);
}

}  // namespace detail

T2S_DECL std::string building_cost::text() const {
  std::string s = std::to_string(pairs);
  s.append(pairs == 1 ? " pair, " : " pairs, ")
      .append(std::to_string(pairs - calls))
      .append(" of them in the file: ")
      .append(std::to_string(calls));
  s.append(calls == 1 ? " model call, about " : " model calls, about ").append(std::to_string(prompt_tokens)).append(" tokens sent and ");
  return s.append(std::to_string(completion_tokens)).append(" received");
}

T2S_DECL repository_builder::repository_builder(std::string path, std::vector<demonstration> pairs, question_simplifier how,
                                                std::string model)
    : path_(std::move(path)),
      pairs_(detail::different(std::move(pairs))),
      how_(std::move(how)),
      made_by_(detail::making(how_, model)),
      made_(pairs_.size()) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) queue_.push_back(i);
  read_file_and_journal();
}

/// A journal in use by another builder is not read here: `open` reads it, or fails.
T2S_DECL void repository_builder::read_file_and_journal() {
  auto found = detail::read_if_any(path_);
  notes_ = std::move(found.notes);
  std::error_code unreadable;
  if (!journal_ && std::filesystem::exists(journal_path(), unreadable)) try {
      auto const add = [&](std::string_view line, journal_place) {
        for (auto& p : parse_repository(line, journal_path()).pairs) found.pairs.push_back(std::move(p));
      };
      for (auto& note : read_journal(journal_path(), add).notes) notes_.push_back(std::move(note));
    } catch (error const& e) {
      if (e.code() != errc::file_unreadable) throw;
      notes_.emplace_back(e.what());
    }
  look_for(found.pairs);
}

T2S_DECL void repository_builder::look_for(std::span<simplified_pair const> known) {
  std::map<detail::pair_key, bool> in_file;
  for (auto const& p : known) in_file[detail::key_of(p.shown)] = p.made_by == made_by_;
  std::size_t otherwise = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    auto const found = in_file.find(detail::key_of(pairs_[i]));
    if (found == in_file.end()) continue;
    made_[i] = made_[i] || found->second;
    otherwise += found->second ? 0U : 1U;
  }
  std::erase_if(queue_, [this](std::size_t i) { return made_[i]; });
  if (otherwise > 0)
    notes_.push_back(path_ + " has " + std::to_string(otherwise) +
                     " pairs that another model, prompt or temperature made: they are made anew");
}

T2S_DECL building_cost repository_builder::cost() const {
  std::lock_guard const lock(guard_);
  building_cost c;
  c.pairs = pairs_.size();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (made_[i]) continue;
    ++c.calls;
    for (auto const& m : how_.request_for(pairs_[i].question).messages) c.prompt_tokens += llm::estimate_tokens(m.text);
    c.completion_tokens += llm::estimate_tokens(pairs_[i].question);
  }
  return c;
}

T2S_DECL std::size_t repository_builder::left() const {
  std::lock_guard const lock(guard_);
  return queue_.size();
}

T2S_DECL std::vector<std::string> repository_builder::notes() const {
  std::lock_guard const lock(guard_);
  return notes_;
}

T2S_DECL bool repository_builder::is_about_question() {
  std::lock_guard const lock(guard_);
  return has_answered_ && ++refused_in_a_row_ < 3;
}

T2S_DECL std::optional<std::size_t> repository_builder::take() {
  std::lock_guard const lock(guard_);
  if (!queue_.empty()) open();  // before any cost
  if (queue_.empty()) return {};
  auto const pair = queue_.front();
  queue_.pop_front();
  return pair;
}

T2S_DECL void repository_builder::give_back(std::size_t pair) noexcept {
  std::lock_guard const lock(guard_);
  if (!made_[pair]) queue_.push_back(pair);  // last, so that a failing pair does not block the others
}

T2S_DECL void repository_builder::keep(std::size_t pair, std::string const& completion) {
  {
    std::lock_guard const lock(guard_);
    has_answered_ = true;
    refused_in_a_row_ = 0;
  }
  auto const simple = how_.read(completion, pairs_[pair].question);
  if (!simple) return keep_original(pair, simple.error_found().message);
  keep(pair, simplified_pair{pairs_[pair], *simple, {}, made_by_});
}

T2S_DECL void repository_builder::keep_original(std::size_t pair, std::string const& why) {
  keep(pair, simplified_pair{pairs_[pair], {}, why, made_by_});
}

T2S_DECL void repository_builder::keep(std::size_t pair, simplified_pair const& made) {
  auto const line = to_line(made);
  std::lock_guard const lock(guard_);
  open();
  static_cast<void>(journal_->append(line));
  kept_.push_back(made);
  made_[pair] = true;
}

/// Reads what another builder made in the meantime, once that has ended.
T2S_DECL void repository_builder::open() {
  if (journal_) return;
  kept_.clear();
  journal_ = std::make_unique<journal>(journal_path(), detail::repository_header, [&](std::string_view line, journal_place) {
    for (auto& p : parse_repository(line, journal_path()).pairs) kept_.push_back(std::move(p));
  });
  auto known = detail::read_if_any(path_);
  notes_ = std::move(known.notes);
  known.pairs.insert(known.pairs.end(), kept_.begin(), kept_.end());
  look_for(known.pairs);
}

T2S_DECL void repository_builder::begin() {
  std::lock_guard const lock(guard_);
  ++at_work_;
}

/// Writes all pairs to the file, also those of other training data, before it removes the journal.
T2S_DECL void repository_builder::settle() {
  std::lock_guard const lock(guard_);
  std::error_code unreadable;
  if (--at_work_ > 0) return;
  if (!journal_ && std::filesystem::exists(journal_path(), unreadable)) open();  // a killed build had made all pairs
  if (!journal_) return;
  auto all = detail::read_if_any(path_).pairs;
  all.insert(all.end(), kept_.begin(), kept_.end());
  write_repository(path_, all);
  journal_->remove();
  journal_.reset();
}

T2S_DECL void repository_builder::try_settle() noexcept try { settle(); } catch (...) {
}

}  // namespace t2s::retrieve

#endif
