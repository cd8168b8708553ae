// What the RP2040 has beside a Cortex-M0+ and programs of its SDK do not start without (RP2040 datasheet, 2.3 and 2.8):
// a boot ROM with functions that they call, registers with locks and a divider, and a flash chip that answers.
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

// Where the second core begins when the first one has told it to.
struct Launch {
  std::uint32_t vectorTable = 0;
  std::uint32_t stack = 0;
  std::uint32_t entry = 0;
};

// The registers of the single-cycle block: two cores with a queue to each, locks, and a divider of each that is always
// ready. Only one of the cores runs at a time.
class SingleCycleIo {
public:
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);
  // Of the block that holds the cores in reset.
  void writePower(std::uint32_t address, std::uint32_t value);

  std::size_t core() const { return core_; }
  void switchCore() { core_ = 1 - core_; }
  // The second core has been told where to begin, and has not begun.
  bool launches() const { return launch_.has_value(); }
  std::optional<Launch> takeLaunch() { return std::exchange(launch_, std::nullopt); }
  // The running core has found nothing to read, or a lock that is held, since the last time.
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
  std::uint32_t locks_ = 0; // that are held
  bool waits_ = false;
  std::array<Divider, 2> dividers_;
  std::array<std::deque<std::uint32_t>, 2> queues_; // words that a core has not read yet
  std::vector<std::uint32_t> received_;             // to the second core's boot ROM
  bool started_ = false;                            // what the second core gets is its program's
  std::optional<Launch> launch_;
  std::array<std::uint32_t, kSingleCycleBytes / 4> others_{};
};

// What a register outside that block holds, where programs wait for more than a bit: the clock in microseconds and the
// flash interface's state. Nothing for all others.
std::optional<std::uint32_t> registerValue(std::uint32_t address, std::uint64_t cycles);

} // namespace arenascope::rp2040
