# Settings that all of our own targets share, and how folders become targets.

add_library(arenascope_options INTERFACE)
target_compile_options(arenascope_options INTERFACE -Wall -Wextra -Wconversion -Wsuggest-override
                                                    -Wzero-as-null-pointer-constant)
# As RE2 asks those that use it for: precompiled headers need the same everywhere.
target_compile_options(arenascope_options INTERFACE -pthread)
# GCC collects what it no longer needs from 128 MB on: a tenth of its time, for files that take at most 1.4 GB without.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(arenascope_options INTERFACE --param=ggc-min-heapsize=1048576)
endif()
# The core has functions that only images call, and attributes for GCC that keep their code like that of TFLM; accessors of
# the window have names of Qt's functions.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  target_compile_options(arenascope_options INTERFACE -Wno-unneeded-internal-declaration -Wno-unknown-attributes
                         -Wno-overloaded-virtual)
endif()
# An index beyond a vector, or a value that an optional does not have, ends the program instead of going on: it costs a
# profile or a plan less than three percent.
target_compile_definitions(arenascope_options INTERFACE _GLIBCXX_ASSERTIONS)
target_include_directories(arenascope_options INTERFACE ${CMAKE_CURRENT_LIST_DIR}/..)
# A number too large for the integer it is converted to becomes what the processor makes of it: so it does in the real
# interpreter, and each target's answer is compared with the real one there. GCC does not look at it unless told to.
if(ARENASCOPE_SANITIZE)
  target_compile_options(arenascope_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize=vptr,float-cast-overflow -fno-sanitize-recover=undefined)
  target_link_options(arenascope_options INTERFACE -fsanitize=address,undefined)
endif()
if(ARENASCOPE_SANITIZE_THREADS)
  target_compile_options(arenascope_options INTERFACE -fsanitize=thread)
  target_link_options(arenascope_options INTERFACE -fsanitize=thread)
endif()
if(ARENASCOPE_FUZZ)
  target_compile_options(arenascope_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined
                         -fno-sanitize=vptr,float-cast-overflow -fno-sanitize-recover=undefined -O2)
  target_link_options(arenascope_options INTERFACE -fsanitize=address,undefined)
endif()

# Host code of one target is compiled in a few pieces: templates of JSON, command line and Qt are instantiated once a
# piece instead of once a file, which is most of the time. Pieces have some 24 files, and are equally large: a small one
# takes nearly as long as a large one. Names in anonymous namespaces are those of the piece.
option(ARENASCOPE_UNITY "Compile host code in a few large pieces; OFF for tools that look at one file" ON)
function(arenascope_unity_build name)
  get_target_property(sources ${name} SOURCES)
  list(LENGTH sources files)
  math(EXPR pieces "(${files} + 12) / 24")
  if(pieces EQUAL 0)
    set(pieces 1)
  endif()
  math(EXPR size "(${files} + ${pieces} - 1) / ${pieces}")
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${ARENASCOPE_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# A library of one folder, shared with BUILD_SHARED_LIBS; STATIC: never. LINKS: what its headers need.
function(arenascope_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC" "" "SOURCES;LINKS")
  if(arg_STATIC OR NOT BUILD_SHARED_LIBS)
    add_library(${name} STATIC ${arg_SOURCES})
  else()
    add_library(${name} SHARED ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "") # the same objects as of an archive
    arenascope_finds_libraries(${name} ${ARENASCOPE_FULL_PARTS})
    install(TARGETS ${name} LIBRARY DESTINATION ${ARENASCOPE_PARTS} COMPONENT ${ARENASCOPE_COMPONENT})
  endif()
  target_link_libraries(${name} PUBLIC arenascope_options ${arg_LINKS})
  arenascope_unity_build(${name})
endfunction()

# The same of all sources in FOLDER, which may be several. INSIDE: NAME_inside as well, for the
# emulator, of which no code comes from a library that is shared with what reads models (LICENSE): it is linked with what
# it uses, function by function.
function(arenascope_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSIDE;STATIC" "" "FOLDER;LINKS")
  set(static)
  if(arg_STATIC)
    set(static STATIC)
  endif()
  list(TRANSFORM arg_FOLDER APPEND /*.cc)
  file(GLOB sources CONFIGURE_DEPENDS ${arg_FOLDER})
  arenascope_library(${name} ${static} SOURCES ${sources} LINKS ${arg_LINKS})
  if(TARGET arenascope_headers)
    target_precompile_headers(${name} REUSE_FROM arenascope_headers)
  endif()
  if(arg_INSIDE AND NOT BUILD_SHARED_LIBS)
    add_library(${name}_inside ALIAS ${name})
  elseif(arg_INSIDE)
    set(links)
    foreach(library ${arg_LINKS})
      if(TARGET ${library}_inside)
        set(library ${library}_inside)
      endif()
      list(APPEND links ${library})
    endforeach()
    arenascope_library(${name}_inside STATIC SOURCES ${sources} LINKS ${links})
  endif()
endfunction()

# Sets `variable` to the targets that a room was made into.
function(arenascope_forms variable)
  set(forms ${ARGN})
  foreach(name ${ARGN})
    if(BUILD_SHARED_LIBS AND TARGET ${name}_inside)
      list(APPEND forms ${name}_inside)
    endif()
  endforeach()
  set(${variable} ${forms} PARENT_SCOPE)
endfunction()

# For templates by the thousand with no place where time is spent: what more than -O1 takes, it never gives back.
function(arenascope_optimise_lightly)
  foreach(name ${ARGN})
    target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
  endforeach()
endfunction()

# The interpreter core: file by file, as on the target, with precompiled headers instead.
function(arenascope_core_library name)
  arenascope_library(${ARGV} STATIC)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(${name} PRIVATE ${ARENASCOPE_CORE_OPTIONS})
  if(NOT ARENASCOPE_FUZZ) # tables as objects have the writers in them
    target_compile_definitions(${name} PRIVATE ARENASCOPE_READS_MODELS)
  endif()
  target_precompile_headers(${name} PRIVATE ${ARENASCOPE_CORE_HEADERS})
endfunction()
