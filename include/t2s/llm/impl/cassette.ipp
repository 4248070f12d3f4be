// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_CASSETTE_IPP
#define T2S_LLM_IMPL_CASSETTE_IPP

#include "t2s/core/file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/impl/record_reader.hpp"

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace t2s::llm {
namespace detail::records {

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
    if (parsed.is_object() && parsed.get_object().contains("embed"))
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
  bool const has_content = std::fseek(file_.get(), -1, SEEK_END) == 0;
  broken_ = has_content && std::fgetc(file_.get()) != '\n';
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
