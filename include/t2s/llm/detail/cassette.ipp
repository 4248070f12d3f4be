// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_CASSETTE_IPP
#define T2S_LLM_DETAIL_CASSETTE_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/records.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace t2s::llm {
namespace detail::records {

/// Whether a text begins with a record, or is the beginning of one.
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
      note("it is skipped, because it is cut off or not JSON: " + broken.details().message);
      return;
    }
    keep(parsed);
  }

  [[nodiscard]] cassette result() && {
    if (broken_ != 0 && read_.exchanges.empty() && read_.embedded.empty())
      throw error(failure{errc::malformed_data,
                          name_ + " is not a cassette: not one of its lines is a recorded exchange; " + read_.notes[0], name_,
                          "give a file of JSON Lines that was recorded"});
    return std::move(read_);
  }

 private:
  void note(std::string const& what) {
    if (read_.notes.size() < most_notes) read_.notes.push_back(place() + ": " + what);
  }
  [[nodiscard]] std::string place() const { return name_ + ", line " + std::to_string(line_); }

  void keep(json::value const& parsed) try {
    if (!parsed.is_object())
      throw error(errc::malformed_data, "this is JSON, but not a recorded exchange", "give a file that was recorded");
    if (parsed.get_object().contains("embed"))
      keep(parsed, from_json<embedding_exchange>(parsed), &embedding_exchange::text, "text", read_.embedded, read_.embedded_lines);
    else
      keep(parsed, from_json<exchange>(parsed), &exchange::asked, "request", read_.exchanges, read_.lines);
  } catch (error const& wrong) {
    auto what = wrong.details();
    what.message = place() + ": " + what.message;
    throw error(std::move(what));
  }

  template <class E>
  void keep(json::value const& parsed, E e, auto asked, std::string const& of, std::vector<E>& to, std::vector<std::size_t>& lines) {
    auto const* key = parsed.get_object().if_contains("key");
    if (key && key->is_string() && view(key->get_string()) != key_of(e.*asked, e.model))
      note("its key is not that of its " + of + ", which was edited or recorded in another form; the " + of + " counts");
    to.push_back(std::move(e));
    lines.push_back(line_);
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
  for (auto const line : text::split(text, '\n')) reader.read(line);
  return std::move(reader).result();
}

T2S_DECL cassette read_cassette(std::string const& path) { return parse_cassette(read_file(path, "a cassette (JSON Lines)"), path); }

T2S_DECL cassette_recorder::cassette_recorder(std::string path) : path_(std::move(path)) {
  file_.reset(std::fopen(path_.c_str(), "ab+"));
  if (!file_) refuse();
  (void)std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // one line is one write, which no other write interrupts
  look_at_content();
}

T2S_DECL void cassette_recorder::look_at_content() {
  if (std::fseek(file_.get(), -1, SEEK_END) != 0) return;  // empty, or a pipe
  broken_ = std::fgetc(file_.get()) != '\n';
  if (!std::filesystem::is_regular_file(path_) || begins_as_cassette()) return;  // a device has no content
  throw error(failure{errc::malformed_data, path_ + " holds something other than recorded exchanges, so nothing is appended to it", path_,
                      "record into a new file, or into a cassette"});
}

/// Checks the first line, which a crash may have cut anywhere.
T2S_DECL bool cassette_recorder::begins_as_cassette() {
  std::string begin(65'536, '\0');
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return false;
  begin.resize(std::fread(begin.data(), 1, begin.size(), file_.get()));
  return detail::records::begins_as_record(begin);
}

T2S_DECL void cassette_recorder::append(exchange const& e) { append_line(to_record(e) + '\n'); }
T2S_DECL void cassette_recorder::append(embedding_exchange const& e) { append_line(to_record(e) + '\n'); }

T2S_DECL void cassette_recorder::append_line(std::string line) {
  std::lock_guard const lock(guard_);
  if (broken_) line.insert(line.begin(), '\n');
  (void)std::fseek(file_.get(), 0, SEEK_END);  // C requires it between reading and writing
  broken_ = std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size();
  if (broken_) refuse();
}

T2S_DECL void cassette_recorder::refuse() const {
  throw error(failure{errc::file_unwritable, "cannot write the cassette " + path_ + ": " + std::strerror(errno), path_,
                      "check the folder, its permissions and the space on the disk"});
}

namespace detail::replaying {

inline constexpr std::size_t most_compared = 1U << 16U;  // bytes from each end of a message
inline constexpr std::size_t shown_before = 24;
inline constexpr std::size_t shown_after = 40;

inline std::size_t common_prefix(std::string_view a, std::string_view b) {
  auto const most = std::min(a.size(), b.size());
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin()).first - a.begin());
}

