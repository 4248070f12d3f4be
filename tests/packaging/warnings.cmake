# Included by consumers that build t2s as a part of their project: their warnings are errors, and concern only their own
# code, because t2s's headers are system headers for them.

target_compile_options(consumer PRIVATE -Wall -Wextra -Wshadow -Wsign-conversion -Werror)
set_target_properties(consumer PROPERTIES EXPORT_COMPILE_COMMANDS ON)
add_custom_command(TARGET consumer POST_BUILD VERBATIM
  COMMAND ${CMAKE_COMMAND} "-DCOMMANDS=${CMAKE_BINARY_DIR}/compile_commands.json" "-DINCLUDE=${t2s_SOURCE_DIR}/include"
    -P ${CMAKE_CURRENT_LIST_DIR}/system_headers.cmake)
