// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SERVE_UNRELIABLE_STORE_HPP
#define T2S_TESTS_SERVE_UNRELIABLE_STORE_HPP

#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "t2s/core/error.hpp"
#include "t2s/serve/detail/conversations.hpp"

namespace t2s::tests {

/// Conversations in memory, whose database fails while `*fails` is true; its error names its address and password.
class unreliable_store : public serve::conversation_database {
 public:
  explicit unreliable_store(std::shared_ptr<bool> fails) : fails_(std::move(fails)) {}
  void begin() override {
    if (*fails_) throw error(errc::database_lost, "lost postgresql://keeper:s3cret@db.example.org/talks", "try again");
    in_->begin();
  }
  std::vector<row> run(std::string const& sql, std::vector<std::string> const& values) override { return in_->run(sql, values); }
  void commit() override { in_->commit(); }
  void roll_back() noexcept override { in_->roll_back(); }

 private:
  std::shared_ptr<bool> fails_;
  std::unique_ptr<serve::conversation_database> in_ = serve::open_conversation_file({});
};

/// What the library tells who runs it, instead of standard error.
class told {
 public:
  told() : before_(std::clog.rdbuf(text_.rdbuf())) {}
  told(told const&) = delete;
  told& operator=(told const&) = delete;
  ~told() { std::clog.rdbuf(before_); }
  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_{};
  std::streambuf* before_;
};

}  // namespace t2s::tests

#endif
