// One emulated microcontroller: firmware, RAM, a region for the arena and one for the model.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emulator/accounting/block_table.h"
#include "emulator/binary/firmware_image.h"
#include "emulator/pipe/guest_file.h"
#include "emulator/pipe/machine_request.h"
#include "emulator/processors/processors.h"

namespace arenascope::machine {

class Machine {
public:
  // image and memory must outlive it; the file's two windows are its own.
  Machine(const FirmwareImage& image, const processors::Processor& processor, const pipe::GuestFile& memory);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // One run from reset. Where it ends well and only counts, the engine and what it
  // has translated serve the next such run; what a run finds and tells is the same either way.
  MachineResult run(const MachineRequest& request, const MachineEvents& events, const IsCancelled& isCancelled);

  // The machine's memory while a run goes on or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes);

  // What is mapped in the last run, and in which window.
  std::vector<pipe::Region> regions() const;
  int window() const { return last_ != nullptr && last_ == once_.get() ? kOnceWindow : kKeptWindow; }

private:
  class Run;
  struct Inside;

  static bool canKeepEngine(const MachineRequest& request);

  const FirmwareImage& image_;
  const processors::Processor& processor_;
  const pipe::GuestFile& memory_;
  std::unique_ptr<timing::CycleModel> model_;
  std::unique_ptr<isa::TimedInstructions> timed_;
  BlockTable blocks_; // what one run has decoded serves the next
  std::unique_ptr<Inside> kept_;
  std::unique_ptr<Inside> once_;
  Inside* last_ = nullptr;
};

} // namespace arenascope::machine
