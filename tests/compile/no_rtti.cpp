// SPDX-License-Identifier: BSL-1.0
// expect: t2s needs run-time type information: Asio and its caches find types at run time; compile without -fno-rtti
// flags: -fno-rtti
#include "t2s/core/error.hpp"
