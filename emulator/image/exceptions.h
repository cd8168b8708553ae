// Exceptions of an Armv7-M processor, implemented by the host: the engine only has instructions. Source: Arm DDI 0403,
// B1.5.
#pragma once

#include <unicorn/unicorn.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace arenascope::image {

inline constexpr std::uint32_t kSupervisorCall = 11;
inline constexpr std::uint32_t kPendSupervisor = 14;
inline constexpr std::uint32_t kSysTick = 15;

class Exceptions {
public:
  using Memory = std::function<std::span<std::uint8_t>(std::uint32_t address, std::uint64_t bytes)>;
  Exceptions(uc_engine* engine, Memory memory) : engine_(engine), memory_(std::move(memory)) {}

  // Continues at `handler`, to return to `returnAddress`. False if there is no stack to save registers on.
  bool enter(std::uint32_t number, std::uint32_t handler, std::uint32_t returnAddress);
  // Returns from a handler that branched to this value. Gives the address to continue at; 0 on failure.
  std::uint32_t leave(std::uint32_t exceptionReturn);
  bool inHandler() const { return !floats_.empty(); }
  static bool isReturn(std::uint32_t address) { return address >= 0xFFFFFFE0; }

private:
  // Floating-point registers of the interrupted code, kept by the host, so that every frame is the short one.
  using Floats = std::array<std::uint64_t, 8>;

  std::uint32_t read(int number) const;
  void write(int number, std::uint32_t value) const;

  uc_engine* engine_;
  Memory memory_;
  std::vector<Floats> floats_;
};

} // namespace arenascope::image
