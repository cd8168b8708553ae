// Parts of the RP2040 around its Cortex-M0+ that programs of its SDK need to start (RP2040 datasheet, 2.3 and 2.8): a
// boot ROM with functions, registers with spinlocks and a divider, and the status of a flash chip.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace arenascope::rp2040 {

inline constexpr std::uint32_t kFlashInterface = 0x18000000;
inline constexpr std::uint32_t kFlashInterfaceBytes = 0x1000;
inline constexpr std::uint32_t kSingleCycle = 0xD0000000; // SIO
inline constexpr std::uint32_t kSingleCycleBytes = 0x1000;

// Where the second core starts, as set by the first.
struct Launch {
  std::uint32_t vectorTable = 0;
  std::uint32_t stack = 0;
  std::uint32_t entry = 0;
};

// The single-cycle I/O block: two cores with a FIFO to each, spinlocks, and a divider per core that is always ready.
// Only one core runs at a time.
class SingleCycleIo {
public:
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);
  // Registers of the block that holds the cores in reset.
  void writePower(std::uint32_t address, std::uint32_t value);

  std::size_t core() const { return core_; }
  void switchCore() { core_ = 1 - core_; }
  // The second core has its start address, and has not started.
  bool launches() const { return launch_.has_value(); }
  std::optional<Launch> takeLaunch() { return std::exchange(launch_, std::nullopt); }
  // Whether the running core found an empty FIFO or a held lock since the last call.
  bool takeWaits() { return std::exchange(waits_, false); }

private:
  struct Divider {
    std::uint32_t dividend = 0;
    std::uint32_t divisor = 0;
    std::uint32_t quotient = 0;
    std::uint32_t remainder = 0;

    void divide(bool isSigned);
  };

  void tellSecondCore(std::uint32_t word);

  std::size_t core_ = 0;
  std::uint32_t locks_ = 0; // a bit for each held lock
  bool waits_ = false;
  std::array<Divider, 2> dividers_;
  std::array<std::deque<std::uint32_t>, 2> queues_; // words not read yet, by receiving core
  std::vector<std::uint32_t> received_;             // by the second core's boot ROM
  bool started_ = false;                            // the second core runs its program, which gets further words
  std::optional<Launch> launch_;
  std::array<std::uint32_t, kSingleCycleBytes / 4> others_{};
};

// Value of a register outside that block, where programs poll more than one bit: the clock in microseconds and the
// flash interface's state. Nothing for all others.
std::optional<std::uint32_t> registerValue(std::uint32_t address, std::uint64_t cycles);

} // namespace arenascope::rp2040
