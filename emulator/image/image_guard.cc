// What a user's kernels touch, in ImageMachine::Run.
#include <cstring>

#include "emulator/cpu/address_map.h"
#include "emulator/image/image_run.h"

namespace arenascope::image {

// From the start: code translated without the hook would stay without it.
void ImageMachine::Run::addGuard() {
  for (const protocol::OperatorRanges& op : request_.guard->operators) {
    std::vector<run::MemoryRange> ranges = op.ranges;
    if (request_.harness) ranges.push_back({cpu::kOutside, cpu::kOutside + request_.harness->model.size(), false});
    allowed_[{op.subgraph, op.op}] = {instrumentation::AddressSet(ranges, false),
                                      instrumentation::AddressSet(ranges, true)};
  }
  addHook(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(&Run::onGuardedAccess),
          request_.harness ? cpu::kOutside : request_.guard->begin,
          request_.harness ? cpu::kPrivateBus - 1 : request_.guard->end - 1);
}

const instrumentation::AllowedAccess* ImageMachine::Run::allowedFor(const trace::Position& position) const {
  const auto found = allowed_.find({position.subgraph, position.op});
  return found == allowed_.end() ? nullptr : &found->second;
}

void ImageMachine::Run::onGuardedAccess(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size,
                                        std::int64_t /*value*/, void* user) {
  static_cast<Run*>(user)->checkAccess(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size),
                                       type == UC_MEM_WRITE);
}

// Interrupts and other tasks may use the arena as well: only the kernel's own accesses are checked.
void ImageMachine::Run::checkAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
  if (frames_.empty() || frames_.back().allowed == nullptr || exceptions_->inHandler() || inOtherTask_) return;
  const Frame& frame = frames_.back();
  ++result_.guardedAccesses;
  if ((write ? frame.allowed->writes : frame.allowed->reads).holds(address, bytes) || isTemporary(address, bytes))
    return;
  foreign_.add({.position = frame.position, .address = address, .bytes = bytes, .write = write},
               readRegister(architecture_.programCounter));
}

// Memory that is allocated at the moment, between the sections; kernels of some revisions describe tensors there.
bool ImageMachine::Run::isTemporary(std::uint32_t address, std::uint32_t bytes) const {
  if (!allocator_.found() || !allocator_.hasTemp()) return false;
  const std::uint32_t head = guest_.word(allocator_.object() + 2 * kWord).value_or(0);
  const std::uint32_t temp = guest_.word(allocator_.object() + 4 * kWord).value_or(0);
  return address >= head && std::uint64_t{address} + bytes <= temp;
}

// The planner reads the sizes after it has its workspace.
void ImageMachine::Run::addGaps(std::uint32_t firstRecord, std::uint32_t recordBytes) {
  for (const protocol::PlannedRecord& record : result_.planned) {
    if (record.offlineOffset >= 0) continue;
    const std::uint32_t bytes = record.bytes + request_.gapBytes;
    const std::span<std::uint8_t> word =
        memory(firstRecord + recordBytes * static_cast<std::uint32_t>(record.index), sizeof(bytes));
    if (!word.empty()) std::memcpy(word.data(), &bytes, sizeof(bytes));
  }
}

} // namespace arenascope::image
