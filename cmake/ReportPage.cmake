# Templates of pages as strings of the program, so that no file has to be found: NAME_html.inc in ARENASCOPE_PAGE.
set(ARENASCOPE_PAGE ${CMAKE_BINARY_DIR}/page)
foreach(page answers/report history/history)
  get_filename_component(name ${page} NAME)
  set(page ${CMAKE_CURRENT_LIST_DIR}/../core/output/${page}.html)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  file(READ ${page} text)
  file(CONFIGURE OUTPUT ${ARENASCOPE_PAGE}/${name}_html.inc CONTENT "R\"html(@text@)html\"\n" @ONLY)
endforeach()
