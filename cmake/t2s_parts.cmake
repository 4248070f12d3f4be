# The optional parts: each is offered if its dependency is found. Included by the project and, installed, by the package's config file, so
# that a package does not depend on the machine that made it. T2S_OPENSSL_MISSING and the like say what to do.

# t2s::openssl: t2s with OpenSSL, for models behind TLS.
set(T2S_OPENSSL_MISSING "t2s::openssl is not offered: OpenSSL 1.1.1 or newer was not found. On Debian and Ubuntu: apt install libssl-dev. \
Elsewhere: set OPENSSL_ROOT_DIR to the folder that has it.")
find_package(OpenSSL 1.1.1 QUIET)
if(OpenSSL_FOUND AND NOT TARGET t2s::openssl)
  add_library(t2s::openssl INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::openssl INTERFACE T2S_WITH_OPENSSL)
  target_link_libraries(t2s::openssl INTERFACE t2s::t2s OpenSSL::SSL OpenSSL::Crypto)
endif()

# t2s::hnswlib: t2s with approximate search (retrieve/hnsw_index.hpp).
set(T2S_HNSWLIB_MISSING "t2s::hnswlib is not offered: hnswlib/hnswlib.h was not found. On Debian and Ubuntu: apt install libhnswlib-dev. \
Elsewhere: set T2S_HNSWLIB_INCLUDE_DIR to the folder that has hnswlib/hnswlib.h.")
find_path(T2S_HNSWLIB_INCLUDE_DIR hnswlib/hnswlib.h DOC "Folder of hnswlib/hnswlib.h, for approximate search")
if(T2S_HNSWLIB_INCLUDE_DIR AND NOT TARGET t2s::hnswlib)
  add_library(t2s::hnswlib INTERFACE IMPORTED GLOBAL)
  target_include_directories(t2s::hnswlib INTERFACE ${T2S_HNSWLIB_INCLUDE_DIR})
  target_compile_definitions(t2s::hnswlib INTERFACE T2S_WITH_HNSWLIB)
  target_link_libraries(t2s::hnswlib INTERFACE t2s::t2s)
endif()

# t2s::postgres: t2s with libpq, for PostgreSQL (db/postgres/).
set(T2S_POSTGRES_MISSING "t2s::postgres is not offered: libpq 14 or newer was not found. On Debian and Ubuntu: apt install libpq-dev. \
Elsewhere: set PostgreSQL_ROOT to the folder that has it.")
find_package(PostgreSQL 14 QUIET)
if(PostgreSQL_FOUND AND NOT TARGET t2s::postgres)
  add_library(t2s::postgres INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::postgres INTERFACE T2S_WITH_POSTGRES)
  target_link_libraries(t2s::postgres INTERFACE t2s::t2s PostgreSQL::PostgreSQL)
endif()

# t2s::mysql: t2s with MariaDB Connector/C, for MariaDB and MySQL (db/mysql/).
set(T2S_MYSQL_MISSING "t2s::mysql is not offered: MariaDB Connector/C 3.1.8 or newer was not found. On Debian and Ubuntu: apt install \
libmariadb-dev. Elsewhere: set T2S_MARIADB_INCLUDE_DIR to the folder that has mysql.h, and T2S_MARIADB_LIBRARY to the library.")
find_package(mariadb-connector-c QUIET)  # Conan's name of it
find_path(T2S_MARIADB_INCLUDE_DIR mariadb_version.h PATH_SUFFIXES mariadb mysql DOC "Folder of mysql.h of MariaDB Connector/C")
find_library(T2S_MARIADB_LIBRARY NAMES mariadb PATH_SUFFIXES mariadb DOC "MariaDB Connector/C")
if(NOT TARGET t2s::mysql AND (TARGET mariadb-connector-c::mariadb-connector-c OR (T2S_MARIADB_INCLUDE_DIR AND T2S_MARIADB_LIBRARY)))
  add_library(t2s::mysql INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::mysql INTERFACE T2S_WITH_MYSQL)
  if(TARGET mariadb-connector-c::mariadb-connector-c)
    target_link_libraries(t2s::mysql INTERFACE t2s::t2s mariadb-connector-c::mariadb-connector-c)
  else()
    target_include_directories(t2s::mysql INTERFACE ${T2S_MARIADB_INCLUDE_DIR})
    target_link_libraries(t2s::mysql INTERFACE t2s::t2s ${T2S_MARIADB_LIBRARY})
  endif()
endif()

# t2s::duckdb: t2s with the means to load libduckdb at run time (db/duckdb/). Nothing of DuckDB is needed to build.
set(T2S_DUCKDB_MISSING "t2s::duckdb is not offered: this system has no dlopen.")
if(UNIX AND NOT TARGET t2s::duckdb)
  add_library(t2s::duckdb INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::duckdb INTERFACE T2S_WITH_DUCKDB)
  target_link_libraries(t2s::duckdb INTERFACE t2s::t2s ${CMAKE_DL_LIBS})
endif()

# t2s::odbc: t2s with unixODBC, for databases that have a driver (db/odbc/).
set(T2S_ODBC_MISSING "t2s::odbc is not offered: unixODBC was not found. On Debian and Ubuntu: apt install unixodbc-dev. \
Elsewhere: set ODBC_ROOT to the folder that has it.")
find_package(ODBC QUIET)
if(ODBC_FOUND AND NOT TARGET t2s::odbc)
  add_library(t2s::odbc INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::odbc INTERFACE T2S_WITH_ODBC)
  target_link_libraries(t2s::odbc INTERFACE t2s::t2s ODBC::ODBC)
endif()

# t2s::yaml: t2s with yaml-cpp, for semantic models and metrics (retrieve/knowledge/semantic_layer.hpp).
set(T2S_YAML_MISSING "t2s::yaml is not offered: yaml-cpp 0.6 or newer was not found. On Debian and Ubuntu: apt install libyaml-cpp-dev. \
Elsewhere: set yaml-cpp_ROOT to the folder that has it.")
find_package(yaml-cpp 0.6 QUIET)
if(NOT TARGET t2s::yaml AND (TARGET yaml-cpp::yaml-cpp OR TARGET yaml-cpp))
  add_library(t2s::yaml INTERFACE IMPORTED GLOBAL)
  target_compile_definitions(t2s::yaml INTERFACE T2S_WITH_YAML)
  if(TARGET yaml-cpp::yaml-cpp)
    target_link_libraries(t2s::yaml INTERFACE t2s::t2s yaml-cpp::yaml-cpp)
  else()
    target_link_libraries(t2s::yaml INTERFACE t2s::t2s yaml-cpp)
  endif()
endif()

# t2s::mcp: t2s with what serving over the Model Context Protocol needs (serve/): Boost.JSON, Boost.Beast and threads, which t2s has.
if(NOT TARGET t2s::mcp)
  add_library(t2s::mcp INTERFACE IMPORTED GLOBAL)
  target_link_libraries(t2s::mcp INTERFACE t2s::t2s)
endif()

# t2s::telemetry: t2s for programs that say what they do (telemetry/), to collectors behind TLS too where OpenSSL was found.
if(NOT TARGET t2s::telemetry)
  add_library(t2s::telemetry INTERFACE IMPORTED GLOBAL)
  target_link_libraries(t2s::telemetry INTERFACE t2s::t2s $<TARGET_NAME_IF_EXISTS:t2s::openssl>)
endif()