/// The number of bytes between the common beginning and the common end of two texts; at least 1 if they differ.
inline std::size_t distance(std::string_view a, std::string_view b) {
  if (a == b) return 0;
  auto const less = std::min(a.size(), b.size());
  auto const front = common_prefix(a.substr(0, most_compared), b.substr(0, most_compared));
  std::size_t back = 0;
  auto const most = std::min(less - front, most_compared);
  while (back < most && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return std::max<std::size_t>(1, std::max(a.size(), b.size()) - front - back);
}

/// A part of a request: a text, which is compared byte by byte, or an option.
struct part {
  std::string name, value;
  bool is_text = false;

  friend bool operator==(part const&, part const&) = default;
};
using parts = std::vector<part>;

/// Collects the parts of a text or of a request.
struct asked_parts {
  parts messages{}, options{};

  explicit asked_parts(std::string_view model) : options{{"model", model.empty() ? "not named" : std::string(model)}} {}
  asked_parts(std::string_view text, std::string_view model) : asked_parts(model) { messages.push_back({"it", std::string(text), true}); }
  asked_parts(request const& r, std::string_view model) : asked_parts(model) { records::members(*this, r); }
  explicit asked_parts(exchange const& e) : asked_parts(e.asked, e.model) {}
  explicit asked_parts(embedding_exchange const& e) : asked_parts(e.text, e.model) {}

  void always(std::string_view, std::vector<message> const& all) {
    for (auto const& m : all) {
      auto const name = "message " + std::to_string(messages.size() / 2 + 1);
      messages.push_back({name, "of the " + std::string(records::names_of<role>[static_cast<std::size_t>(m.from)])});
      messages.push_back({name, m.text, true});
    }
  }
  template <class T>
  void operator()(std::string_view name, T const& value, T const& = {}) {
    std::string out;
    records::write(out, value);
    options.push_back({std::string(name), out.empty() ? "not set" : out});
  }
};

/// The number of differing bytes of texts, plus 1 for each differing option.
inline std::size_t distance(parts const& a, parts const& b) {
  auto const& longer = a.size() > b.size() ? a : b;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < longer.size(); ++i)
    if (i < std::min(a.size(), b.size()))
      sum += a[i].is_text ? distance(a[i].value, b[i].value) : a[i] == b[i] ? 0U : 1U;
    else
      sum += longer[i].is_text ? longer[i].value.size() : 1U;
  return sum;
}
inline std::size_t distance(asked_parts const& recorded, asked_parts const& asked) {
  return distance(recorded.messages, asked.messages) + distance(recorded.options, asked.options);
}

/// A few bytes around a position, on one line, whole characters.
inline std::string context(std::string_view text, std::size_t at) {
  auto const begin = text::whole_characters(text, at > shown_before ? at - shown_before : 0).size();
  auto const shown = text::whole_characters(text.substr(begin), at + shown_after - begin);
  std::string out;
  records::write(out, std::string_view(text::valid_utf8(shown)));
  return (begin > 0 ? "..." : "") + out + (begin + shown.size() < text.size() ? "..." : "");
}

