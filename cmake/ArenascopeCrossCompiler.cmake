# arenascope_check_cross(program packages advice FLAGS...): a cross compiler that is there and compiles a line. What
# builds firmware with it is a separate project, which would report it in the middle of a build.
function(arenascope_check_cross program packages advice)
  string(MAKE_C_IDENTIFIER ARENASCOPE_FOUND_${program} found)
  find_program(${found} ${program} NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(${found})
  if(NOT ${found})
    message(FATAL_ERROR "${program} was not found: install it (Debian: ${packages})${advice}")
  endif()
  set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/${program}-probe)
  file(WRITE ${probe}.cc "#include <math.h>\n#include <string.h>\n\nint main() { return 0; }\n")
  execute_process(COMMAND ${${found}} ${ARGN} -c ${probe}.cc -o ${probe}.o RESULT_VARIABLE failed
                  OUTPUT_VARIABLE words ERROR_VARIABLE words)
  if(failed)
    message(FATAL_ERROR "${${found}} is there and cannot compile a line; is its C library installed (Debian: "
                        "${packages})?${advice}\n${words}")
  endif()
endfunction()
