#include "emulator/protocol/guest_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

namespace arenascope::protocol {

namespace {

constexpr std::uint64_t kSignalsAt = GuestFile::kWindows * GuestFile::kWindowBytes;
constexpr std::uint64_t kFileBytes = kSignalsAt + 4096;
constexpr std::uint64_t kWritten = 128U << 10; // zeros are written up to this size: giving pages back takes longer

// Limits on file sizes (ulimit -f) are meant for disks: lifts the soft one meanwhile. False, with errno: the hard limit
// is too small as well, and a signal would end the program.
bool makeLarge(int descriptor) {
  rlimit before{};
  if (getrlimit(RLIMIT_FSIZE, &before) != 0) return false;
  if (before.rlim_max < kFileBytes) return errno = EFBIG, false;
  const rlimit raised{.rlim_cur = before.rlim_max, .rlim_max = before.rlim_max};
  if (before.rlim_cur < kFileBytes) setrlimit(RLIMIT_FSIZE, &raised);
  const bool done = ftruncate(descriptor, static_cast<off_t>(kFileBytes)) == 0;
  if (before.rlim_cur < kFileBytes) setrlimit(RLIMIT_FSIZE, &before);
  return done;
}

} // namespace

std::optional<GuestFile> GuestFile::create() {
  const int descriptor = memfd_create("arenascope-guest", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return std::nullopt;
  // Without the seals, a process that holds the file could truncate it, and reading beyond the end would kill this one.
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (!makeLarge(descriptor) || fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) {
    close(descriptor);
    return std::nullopt;
  }
  std::optional<GuestFile> file = adopt(descriptor);
  if (file) new (&file->shared()) Signals;
  return file;
}

std::optional<GuestFile> GuestFile::adopt(int descriptor) {
  void* memory = mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory != MAP_FAILED) return GuestFile(descriptor, static_cast<std::uint8_t*>(memory));
  close(descriptor);
  return std::nullopt;
}

GuestFile::~GuestFile() {
  if (memory_ != nullptr) munmap(memory_, kFileBytes);
  if (descriptor_ >= 0) close(descriptor_);
}

GuestFile::GuestFile(GuestFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), memory_(std::exchange(other.memory_, nullptr)) {}

std::span<std::uint8_t> GuestFile::at(int window, std::uint32_t address, std::uint64_t bytes) const {
  return {memory_ + static_cast<std::uint64_t>(window) * kWindowBytes + address, bytes};
}

void GuestFile::clear(int window, std::uint32_t address, std::uint64_t bytes) const {
  if (bytes > kWritten) return giveBack(window, address, bytes);
  std::ranges::fill(at(window, address, bytes), std::uint8_t{0});
}

void GuestFile::giveBack(int window, std::uint32_t address, std::uint64_t bytes) const {
  const std::span<std::uint8_t> memory = at(window, address, bytes);
  if (madvise(memory.data(), bytes, MADV_REMOVE) != 0) std::ranges::fill(memory, std::uint8_t{0});
}

bool GuestFile::isTouched(int window, std::uint32_t address, std::uint64_t bytes) const {
  const std::uint64_t begin = static_cast<std::uint64_t>(window) * kWindowBytes + address;
  const off_t data = lseek(descriptor_, static_cast<off_t>(begin), SEEK_DATA);
  return data >= 0 && static_cast<std::uint64_t>(data) < begin + bytes;
}

Signals& GuestFile::shared() const { return *reinterpret_cast<Signals*>(memory_ + kSignalsAt); }

std::span<std::uint8_t> memoryAt(const GuestFile& file, int window, std::span<const Region> regions,
                                 std::uint64_t address, std::uint64_t bytes) {
  for (const Region& region : regions) {
    if (address < region.base || address - region.base > region.bytes) continue;
    if (bytes <= region.bytes - (address - region.base))
      return file.at(window, static_cast<std::uint32_t>(region.place + (address - region.base)), bytes);
  }
  return {};
}

} // namespace arenascope::protocol
