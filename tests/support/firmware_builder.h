// Firmware images and libraries of the interpreter in tflm_shaped/, built on demand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/test_models.h"

namespace arenascope::test {

// Compiler flags; what application.cc is to do, as -D…; whether symbols are left out.
struct Flavor {
  std::string name;
  std::vector<std::string> flags = {"-Os"};
  bool stripped = false;
  std::string cpu = "cortex-m4";
  std::string flash = "0x08000000"; // where it begins
  std::filesystem::path model = sampleModel("sine");
  std::string ram = "1M"; // its size, and bytes at its end that the linker script keeps for the stack
  int stackBytes = 0;
};

class FirmwareBuilder {
public:
  // An application with a model in it. Each flavour is built once.
  std::filesystem::path image(const Flavor& flavor);
  // Whether such an application has room in its memories.
  bool links(const Flavor& flavor);
  // For a Raspberry Pi Pico: a boot loader's 256 bytes, the application, in blocks of the UF2 format.
  std::filesystem::path uf2();
  // The interpreter alone, as a static library, with "-D…" for its operators; a file of it, not linked.
  std::filesystem::path library(const std::vector<std::string>& definitions = {});
  std::filesystem::path object();
  // Adds the library to the program's kernel sets, which from now on are in a folder of this builder.
  void addKernels(const std::string& name, const std::vector<std::string>& definitions = {});
  // The same image in another format of objcopy's: "binary", "ihex".
  std::filesystem::path converted(const std::filesystem::path& image, const std::string& format,
                                  const std::string& ending);
  const std::filesystem::path& folder() const { return folder_.path(); }
  // Folders of headers that the library's user would give.
  static std::vector<std::filesystem::path> headers();

private:
  void run(const std::vector<std::string>& words);
  // The linker's command for an image at a path.
  std::vector<std::string> linking(const Flavor& flavor, const std::filesystem::path& path);
  // Every test is a separate process: objects are kept in the build folder, by what they were made of.
  std::filesystem::path compiled(const std::filesystem::path& source, std::vector<std::string> words);

  TemporaryFolder folder_;
};

} // namespace arenascope::test
