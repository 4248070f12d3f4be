# t2s::hnswlib: t2s with approximate search (retrieve/hnsw_index.hpp), where hnswlib's headers are found. Included by the project and,
# installed, by the package's config file.

find_path(T2S_HNSWLIB_INCLUDE_DIR hnswlib/hnswlib.h DOC "Folder of hnswlib/hnswlib.h, for approximate search")
set(T2S_HNSWLIB_MISSING "t2s::hnswlib is not offered: hnswlib/hnswlib.h was not found. On Debian and Ubuntu: apt install libhnswlib-dev. \
Elsewhere: set T2S_HNSWLIB_INCLUDE_DIR to the folder that has hnswlib/hnswlib.h.")
if(T2S_HNSWLIB_INCLUDE_DIR AND NOT TARGET t2s::hnswlib)
  add_library(t2s::hnswlib INTERFACE IMPORTED GLOBAL)
  target_include_directories(t2s::hnswlib INTERFACE ${T2S_HNSWLIB_INCLUDE_DIR})
  target_compile_definitions(t2s::hnswlib INTERFACE T2S_WITH_HNSWLIB)
  target_link_libraries(t2s::hnswlib INTERFACE t2s::t2s)
endif()
