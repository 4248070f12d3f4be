# t2s::t2s, the library: headers only. t2s::separate, the same compiled once (T2S_SEPARATE_COMPILATION).

add_library(t2s INTERFACE)
add_library(t2s::t2s ALIAS t2s)

file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/t2s/*.hpp)
file(GLOB_RECURSE bodies CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/t2s/*.ipp)
set(inner ${headers})
list(FILTER inner INCLUDE REGEX "/detail/")
list(FILTER headers EXCLUDE REGEX "/detail/")  # every one of these compiles alone

target_sources(t2s
  INTERFACE
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers}
    FILE_SET implementation TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${bodies} ${inner} ${PROJECT_SOURCE_DIR}/include/t2s/t2s.cppm)
set_target_properties(t2s PROPERTIES
  VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL}
  INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
if(NOT PROJECT_IS_TOP_LEVEL)
  set_target_properties(t2s PROPERTIES SYSTEM ON)  # a user's warnings are for the user's code
endif()
target_compile_features(t2s INTERFACE cxx_std_20)
target_link_libraries(t2s INTERFACE Boost::headers Boost::json SQLite::SQLite3 Threads::Threads)

include(t2s_parts)
foreach(part IN ITEMS OPENSSL HNSWLIB POSTGRES MYSQL DUCKDB ODBC YAML)
  string(TOLOWER t2s::${part} target)
  if(PROJECT_IS_TOP_LEVEL AND NOT TARGET ${target})
    message(STATUS "${T2S_${part}_MISSING}")
  endif()
endforeach()

include(t2s_bodies)

# One unit for each list of bodies: unused ones are not linked, and several are compiled at once. The project itself builds them otherwise
# (t2s_programs.cmake).
set(units)
if(NOT T2S_IS_DEVELOPED)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/t2s/src.hpp)
  list(FILTER sources INCLUDE REGEX "/detail/src.hpp$")
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/include OUTPUT_VARIABLE include)
    string(REPLACE "/" "_" unit ${include})
    set(unit ${PROJECT_BINARY_DIR}/separate/${unit}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${include}\"\n" @ONLY)
    list(APPEND units ${unit})
  endforeach()
endif()

add_library(t2s_separate STATIC EXCLUDE_FROM_ALL ${units})
set_target_properties(t2s_separate PROPERTIES LINKER_LANGUAGE CXX)
add_library(t2s::separate ALIAS t2s_separate)
target_link_libraries(t2s_separate PUBLIC t2s)
target_compile_definitions(t2s_separate PUBLIC T2S_SEPARATE_COMPILATION)
foreach(part IN ITEMS t2s::openssl t2s::hnswlib t2s::postgres t2s::mysql t2s::duckdb t2s::odbc t2s::yaml)
  if(TARGET ${part})
    target_link_libraries(t2s_separate PUBLIC ${part})
  endif()
endforeach()
