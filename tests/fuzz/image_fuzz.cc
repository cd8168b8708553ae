// Any bytes as a firmware image, booted as far as it comes. The first byte chooses the format.
#include <array>
#include <string>
#include <vector>

#include "service/profile/profiler.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/test_models.h"

namespace {

constexpr std::array kFormats = {".elf", ".bin", ".hex", ".uf2"};
constexpr std::uint64_t kInstructions = 2'000'000; // the sample comes to its inference in far fewer
constexpr std::uint64_t kArenaBytes = std::uint64_t{1} << 20;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arenascope;
  if (size == 0) return 0;
  static const test::TemporaryFolder folder; // files are read by their names
  service::ProfileRequest request;
  request.model = folder.write(std::string("image") + kFormats[data[0] % kFormats.size()],
                               std::vector<std::uint8_t>(data + 1, data + size));
  request.limits.instructions = kInstructions;
  request.limits.arenaBytes = kArenaBytes;
  engine::RunControl control;
  (void)service::profileModel(request, {}, control);
  return 0;
}
