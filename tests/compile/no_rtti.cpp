// SPDX-License-Identifier: BSL-1.0
// expect: t2s needs run-time type information: a run tells its own errors from others by dynamic_cast; compile without -fno-rtti
// flags: -fno-rtti
#include "t2s/core/error.hpp"
