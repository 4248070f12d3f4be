// SPDX-License-Identifier: BSL-1.0
// Nothing: its target owns the header that all tests precompile.
