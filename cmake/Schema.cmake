# Generates tflite_generated.h from our schema, and tflite_names.h with the names of its fields. Both the host's build
# and the firmware's include this file.
find_program(FLATC_PROGRAM flatc REQUIRED)
# FlatBuffers' headers, which lie beside its compiler also where a build for another processor does not look.
get_filename_component(beside ${FLATC_PROGRAM} DIRECTORY)
find_path(FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h HINTS ${beside}/../include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(ARENASCOPE_SCHEMA ${CMAKE_CURRENT_LIST_DIR}/../core/interpreter/schema/tflite.fbs)
set(ARENASCOPE_SCHEMA_DIR ${CMAKE_BINARY_DIR}/schema)
set(ARENASCOPE_MARK_WRITERS ${CMAKE_CURRENT_LIST_DIR}/mark_writers.cmake)
# Tables as objects are for what changes models to fuzz with them.
set(ARENASCOPE_FLATC_OPTIONS --cpp $<$<BOOL:${ARENASCOPE_FUZZ}>:--gen-object-api>)
add_custom_command(
  OUTPUT ${ARENASCOPE_SCHEMA_DIR}/tflite_generated.h
  COMMAND ${FLATC_PROGRAM} "${ARENASCOPE_FLATC_OPTIONS}" -o ${ARENASCOPE_SCHEMA_DIR} ${ARENASCOPE_SCHEMA}
  COMMAND ${CMAKE_COMMAND} -DHEADER=${ARENASCOPE_SCHEMA_DIR}/tflite_generated.h -P ${ARENASCOPE_MARK_WRITERS}
  COMMAND_EXPAND_LISTS
  DEPENDS ${ARENASCOPE_SCHEMA} ${ARENASCOPE_MARK_WRITERS}
  COMMENT "Generating tflite_generated.h")
add_custom_target(arenascope_schema_header DEPENDS ${ARENASCOPE_SCHEMA_DIR}/tflite_generated.h)
set(ARENASCOPE_NAME_FIELDS ${CMAKE_CURRENT_LIST_DIR}/name_fields.cmake)
set(ARENASCOPE_NAMED ${ARENASCOPE_SCHEMA_DIR}/named/tflite_generated.h)
add_custom_command(
  OUTPUT ${ARENASCOPE_SCHEMA_DIR}/tflite_names.h
  COMMAND ${FLATC_PROGRAM} --cpp --reflect-names -o ${ARENASCOPE_SCHEMA_DIR}/named ${ARENASCOPE_SCHEMA}
  COMMAND ${CMAKE_COMMAND} -DFROM=${ARENASCOPE_NAMED} -DTO=${ARENASCOPE_SCHEMA_DIR}/tflite_names.h
          -P ${ARENASCOPE_NAME_FIELDS}
  DEPENDS ${ARENASCOPE_SCHEMA} ${ARENASCOPE_NAME_FIELDS}
  COMMENT "Generating tflite_names.h")
add_custom_target(arenascope_schema_names DEPENDS ${ARENASCOPE_SCHEMA_DIR}/tflite_names.h)
add_library(arenascope_schema INTERFACE)
add_dependencies(arenascope_schema arenascope_schema_header)
target_include_directories(arenascope_schema SYSTEM INTERFACE ${ARENASCOPE_SCHEMA_DIR})
