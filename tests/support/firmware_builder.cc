#include "tests/support/firmware_builder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>

#include "core/base/hash.h"
#include "core/base/process.h"
#include "emulator/engine/kernel_library.h"

namespace arenascope::test {

namespace {

const std::filesystem::path kSource = ARENASCOPE_SOURCE_DIR;
const std::filesystem::path kShaped = kSource / "tests/image/tflm_shaped";

std::vector<std::string> compiler(const std::string& cpu = "cortex-m4") {
  std::vector<std::string> words = {
      "arm-none-eabi-g++",   "-mcpu=" + cpu,    "-mthumb",   "-std=c++20", "-DNDEBUG",
      "-ffunction-sections", "-fno-exceptions", "-fno-rtti", "-Wall",      "-fno-threadsafe-statics"};
  if (cpu == "cortex-m4") words.insert(words.end(), {"-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"});
  // As our images are compiled: the same objects in half of the time.
  words.insert(words.end(), {"-DARENASCOPE_READS_MODELS", "-isystem", kSource / "emulator/firmware/stand_ins"});
  for (const std::filesystem::path& folder : FirmwareBuilder::headers()) words.push_back("-I" + folder.string());
  return words;
}

std::vector<std::filesystem::path> sources() {
  std::vector<std::filesystem::path> files;
  for (const char* name : {"allocator.cc", "interpreter.cc", "fully_connected.cc", "small_operators.cc"})
    files.push_back(kShaped / name);
  files.push_back(kSource / "core/interpreter/kernels/fixed_point.cc");
  return files;
}

// All that a source of the fixture may include.
const std::string& included() {
  static const std::string text = [] {
    std::string all = readText(std::filesystem::path(ARENASCOPE_FIRMWARE_BUILD) / "schema/tflite_generated.h");
    for (const auto& folder : {kShaped, kSource / "core/interpreter/kernels", kSource / "core/interpreter/runtime",
                               kSource / "core/interpreter/tflm"})
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".h") all += readText(entry.path());
    return all;
  }();
  return text;
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

std::filesystem::path FirmwareBuilder::compiled(const std::filesystem::path& source, std::vector<std::string> words) {
  std::string madeOf = readText(source) + included();
  for (const std::string& word : words) madeOf += word + '\n';
  const std::string hash = sha256Hex(std::span(reinterpret_cast<const std::uint8_t*>(madeOf.data()), madeOf.size()));
  const std::filesystem::path kept = std::filesystem::path(ARENASCOPE_FIRMWARE_BUILD) / "fixture";
  std::filesystem::path path = kept / (source.stem().string() + "-" + hash.substr(0, 16) + ".o");
  if (std::filesystem::exists(path)) return path;
  std::filesystem::create_directories(kept);
  const std::filesystem::path made = std::filesystem::path(path) += "." + std::to_string(getpid());
  words.insert(words.end(), {"-c", source.string(), "-o", made.string()});
  run(words);
  // Of two processes the first one's stays: linkers read an object twice, and no two of -flto are alike.
  std::error_code isThere;
  std::filesystem::create_hard_link(made, path, isThere);
  std::filesystem::remove(made);
  return path;
}

std::filesystem::path FirmwareBuilder::image(const Flavor& flavor) {
  const std::filesystem::path path = folder() / (flavor.name + (flavor.stripped ? "-stripped.elf" : ".elf"));
  if (std::filesystem::exists(path)) return path;
  run(linking(flavor, path));
  if (flavor.stripped) run({"arm-none-eabi-strip", path.string()});
  return path;
}

bool FirmwareBuilder::links(const Flavor& flavor) {
  return runProgram(linking(flavor, folder() / "tried.elf"), folder() / "log");
}

std::vector<std::string> FirmwareBuilder::linking(const Flavor& flavor, const std::filesystem::path& path) {
  const std::filesystem::path data = folder_.write(
      "model.s", ".section .rodata.g_model\n.global g_model\n.type g_model, %object\n.balign 16\ng_model: "
                 ".incbin \"" +
                     flavor.model.string() + "\"\n.size g_model, . - g_model\n");
  std::string script = readText(kSource / "emulator/harness/harness.ld");
  script.replace(script.find("0x08000000"), flavor.flash.size(), flavor.flash);
  script.replace(script.find("1M"), 2, flavor.ram);
  if (flavor.stackBytes > 0)
    script += "__StackLimit = _stackTop - " + std::to_string(flavor.stackBytes) +
              ";\nASSERT(end <= __StackLimit, \"no room for the stack\")\n";
  const std::filesystem::path layout = folder_.write(flavor.name + ".ld", script);
  const auto isDefinition = [](const std::string& flag) { return flag.starts_with("-D"); };
  std::vector<std::string> words = compiler(flavor.cpu);
  std::ranges::copy_if(flavor.flags, std::back_inserter(words), std::not_fn(isDefinition));
  std::vector<std::string> defined = words;
  std::ranges::copy_if(flavor.flags, std::back_inserter(defined), isDefinition);
  std::vector<std::string> linked = words;
  for (const std::filesystem::path& file : sources())
    linked.push_back(compiled(file, file.stem() == "fully_connected" ? defined : words).string());
  linked.push_back(compiled(kShaped / "application.cc", defined).string());
  linked.push_back(compiled(kSource / "emulator/harness/support.cc", words).string());
  linked.insert(linked.end(), {"-x", "assembler", data.string(), "-nostartfiles", "-Wl,--gc-sections", "-T",
                               layout.string(), "-o", path.string()});
  return linked;
}

std::filesystem::path FirmwareBuilder::uf2() {
  const std::string program = readText(
      converted(image({.name = "pico", .flags = {"-Os", "-DRP2040"}, .cpu = "cortex-m0plus", .flash = "0x10000100"}),
                "binary", ".bin"));
  std::string flash(252, '\0'); // a loader that is never run; only its checksum matters
  std::uint32_t checksum = ~std::uint32_t{0};
  for (int bit = 0; bit < 252 * 8; ++bit)
    checksum = checksum << 1 ^ ((checksum >> 31) != 0 ? std::uint32_t{0x04C11DB7} : 0);
  const auto add = [](std::string& text, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words)
      for (int i = 0; i < 4; ++i) text += static_cast<char>(word >> (8 * i));
  };
  add(flash, {checksum});
  flash += program;
  flash.resize((flash.size() + 255) / 256 * 256);
  const auto blocks = static_cast<std::uint32_t>(flash.size() / 256);
  std::string file;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    add(file, {0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * i, 256, i, blocks, 0xE48BFF56});
    file += flash.substr(256 * i, 256) + std::string(476 - 256, '\0');
    add(file, {0x0AB16F30});
  }
  return folder_.write("pico.uf2", file);
}

