// Our firmware images: where they are, loaded once for all who run them, and machines that stay warm.
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

// Where firmware images are looked for: ARENASCOPE_FIRMWARE_DIR, the build of a checkout or the install prefix.
// processor: Target::image(). kernels: "reference", or "reference-variants" of an image that is configured at start.
Result<std::filesystem::path> findFirmware(const std::string& processor, const std::string& kernels);
// What an image with a kernel set at its level (levelOf()) is called: "cmsis-nn-O3-pico-sdk". cLibrary: a board's.
std::string firmwareKernels(const std::string& kernels, const std::string& cLibrary);
// Whether such an image is there, or a build is that can make it.
bool hasFirmware(const std::string& processor, const std::string& kernels);

// An image as a target's processor runs it. From any thread.
class Firmware : public std::enable_shared_from_this<Firmware> {
public:
  // processor, kernels: as for findFirmware(). As long as the file stays as it is, this is what was loaded before.
  // Fails where the file is missing, or is of another version of the program.
  static Result<std::shared_ptr<Firmware>> load(const std::string& processor, const cpu::Format& format,
                                                const std::string& kernels,
                                                const client::WorkerKind& kind = client::unicornWorker());

  const std::string& processor() const { return processor_; }
  const client::WorkerKind& kind() const { return kind_; }
  const protocol::FirmwareImage& image() const { return image_; }
  // Flash by operator: reading it takes a while, and goes on beside the first run.
  const Result<elf::FlashUsage>& usage() const { return usage_.get(); }
  // SHA-256 of the file, made when it is asked for.
  const std::string& hash() const { return hash_.get(); }

  // A machine for one user, and back to the others when it is no longer wanted. What it finds and tells depends on
  // nothing that it has run before.
  struct GiveBack {
    std::shared_ptr<Firmware> firmware;
    void operator()(client::RemoteMachine* machine);
  };
  using Lease = std::unique_ptr<client::RemoteMachine, GiveBack>;
  Lease lease();
  // Ends all that wait for a user: the next ones are new.
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
