// An engine of a Cortex-M4 with Thumb code at the start of its flash, and RAM.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "emulator/cpu/processors.h"
#include "emulator/firmware/memory_map.h"
#include "emulator/protocol/machine_request.h"
#include "emulator/unicorn/engine.h"

namespace arenascope::unicorn {

class EngineWithCode {
public:
  explicit EngineWithCode(std::span<const std::uint16_t> code) : bytes_(code.size_bytes()) {
    const cpu::Processor& processor = *cpu::find("cortex-m4");
    EXPECT_EQ(engine_.open(*processor.architecture, processor.engineModel), "");
    EXPECT_TRUE(engine_.map(firmware::kFlashBase, 4096, UC_PROT_READ | UC_PROT_EXEC));
    EXPECT_TRUE(engine_.map(firmware::kRamBase, 4096, UC_PROT_READ | UC_PROT_WRITE));
    std::memcpy(engine_.memory(firmware::kFlashBase, bytes_).data(), code.data(), bytes_);
  }

  Engine& engine() { return engine_; }
  void write(int name, std::uint32_t value) { uc_reg_write(engine_.get(), name, &value); }
  std::uint32_t read(int name) {
    std::uint32_t value = 0;
    uc_reg_read(engine_.get(), name, &value);
    return value;
  }
  // The code from its start to its end.
  uc_err run() { return uc_emu_start(engine_.get(), firmware::kFlashBase | 1U, firmware::kFlashBase + bytes_, 0, 0); }

private:
  std::size_t bytes_;
  protocol::GuestFile memory_ = *protocol::GuestFile::create();
  Engine engine_{memory_, protocol::kKeptWindow};
};

} // namespace arenascope::unicorn
