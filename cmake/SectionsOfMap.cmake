# cmake -DFROM=... -DTO=... -P SectionsOfMap.cmake: of a linker's map the rows that emulator/elf/flash_usage reads,
# of sections that are loaded; a fifteenth of it, and no names of files.
file(READ ${FROM} text)
string(REGEX MATCHALL "\n \\.[^ \n]+[ \n] *0x[0-9a-f]+ +0x[0-9a-f]+ " rows "${text}")
list(FILTER rows EXCLUDE REGEX "0x0+ +0x| 0x0 $|^\n \\.(debug|comment|rel|ARM\\.attr|riscv)")
list(TRANSFORM rows REPLACE "[ \n]+0x0*([0-9a-f]+) +(0x[0-9a-f]+) $" " 0x\\1 \\2 -\n")
list(TRANSFORM rows REPLACE "^\n " " ")
# Names serve to know strings and numbers that the linker merged.
list(TRANSFORM rows REPLACE "^ [^ ]*(\\.str1\\.|\\.cst)" " \\1")
list(TRANSFORM rows REPLACE "^ [^ ]+ " " . " REGEX "^ \\.([^sc]|s[^t]|c[^s])")
list(JOIN rows "" rows)
file(WRITE ${TO} "${rows}")
