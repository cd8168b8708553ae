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
# The program is that of ARENASCOPE_EXECUTABLE, one that is installed, or that of the checkout, built for this computer
# the first time (Debian's packages that README.md names must be there); without a checkout, or with ARENASCOPE_NPX set,
# that of the npm package, run by npx: memory and budgets are the same.
include_guard(GLOBAL)

set(_ARENASCOPE_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})

option(ARENASCOPE_NPX "Size tensor arenas with the npm package" OFF)

# Sets ARENASCOPE_COMMAND, and ARENASCOPE_BUILT to what has to be there before.
macro(_arenascope_find_program)
  if(NOT ARENASCOPE_NPX)
    find_program(ARENASCOPE_EXECUTABLE arenascope HINTS ${_ARENASCOPE_CMAKE_FOLDER}/../../../bin
                 NO_CMAKE_FIND_ROOT_PATH DOC "The program that sizes tensor arenas")
  endif()
  get_filename_component(checkout ${_ARENASCOPE_CMAKE_FOLDER}/.. ABSOLUTE)
  if(ARENASCOPE_EXECUTABLE)
    set(ARENASCOPE_COMMAND ${ARENASCOPE_EXECUTABLE})
    set(ARENASCOPE_BUILT ${ARENASCOPE_EXECUTABLE})
  elseif(NOT ARENASCOPE_NPX AND EXISTS ${checkout}/CMakePresets.json AND EXISTS ${checkout}/core/ops/operators.def)
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
    find_program(ARENASCOPE_NPX_PROGRAM npx NO_CMAKE_FIND_ROOT_PATH DOC "Runs programs of npm packages")
    if(NOT ARENASCOPE_NPX_PROGRAM)
      message(FATAL_ERROR "arenascope was not found, and no npx: install its package or Node.js, or set "
                          "ARENASCOPE_EXECUTABLE to the program")
    endif()
    set(ARENASCOPE_COMMAND ${ARENASCOPE_NPX_PROGRAM} --yes arenascope)
    set(ARENASCOPE_BUILT "")
  endif()
endmacro()

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
  get_filename_component(model ${arg_MODEL} ABSOLUTE)
  if(NOT arg_NAME)
    get_filename_component(arg_NAME ${model} NAME_WE)
  endif()
  string(MAKE_C_IDENTIFIER ${arg_NAME} name)
  _arenascope_find_program()

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
    if(arg_${argument})
      list(APPEND options --${option} ${arg_${argument}})
    endif()
  endforeach()
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -E env ${ARENASCOPE_COMMAND} profile ${model} ${options} > ${folder}/${name}_report.txt
    DEPENDS ${model} ${ARENASCOPE_BUILT}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} # whose node_modules npx looks in
    COMMENT "Sizing the tensor arena of ${arg_MODEL}")
  add_custom_command(
    OUTPUT ${folder}/${name}_model.cc ${folder}/${name}_model.h
    COMMAND ${CMAKE_COMMAND} -DMODEL=${model} -DNAME=${name} -DFOLDER=${folder}
            -P ${_ARENASCOPE_CMAKE_FOLDER}/arenascope_model_array.cmake
    DEPENDS ${model} ${_ARENASCOPE_CMAKE_FOLDER}/arenascope_model_array.cmake
    COMMENT "Writing ${arg_MODEL} as an array" VERBATIM)
  target_sources(${arg_TARGET} PRIVATE ${folder}/${name}_model.cc ${folder}/${name}_model.h ${made})
  target_include_directories(${arg_TARGET} PRIVATE ${folder})
endfunction()
