// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_BENCH_CANDIDATES_MODES_HPP
#define T2S_BENCH_CANDIDATES_MODES_HPP

#include <span>
#include <string>

int overhead_of_sets(int subject, int runs);
int latency_of_sets(int questions);
int calls_of_sets(std::string const& data, std::span<char*> files);

#endif
