// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SSE_HPP
#define T2S_LLM_SSE_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::llm {

/// One event of a stream.
struct sse_event {
  std::string name{};  ///< "" if the stream gave none
  std::string data{};  ///< its lines, joined by LF

  friend bool operator==(sse_event const&, sse_event const&) = default;
};

/// Of a stream of events.
struct sse_limits {
  std::size_t line = std::size_t{1} << 20U;   ///< bytes of one line
  std::size_t event = std::size_t{4} << 20U;  ///< bytes of the data of one event
};

/// Reads server-sent events (the event streams of the HTML standard) from bytes that come in pieces of any size:
///
///     reader.feed(bytes);
///     while (auto const* event = reader.next()) ...;
///
/// Lines end with LF, CRLF or CR; a byte order mark, comments, ids and retry times are skipped; an event that its blank line does not end
/// is none.
class sse_reader {
 public:
  /// A reader at the beginning of a stream.
  explicit sse_reader(sse_limits limits = {}) : limits_(limits) {}

  /// More bytes; they must outlive the calls of `next`, which must have returned nullptr before.
  void feed(std::string_view bytes) noexcept { rest_ = bytes; }

  /// The next event that is complete, valid until the next call; nullptr when all bytes are used up. Throws `error` with
  /// `malformed_reply` beyond the limits.
  [[nodiscard]] T2S_DECL sse_event const* next();

 private:
  [[nodiscard]] T2S_DECL bool take_line();
  [[nodiscard]] T2S_DECL bool end_line();
  T2S_DECL void add_data(std::string_view value);

  sse_limits limits_;
  std::string_view rest_{};
  std::string line_{};
  sse_event event_{};
  bool has_data_ = false;
  bool given_ = false;  // event_ was returned and is to be emptied
  bool first_ = true;   // no line has ended yet
  bool after_cr_ = false;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/sse.ipp"
#endif

#endif
