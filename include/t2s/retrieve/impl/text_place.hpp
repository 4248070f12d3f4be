// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_TEXT_PLACE_HPP
#define T2S_RETRIEVE_IMPL_TEXT_PLACE_HPP

#include "t2s/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::retrieve::detail {

/// A place in a text that goes forward, and knows its line.
class text_place {
 public:
  /// `form` is the remedy for what has another form.
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
    auto message = std::string(name_).append(", line ").append(std::to_string(line)).append(": ").append(what);
    throw error(failure{errc::malformed_data, std::move(message), std::string(name_), std::move(remedy), {}});
  }

 private:
  std::string_view text_, name_, form_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace t2s::retrieve::detail

#endif
