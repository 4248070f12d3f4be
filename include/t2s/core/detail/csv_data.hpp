// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_CSV_DATA_HPP
#define T2S_CORE_DETAIL_CSV_DATA_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Data files with comma-separated values, and positions in texts for messages.
namespace t2s::detail {

/// A position that moves forward through a text, with its line.
class text_place {
 public:
  /// `form` is the remedy for a text of another format.
  text_place(std::string_view text, std::string_view name, std::string_view form) : text_(text), name_(name), form_(form) {}

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  [[nodiscard]] char next() const { return ended() ? '\0' : text_[at_]; }
  [[nodiscard]] std::size_t line() const { return line_; }

  void go(std::size_t bytes) {
    auto const passed = rest().substr(0, bytes);
    line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    at_ += passed.size();
  }

  [[noreturn]] void refuse(std::string const& what, std::string remedy = {}) const { refuse(line_, what, std::move(remedy)); }

  [[noreturn]] void refuse(std::size_t line, std::string const& what, std::string remedy = {}) const {
    if (remedy.empty()) remedy = form_;
    fail(std::string(name_), line, what, std::move(remedy));
  }

  /// The same for a part of the text, "element 3".
  [[noreturn]] void refuse_part(std::string const& part, std::string const& what) const {
    fail(std::string(name_).append(", ").append(part), line_, what, std::string(form_));
  }

 private:
  [[noreturn]] void fail(std::string place, std::size_t line, std::string const& what, std::string remedy) const {
    place.append(", line ").append(std::to_string(line)).append(": ").append(what);
    throw error(failure{errc::malformed_data, std::move(place), std::string(name_), std::move(remedy)});
  }

  std::string_view text_, name_, form_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// The records of comma-separated values (RFC 4180), with any system's line ends. Blank lines are skipped.
class csv_reader {
 public:
  /// Text after the quotes of a field is an error or, if `lenient`, part of the field, as in most programs.
  explicit csv_reader(text_place text, bool lenient = false) : text_(text), lenient_(lenient) {}

  /// The next record, or nothing at the end.
  [[nodiscard]] std::optional<std::vector<std::string>> read() {
    while (ends_line() && !text_.ended()) end_line();
    if (text_.ended()) return {};
    begin_ = text_.line();
    std::vector<std::string> fields{field()};
    while (text_.next() == ',') {
      text_.go(1);
      fields.push_back(field());
    }
    end_line();
    return fields;
  }

  /// Reports an error in the last record.
  [[noreturn]] void refuse(std::string const& what, std::string remedy = {}) const { text_.refuse(begin_, what, std::move(remedy)); }

 private:
  [[nodiscard]] bool ends_line() const { return text_.ended() || text_.rest().starts_with('\n') || text_.rest().starts_with('\r'); }

  void end_line() { text_.go(text_.rest().starts_with("\r\n") ? 2 : 1); }

  [[nodiscard]] std::string field() { return text_.next() == '"' ? quoted() : plain(); }

  [[nodiscard]] std::string plain() {
    auto const found = text_.rest().substr(0, text_.rest().find_first_of(",\r\n"));
    text_.go(found.size());
    return std::string(found);
  }

  [[nodiscard]] std::string quoted() {
    auto const opened = text_.line();
    std::string field;
    while (true) {
      text_.go(1);
      auto const end = text_.rest().find('"');
      if (end == std::string_view::npos)
        text_.refuse(opened, "a quoted field is not closed", "close it with a quote, and double the quotes within it");
      field += text_.rest().substr(0, end);
      text_.go(end + 1);
      if (text_.next() != '"') break;
      field += '"';  // a doubled quote is part of the text
    }
    if (lenient_) return field += plain();
    if (!ends_line() && text_.next() != ',')
      text_.refuse("there is text after a quoted field", "double the quotes within a field, and end it with a comma");
    return field;
  }

  text_place text_;
  bool lenient_;
  std::size_t begin_ = 1;
};

}  // namespace t2s::detail

#endif