std::filesystem::path FirmwareBuilder::library(const std::vector<std::string>& definitions) {
  std::string name = "libshaped";
  for (const std::string& definition : definitions) name += definition;
  std::filesystem::path path = folder() / (name + ".a");
  if (std::filesystem::exists(path)) return path;
  std::vector<std::string> archive = {"arm-none-eabi-ar", "rcs", path.string()};
  std::vector<std::string> words = compiler();
  words.emplace_back("-Os");
  words.insert(words.end(), definitions.begin(), definitions.end());
  for (const std::filesystem::path& file : sources()) archive.push_back(compiled(file, words).string());
  run(archive);
  return path;
}

void FirmwareBuilder::addKernels(const std::string& name, const std::vector<std::string>& definitions) {
  setenv("ARENASCOPE_KERNELS_DIR", (folder() / "kernels").c_str(), 1);
  const auto added = engine::addKernelLibrary({.name = name,
                                               .library = library(definitions),
                                               .headers = headers(),
                                               .flags = folder_.write("flags.txt", std::string("-std=c++20\n")),
                                               .target = {}});
  ASSERT_TRUE(added) << added.error().message;
}

std::filesystem::path FirmwareBuilder::object() { return compiled(sources().front(), compiler()); }

std::filesystem::path FirmwareBuilder::converted(const std::filesystem::path& image, const std::string& format,
                                                 const std::string& ending) {
  std::filesystem::path path = std::filesystem::path(image).replace_extension(ending);
  run({"arm-none-eabi-objcopy", "-O", format, image.string(), path.string()});
  return path;
}

} // namespace arenascope::test
