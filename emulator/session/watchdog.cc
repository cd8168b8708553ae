#include "emulator/session/watchdog.h"

#include <fmt/format.h>

#include <unistd.h>

#include <fstream>

namespace arenascope::session {

std::uint64_t memoryInUse() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t mapped = 0;
  std::uint64_t resident = 0;
  file >> mapped >> resident;
  return file ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void Watchdog::look() {
  if (std::chrono::steady_clock::now() - start_ > std::chrono::seconds(limits_.seconds))
    control_.stop("it took too long: " + limitAdvice(&profile::Limits::seconds, limits_));
  if (const std::uint64_t bytes = memoryInUse(); bytes > limits_.hostBytes)
    control_.stop(fmt::format("the program has {} bytes of memory in use: {}", bytes,
                              limitAdvice(&profile::Limits::hostBytes, limits_)));
}

} // namespace arenascope::session
