// Any bytes as a firmware image, booted as far as it comes. The first byte chooses the format.
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "service/profile/profiler.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

constexpr std::array kFormats = {".elf", ".bin", ".hex", ".uf2"};
constexpr std::uint64_t kInstructions = 2'000'000; // the sample comes to its inference in far fewer
constexpr std::uint64_t kArenaBytes = std::uint64_t{1} << 20;

// Files are read by their names: one of this process alone, which goes with it.
class ImageFiles {
public:
  ImageFiles() { std::filesystem::create_directories(folder_); }
  ~ImageFiles() { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const char* ending, const std::uint8_t* data, std::size_t size) const {
    std::filesystem::path path = folder_ / (std::string("image") + ending);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    return path;
  }

private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("arenascope-image-fuzz-" + std::to_string(getpid()));
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arenascope;
  if (size == 0) return 0;
  static const ImageFiles files;
  service::ProfileRequest request;
  request.model = files.write(kFormats[data[0] % kFormats.size()], data + 1, size - 1);
  request.limits.instructions = kInstructions;
  request.limits.arenaBytes = kArenaBytes;
  engine::RunControl control;
  (void)service::profileModel(request, {}, control);
  return 0;
}
