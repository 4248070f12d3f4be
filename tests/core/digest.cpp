// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/base64.hpp"
#include "t2s/core/detail/sha256.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s::detail;

// The digests are those of sha256sum, the base64 that of `openssl dgst -sha256 -binary | base64`.
BOOST_AUTO_TEST_CASE(sha_256_as_hex_and_as_bytes) {
  BOOST_TEST(sha256("").hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(sha256("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(base64_of(sha256("abc").bytes()) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  for (std::size_t const size : {55u, 56u, 63u, 64u, 65u}) BOOST_TEST(sha256(std::string(size, 'a')).bytes().size() == 32u);
  BOOST_TEST(sha256(std::string(64, 'a')).hex() == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}
