# A model's tensor arena as a part of a build, whatever the processor is that the application is built for:
#
#   include(path/to/arenascope.cmake)              # of a checkout; installed: find_package(arenascope)
#   arenascope_size_arena(TARGET app MODEL model.tflite [NAME name] [BUDGET bytes]
#                         [DEVICE cortex-m4] [BOARD nucleo-f446re] [TFLM_KERNELS cmsis-nn] [TFLM 2023-05]
#                         [RESOLVER] [BUFFERS])
#
# Made at build time, again when the model has changed, in a folder that TARGET then includes from:
#   NAME_arena.h    kTensorArenaSize, and from what it was found
#   NAME_model.h    g_NAME and g_NAME_len: the model as an array, 16-byte aligned, in flash
#   NAME_ops.h      RESOLVER: a MicroMutableOpResolver with just the model's operators
#   NAME_buffers.h  BUFFERS: offset, size and lifetime of every planned buffer
# NAME is the model's file name unless it is given. DEVICE: what the model runs on (`arenascope profile --help`);
# BOARD names one with its core, clock and memory instead, and fails the build where the model does not fit it. With
# BUDGET the build fails with one line where the arena is larger.
#
# The program is that of ARENASCOPE_EXECUTABLE, one that is installed (or in the project's node_modules), or that of the
# checkout, built for this computer the first time (Debian's packages that README.md names must be there). Where none of
# them can be: the npm package, with the same memory and budgets. ARENASCOPE_NPM_PACKAGE is its file or URL, of a release,
# and ARENASCOPE_NPM_SHA256 the checksum that SHA256SUMS of that release has; Node.js runs it. Nothing is taken from npm's
# registry.
#
# A toolchain file that looks for packages in its own root alone (CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY) does not see a
# program of this computer: find_package(arenascope REQUIRED NO_CMAKE_FIND_ROOT_PATH).
include_guard(GLOBAL)

set(_ARENASCOPE_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})

set(ARENASCOPE_NPM_PACKAGE "" CACHE STRING "arenascope-VERSION.tgz of a release, to size arenas with: a file or a URL")
set(ARENASCOPE_NPM_SHA256 "" CACHE STRING "Its SHA-256")

# Unpacks the npm package, once its checksum is right. Sets ARENASCOPE_COMMAND and ARENASCOPE_BUILT.
macro(_arenascope_unpack_npm_package)
  if(NOT ARENASCOPE_NPM_SHA256)
    message(FATAL_ERROR "ARENASCOPE_NPM_PACKAGE needs ARENASCOPE_NPM_SHA256: SHA256SUMS of the release has it")
  endif()
  string(TOLOWER ${ARENASCOPE_NPM_SHA256} wanted)
  set(folder ${CMAKE_BINARY_DIR}/arenascope-npm/${wanted})
  set(file ${ARENASCOPE_NPM_PACKAGE})
  if(file MATCHES "^[a-z]+://" AND NOT EXISTS ${folder}/package/arenascope.cjs)
    set(file ${folder}/arenascope.tgz)
    file(DOWNLOAD ${ARENASCOPE_NPM_PACKAGE} ${file} EXPECTED_HASH SHA256=${wanted})
  endif()
  if(NOT EXISTS ${folder}/package/arenascope.cjs)
    file(SHA256 ${file} found)
    if(NOT found STREQUAL wanted)
      message(FATAL_ERROR "${file} has the SHA-256 ${found}, ARENASCOPE_NPM_SHA256 is ${wanted}")
    endif()
    file(ARCHIVE_EXTRACT INPUT ${file} DESTINATION ${folder})
  endif()
  find_program(ARENASCOPE_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH DOC "Runs ArenaScope's npm package")
  if(NOT ARENASCOPE_NODE)
    message(FATAL_ERROR "Node.js was not found: ARENASCOPE_NPM_PACKAGE needs it")
  endif()
  set(ARENASCOPE_BUILT ${folder}/package/arenascope.cjs)
  set(ARENASCOPE_COMMAND ${ARENASCOPE_NODE} ${ARENASCOPE_BUILT})
endmacro()

