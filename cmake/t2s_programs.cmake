# t2s_programs(FOLDER DIR PROGRAM NAME SOURCE... PROGRAM NAME SOURCE...): programs of one folder that share sources and bodies. Each has what its
# sources include and no more, and what several have is compiled once: files that the same programs need are one library of objects. The bodies
# that none of them needs are one more; all of them together are t2s::separate.

# What is optimized in every build: reading, resolving and printing SQL. The rest is built in half the time.
# scripts/bench measures what users build, all of it optimized: T2S_OPTIMIZED.
set(T2S_HOT_BODIES "/t2s/sql/detail/(ast|compare|entities|parse|print|resolve|skeleton|token|duckdb|mysql|postgres)[^/]*[.]ipp$")

# The files of the page of `t2s serve` as a header. The one in include/ is for those who build without this project; a test compares both.
set(T2S_PAGE_HEADER ${PROJECT_BINARY_DIR}/page/t2s/serve/page/detail/assets.hpp)
cmake_path(SET t2s_page ${PROJECT_SOURCE_DIR}/include/t2s/serve/page/detail)
file(GLOB t2s_page_files CONFIGURE_DEPENDS ${t2s_page}/assets/*.css ${t2s_page}/assets/*.html ${t2s_page}/assets/*.js)
add_custom_command(OUTPUT ${T2S_PAGE_HEADER}
  COMMAND ${CMAKE_COMMAND} -DASSETS=${t2s_page}/assets -DINTO=${T2S_PAGE_HEADER} -P ${CMAKE_CURRENT_LIST_DIR}/t2s_page.cmake
  DEPENDS ${t2s_page_files} ${CMAKE_CURRENT_LIST_DIR}/t2s_page.cmake VERBATIM)
add_custom_target(t2s_page_embedded DEPENDS ${T2S_PAGE_HEADER})
add_custom_target(t2s_page_header COMMAND ${CMAKE_COMMAND} -E copy_if_different ${T2S_PAGE_HEADER} ${t2s_page}/assets.hpp VERBATIM)
add_dependencies(t2s_page_header t2s_page_embedded)

# t2s_key_files(PROGRAM FILE...): notes that a program needs files.
macro(t2s_key_files program)
  foreach(file IN ITEMS ${ARGN})
    set(key_${file} "${key_${file}}+${program}")
    list(APPEND keyed ${file})
  endforeach()
endmacro()

# t2s_add_objects(NAME FILE...): a library of objects.
function(t2s_add_objects name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_link_libraries(${name} PRIVATE t2s_warnings t2s_own_bodies)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # It warns of literals joined to strings (GCC bug 105329) and of frames of Asio's coroutines.
    target_compile_options(${name} PRIVATE -Wno-restrict -Wno-mismatched-new-delete)
  endif()
endfunction()

# t2s_precompile(NAME KIND HEADER...): reads headers once for all libraries of a kind.
macro(t2s_precompile name kind)
  if(precompiled_${kind})
    target_precompile_headers(${name} REUSE_FROM ${precompiled_${kind}})
  else()
    target_precompile_headers(${name} PRIVATE ${ARGN})
    set(precompiled_${kind} ${name})
  endif()
endmacro()

# t2s_add_bodies(NAME BODY...): a library of bodies, all hot or none.
function(t2s_add_bodies name)
  t2s_write_units(units ${PROJECT_BINARY_DIR}/separate ${name}_ ${ARGN})
  t2s_add_objects(${name} ${units})
  list(JOIN units "\n" units)
  file(APPEND ${PROJECT_BINARY_DIR}/separate/units.txt "${units}\n")
  target_compile_options(${name} PRIVATE -Wsign-conversion)  # that users have switched on
  if("${ARGN}" MATCHES "/serve/page/")  # what is compiled here has the page as its files are now
    set_source_files_properties(${units} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/page)
    add_dependencies(${name} t2s_page_embedded)
  endif()
  if("${ARGN}" MATCHES "/semantic_yaml[.]ipp" AND TARGET t2s::yaml)  # the first program needs no other optional part
    target_link_libraries(${name} PRIVATE t2s::yaml)
  endif()
  target_sources(t2s_separate PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

function(t2s_programs)
  list(POP_FRONT ARGN word folder)
  set(programs)
  foreach(word IN LISTS ARGN)
    if(word STREQUAL "PROGRAM")
      set(is_name TRUE)
    elseif(is_name)
      set(program ${word})
      list(APPEND programs ${program})
      set(is_name FALSE)
    else()
      cmake_path(ABSOLUTE_PATH word BASE_DIRECTORY ${folder})
      list(APPEND sources_of_${program} ${word})
    endif()
  endforeach()

  file(GLOB_RECURSE bodies CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/t2s/*.ipp)
  set(keyed ${bodies})
  foreach(program IN LISTS programs)
    t2s_reached_from(reached ${folder} ${sources_of_${program}})
    list(FILTER reached INCLUDE REGEX "[.](ipp|cpp)$")
    t2s_key_files(${program} ${reached})
  endforeach()

  # Libraries by the programs that need them, and by what they hold.
  list(REMOVE_DUPLICATES keyed)
  list(SORT keyed)
  set(keys)
  foreach(file IN LISTS keyed)
    set(kind sources)
    if(file MATCHES "${T2S_HOT_BODIES}")
      set(kind hot)
    elseif(file MATCHES "[.]ipp$")
      set(kind bodies)
    endif()
    string(MAKE_C_IDENTIFIER "${kind}${key_${file}}" id)
    if(NOT DEFINED files_${id})
      list(APPEND keys ${id})
      set(key_of_${id} "${key_${file}}+")
      set(kind_of_${id} ${kind})
    endif()
    list(APPEND files_${id} ${file})
  endforeach()

  file(WRITE ${PROJECT_BINARY_DIR}/separate/units.txt "")
  set(number 0)
  set(precompiled_sources)
  set(precompiled_bodies)
  foreach(id IN LISTS keys)
    math(EXPR number "${number} + 1")
    set(kind ${kind_of_${id}})
    set(objects t2s_${kind}_${number})
    if(kind STREQUAL "sources")
      t2s_add_objects(${objects} ${files_${id}})
      target_link_libraries(${objects} PRIVATE Boost::program_options)
      target_include_directories(${objects} PRIVATE ${folder})
      set_target_properties(${objects} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)  # each header is read less often
    else()
      t2s_add_bodies(${objects} ${files_${id}})
    endif()
    set(is_first FALSE)
    if("${key_of_${id}}" MATCHES "[+]t2s-cli[+]")
      set(is_first TRUE)
    else()
      target_link_libraries(${objects} PRIVATE t2s_own_parts)
    endif()
    if(kind STREQUAL "sources" OR (kind STREQUAL "bodies" AND NOT T2S_OPTIMIZED))
      # -Og compiles a quarter faster than -O1 and runs at two thirds of its speed; -O3 runs as -O1 does. The engines that answer without a
      # model are in t2s-cli. At -Og g++ 12 takes objects of the standard library for uninitialized.
      set(level -Og "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
      if(kind STREQUAL "bodies" AND is_first)
        set(level -O1)
      endif()
      target_compile_options(${objects} PRIVATE "$<$<CONFIG:Release>:${level}>")
      if(NOT is_first)  # most of the others ask models
        t2s_precompile(${objects} ${kind} <boost/asio/awaitable.hpp> <boost/json.hpp> <filesystem> <fstream> <iostream> <map>
          <t2s/pipeline/prepared.hpp> <t2s/pipeline.hpp>)
      endif()
    endif()
    foreach(program IN LISTS programs)
      if("${key_of_${id}}" MATCHES "[+]${program}[+]")
        list(APPEND objects_of_${program} $<TARGET_OBJECTS:${objects}>)
      endif()
    endforeach()
  endforeach()

  foreach(program IN LISTS programs)
    add_executable(${program} ${objects_of_${program}})
    target_link_libraries(${program} PRIVATE t2s_own_parts Boost::program_options)
  endforeach()
endfunction()
