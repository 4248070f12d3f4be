// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_EVALUATE_HPP
#define T2S_EVALUATION_EVALUATE_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/gold.hpp"
#include "t2s/evaluation/predictions.hpp"
#include "t2s/evaluation/verdicts.hpp"

#include <filesystem>
#include <functional>
#include <span>

namespace t2s::evaluation {

/// Where the data of a set lie.
struct data_folders {
  std::filesystem::path databases{};  ///< ID/ID.sqlite for each database, with any number of variants beside it
  std::filesystem::path tables{};     ///< Spider's tables.json, whose foreign keys exact-set match uses; those of the file
                                      ///< itself for a database that it lacks, and for all if this is empty
};

/// Evaluates any number of prediction files against one gold set.
///
/// Every distinct statement is executed once a database file, read-only, on `options.jobs` threads, and only if a metric needs it;
/// databases are taken one after the other, so that results are held of as many as there are threads, up to 256 MiB each. `step` is called
/// after each question, by any thread, one at a time. The verdicts do not depend on the number of threads, save where a statement runs into
/// its time limit: one that lacks memory because of others runs again alone.
///
/// A gold query that fails is reported in its question, which the metrics that need it skip. Throws `error` if a database or tables.json
/// cannot be read
/// (`file_not_found`, `not_a_database`, `malformed_data`, ...); SQL that fails is no error.
[[nodiscard]] T2S_DECL report evaluate(gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders,
                                       evaluation_options const& options = {}, std::function<void()> const& step = {});

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/evaluate.ipp"
#endif

#endif
