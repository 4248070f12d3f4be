// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_CASSETTE_IPP
#define T2S_LLM_IMPL_CASSETTE_IPP

#include "t2s/core/file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/impl/records/json_record.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

namespace t2s::llm {
namespace detail::records {

/// How far a file is read to see what it is.
inline constexpr std::size_t looked_at = 65'536;

/// Whether a text, of which no more than its beginning may be there, begins with a record or a part of one.
inline bool begins_as_record(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  auto const line = text.substr(0, text.find('\n'));
  try {
    auto const read = parse(line);
    return read.is_object() && (read.get_object().contains("request") || read.get_object().contains("embed"));
  } catch (error const&) {
    constexpr std::string_view written = "{\"key\":\"";
    return written.starts_with(line.substr(0, written.size()));
  }
}

/// Reads the lines of one cassette one after the other.
class line_reader {
 public:
  explicit line_reader(std::string_view name) : name_(name) {}

  void read(std::string_view line) {
    ++line_;
    if (text::trim(line).empty()) return;
    json::value parsed;
    try {
      parsed = parse(line);
    } catch (error const& broken) {
      ++broken_;
      note("it is skipped, being cut off or no JSON: " + broken.details().message);
      return;
    }
    keep(parsed);
  }

  [[nodiscard]] cassette result() && {
    if (broken_ != 0 && read_.exchanges.empty() && read_.embedded.empty())
      throw error(failure{errc::malformed_data,
                          name_ + " is no cassette: not one of its lines is a recorded exchange; " + read_.notes[0],
                          name_,
                          "give a file of JSON Lines that was recorded",
                          {}});
    return std::move(read_);
  }

 private:
  void note(std::string const& what) {
    if (read_.notes.size() < most_notes) read_.notes.push_back(place() + ": " + what);
  }
  [[nodiscard]] std::string place() const { return name_ + ", line " + std::to_string(line_); }

  void keep(json::value const& parsed) try {
    if (!parsed.is_object()) throw error(errc::malformed_data, "this is JSON and no recorded exchange", "give a file that was recorded");
    if (parsed.get_object().contains("embed"))
      keep(embedding_exchange_of(parsed), parsed);
    else
      keep(exchange_of(parsed), parsed);
  } catch (error const& wrong) {
    auto what = wrong.details();
    what.message = place() + ": " + what.message;
    throw error(std::move(what));
  }

  void keep(exchange e, json::value const& parsed) {
    compare_key(parsed, key_of(e.asked, e.model), "request");
    read_.exchanges.push_back(std::move(e));
    read_.lines.push_back(line_);
  }
  void keep(embedding_exchange e, json::value const& parsed) {
    compare_key(parsed, key_of_text(e.text, e.model), "text");
    read_.embedded.push_back(std::move(e));
    read_.embedded_lines.push_back(line_);
  }

  void compare_key(json::value const& parsed, std::string_view right, std::string const& of) {
    auto const* key = parsed.get_object().if_contains("key");
    if (key && key->is_string() && view(key->get_string()) != right)
      note("its key is not that of its " + of + ", which was edited or recorded in another form; the " + of + " counts");
  }

  static constexpr std::size_t most_notes = 100;

  std::string name_;
  cassette read_{};
  std::size_t line_ = 0;
  std::size_t broken_ = 0;
};

}  // namespace detail::records

T2S_DECL cassette parse_cassette(std::string_view text, std::string_view name) {
  detail::records::line_reader reader(name);
  while (!text.empty()) {
    auto const end = text.find('\n');
    reader.read(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return std::move(reader).result();
}

T2S_DECL cassette read_cassette(std::string const& path) { return parse_cassette(read_file(path, "a cassette (JSON Lines)"), path); }

T2S_DECL cassette_recorder::cassette_recorder(std::string path) : path_(std::move(path)) {
  file_.reset(std::fopen(path_.c_str(), "ab+"));
  if (!file_) refuse();
  (void)std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // a line becomes one write, which no other can cut in two
  look_at_content();
}

T2S_DECL void cassette_recorder::look_at_content() {
  if (std::fseek(file_.get(), -1, SEEK_END) != 0) return;  // empty, or a pipe
  broken_ = std::fgetc(file_.get()) != '\n';
  if (!std::filesystem::is_regular_file(path_) || begins_as_cassette()) return;  // a device has no content to spoil
  throw error(failure{errc::malformed_data,
                      path_ + " holds something else than recorded exchanges, and nothing is appended to it",
                      path_,
                      "record into a new file, or into a cassette",
                      {}});
}

/// By its first line, of which a crash may have left any part.
T2S_DECL bool cassette_recorder::begins_as_cassette() {
  std::string begin(detail::records::looked_at, '\0');
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return false;
  begin.resize(std::fread(begin.data(), 1, begin.size(), file_.get()));
  return detail::records::begins_as_record(begin);
}

T2S_DECL void cassette_recorder::append(exchange const& e) { append_line(to_record(e) + '\n'); }
T2S_DECL void cassette_recorder::append(embedding_exchange const& e) { append_line(to_record(e) + '\n'); }

T2S_DECL void cassette_recorder::append_line(std::string line) {
  std::lock_guard const lock(guard_);
  if (broken_) line.insert(line.begin(), '\n');
  (void)std::fseek(file_.get(), 0, SEEK_END);  // between reading and writing C wants it
  broken_ = std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size();
  if (broken_) refuse();
}

T2S_DECL void cassette_recorder::refuse() const {
  throw error(failure{errc::file_unwritable,
                      "cannot write the cassette " + path_ + ": " + std::strerror(errno),
                      path_,
                      "check the folder, its permissions and the space on the disk",
                      {}});
}

}  // namespace t2s::llm

#endif
