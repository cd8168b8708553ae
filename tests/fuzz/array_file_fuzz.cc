// Any bytes as the file of a model's input: raw or a NumPy array.
#include "core/output/npy.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)arenascope::output::arrayData({data, size});
  return 0;
}
