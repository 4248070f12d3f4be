// SPDX-License-Identifier: BSL-1.0
// The bodies of all functions, for T2S_SEPARATE_COMPILATION: include this in exactly one unit of a program.
#ifndef T2S_SRC_HPP
#define T2S_SRC_HPP

#include "t2s/align/impl/src.hpp"
#include "t2s/core/impl/src.hpp"
#include "t2s/db/any/impl/src.hpp"
#include "t2s/db/copy/impl/src.hpp"
#include "t2s/db/duckdb/impl/src.hpp"
#include "t2s/db/impl/src.hpp"
#include "t2s/db/mysql/impl/src.hpp"
#include "t2s/db/odbc/impl/src.hpp"
#include "t2s/db/postgres/impl/src.hpp"
#include "t2s/evaluation/impl/src.hpp"
#include "t2s/feedback/impl/src.hpp"
#include "t2s/generate/impl/src.hpp"
#include "t2s/knowledge/impl/src.hpp"
#include "t2s/link/impl/src.hpp"
#include "t2s/llm/http/impl/src.hpp"
#include "t2s/llm/impl/src.hpp"
#include "t2s/reader/impl/src.hpp"
#include "t2s/repair/impl/src.hpp"
#include "t2s/report/impl/src.hpp"
#include "t2s/retrieve/impl/src.hpp"
#include "t2s/sample/impl/src.hpp"
#include "t2s/schema/impl/src.hpp"
#include "t2s/skeleton/impl/src.hpp"
#include "t2s/sql/duckdb/impl/src.hpp"
#include "t2s/sql/impl/src.hpp"
#include "t2s/sql/mysql/impl/src.hpp"
#include "t2s/sql/postgres/impl/src.hpp"
#include "t2s/sql/transpile/impl/src.hpp"
#include "t2s/study/impl/src.hpp"
#include "t2s/systems/impl/src.hpp"
#include "t2s/systems/tcsr_sql/impl/src.hpp"
#include "t2s/terminate/impl/src.hpp"

#endif