/// The first difference of two lists, up to the end of the shorter one; "" if there is none.
inline std::string difference(parts const& recorded, parts const& asked) {
  for (std::size_t i = 0; i < std::min(recorded.size(), asked.size()); ++i) {
    auto const &was = recorded[i].value, &is = asked[i].value;
    if (was == is) continue;
    if (!asked[i].is_text) return asked[i].name + " is " + is + " and was " + was;
    auto const at = common_prefix(was, is);
    return asked[i].name + " differs at byte " + std::to_string(at) + ": asked " + context(is, at) + ", recorded " + context(was, at);
  }
  return {};
}
inline std::string difference(asked_parts const& recorded, asked_parts const& asked) {
  auto what = difference(recorded.messages, asked.messages);
  auto const was = recorded.messages.size() / 2, is = asked.messages.size() / 2;
  if (what.empty() && was != is) what = "it has " + std::to_string(is) + " messages and had " + std::to_string(was);
  if (what.empty()) what = difference(recorded.options, asked.options);
  return what.empty() ? "they do not differ" : what;
}

/// Names the most similar exchange by its line or, if lines are unknown, by its number.
template <class Exchange>
Exchange const& add_nearest(std::string& to, std::vector<Exchange> const& all, std::vector<std::size_t> const& lines,
                            asked_parts const& asked) {
  auto const nearest = std::ranges::min_element(all, {}, [&](Exchange const& e) { return distance(asked_parts(e), asked); });
  auto const i = static_cast<std::size_t>(nearest - all.begin());
  to.append(" is that of line ").append(std::to_string(i < lines.size() ? lines[i] : i + 1));
  to.append(": ").append(difference(asked_parts(*nearest), asked));
  return *nearest;
}

inline failure not_on(std::string const& name, std::string const& what) {
  return {errc::unknown_exchange, name + " has no " + what, name, "record it, or let the replay fall through to a live model", {}};
}

}  // namespace detail::replaying

T2S_DECL replay::replay(cassette tape, std::string name) : name_(std::move(name)), tape_(std::move(tape)) {
  has_roles_ = std::ranges::any_of(tape_.exchanges, [](exchange const& e) { return e.asked.asks != model_role::draft; });
  for (std::size_t i = 0; i < tape_.exchanges.size(); ++i)
    known_[key_of(tape_.exchanges[i].asked, tape_.exchanges[i].model)].of.push_back(i);
  for (std::size_t i = 0; i < tape_.embedded.size(); ++i) vectors_[key_of(tape_.embedded[i].text, tape_.embedded[i].model)] = i;
}

T2S_DECL std::optional<completion> replay::next(request const& asked, std::string_view model) {
  if (ignores_role_of(asked)) return next(of_default_role(asked), model);
  auto const found = known_.find(key_of(asked, model));
  if (found == known_.end()) return {};
  auto& [of, given] = found->second;
  std::lock_guard const lock(guard_);
  auto const which = std::min(given, of.size() - 1);
  given = which + 1;
  return tape_.exchanges[of[which]].answered;
}

T2S_DECL failure replay::unknown(request const& asked, std::string_view model) const {
  namespace replaying = detail::replaying;
  if (ignores_role_of(asked)) return unknown(of_default_role(asked), model);
  auto f = replaying::not_on(name_, "such request");
  if (tape_.exchanges.empty()) {
    f.message += tape_.embedded.empty() ? ": it is empty" : ": it has only vectors of texts";
    return f;
  }
  f.message += ". The nearest";
  replaying::asked_parts const parts{asked, model};
  auto const& nearest = replaying::add_nearest(f.message, tape_.exchanges, tape_.lines, parts);
  if (model.empty() && !nearest.model.empty()) f.remedy = "name the model " + nearest.model;
  return f;
}

T2S_DECL std::optional<embedding> replay::vector_of(std::string_view text, std::string_view model) const {
  auto const found = vectors_.find(key_of(text, model));
  if (found == vectors_.end()) return {};
  return tape_.embedded[found->second].answered;
}

T2S_DECL failure replay::unknown_text(std::string_view text, std::string_view model) const {
  namespace replaying = detail::replaying;
  auto f = replaying::not_on(name_, "vector of the text " + replaying::context(text, 0));
  if (tape_.embedded.empty()) {
    f.message += tape_.exchanges.empty() ? ": it is empty" : ": it has no vectors at all";
    return f;
  }
  f.message += ". The nearest text";
  (void)replaying::add_nearest(f.message, tape_.embedded, tape_.embedded_lines, {text, model});
  return f;
}

}  // namespace t2s::llm

#endif
