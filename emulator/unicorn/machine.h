// One emulated microcontroller: firmware, RAM, a region for the arena and one for the model.
#pragma once

#include <cstdint>
#include <memory>
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
  // image and memory must outlive it; the file's two windows are its own.
  Machine(const protocol::FirmwareImage& image, const cpu::Processor& processor, const protocol::GuestFile& memory);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // One run from reset. Where it ends well and only counts, the engine and what it
  // has translated serve the next such run; what a run finds and tells is the same either way.
  protocol::MachineResult run(const protocol::MachineRequest& request, const protocol::MachineEvents& events,
                              const protocol::IsCancelled& isCancelled);

  // The machine's memory while a run goes on or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

  // What is mapped in the last run, and in which window.
  std::vector<protocol::Region> regions() const;
  int window() const {
    return last_ != nullptr && last_ == once_.get() ? protocol::kOnceWindow : protocol::kKeptWindow;
  }

private:
  class Run;
  struct Inside;

  static bool canKeepEngine(const protocol::MachineRequest& request);

  const protocol::FirmwareImage& image_;
  const cpu::Processor& processor_;
  const protocol::GuestFile& memory_;
  std::unique_ptr<cpu::CycleModel> model_;
  std::unique_ptr<cpu::TimedInstructions> timed_;
  instrumentation::BlockTable blocks_; // what one run has decoded serves the next
  std::unique_ptr<Inside> kept_;
  std::unique_ptr<Inside> once_;
  Inside* last_ = nullptr;
};

} // namespace arenascope::unicorn
