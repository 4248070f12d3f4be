# INCLUDE is passed to the compiler as a folder of system headers: cmake -DCOMMANDS=compile_commands.json -DINCLUDE=... -P system_headers.cmake

cmake_minimum_required(VERSION 3.25)

file(READ ${COMMANDS} commands)
string(JSON command GET "${commands}" 0 command)
separate_arguments(arguments UNIX_COMMAND "${command}")
string(FIND ";${arguments};" ";-isystem;${INCLUDE};" found)
if(found EQUAL -1)
  message(FATAL_ERROR "t2s's headers do not come by -isystem ${INCLUDE}, so the consumer's warnings fire in them:\n${command}")
endif()
