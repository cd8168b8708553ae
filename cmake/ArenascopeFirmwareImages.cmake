# cmake -DFOLDER=... -DFIRST=... -P ArenascopeFirmwareImages.cmake: builds the firmware image FIRST in the build folder
# FOLDER, and again each image that is there already: those that were built at first use belong to these sources too.
file(GLOB images RELATIVE ${FOLDER} ${FOLDER}/*.elf)
list(TRANSFORM images REPLACE "\\.elf$" "")
list(APPEND images ${FIRST})
list(REMOVE_DUPLICATES images)
if(images)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER} --target ${images} RESULT_VARIABLE failed)
endif()
if(failed)
  message(FATAL_ERROR "the firmware images ${images} could not be built")
endif()
