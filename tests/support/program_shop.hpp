// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_PROGRAM_SHOP_HPP
#define T2S_TESTS_SUPPORT_PROGRAM_SHOP_HPP

#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace t2s::test {

/// The server of a test program, with its shop: a global fixture, which starts it before the first test and ends it after the last one.
/// Without a server the program's status is 77, or 1 if one was asked for: a server that cannot be used is no reason to skip.
template <class Shop>
struct program_shop {
  program_shop() {
    try {
      instance() = std::make_unique<Shop>();
    } catch (std::runtime_error const& e) {
      char const* const url = std::getenv(Shop::url_variable);
      bool const is_named = url && *url != '\0';
      std::cout << (is_named ? Shop::url_variable : "SKIPPED") << ": " << e.what() << std::endl;
      std::exit(is_named ? 1 : 77);
    }
  }
  ~program_shop() { instance().reset(); }
  program_shop(program_shop const&) = delete;
  program_shop& operator=(program_shop const&) = delete;

  static std::unique_ptr<Shop>& instance() {
    static std::unique_ptr<Shop> the_one;
    return the_one;
  }
};

}  // namespace t2s::test

#endif
