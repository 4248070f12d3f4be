// SPDX-License-Identifier: BSL-1.0
// A program that does nothing: its target owns the header that all tests precompile.
int main() {}
