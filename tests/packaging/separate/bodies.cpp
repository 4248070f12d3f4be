// SPDX-License-Identifier: BSL-1.0
// The one unit with the bodies.
#include "t2s/src.hpp"
