# What only t2s's own targets use: warnings, the compiler cache, the linker, the data to measure with.

# t2s_needs_boost(PART COMPONENT PACKAGE): what T2S_BUILD_<PART> needs of Boost and the library does not.
macro(t2s_needs_boost part component package)
  find_package(Boost ${T2S_BOOST_MINIMUM} QUIET COMPONENTS ${component})
  if(NOT Boost_FOUND)
    message(FATAL_ERROR "T2S_BUILD_${part} needs ${component} of Boost ${T2S_BOOST_MINIMUM} or newer. On Debian 12: apt install ${package}. "
      "Elsewhere: set Boost_ROOT to the folder of a Boost that has it. To do without: -DT2S_BUILD_${part}=OFF")
  endif()
endmacro()

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

# The library for our own targets: compiled once, with warnings on.
target_link_libraries(t2s_separate PRIVATE t2s_warnings)
if(CMAKE_CXX_COMPILER_LAUNCHER)  # the target is older than the choice above
  set_target_properties(t2s_separate PROPERTIES CXX_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
target_compile_options(t2s_separate PRIVATE -Wsign-conversion)  # that users have switched on

# t2s_own(target): a target of this project.
function(t2s_own target)
  target_link_libraries(${target} PRIVATE t2s::separate t2s_warnings)
endfunction()
