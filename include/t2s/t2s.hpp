// SPDX-License-Identifier: BSL-1.0
/// What pipelines need: the systems and their policies, SQLite as a database that answers at once, models without a network, pools of
/// demonstrations. Everything else is included by its own header: models over HTTP (llm/http_model.hpp), SQLite that answers later
/// (db/sqlite/pool.hpp), other dialects (sql/dialects.hpp), evaluation and reports (lab/). One system alone compiles faster by its own
/// header. What needs offline/ is included where that is there.
#ifndef T2S_T2S_HPP
#define T2S_T2S_HPP

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/scripted_model.hpp"
#if __has_include("t2s/offline/generate/repairing.hpp")
#include "t2s/offline/generate/repairing.hpp"
#endif
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/pipeline/policy_by.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/feedback/result_csv.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/chase_sql.hpp"
#include "t2s/systems/dac.hpp"
#if __has_include("t2s/systems/dac_local.hpp")
#include "t2s/systems/dac_local.hpp"
#endif
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#if __has_include("t2s/systems/few_shot_corrected.hpp")
#include "t2s/systems/few_shot_corrected.hpp"
#endif
#include "t2s/systems/mac_sql.hpp"
#if __has_include("t2s/systems/offline.hpp")
#include "t2s/systems/offline.hpp"
#endif
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#endif
