#include "core/hardware/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/json_fields.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::hardware {

namespace {

using fields::complain;
using fields::Document;
using fields::list;
using fields::number;
using fields::object;
using fields::required;
using fields::text;
using fields::textIfAny;
using fields::whole;

constexpr double kMaxKib = 4.0 * 1024 * 1024;
constexpr double kMaxCacheBytes = 1024.0 * 1024;
constexpr double kMaxMhz = 10'000;
constexpr double kMaxWaitStates = 10'000;

std::uint64_t bytesOfKib(const Document& object, const std::string& field, double low) {
  return static_cast<std::uint64_t>(std::llround(number(object, field, low, kMaxKib) * 1024.0));
}

bool truth(const Document& object, const std::string& field) {
  if (!object[field].is_boolean()) complain(field, "takes true or false");
  return object[field].get<bool>();
}

// Steps must rise, and reach the board's clock.
template <typename Step>
void checkSteps(const std::vector<Step>& steps, const std::string& field, double clockMhz) {
  const bool rising =
      std::is_sorted(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.upToMhz < b.upToMhz; });
  if (!rising) complain(field, "takes steps with rising up_to_mhz");
  if (!steps.empty() && steps.back().upToMhz < clockMhz) complain(field, "does not reach clock_mhz");
}

// The first step that includes a clock, or the last; nothing if there are none.
template <typename Step>
Step stepAt(const std::vector<Step>& steps, double clockMhz) {
  for (const Step& step : steps)
    if (clockMhz <= step.upToMhz) return step;
  return steps.empty() ? Step() : steps.back();
}

MemoryRegion readRegion(const Document& json, double clockMhz) {
  MemoryRegion region;
  region.name = text(json, "name");
  region.bytes = bytesOfKib(json, "kib", 1);
  if (json.contains("line_bytes")) region.lineBytes = whole(json, "line_bytes", 1, 256);
  if (json.contains("wait_states")) { // at any clock, for reads and writes
    const std::uint32_t states = whole(json, "wait_states", 0, kMaxWaitStates);
    region.waitStates.push_back({.upToMhz = kMaxMhz, .reads = states, .writes = states});
  }
  if (json.contains("waits")) {
    if (!region.waitStates.empty()) complain("waits", "conflicts with wait_states: give one of them");
    for (const Document& step : list(json, "waits"))
      region.waitStates.push_back({.upToMhz = number(step, "up_to_mhz", 0, kMaxMhz),
                                   .reads = whole(step, "reads", 0, kMaxWaitStates),
                                   .writes = whole(step, "writes", 0, kMaxWaitStates)});
  }
  checkSteps(region.waitStates, "waits", clockMhz);
  if (json.contains("executes")) region.executes = truth(json, "executes");
  if (json.contains("cache_bytes")) region.cacheBytes = whole(json, "cache_bytes", 0, kMaxCacheBytes);
  return region;
}

void readFlash(const Document& flash, Board& board) {
  board.flashBytes = bytesOfKib(flash, "kib", 1);
  board.flashLineBytes = whole(flash, "line_bytes", 4, 256);
  if (flash.contains("read_bytes")) {
    board.flashReadBytes = whole(flash, "read_bytes", 1, 256);
    if (board.flashLineBytes % board.flashReadBytes != 0) complain("read_bytes", "takes a part of line_bytes");
  }
  if (flash.contains("clock_divider")) board.flashClockDivider = whole(flash, "clock_divider", 1, 16);
  if (flash.contains("prefetch")) board.flashPrefetch = truth(flash, "prefetch");
  const Document& cache = object(flash, "cache");
  board.flashCache.codeBytes = whole(cache, "code_bytes", 0, kMaxCacheBytes);
  board.flashCache.ways = whole(cache, "ways", 1, 64);
  const Document& data = required(cache, "data_bytes", "a number, or \"shared\"");
  board.flashCache.shared = data == "shared";
  if (!board.flashCache.shared) board.flashCache.dataBytes = whole(cache, "data_bytes", 0, kMaxCacheBytes);
  for (const Document& step : list(flash, "wait_states"))
    board.waitStates.push_back(
        {.upToMhz = number(step, "up_to_mhz", 0, kMaxMhz), .states = whole(step, "states", 0, kMaxWaitStates)});
  checkSteps(board.waitStates, "wait_states", board.clockMhz);
}

Board boardOf(const std::string& name, const Document& json) {
  if (!json.is_object()) throw std::invalid_argument("a board must be an object: { ... }");
  Board board;
  board.name = name;
  board.title = text(json, "title");
  board.core = text(json, "core");
  board.clockMhz = number(json, "clock_mhz", 1, kMaxMhz);
  for (const Document& region : list(json, "ram")) board.ram.push_back(readRegion(region, board.clockMhz));
  if (board.ram.empty()) complain("ram", "takes at least one region");
  if (json.contains("code_ram"))
    for (const Document& region : list(json, "code_ram")) board.codeRam.push_back(readRegion(region, board.clockMhz));
  readFlash(object(json, "flash"), board);
  const Document& reserved = object(json, "reserved");
  board.reservedRamBytes = bytesOfKib(reserved, "ram_kib", 0);
  board.reservedFlashBytes = bytesOfKib(reserved, "flash_kib", 0);
  board.reservedFor = text(reserved, "for");
  board.usualTflm = textIfAny(json, "usual_tflm");
  board.cLibrary = textIfAny(json, "c_library");
  board.fitted = textIfAny(json, "fitted");
  if (json.contains("usual_library")) {
    const Document& library = object(json, "usual_library");
    board.usualLibrary = {text(library, "name"), text(library, "compiler"), text(library, "level")};
    const std::string& level = board.usualLibrary.level;
    if (level != "-Os" && level != "-O2" && level != "-O3") complain("usual_library.level", "takes -Os, -O2 or -O3");
  }
  board.source = text(json, "source");
  return board;
}

} // namespace

