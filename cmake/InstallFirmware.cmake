# Installs the firmware images that belong to packages, whichever others were built at first use. Needs: FOLDERS, the
# build folders of emulator/firmware, and DATA, where the installation has its data. Images of boards that are not there
# yet are built.
get_filename_component(DATA ${DATA} ABSOLUTE BASE_DIR ${CMAKE_INSTALL_PREFIX})
foreach(folder ${FOLDERS})
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder} --target images-of-packages RESULT_VARIABLE failed
                  OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(failed)
    message(FATAL_ERROR "the firmware images in ${folder} could not be built:\n${log}")
  endif()
  file(STRINGS ${folder}/images-of-packages.txt files)
  list(TRANSFORM files PREPEND ${folder}/)
  file(INSTALL ${files} DESTINATION ${DATA}/firmware PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
