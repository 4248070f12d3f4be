// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_REPOSITORY_BUILDER_IPP
#define T2S_RETRIEVE_IMPL_REPOSITORY_BUILDER_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/llm/token_estimate.hpp"
#include "t2s/retrieve/repository_builder.hpp"

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

namespace t2s::retrieve {
namespace detail {

/// Pairs as a file can hold them, each once, in their order.
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

/// 0 for a file that is not there; one of unknown length is taken to have content.
inline std::uintmax_t length_of(std::string const& path) {
  std::error_code unknown, unreadable;
  auto const length = std::filesystem::file_size(path, unknown);
  return std::filesystem::exists(path, unreadable) ? length : 0;
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
  read();
}

T2S_DECL void repository_builder::read() {
  std::map<detail::pair_key, bool> in_file;
  read_bytes_ = detail::length_of(path_);
  notes_.clear();
  if (read_bytes_ > 0) {
    auto found = read_repository(path_);
    notes_ = std::move(found.notes);
    for (auto const& p : found.pairs) in_file[detail::key_of(p.shown)] = p.made_by == made_by_;
  }
  std::size_t otherwise = 0;
  queue_.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    auto const found = in_file.find(detail::key_of(pairs_[i]));
    made_[i] = found != in_file.end() && found->second;
    if (!made_[i]) queue_.push_back(i);
    if (found != in_file.end() && !found->second) ++otherwise;
  }
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
  if (!queue_.empty()) open();  // before anything is paid for
  if (queue_.empty()) return {};
  auto const pair = queue_.front();
  queue_.pop_front();
  return pair;
}

T2S_DECL void repository_builder::give_back(std::size_t pair) noexcept {
  std::lock_guard const lock(guard_);
  if (!made_[pair]) queue_.push_back(pair);  // last: what fails now shall not stand in the way of the others
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
  append(line);
  made_[pair] = true;
}

T2S_DECL void repository_builder::open() {
  if (file_) return;
  file_.reset(std::fopen(path_.c_str(), "ab+"));
  if (!file_) refuse(std::strerror(errno), "check the folder, its permissions and the space on the disk");
  claim();
  if (detail::length_of(path_) != read_bytes_) read();  // another builder went on meanwhile
  (void)std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // a line becomes one write
  if (std::fseek(file_.get(), -1, SEEK_END) == 0) broken_ = std::fgetc(file_.get()) != '\n';
}

/// The claim ends with the file, also if the process is killed.
T2S_DECL void repository_builder::claim() {
  if (::flock(::fileno(file_.get()), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;  // file systems may know no claims
  file_.reset();
  refuse("another builder writes it", "wait until it has ended, or end it");
}

T2S_DECL void repository_builder::append(std::string line) {
  open();
  if (broken_) line.insert(line.begin(), '\n');
  line += '\n';
  (void)std::fseek(file_.get(), 0, SEEK_END);  // between reading and writing C wants it
  broken_ = std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size();
  if (broken_) refuse(std::strerror(errno), "check the space on the disk");
}

T2S_DECL void repository_builder::refuse(std::string const& why, std::string const& remedy) const {
  throw error(failure{errc::file_unwritable, "cannot write the repository " + path_ + ": " + why, path_, remedy, {}});
}

}  // namespace t2s::retrieve

#endif
