# One build at a time in a build folder, whoever starts it: run.sh, test.sh, the program when it builds a part that it
# needs, a user's own `ninja` or `cmake`. The others print that they wait. Included before project(), which writes into
# the folder already; arenascope_lock_builds() after it.
set(ARENASCOPE_BUILD_LOCK ${CMAKE_CURRENT_LIST_DIR}/build_lock.sh)
execute_process(COMMAND sh ${ARENASCOPE_BUILD_LOCK} ${CMAKE_BINARY_DIR})

# Ninja brings build.ninja up to date before it does anything else, and for that it runs this command each time.
function(arenascope_lock_builds)
  set(stamp ${CMAKE_BINARY_DIR}/build_lock.stamp)
  if(NOT EXISTS ${stamp})
    file(TOUCH ${stamp})
  endif()
  set(each_time ${CMAKE_BINARY_DIR}/build_lock.never_made) # so that it is missing each time
  add_custom_command(OUTPUT ${stamp} ${each_time} COMMAND sh ${ARENASCOPE_BUILD_LOCK} ${CMAKE_BINARY_DIR} ${stamp}
                     VERBATIM COMMENT "Looking for other builds in this folder...")
  add_custom_target(build_lock DEPENDS ${stamp})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${stamp})
endfunction()
