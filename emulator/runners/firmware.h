// Our firmware images: their files, loaded once for all users, and a pool of warm machines.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "emulator/client/remote_machine.h"
#include "emulator/elf/flash_usage.h"
#include "emulator/engine/target.h"

namespace arenascope::runners {

// Finds a firmware image: in ARENASCOPE_FIRMWARE_DIR, the build of a source tree, or the install prefix.
// processor: Target::image(). kernels: "reference", or "reference-variants" for an image that is configured at start.
Result<std::filesystem::path> findFirmware(const std::string& processor, const std::string& kernels);
// The name of an image with a kernel set at its level (levelOf()): "cmsis-nn-O3-pico-sdk". cLibrary: a board's.
std::string firmwareKernels(const std::string& kernels, const std::string& cLibrary);
// Whether such an image exists, or a build that can make it.
bool hasFirmware(const std::string& processor, const std::string& kernels);

// An image on a target's processor. Thread-safe.
class Firmware : public std::enable_shared_from_this<Firmware> {
public:
  // processor, kernels: as for findFirmware(). While the file is unchanged, returns the image loaded before.
  // Errors: the file is missing, or from another version of the program.
  static Result<std::shared_ptr<Firmware>> load(const std::string& processor, const cpu::Format& format,
                                                const std::string& kernels,
                                                const client::WorkerKind& kind = client::unicornWorker());

  const std::string& processor() const { return processor_; }
  const client::WorkerKind& kind() const { return kind_; }
  const protocol::FirmwareImage& image() const { return image_; }
  // Flash by operator: reading it is slow, and runs in parallel with the first run.
  const Result<elf::FlashUsage>& usage() const { return usage_.get(); }
  // SHA-256 of the file, computed on first use.
  const std::string& hash() const { return hash_.get(); }

  // Leases a machine to one user; it returns to the pool afterwards. Results do not depend on
  // its earlier runs.
  struct GiveBack {
    std::shared_ptr<Firmware> firmware;
    void operator()(client::RemoteMachine* machine);
  };
  using Lease = std::unique_ptr<client::RemoteMachine, GiveBack>;
  Lease lease();
  // Ends all idle machines; later leases start new ones.
  static void endIdleMachines();

private:
  Firmware(std::string processor, const client::WorkerKind& kind, const std::filesystem::path& path,
           protocol::FirmwareImage image);

  std::string processor_;
  const client::WorkerKind& kind_;
  protocol::FirmwareImage image_;
  std::shared_future<std::string> hash_;
  std::shared_future<Result<elf::FlashUsage>> usage_;
};

} // namespace arenascope::runners
