// An image under observation leaves the same bytes in memory as one that runs alone.
#include <gtest/gtest.h>
#include <unicorn/unicorn.h>

#include <algorithm>

#include "core/model/load/read_model_info.h"
#include "emulator/cpu/address_map.h"
#include "emulator/elf/image_loader.h"
#include "emulator/elf/model_finder.h"
#include "emulator/engine/target.h"
#include "emulator/image/image_machine.h"
#include "emulator/image/peripherals.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

constexpr std::uint32_t kRamBytes = 1U << 20; // of harness.ld

std::uint64_t readRegister(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes, void* user) {
  return static_cast<image::Peripherals*>(user)->read(cpu::kRegisters + static_cast<std::uint32_t>(offset), bytes);
}
void writeRegister(uc_engine* /*engine*/, std::uint64_t offset, unsigned bytes, std::uint64_t value, void* user) {
  static_cast<image::Peripherals*>(user)->write(cpu::kRegisters + static_cast<std::uint32_t>(offset), bytes,
                                                static_cast<std::uint32_t>(value));
}

std::uint32_t valueOf(uc_engine* engine, int id) {
  std::uint32_t value = 0;
  uc_reg_read(engine, id, &value);
  return value;
}

// RAM when the first inference returns, in an engine with no hook at all.
std::vector<std::uint8_t> ramAlone(const protocol::ImageFile& file, int cpu) {
  uc_engine* engine = nullptr;
  EXPECT_EQ(uc_open(UC_ARCH_ARM, static_cast<uc_mode>(UC_MODE_THUMB | UC_MODE_MCLASS), &engine), UC_ERR_OK);
  uc_ctl_set_cpu_model(engine, cpu);
  image::Peripherals peripherals({}, [] { return std::uint64_t{0}; });
  uc_mem_map(engine, file.flashBase, (file.flash.size() + 4095) / 4096 * 4096, UC_PROT_READ | UC_PROT_EXEC);
  uc_mem_write(engine, file.flashBase, file.flash.data(), file.flash.size());
  uc_mem_map(engine, cpu::kRam, kRamBytes, UC_PROT_READ | UC_PROT_WRITE);
  uc_mem_map(engine, cpu::kPrivateBus, cpu::kPrivateBusBytes, UC_PROT_READ | UC_PROT_WRITE);
  uc_mmio_map(engine, cpu::kRegisters, cpu::kRegistersBytes, readRegister, &peripherals, writeRegister, &peripherals);
  const std::uint32_t stack = *file.image.word(file.vectorTable);
  uc_reg_write(engine, UC_ARM_REG_SP, &stack);
  const std::uint32_t invoke = file.image.functionsNamed("tflite::MicroInterpreter::Invoke(").front();
  EXPECT_EQ(uc_emu_start(engine, file.entry() | 1, invoke, 0, 0), UC_ERR_OK);
  EXPECT_EQ(uc_emu_start(engine, invoke | 1, valueOf(engine, UC_ARM_REG_LR) & ~1U, 0, 0), UC_ERR_OK);
  std::vector<std::uint8_t> ram(kRamBytes);
  uc_mem_read(engine, cpu::kRam, ram.data(), ram.size());
  uc_close(engine);
  return ram;
}

TEST(Unobserved, TheImageLeavesTheSameMemory) {
  test::FirmwareBuilder builder;
  const arenascope::Limits limits;
  const Result<protocol::ImageFile> file = elf::loadImage(builder.image({.name = "Os"}), {}, limits);
  ASSERT_TRUE(file);
  const auto models = elf::findModels(file->image, "image", limits);
  ASSERT_TRUE(models && models->size() == 1);
  const model::ModelInfo info = model::readModelInfo(models->front().file);
  const cpu::Processor& processor = *cpu::find("cortex-m4");
  const protocol::GuestFile memory = *protocol::GuestFile::create();
  image::ImageMachine machine(*file, processor, info, memory);
  protocol::ImageRequest request;
  request.maxInstructions = limits.instructions;
  const protocol::ImageResult result = machine.run(
      request, [](auto&&...) {}, [] { return false; });
  ASSERT_TRUE(result.invoked) << result.failure;
  const std::span<const std::uint8_t> watched = machine.memory(cpu::kRam, kRamBytes);
  const std::vector<std::uint8_t> alone = ramAlone(*file, processor.engineModel);
  const auto [there, here] = std::ranges::mismatch(watched, alone);
  EXPECT_TRUE(there == watched.end()) << "differs at " << here - alone.begin() << " bytes into RAM";
  EXPECT_TRUE(std::ranges::any_of(alone, [](std::uint8_t byte) { return byte != 0; }));
}

} // namespace
} // namespace arenascope
