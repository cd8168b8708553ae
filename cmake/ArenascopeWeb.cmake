# The web page and the npm package, in the folder web of the build: a separate project, since Emscripten compiles it.
find_program(EMCMAKE_PROGRAM emcmake)
find_program(EM_NPM_PROGRAM npm)
if(NOT EMCMAKE_PROGRAM OR NOT EM_NPM_PROGRAM)
  message(FATAL_ERROR "Emscripten (emcmake) or npm was not found: install them (Debian: emscripten, npm), or leave out "
                      "the web page with -DARENASCOPE_WEB=OFF")
endif()
set(WEB ${CMAKE_BINARY_DIR}/web)
# As in web/build.sh: Emscripten fills its cache while it builds, and Debian's is not ours.
set(EMSCRIPTEN_CACHE /usr/share/emscripten/cache CACHE PATH "The cache that Emscripten was installed with")
if(IS_DIRECTORY ${EMSCRIPTEN_CACHE} AND NOT EXISTS ${CMAKE_BINARY_DIR}/emscripten-cache)
  file(COPY ${EMSCRIPTEN_CACHE}/ DESTINATION ${CMAKE_BINARY_DIR}/emscripten-cache)
endif()
set(WITH_CACHE ${CMAKE_COMMAND} -E env EM_CACHE=${CMAKE_BINARY_DIR}/emscripten-cache NODE_PATH=/usr/share/nodejs)
include(ExternalProject)
ExternalProject_Add(arenascope_web
  SOURCE_DIR ${CMAKE_SOURCE_DIR}/web
  BINARY_DIR ${WEB}
  CONFIGURE_COMMAND ${WITH_CACHE} ${EMCMAKE_PROGRAM} ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${CMAKE_SOURCE_DIR}/web
                    -B ${WEB} -DCMAKE_BUILD_TYPE=None -DFLATC_PROGRAM=${FLATC_PROGRAM}
  BUILD_COMMAND ${WITH_CACHE} ${CMAKE_COMMAND} --build ${WEB}
  BUILD_ALWAYS ON
  INSTALL_COMMAND "")
install(FILES ${WEB}/arenascope.html DESTINATION ${ARENASCOPE_DATA}/web COMPONENT web)
if(ARENASCOPE_TESTS)
  add_test(NAME web.All COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WEB} --output-on-failure --no-tests=error)
  set_tests_properties(web.All PROPERTIES LABELS long)
endif()
