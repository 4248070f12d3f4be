// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_LAYER_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_LAYER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/learned_fact.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a business calls its numbers, and how they are computed: a subset of dbt's semantic models and metrics
/// (https://docs.getdbt.com/docs/build/semantic-models).
namespace t2s::knowledge {

/// How a measure sums up the rows of a group.
enum class aggregation : std::uint8_t { sum, count, count_distinct, average, min, max };

inline constexpr std::array<std::string_view, 6> aggregation_names{"sum", "count", "count_distinct", "average", "min", "max"};

/// A name of the file, with what people say for it.
struct semantic_name {
  std::string name{};                   ///< unique among its kind
  std::string label{};                  ///< for people; may be empty
  std::vector<std::string> synonyms{};  ///< of `meta.synonyms`
  std::string description{};            ///< for prompts; may be empty
  std::string file{};                   ///< where it is defined
  std::size_t line = 0;                 ///< from 1
};

/// A key of a semantic model: models are joined where one has it as foreign and the other as primary or unique.
struct semantic_entity : semantic_name {
  enum class kind : std::uint8_t { primary, unique, foreign, natural };  ///< nothing is joined by a natural one, which may repeat

  kind is = kind::primary;  ///< whether it identifies a row
  std::string expr{};       ///< a column

  /// Whether no two rows have the same.
  [[nodiscard]] bool identifies() const noexcept { return is == kind::primary || is == kind::unique; }
};

/// What rows are grouped or restricted by.
struct semantic_dimension : semantic_name {
  bool is_time = false;       ///< whether it is a point in time
  std::string granularity{};  ///< of a time: "day", "month" and so on; "" if the file does not say
  std::string expr{};         ///< SQL over the columns of the model's table
};

/// A number of a row, and how it is summed up.
struct semantic_measure : semantic_name {
  aggregation agg = aggregation::sum;  ///< how
  std::string expr{};                  ///< SQL over the columns of the model's table; "1" for every row
  std::string time{};                  ///< the time dimension that periods of questions mean; "" for the model's
  std::string left_out{};              ///< why nothing is computed from it, e.g. "medians are not computed"; "" else
};

/// A table with its keys, dimensions and measures.
struct semantic_model : semantic_name {
  std::string table{};                           ///< of the database
  std::string time{};                            ///< the usual time dimension; may be empty
  std::vector<semantic_entity> entities{};       ///< as in the file
  std::vector<semantic_dimension> dimensions{};  ///< as in the file
  std::vector<semantic_measure> measures{};      ///< as in the file
};

/// A measure within a metric.
struct metric_input {
  std::string measure{};               ///< its name
  std::string alias{};                 ///< its name in the formula
  std::vector<std::string> filters{};  ///< SQL with `{{ Dimension('entity__name') }}`; all hold
};

/// A number that people ask for.
struct semantic_metric : semantic_name {
  std::vector<metric_input> inputs{};  ///< measures of one model
  std::string formula{};               ///< SQL over their aliases
  std::string left_out{};              ///< why questions are not answered by it, e.g. "cumulative metrics are not computed"; "" else
};

/// The semantic models and metrics of some files. Immutable once checked; any number of threads may read it.
struct semantic_layer {
  std::vector<semantic_model> models{};          ///< in the order of the files
  std::vector<semantic_metric> metrics{};        ///< likewise; a measure with `create_metric` is one, too
  std::optional<std::chrono::sys_days> today{};  ///< the day that "last quarter" is counted from; the system's if absent

  /// The model of that name, or nullptr.
  [[nodiscard]] semantic_model const* find_model(std::string_view name) const noexcept {
    for (auto const& m : models)
      if (m.name == name) return &m;
    return nullptr;
  }
};

/// A measure together with its model.
struct placed_measure {
  semantic_model const* model = nullptr;      ///< nullptr if there is no such measure
  semantic_measure const* measure = nullptr;  ///< likewise
};

/// The measure of that name. O(measures).
[[nodiscard]] T2S_DECL placed_measure find_measure(semantic_layer const& all, std::string_view name);

/// A filter of a metric as SQL over the columns of its model's table.
struct filter_sql {
  std::string sql{};    ///< with the dimensions' SQL for `{{ Dimension('entity__name') }}` and `{{ TimeDimension('entity__name', 'day') }}`
  std::string fault{};  ///< why it cannot be computed, e.g. "its filter has {{ Entity('order') }}"; "" else
};

/// Expands a filter. O(length * dimensions).
[[nodiscard]] T2S_DECL filter_sql filter_in_sql(std::string_view filter, semantic_model const& of);

/// Checks a layer against a database: tables, columns and expressions, joins, measures of metrics, names that occur twice. Throws `error`
/// with all faults, each with its file and line, and what to write.
T2S_DECL void require_fit(semantic_layer const& all, schema::database const& to);

/// What the layer says of tables and columns, as the owner's facts: keys that join models, and what people call columns.
[[nodiscard]] T2S_DECL learned facts_of(semantic_layer const& all, schema::database const& of);

/// The descriptions, with those of tables followed by their metrics and how these are computed, for prompts.
[[nodiscard]] T2S_DECL schema::descriptions with_metrics(schema::descriptions given, semantic_layer const& all);

/// The SQL of a metric over the columns of its model's table, each after `table.` unless it is empty: `sum(orders.price *
/// orders.quantity)`. Nothing if it is left out. The layer must fit the database of that dialect.
[[nodiscard]] T2S_DECL std::string sql_of(semantic_metric const& metric, semantic_layer const& all, sql::grammar const& in,
                                          std::string_view table = {});

/// An SQL expression over the columns of a table, each after `table.`.
[[nodiscard]] T2S_DECL std::string with_table(std::string_view expression, std::string_view table, sql::grammar const& in);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/semantic_layer.ipp"
#endif

#endif
