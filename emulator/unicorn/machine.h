// An emulated microcontroller: firmware, RAM, a region for the arena and one for the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "emulator/cpu/processors.h"
#include "emulator/instrumentation/block_table.h"
#include "emulator/protocol/firmware_image.h"
#include "emulator/protocol/guest_file.h"
#include "emulator/protocol/machine_request.h"

namespace arenascope::unicorn {

class Machine {
public:
  // image and memory must outlive it; it uses both windows of the file.
  Machine(const protocol::FirmwareImage& image, const cpu::Processor& processor, const protocol::GuestFile& memory);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // One run from reset. If a run ends well, its engine and translated code serve the next one that is observed in the
  // same way, except with wait states; results are the same either way.
  protocol::MachineResult run(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                              const protocol::IsCancelled& isCancelled);

  // The machine's memory during a run or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

  // Regions mapped in the last run, and their window.
  std::vector<protocol::Region> regions() const;
  int window() const {
    return last_ != nullptr && last_ == once_.get() ? protocol::kOnceWindow : protocol::kKeptWindow;
  }

private:
  class Run;
  struct Inside;

  // Accesses to memory that are observed.
  struct Watched {
    bool guard = false;
    bool distances = false;

    bool operator==(const Watched&) const = default;
  };
  // Absent if the engine has hooks that fit this request alone.
  static std::optional<Watched> watchedIn(const protocol::MachineRequest& request);

  const protocol::FirmwareImage& image_;
  const cpu::Processor& processor_;
  const protocol::GuestFile& memory_;
  std::unique_ptr<cpu::CycleModel> model_;
  std::unique_ptr<cpu::TimedInstructions> timed_;
  instrumentation::BlockTable blocks_; // code decoded in one run serves the next
  std::unique_ptr<Inside> kept_;
  std::unique_ptr<Inside> once_;
  Inside* last_ = nullptr;
};

} // namespace arenascope::unicorn
