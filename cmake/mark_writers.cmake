# Run on what flatc generated, as HEADER: leaves out what writes models where ARENASCOPE_READS_MODELS is defined. The
# interpreter core only reads them, and a fifth of its compilation was the writers and their library.
file(READ ${HEADER} text)
string(REPLACE "#include \"flatbuffers/flatbuffers.h\"\n" [[
#ifdef ARENASCOPE_READS_MODELS
#include "flatbuffers/string.h"
#include "flatbuffers/table.h"
#include "flatbuffers/vector.h"
#include "flatbuffers/verifier.h"
#else
#include "flatbuffers/flatbuffers.h"
#endif
]] text "${text}")
# Ends of types and of functions as one character each, so that an expression can stop at the first.
string(ASCII 1 end_of_type)
string(ASCII 2 end_of_function)
string(REPLACE "\n};\n" "${end_of_type}" text "${text}")
string(REPLACE "\n}\n" "${end_of_function}" text "${text}")
set(marked "#ifndef ARENASCOPE_READS_MODELS\n\\1#endif\n")
string(REGEX REPLACE "(struct [A-Za-z0-9_]+Builder {[^${end_of_type}]*${end_of_type})" "${marked}" text "${text}")
string(REGEX REPLACE "(inline (flatbuffers::Offset<[A-Za-z0-9_]+> Create|void Finish)[^${end_of_function}]*${end_of_function})"
       "${marked}" text "${text}")
string(REPLACE "${end_of_type}" "\n};\n" text "${text}")
string(REPLACE "${end_of_function}" "\n}\n" text "${text}")
file(WRITE ${HEADER} "${text}")
