// SPDX-License-Identifier: BSL-1.0
// expect: t2s needs exceptions: it reports failures of models, databases and files as t2s::error; compile without -fno-exceptions
// flags: -fno-exceptions
#include "t2s/core/error.hpp"
