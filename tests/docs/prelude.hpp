// SPDX-License-Identifier: BSL-1.0
// The names that code blocks of the pages may use: every public header, and the objects that the text mentions. Nothing of it is executed.
#pragma once

#include <boost/asio.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "all_headers.hpp"  // made by CMakeLists.txt

extern t2s::db::sqlite_connection database;
extern t2s::schema::database schema;
extern t2s::llm::scripted_model model;
extern t2s::retrieve::hashed_ngrams embedder;
extern t2s::systems::few_shot_corrected pipeline;

extern std::string question, sql, key;
extern t2s::question asked;
extern t2s::samples shown;
extern std::vector<std::string> texts;
