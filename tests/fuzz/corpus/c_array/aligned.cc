#include <cstdint>
// { 1, 2, 3 } in a comment
alignas(16) const std::uint8_t g_model[] = {28, 0, 0, 0, 84, 70, 76, 51, 0377, 0XfF}; /* and } */
const char* text = "{ 4, 5 }";
