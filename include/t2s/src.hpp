// SPDX-License-Identifier: BSL-1.0
// The bodies of all functions, for T2S_SEPARATE_COMPILATION: include this in exactly one unit of a program.
#ifndef T2S_SRC_HPP
#define T2S_SRC_HPP

#include "t2s/core/src.hpp"
#include "t2s/db/src.hpp"
#include "t2s/evaluation/src.hpp"
#include "t2s/feedback/src.hpp"
#include "t2s/generate/offline/src.hpp"
#include "t2s/generate/repairs/src.hpp"
#include "t2s/generate/src.hpp"
#include "t2s/knowledge/src.hpp"
#include "t2s/link/src.hpp"
#include "t2s/llm/http/src.hpp"
#include "t2s/llm/src.hpp"
#include "t2s/report/src.hpp"
#include "t2s/retrieve/src.hpp"
#include "t2s/rewrite/src.hpp"
#include "t2s/run/src.hpp"
#include "t2s/sample/src.hpp"
#include "t2s/schema/src.hpp"
#include "t2s/skeleton/src.hpp"
#include "t2s/sql/mysql/src.hpp"
#include "t2s/sql/postgres/src.hpp"
#include "t2s/sql/src.hpp"
#include "t2s/terminate/src.hpp"

#endif
