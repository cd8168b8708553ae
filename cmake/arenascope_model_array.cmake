# MODEL as the array g_NAME in FOLDER: NAME_model.h and NAME_model.cc.
file(READ ${MODEL} bytes HEX)
string(LENGTH "${bytes}" length)
math(EXPR length "${length} / 2")
get_filename_component(file ${MODEL} NAME)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
# Sixteen bytes a line.
string(REPEAT "[^,]*," 16 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
file(WRITE ${FOLDER}/${NAME}_model.h "// ${file} as an array, made at build time.
#pragma once

extern const unsigned char g_${NAME}[];
extern const unsigned int g_${NAME}_len;
")
file(WRITE ${FOLDER}/${NAME}_model.cc "// ${file} as an array, made at build time.
#include \"${NAME}_model.h\"

alignas(16) extern const unsigned char g_${NAME}[${length}] = {
${bytes}};
extern const unsigned int g_${NAME}_len = ${length};
")
