// Any text as a C source with a model in it.
#include "core/model/load/c_array_reader.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)arenascope::model::readCArray({reinterpret_cast<const char*>(data), size});
  return 0;
}
