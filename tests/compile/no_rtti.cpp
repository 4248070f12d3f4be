// SPDX-License-Identifier: BSL-1.0
// expect: t2s needs run-time type information outside of its SQL front end: an answer keeps facts by their type; compile without -fno-rtti
// flags: -fno-rtti
#include "t2s/core/error.hpp"
#include "t2s/pipeline.hpp"
