// Any bytes as a model: refused, or read from one end to the other.
#include "core/model/model_file.h"
#include "core/model/model_info.h"
#include "core/model/read_model_info.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = arenascope::profile::ModelFile::fromBytes({data, size}, "model");
  if (file) (void)arenascope::profile::readModelInfo(*file);
  return 0;
}
