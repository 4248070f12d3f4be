# What only t2s's own targets use: warnings, the compiler cache, the linker, the data to measure with.

# t2s_needs_boost(PART COMPONENT PACKAGE): what T2S_BUILD_<PART> needs of Boost and the library does not.
macro(t2s_needs_boost part component package)
  find_package(Boost ${T2S_BOOST_MINIMUM} QUIET COMPONENTS ${component})
  if(NOT Boost_FOUND)
    message(FATAL_ERROR "T2S_BUILD_${part} needs ${component} of Boost ${T2S_BOOST_MINIMUM} or newer. On Debian 12: apt install ${package}. "
      "Elsewhere: set Boost_ROOT to the folder of a Boost that has it. To do without: -DT2S_BUILD_${part}=OFF")
  endif()
endmacro()

include(t2s_programs)

find_program(T2S_CCACHE ccache)
if(T2S_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${T2S_CCACHE})
endif()
find_program(T2S_MOLD mold)
if(T2S_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

set(default_spider "")
if(EXISTS ${PROJECT_SOURCE_DIR}/../shared/spider/dev.json)
  set(default_spider ${PROJECT_SOURCE_DIR}/../shared/spider)
endif()
set(T2S_SPIDER_DIR "${default_spider}" CACHE PATH "Folder of the Spider data (dev.json, train.json, databases); tests that need it are skipped without it")

add_library(t2s_warnings INTERFACE)
target_compile_options(t2s_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${T2S_WARNINGS_AS_ERRORS}>:-Werror>)

# What our own units that have bodies, or declare them, are compiled and linked with; the first without the optional parts, whose arrival
# then compiles nothing anew.
add_library(t2s_own_bodies INTERFACE)
target_link_libraries(t2s_own_bodies INTERFACE t2s)
target_compile_definitions(t2s_own_bodies INTERFACE T2S_SEPARATE_COMPILATION)
add_library(t2s_own_parts INTERFACE)
target_link_libraries(t2s_own_parts INTERFACE t2s_own_bodies)
foreach(part IN ITEMS t2s::openssl t2s::hnswlib t2s::postgres t2s::mysql t2s::duckdb t2s::odbc t2s::yaml)
  if(TARGET ${part})
    target_link_libraries(t2s_own_parts INTERFACE ${part})
  endif()
endforeach()

# t2s_own(target): a target of this project.
function(t2s_own target)
  target_link_libraries(${target} PRIVATE t2s::separate t2s_warnings)
endfunction()
