// SPDX-License-Identifier: BSL-1.0
#include "failed_questions.hpp"

#include <string>

#include "t2s/core/detail/budget.hpp"

namespace cli {
namespace {

bool is_about_one_question(t2s::errc code) {
  switch (code) {
    case t2s::errc::empty_question:
    case t2s::errc::question_too_long:
    case t2s::errc::invalid_utf8:
    case t2s::errc::model_failed:
    case t2s::errc::model_timeout:
    case t2s::errc::request_rejected:
    case t2s::errc::rate_limited:
    case t2s::errc::server_failed:
    case t2s::errc::malformed_reply:
    case t2s::errc::unknown_exchange: return true;
    default: return t2s::budget::is_spent(make_error_code(code));
  }
}

std::exception_ptr end_of_row(t2s::failure what) {
  auto const n = std::to_string(failed_questions::most_in_a_row);
  what.message = std::string(n).append(" questions in a row failed, the last one with: ").append(what.message);
  return std::make_exception_ptr(t2s::error(std::move(what)));
}

}  // namespace

void failed_questions::answered() {
  std::lock_guard const lock(guard_);
  in_a_row_ = 0;
}

void failed_questions::failed(std::size_t i, t2s::error const& e) {
  std::lock_guard const lock(guard_);
  if (is_about_one_question(e.details().code)) {
    failures_.emplace(i, e.details());
    if (++in_a_row_ == most_in_a_row && !ending_) ending_ = end_of_row(e.details());
  } else if (!ending_) {
    ending_ = std::make_exception_ptr(e);
  }
}

void failed_questions::end(std::exception_ptr why) {
  std::lock_guard const lock(guard_);
  if (!ending_) ending_ = std::move(why);
}

bool failed_questions::over() const { return ending() != nullptr; }

std::exception_ptr failed_questions::ending() const {
  std::lock_guard const lock(guard_);
  return ending_;
}

std::map<std::size_t, t2s::failure> failed_questions::all() const {
  std::lock_guard const lock(guard_);
  return failures_;
}

}  // namespace cli
