// SPDX-License-Identifier: BSL-1.0
// A component brings its headers, its libraries and the macro that t2s's headers require; headers and package have the same version.
#include <openssl/crypto.h>

#include <iostream>
#include <string_view>

#include "t2s/core/detail/config.hpp"
#ifdef HNSWLIB_FOUND
#include <hnswlib/hnswlib.h>
#endif
#ifdef POSTGRES_FOUND
#include <libpq-fe.h>
#endif
#ifdef MYSQL_FOUND
#include <mysql.h>
#endif

#ifndef T2S_WITH_OPENSSL
#error "t2s::openssl does not define T2S_WITH_OPENSSL"
#endif
#if defined HNSWLIB_FOUND && !defined T2S_WITH_HNSWLIB
#error "t2s::hnswlib does not define T2S_WITH_HNSWLIB"
#endif
#if defined POSTGRES_FOUND && !defined T2S_WITH_POSTGRES
#error "t2s::postgres does not define T2S_WITH_POSTGRES"
#endif
#if defined MYSQL_FOUND && !defined T2S_WITH_MYSQL
#error "t2s::mysql does not define T2S_WITH_MYSQL"
#endif
static_assert(T2S_VERSION_STRING == std::string_view(PACKAGE_VERSION), "core/detail/config.hpp and CMakeLists.txt differ");
static_assert(T2S_VERSION == PACKAGE_NUMBER, "the number in core/detail/config.hpp differs from its text");

int main() {
  std::cout << "t2s " << T2S_VERSION_STRING << " with " << OpenSSL_version(OPENSSL_VERSION);
#ifdef POSTGRES_FOUND
  std::cout << " and libpq " << PQlibVersion();
#endif
#ifdef MYSQL_FOUND
  std::cout << " and MariaDB Connector/C " << mysql_get_client_info();
#endif
  std::cout << "\n";
}