# Sets ARENASCOPE_COMMAND, and ARENASCOPE_BUILT to what has to be there before.
macro(_arenascope_find_program)
  if(ARENASCOPE_NPX)
    message(FATAL_ERROR "ARENASCOPE_NPX ran what npm's registry has under a name: set ARENASCOPE_NPM_PACKAGE and "
                        "ARENASCOPE_NPM_SHA256 instead")
  endif()
  if(NOT ARENASCOPE_NPM_PACKAGE)
    find_program(ARENASCOPE_EXECUTABLE arenascope
                 HINTS ${_ARENASCOPE_PROGRAMS} ${CMAKE_SOURCE_DIR}/node_modules/.bin
                 NO_CMAKE_FIND_ROOT_PATH DOC "The program that sizes tensor arenas")
  endif()
  get_filename_component(checkout ${_ARENASCOPE_CMAKE_FOLDER}/.. ABSOLUTE)
  if(ARENASCOPE_NPM_PACKAGE)
    _arenascope_unpack_npm_package()
  elseif(ARENASCOPE_EXECUTABLE)
    set(ARENASCOPE_COMMAND ${ARENASCOPE_EXECUTABLE})
    set(ARENASCOPE_BUILT ${ARENASCOPE_EXECUTABLE})
  elseif(EXISTS ${checkout}/CMakePresets.json AND EXISTS ${checkout}/core/interpreter/ops/operators.def)
    set(ARENASCOPE_COMMAND ${checkout}/build/release/app/cli/arenascope)
    set(ARENASCOPE_BUILT ${ARENASCOPE_COMMAND})
    if(NOT TARGET arenascope_program)
      # Configured and built as by itself: nothing of this build's compiler or toolchain file.
      add_custom_command(
        OUTPUT ${ARENASCOPE_BUILT}
        COMMAND ${CMAKE_COMMAND} --preset release
        COMMAND ${CMAKE_COMMAND} --build build/release --target arenascope
        WORKING_DIRECTORY ${checkout}
        COMMENT "Building ArenaScope for this computer, once"
        USES_TERMINAL VERBATIM)
      add_custom_target(arenascope_program DEPENDS ${ARENASCOPE_BUILT})
    endif()
  else()
    message(FATAL_ERROR "arenascope was not found: install its package, set ARENASCOPE_EXECUTABLE to the program, or "
                        "ARENASCOPE_NPM_PACKAGE and ARENASCOPE_NPM_SHA256 to the npm package of a release")
  endif()
endmacro()

# Sets `variable` to what the program prints, asked once; empty where it is not built yet.
function(_arenascope_ask variable)
  string(MAKE_C_IDENTIFIER "_arenascope_answer_${ARGN}" property)
  get_property(asked GLOBAL PROPERTY ${property} SET)
  if(NOT asked AND EXISTS ${ARENASCOPE_BUILT})
    execute_process(COMMAND ${ARENASCOPE_COMMAND} ${ARGN} OUTPUT_VARIABLE answer ERROR_QUIET)
    set_property(GLOBAL PROPERTY ${property} "${answer}")
  endif()
  get_property(answer GLOBAL PROPERTY ${property})
  set(${variable} "${answer}" PARENT_SCOPE)
endfunction()

# Which program it is, once.
function(_arenascope_say_program)
  get_property(said GLOBAL PROPERTY _arenascope_said)
  if(said)
    return()
  endif()
  set_property(GLOBAL PROPERTY _arenascope_said ON)
  _arenascope_ask(version --version)
  string(REGEX MATCH "[0-9][0-9.]*" version "${version}")
  if(version)
    message(STATUS "Arenas are sized by ${ARENASCOPE_BUILT}, version ${version}")
  else()
    message(STATUS "Arenas are sized by ${ARENASCOPE_BUILT}, which is built first")
  endif()
endfunction()

# Stops where `value` is not among the names that the program knows.
function(_arenascope_check argument value known)
  if(NOT "${value}" STREQUAL "" AND known AND NOT value IN_LIST known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "arenascope_size_arena: there is no ${argument} ${value}; there are: ${known}")
  endif()
endfunction()

