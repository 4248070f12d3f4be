// SPDX-License-Identifier: BSL-1.0
#include "kept_items.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <iostream>
#include <utility>

#include "table.hpp"

namespace cli {
namespace {

constexpr std::string_view beginning = R"({"item":)";

}  // namespace

std::size_t item_of(std::string_view entry, std::size_t items, std::string const& file) {
  std::size_t n = items;
  if (entry.starts_with(beginning)) std::from_chars(entry.data() + beginning.size(), entry.data() + entry.size(), n);
  if (n < items) return n;
  throw t2s::error(t2s::failure{t2s::errc::malformed_data,
                                file + " has an entry that belongs to none of its items",
                                file,
                                "another program wrote it; name another file",
                                {}});
}

kept_items::kept_items(std::size_t items) : places_(items), texts_(items) {}

kept_items::kept_items(std::string path, std::string const& header, std::size_t items, bool restart) : places_(items) {
  t2s::journal_options how;
  how.remedy = "give the same options and files as before, or begin anew with --restart";
  how.restart = restart;
  auto const name = path;
  journal_ = std::make_unique<t2s::journal>(
      std::move(path), header, [&](std::string_view text, t2s::journal_place at) { places_[item_of(text, items, name)] = at; }, how);
  for (auto const& note : journal_->notes()) std::cerr << "t2s: " << printable(note) << "\n";
}

std::size_t kept_items::count(item_range in) const {
  std::size_t n = 0;
  for (auto i = in.begin; i < in.end; ++i) n += has(i) ? 1U : 0U;
  return n;
}

void kept_items::keep(std::size_t item, boost::json::object const& of) { keep(item, boost::json::serialize(of)); }

void kept_items::keep(std::size_t item, std::string_view object) {
  auto text = std::string(beginning) + std::to_string(item);
  keep_text(item, text.append(object == "{}" ? "" : ",").append(object.substr(1)));
}

void kept_items::keep_text(std::size_t item, std::string text) {
  if (journal_) {
    places_[item] = journal_->append(text);
    return;
  }
  places_[item] = {0, static_cast<std::uint32_t>(text.size())};
  texts_[item] = std::move(text);
}

std::string kept_items::text(std::size_t item) const {
  if (!has(item)) return {};
  return journal_ ? journal_->at(places_[item]) : texts_[item];
}

boost::json::object kept_items::of(std::size_t item) const {
  boost::system::error_code wrong;
  auto read = boost::json::parse(text(item), wrong);
  if (wrong || !read.is_object()) throw unreadable(item);
  return std::move(read.get_object());
}

t2s::error kept_items::unreadable(std::size_t item) const {
  auto const file = path();
  return t2s::error(t2s::failure{t2s::errc::malformed_data,
                                 file + " has an entry of item #" + std::to_string(item) + " that this program did not write",
                                 file,
                                 "begin anew with --restart, or delete the file",
                                 {}});
}

void kept_items::remove() {
  if (journal_) journal_->remove();
}

}  // namespace cli
