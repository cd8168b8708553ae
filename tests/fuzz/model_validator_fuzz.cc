// Any bytes as a model: refused, or read from one end to the other.
#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = arenascope::model::ModelFile::fromBytes({data, size}, "model");
  if (file) (void)arenascope::model::readModelInfo(*file);
  return 0;
}
