// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PROTOCOL_IPP
#define T2S_LLM_DETAIL_PROTOCOL_IPP

#include "t2s/llm/detail/protocol_json.hpp"
#include "t2s/llm/protocol.hpp"

namespace t2s::llm {
namespace detail {

/// The number of bytes of `s` before an incomplete character at its end.
inline std::size_t whole_characters(std::string_view s) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, s.size()); ++back) {
    auto const c = static_cast<unsigned char>(s[s.size() - back]);
    if (c < 0x80U) break;
    if (c < 0xC0U) continue;
    std::size_t const length = c >= 0xF0U ? 4 : c >= 0xE0U ? 3 : 2;
    return length > back ? s.size() - back : s.size();
  }
  return s.size();
}

}  // namespace detail

T2S_DECL void streamed_answer::begin(std::size_t choice) {
  if (choice < cut_.size()) return;
  if (choice >= most_choices_) throw detail::malformed("it has more choices than the limit of " + std::to_string(most_choices_));
  cut_.resize(choice + 1);
  answer_.others.resize(choice);
}

/// Servers split text at tokens, which may be within a character.
T2S_DECL void streamed_answer::add_text(std::string_view piece, std::size_t choice) {
  begin(choice);
  grow(piece.size());
  auto& cut = cut_[choice];
  cut += piece;
  auto const whole = detail::whole_characters(cut);
  append(std::string_view(cut).substr(0, whole), choice);
  cut.erase(0, whole);
}

T2S_DECL bool streamed_answer::has_text(std::size_t choice) const noexcept {
  return choice < cut_.size() && !(cut_[choice].empty() && (choice == 0 ? answer_.text : answer_.others[choice - 1].text).empty());
}

/// Keeps them one valid JSON object.
T2S_DECL void streamed_answer::add_logprobs(json::array const& tokens, std::size_t choice) {
  if (tokens.empty()) return;
  begin(choice);
  auto& all = choice == 0 ? answer_.logprobs : answer_.others[choice - 1].logprobs;
  auto const before = all.size();
  auto const list = detail::utf8(json::serialize(tokens));
  if (all.empty()) {
    all = R"({"content":)" + list + '}';
  } else {
    all.resize(all.size() - 2);
    all.append(",").append(list, 1).append("}");
  }
  grow(all.size() - before);
}

T2S_DECL void streamed_answer::set_finish_reason(std::string_view reason, std::size_t choice) {
  begin(choice);
  if (reason.empty()) return;
  (choice == 0 ? answer_.finish_reason : answer_.others[choice - 1].finish_reason) = detail::utf8(reason);
}

T2S_DECL void streamed_answer::complete() {
  if (!has_begun()) throw detail::malformed("the stream has no answer");
  append_cut();
  complete_ = true;
}

T2S_DECL void streamed_answer::set_whole(completion whole) {
  answer_ = std::move(whole);
  new_text_ = answer_.text;
  complete_ = true;
}

T2S_DECL void streamed_answer::end() {
  append_cut();
  if (!has_begun() || answer_.finish_reason.empty() ||
      std::ranges::any_of(answer_.others, [](auto const& other) { return other.finish_reason.empty(); }))
    throw error(errc::malformed_reply,
                "the stream ended before the answer was finished, after " + std::to_string(answer_.text.size()) + " bytes of text",
                "try again; the connection, a proxy or the server gave up");
  complete_ = true;
}

T2S_DECL void streamed_answer::take_new_text(std::string& to) {
  to.swap(new_text_);
  new_text_.clear();
}

T2S_DECL void streamed_answer::grow(std::size_t bytes) {
  size_ += bytes;
  if (size_ > most_bytes_) throw detail::too_long("the answer", most_bytes_);
}

T2S_DECL void streamed_answer::append(std::string_view piece, std::size_t choice) {
  auto const valid = detail::utf8(piece);
  (choice == 0 ? answer_.text : answer_.others[choice - 1].text) += valid;
  if (choice == 0) new_text_ += valid;
}

T2S_DECL void streamed_answer::append_cut() {
  for (std::size_t choice = 0; choice < cut_.size(); ++choice) {
    append(cut_[choice], choice);
    cut_[choice].clear();
  }
}

}  // namespace t2s::llm

#include "t2s/llm/openai.hpp"  // with the body of any_protocol()

#endif
