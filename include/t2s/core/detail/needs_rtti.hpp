// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NEEDS_RTTI_HPP
#define T2S_CORE_DETAIL_NEEDS_RTTI_HPP

// The first include of each header that uses typeid or dynamic_cast, so that this is the first error. The SQL front end uses neither.
#if !defined(__cpp_rtti)
#error "t2s needs run-time type information outside of its SQL front end: an answer keeps facts by their type; compile without -fno-rtti"
#endif

#endif
