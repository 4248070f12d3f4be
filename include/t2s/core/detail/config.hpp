// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_CONFIG_HPP
#define T2S_CORE_DETAIL_CONFIG_HPP

/// Version of t2s: major * 10000 + minor * 100 + patch.
#define T2S_VERSION 10000
#define T2S_VERSION_STRING "1.0.0"

#if __cplusplus < 202002L
#error "t2s needs C++20: compile with -std=c++20 or, in CMake, set CMAKE_CXX_STANDARD to 20"
#endif

#if !defined(__cpp_exceptions)
#error "t2s needs exceptions: it reports failures of models, databases and files as t2s::error; compile without -fno-exceptions"
#endif

#include <version>
#if !defined(__cpp_lib_jthread)
#error "t2s needs std::stop_token: with clang and libc++ compile and link with -fexperimental-library"
#endif

// T2S_DECL marks every function whose body is in a `detail/*.ipp` file. By default each header includes its .ipp and the bodies are inline.
// With T2S_SEPARATE_COMPILATION the bodies are compiled once, in units that include `t2s/FOLDER/detail/src.hpp`; define it on a CMake
// target (`t2s_separate` and `t2s::separate` do), never for a single file, which would silently violate the one-definition rule.
#ifdef T2S_SEPARATE_COMPILATION
#define T2S_DECL
#else
#define T2S_DECL inline
#endif

#endif
