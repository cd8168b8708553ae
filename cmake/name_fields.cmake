# The schema's tables of types and names, from a header that has all of it once more: into a namespace of their own, so
# that both can be included.
file(READ ${FROM} text)
string(REPLACE "namespace schema" "namespace schema_names" text "${text}")
string(REPLACE "arenascope::schema::" "arenascope::schema_names::" text "${text}")
string(REPLACE "ARENASCOPE_SCHEMA_H_" "ARENASCOPE_SCHEMA_NAMES_H_" text "${text}")
file(WRITE ${TO} "${text}")