# What can be known to be wrong before anything is built.
function(_arenascope_check_arguments)
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "arenascope_size_arena: there is no target ${arg_TARGET} yet: TARGET is one that add_executable() "
                        "or add_library() has made before")
  endif()
  get_source_file_property(generated ${model} GENERATED)
  if(NOT EXISTS ${model} AND NOT generated)
    message(FATAL_ERROR "arenascope_size_arena: MODEL ${model} does not exist, and no command of this CMakeLists.txt makes "
                        "it")
  endif()
  if(NOT "${arg_BUDGET}" STREQUAL "" AND NOT "${arg_BUDGET}" MATCHES "^[0-9]+[KkMmGg]?$")
    message(FATAL_ERROR "arenascope_size_arena: BUDGET takes a number of bytes, for example 65536 or 64K, not "
                        "${arg_BUDGET}")
  endif()
  if(NOT "${arg_DEVICE}" STREQUAL "")
    _arenascope_ask(help profile --help)
    string(REGEX REPLACE "[ \n]+" " " help "${help}")
    string(REGEX MATCH "--target NAME [^(]*\\(one of: ([^;)]*)" found "${help}")
    string(REPLACE ", " ";" devices "${CMAKE_MATCH_1}")
    _arenascope_check(DEVICE ${arg_DEVICE} "${devices}")
  endif()
  if(NOT "${arg_BOARD}" STREQUAL "")
    _arenascope_ask(boards boards)
    string(REGEX MATCHALL "\n *[^ \n]+" boards "${boards}")
    list(TRANSFORM boards STRIP)
    _arenascope_check(BOARD ${arg_BOARD} "${boards}")
  endif()
endfunction()

function(arenascope_size_arena)
  cmake_parse_arguments(PARSE_ARGV 0 arg "RESOLVER;BUFFERS" "TARGET;MODEL;NAME;BUDGET;DEVICE;BOARD;TFLM_KERNELS;TFLM" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "arenascope_size_arena: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET OR NOT arg_MODEL)
    message(FATAL_ERROR "arenascope_size_arena: TARGET and MODEL are needed")
  endif()
  if(arg_DEVICE AND arg_BOARD)
    message(FATAL_ERROR "arenascope_size_arena: a BOARD has its DEVICE")
  endif()
  get_filename_component(model "${arg_MODEL}" ABSOLUTE)
  if(NOT arg_NAME)
    get_filename_component(arg_NAME "${model}" NAME_WE)
  endif()
  string(MAKE_C_IDENTIFIER ${arg_NAME} name)
  _arenascope_find_program()
  _arenascope_say_program()
  _arenascope_check_arguments()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/arenascope/${arg_TARGET})
  file(MAKE_DIRECTORY ${folder})
  set(arena ${folder}/${name}_arena.h)
  set(made ${arena})
  set(options --header ${arena})
  if(arg_RESOLVER)
    list(APPEND made ${folder}/${name}_ops.h)
    list(APPEND options --resolver ${folder}/${name}_ops.h)
  endif()
  if(arg_BUFFERS)
    list(APPEND made ${folder}/${name}_buffers.h)
    list(APPEND options --buffers ${folder}/${name}_buffers.h)
  endif()
  foreach(pair budget:BUDGET target:DEVICE board:BOARD kernels:TFLM_KERNELS tflm:TFLM)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 option)
    list(GET pair 1 argument)
    if(NOT "${arg_${argument}}" STREQUAL "") # a BUDGET of 0 is one
      list(APPEND options --${option} ${arg_${argument}})
    endif()
  endforeach()
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -E env ${ARENASCOPE_COMMAND} profile ${model} ${options} > ${folder}/${name}_report.txt
    DEPENDS ${model} ${ARENASCOPE_BUILT}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Sizing the tensor arena of ${arg_MODEL}" VERBATIM)
  add_custom_command(
    OUTPUT ${folder}/${name}_model.cc ${folder}/${name}_model.h
    COMMAND ${CMAKE_COMMAND} -DMODEL=${model} -DNAME=${name} -DFOLDER=${folder}
            -P ${_ARENASCOPE_CMAKE_FOLDER}/arenascope_model_array.cmake
    DEPENDS ${model} ${_ARENASCOPE_CMAKE_FOLDER}/arenascope_model_array.cmake
    COMMENT "Writing ${arg_MODEL} as an array" VERBATIM)
  target_sources(${arg_TARGET} PRIVATE ${folder}/${name}_model.cc ${folder}/${name}_model.h ${made})
  target_include_directories(${arg_TARGET} PRIVATE ${folder})
endfunction()
