# The template of a report's page as a string of the program, so that no file has to be found: report_html.inc in
# ARENASCOPE_PAGE.
set(ARENASCOPE_PAGE ${CMAKE_BINARY_DIR}/page)
set(page ${CMAKE_CURRENT_LIST_DIR}/../core/output/answers/report.html)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
file(READ ${page} text)
file(CONFIGURE OUTPUT ${ARENASCOPE_PAGE}/report_html.inc CONTENT "R\"html(@text@)html\"\n" @ONLY)
