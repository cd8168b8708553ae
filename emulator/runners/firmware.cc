#include "emulator/runners/firmware.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>

#include "core/base/folders.h"
#include "core/base/hash.h"
#include "core/base/log.h"
#include "core/base/parallel.h"
#include "core/devtree/checkout.h"
#include "core/devtree/first_use.h"
#include "emulator/elf/firmware_loader.h"

namespace arenascope::runners {

namespace {

constexpr std::size_t kMostImages = 6; // that are kept without a user

// Empty where the image was built with this version of the program.
std::string wrongVersion(const protocol::FirmwareImage& image) {
  const auto address = image.symbol("arenascope_version");
  const std::string version = address ? image.text(*address) : "";
  if (version == ARENASCOPE_VERSION) return {};
  return " is " + (version.empty() ? std::string("not one of ArenaScope's") : "from version " + version) +
         ", but the program has version " ARENASCOPE_VERSION ": build or install both together";
}

// What tells a file from what was at its path before.
struct FileState {
  std::filesystem::path path;
  std::uintmax_t bytes = 0;
  std::filesystem::file_time_type written;
  bool operator==(const FileState&) const = default;
};

FileState stateOf(const std::filesystem::path& path) {
  std::error_code code;
  const std::uintmax_t bytes = std::filesystem::file_size(path, code);
  return {path, bytes, std::filesystem::last_write_time(path, code)};
}

std::string sha256OfFile(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  return sha256Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

struct Kept {
  std::string processor;
  FileState file;
  std::shared_ptr<Firmware> firmware;
};

struct IdleMachine {
  std::shared_ptr<Firmware> firmware; // of the machine, outlives it
  std::unique_ptr<client::RemoteMachine> machine;
};

// What was used last comes first.
struct Pool {
  std::mutex mutex;
  std::list<Kept> images;
  std::list<IdleMachine> machines;
};

// Never ended: at the program's end that would only take time.
Pool& pool() {
  static Pool& pool = *new Pool;
  return pool;
}

// Where an image is, or will be when it is built.
struct ImagePlaces {
  std::string image; // its name, and the build's target
  std::filesystem::path file;
  std::filesystem::path build; // empty where it is not made by one

  ImagePlaces(const std::string& processor, const std::string& kernels) : image(processor + "-" + kernels) {
    const std::string name = image + ".elf";
    if (const char* chosen = std::getenv("ARENASCOPE_FIRMWARE_DIR"); chosen != nullptr) {
      file = std::filesystem::path(chosen) / name;
      return;
    }
    const std::optional<devtree::Checkout> ours = devtree::checkout();
    if (!ours) {
      file = installedFolder("firmware") / name;
      return;
    }
    build = ours->build / "firmware";
    if (processor.starts_with("rv")) build /= "riscv"; // built by another cross compiler
    file = build / name;
  }
  bool isThere() const {
    std::error_code code;
    return std::filesystem::exists(file, code);
  }
};

// Packages have few images of other levels.
std::string adviceOn(const std::string& kernels) {
  for (const char* level : {"-Os", "-O3"})
    if (kernels.find(level) != std::string::npos)
      return "; only a source tree builds this level on demand; leave out @O... in --kernels to use the packaged image";
  return {};
}

} // namespace

Result<std::filesystem::path> findFirmware(const std::string& processor, const std::string& kernels) {
  const ImagePlaces places(processor, kernels);
  if (places.isThere()) return places.file;
  return devtree::builtAtFirstUse(
      places.file, places.build, places.image, "the firmware " + places.image,
      Error{Stage::kFirmware, "the firmware image " + places.file.string() +
                                  " is missing: build or install the firmware images, or set "
                                  "ARENASCOPE_FIRMWARE_DIR" +
                                  adviceOn(kernels)});
}

std::string firmwareKernels(const std::string& kernels, const std::string& cLibrary) {
  std::string name = kernels.substr(0, kernels.find('@'));
  if (const std::string level = engine::levelOf(kernels); level != engine::kUsualLevel) name += level;
  return cLibrary.empty() ? name : name + "-" + cLibrary;
}

bool hasFirmware(const std::string& processor, const std::string& kernels) {
  const ImagePlaces places(processor, kernels);
  return places.isThere() || devtree::canBeBuilt(places.build);
}

Firmware::Firmware(std::string processor, const client::WorkerKind& kind, const std::filesystem::path& path,
                   protocol::FirmwareImage image)
    : processor_(std::move(processor)), kind_(kind), image_(std::move(image)),
      hash_(std::async(std::launch::deferred, sha256OfFile, path)),
      usage_(std::async(std::launch::async, [this, path] { return elf::FlashUsage::load(path, image_); })) {}

Result<std::shared_ptr<Firmware>> Firmware::load(const std::string& processor, const cpu::Format& format,
                                                 const std::string& kernels, const client::WorkerKind& kind) {
  const Result<std::filesystem::path> path = findFirmware(processor, kernels);
  if (!path) return path.error();
  const FileState file = stateOf(*path);
  Pool& all = pool();
  const std::lock_guard lock(all.mutex); // others that want the same image get it
  const auto known = std::find_if(all.images.begin(), all.images.end(),
                                  [&](const Kept& kept) { return kept.processor == processor && kept.file == file; });
  if (known != all.images.end()) {
    all.images.splice(all.images.begin(), all.images, known);
    return known->firmware;
  }
  log::info([&] { return "firmware image " + path->string(); });
  Result<protocol::FirmwareImage> image = elf::loadFirmware(*path, format);
  if (!image) return image.error();
  if (std::string wrong = wrongVersion(*image); !wrong.empty())
    return Error{Stage::kFirmware, "the firmware image " + path->string() + wrong};
  std::shared_ptr<Firmware> firmware(new Firmware(processor, kind, *path, std::move(*image)));
  all.images.push_front({processor, file, firmware});
  if (all.images.size() > kMostImages) all.images.pop_back();
  return firmware;
}

Firmware::Lease Firmware::lease() {
  Pool& all = pool();
  {
    const std::lock_guard lock(all.mutex);
    const auto idle =
        std::ranges::find(all.machines, this, [](const IdleMachine& each) { return each.firmware.get(); });
    if (idle != all.machines.end()) {
      Lease lease(idle->machine.release(), {std::move(idle->firmware)});
      all.machines.erase(idle);
      return lease;
    }
  }
  return {new client::RemoteMachine(kind_, image_, processor_), {shared_from_this()}};
}

void Firmware::GiveBack::operator()(client::RemoteMachine* machine) {
  Pool& all = pool();
  std::list<IdleMachine> ended; // after the lock
  const std::lock_guard lock(all.mutex);
  all.machines.push_front({std::move(firmware), std::unique_ptr<client::RemoteMachine>(machine)});
  const std::size_t most = 2 * processorCores();
  while (all.machines.size() > most) ended.splice(ended.begin(), all.machines, std::prev(all.machines.end()));
}

void Firmware::endIdleMachines() {
  Pool& all = pool();
  std::list<IdleMachine> ended;
  {
    const std::lock_guard lock(all.mutex);
    ended.swap(all.machines);
  }
  client::endPreforked();
}

} // namespace arenascope::runners
