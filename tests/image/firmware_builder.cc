#include "tests/image/firmware_builder.h"

#include <gtest/gtest.h>

#include "core/base/process.h"

namespace arenascope::test {

namespace {

const std::filesystem::path kSource = ARENASCOPE_SOURCE_DIR;
const std::filesystem::path kShaped = kSource / "tests/image/tflm_shaped";

std::vector<std::string> compiler() {
  std::vector<std::string> words = {"arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb",  "-mfloat-abi=hard",
                                    "-mfpu=fpv4-sp-d16", "-std=c++20",      "-DNDEBUG", "-ffunction-sections",
                                    "-fno-exceptions",   "-fno-rtti",       "-Wall",    "-fno-threadsafe-statics"};
  for (const std::filesystem::path& folder : FirmwareBuilder::headers()) words.push_back("-I" + folder.string());
  return words;
}

std::vector<std::string> sources() {
  std::vector<std::string> files;
  for (const char* name : {"allocator.cc", "interpreter.cc", "fully_connected.cc"})
    files.push_back((kShaped / name).string());
  files.push_back((kSource / "core/kernels/fixed_point.cc").string());
  return files;
}

} // namespace

std::vector<std::filesystem::path> FirmwareBuilder::headers() {
  const std::filesystem::path build = ARENASCOPE_FIRMWARE_BUILD;
  return {kShaped, kSource, build / "include", build / "schema"};
}

void FirmwareBuilder::run(const std::vector<std::string>& words) {
  const std::filesystem::path log = folder() / "log";
  ASSERT_TRUE(runProgram(words, log)) << readText(log);
}

std::filesystem::path FirmwareBuilder::image(const Flavor& flavor) {
  const std::filesystem::path path = folder() / (flavor.name + (flavor.stripped ? "-stripped.elf" : ".elf"));
  if (std::filesystem::exists(path)) return path;
  const std::string model = sampleModel("sine").string();
  const std::filesystem::path data = folder_.write(
      "model.s", ".section .rodata.g_model\n.global g_model\n.type g_model, %object\n.balign 16\ng_model: "
                 ".incbin \"" +
                     model + "\"\n.size g_model, . - g_model\n");
  std::vector<std::string> words = compiler();
  words.insert(words.end(), flavor.flags.begin(), flavor.flags.end());
  for (const std::string& file : sources()) words.push_back(file);
  words.push_back((kShaped / "application.cc").string());
  words.push_back((kSource / "emulator/harness/support.cc").string());
  words.insert(words.end(), {"-x", "assembler", data.string(), "-nostartfiles", "-Wl,--gc-sections", "-T",
                             (kSource / "emulator/harness/harness.ld").string(), "-o", path.string()});
  run(words);
  if (flavor.stripped) run({"arm-none-eabi-strip", path.string()});
  return path;
}

std::filesystem::path FirmwareBuilder::library() {
  std::filesystem::path path = folder() / "libshaped.a";
  if (std::filesystem::exists(path)) return path;
  std::vector<std::string> archive = {"arm-none-eabi-ar", "rcs", path.string()};
  for (const std::string& file : sources()) {
    archive.push_back((folder() / std::filesystem::path(file).stem()).string() + ".o");
    std::vector<std::string> words = compiler();
    words.insert(words.end(), {"-Os", "-c", file, "-o", archive.back()});
    run(words);
  }
  run(archive);
  return path;
}

std::filesystem::path FirmwareBuilder::converted(const std::filesystem::path& image, const std::string& format,
                                                 const std::string& ending) {
  std::filesystem::path path = std::filesystem::path(image).replace_extension(ending);
  run({"arm-none-eabi-objcopy", "-O", format, image.string(), path.string()});
  return path;
}

} // namespace arenascope::test