std::uint64_t Board::ramBytes() const {
  std::uint64_t bytes = 0;
  for (const MemoryRegion& region : ram) bytes += region.bytes;
  return bytes;
}

std::uint64_t Board::arenaCapacity() const {
  std::uint64_t largest = 0;
  for (const MemoryRegion& region : ram) largest = std::max(largest, region.bytes);
  const std::uint64_t all = ramBytes();
  return std::min(largest, all - std::min(all, reservedRamBytes));
}

Result<MemoryRegion> Board::region(const std::string& regionName) const {
  std::vector<std::string> names;
  for (const MemoryRegion& candidate : ram) {
    if (lowered(regionName) == lowered(candidate.name)) return candidate;
    names.push_back(candidate.name);
  }
  return Error{Stage::kUsage, "board " + name + " has no RAM region \"" + regionName + "\"; it has: " + joined(names)};
}

std::uint32_t Board::flashWaitStates() const { return stepAt(waitStates, clockMhz).states; }

std::uint32_t Board::flashLineWaitCycles() const {
  const std::uint32_t waitStates = flashWaitStates();
  if (waitStates == 0) return 0;
  const std::uint32_t reads = flashReadBytes == 0 ? 1 : flashLineBytes / flashReadBytes;
  return reads * (waitStates + 1) * flashClockDivider - 1;
}

RamWaitStates Board::waitStatesOf(const MemoryRegion& region) const { return stepAt(region.waitStates, clockMhz); }

std::string Board::describeRamWaitStates() const {
  if (ram.empty()) return {};
  const MemoryRegion& region = ram.front();
  const RamWaitStates waitStates = waitStatesOf(region);
  return waitStates.any() ? fmt::format(", {}: {}", region.name, describeWaitStates(region, waitStates))
                          : std::string();
}

std::vector<double> Board::clockRanges() const {
  std::vector<double> ends = {clockMhz};
  for (const WaitStates& step : waitStates) ends.push_back(step.upToMhz);
  for (const MemoryRegion& region : ram)
    for (const RamWaitStates& step : region.waitStates) ends.push_back(step.upToMhz);
  std::erase_if(ends, [this](double end) { return end > clockMhz; });
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

void Board::setFlashWaitStates(std::uint32_t states) { waitStates = {{.upToMhz = kMaxMhz, .states = states}}; }

void Board::setRamWaitStates(std::uint32_t reads, std::uint32_t writes) {
  if (!ram.empty()) ram.front().waitStates = {{.upToMhz = kMaxMhz, .reads = reads, .writes = writes}};
}

void Board::switchOffCaches(bool ofCode, bool ofData) {
  codeCacheIsOff = codeCacheIsOff || ofCode;
  if (ofCode) flashCache.codeBytes = 0;
  if (ofData) {
    flashCache.dataBytes = 0;
    flashCache.shared = false;
    for (MemoryRegion& region : ram) region.cacheBytes = 0;
  }
}

std::string describeWaitStates(const MemoryRegion& region, const RamWaitStates& waitStates) {
  if (!waitStates.any()) return "no wait states";
  std::string text = fmt::format("{} on reads", waitStates.reads);
  if (waitStates.writes > 0) text += fmt::format(", {} on writes", waitStates.writes);
  if (region.cacheBytes == 0) return text;
  return text + fmt::format(" of {} bytes, behind a cache of {}", region.lineBytes, humanBytes(region.cacheBytes));
}

Result<std::string> withMemoryTiming(const std::string& json, const Board& timing, const std::string& fitted) {
  auto changed = nlohmann::ordered_json::parse(json, nullptr, false);
  if (const Result<Board> board = parseBoard(timing.name, json); !board) return board.error();
  auto& flash = changed["flash"];
  flash["wait_states"] = {{{"up_to_mhz", kMaxMhz}, {"states", timing.flashWaitStates()}}};
  flash["prefetch"] = timing.flashPrefetch;
  flash["cache"]["code_bytes"] = timing.flashCache.codeBytes;
  if (timing.flashCache.shared)
    flash["cache"]["data_bytes"] = "shared";
  else
    flash["cache"]["data_bytes"] = timing.flashCache.dataBytes;
  const MemoryRegion& first = timing.ram.front();
  const RamWaitStates waitStates = timing.waitStatesOf(first);
  auto& region = changed["ram"][0];
  region.erase("wait_states");
  region["waits"] = {{{"up_to_mhz", kMaxMhz}, {"reads", waitStates.reads}, {"writes", waitStates.writes}}};
  region["cache_bytes"] = first.cacheBytes;
  changed["fitted"] = fitted;
  return changed.dump(2) + "\n";
}

Result<Board> parseBoard(const std::string& name, const std::string& json) {
  return fields::parsed("board " + name, json, [&](const Document& read) { return boardOf(name, read); });
}

} // namespace arenascope::hardware
