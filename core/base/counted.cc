#include "core/base/counted.h"

#include "core/base/number_text.h"

namespace arenascope {

std::string counted(std::uint64_t number, const char* noun) {
  return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string countedBytes(std::uint64_t bytes) { return counted(bytes, "byte"); }

} // namespace arenascope
