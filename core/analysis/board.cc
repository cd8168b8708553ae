#include "core/analysis/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/number_text.h"

namespace arenascope::profile {

namespace {

using Document = nlohmann::json;

constexpr double kMaxKib = 4.0 * 1024 * 1024;
constexpr double kMaxCacheBytes = 1024.0 * 1024;

[[noreturn]] void complain(const std::string& field, const std::string& takes) {
  throw std::invalid_argument("field \"" + field + "\" " + takes);
}

const Document& required(const Document& object, const std::string& field, const std::string& takes) {
  const auto found = object.find(field);
  if (found == object.end()) complain(field, "is missing; it takes " + takes);
  return *found;
}

std::string text(const Document& object, const std::string& field) {
  const Document& value = required(object, field, "a text");
  if (!value.is_string() || value.get<std::string>().empty()) complain(field, "takes a text");
  return value.get<std::string>();
}

double number(const Document& object, const std::string& field, double low, double high) {
  const std::string takes = fmt::format("a number from {} to {}", static_cast<long>(low), static_cast<long>(high));
  const Document& value = required(object, field, takes);
  if (!value.is_number() || value.get<double>() < low || value.get<double>() > high) complain(field, "takes " + takes);
  return value.get<double>();
}

std::uint32_t whole(const Document& object, const std::string& field, double low, double high) {
  const double value = number(object, field, low, high);
  if (value != std::floor(value)) complain(field, "takes a whole number");
  return static_cast<std::uint32_t>(value);
}

std::uint64_t bytesOfKib(const Document& object, const std::string& field, double low) {
  return static_cast<std::uint64_t>(std::llround(number(object, field, low, kMaxKib) * 1024.0));
}

const Document& object(const Document& parent, const std::string& field) {
  const Document& value = required(parent, field, "an object");
  if (!value.is_object()) complain(field, "takes an object: { ... }");
  return value;
}

const Document& list(const Document& object, const std::string& field) {
  const Document& value = required(object, field, "a list");
  if (!value.is_array()) complain(field, "takes a list");
  for (const Document& element : value)
    if (!element.is_object()) complain(field, "takes a list of objects");
  return value;
}

// Steps of rising clock that reach the board's.
template <typename Step>
void checkSteps(const std::vector<Step>& steps, const std::string& field, double clockMhz) {
  const bool rising =
      std::is_sorted(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.upToMhz < b.upToMhz; });
  if (!rising) complain(field, "takes steps of rising up_to_mhz");
  if (!steps.empty() && steps.back().upToMhz < clockMhz) complain(field, "does not reach clock_mhz");
}

// The first that reaches a clock, or the last; nothing where there are none.
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
  if (json.contains("wait_states")) region.waitStates = whole(json, "wait_states", 0, 10'000);
  if (json.contains("line_bytes")) region.lineBytes = whole(json, "line_bytes", 1, 256);
  if (json.contains("waits"))
    for (const Document& step : list(json, "waits"))
      region.waits.push_back({.upToMhz = number(step, "up_to_mhz", 0, 10000),
                              .reads = whole(step, "reads", 0, 200),
                              .writes = whole(step, "writes", 0, 200)});
  checkSteps(region.waits, "waits", clockMhz);
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
  const Document& cache = object(flash, "cache");
  board.flashCache.codeBytes = whole(cache, "code_bytes", 0, kMaxCacheBytes);
  board.flashCache.ways = whole(cache, "ways", 1, 64);
  const Document& data = required(cache, "data_bytes", "a number, or \"shared\"");
  board.flashCache.shared = data == "shared";
  if (!board.flashCache.shared) board.flashCache.dataBytes = whole(cache, "data_bytes", 0, kMaxCacheBytes);
  for (const Document& step : list(flash, "wait_states"))
    board.waitStates.push_back(
        {.upToMhz = number(step, "up_to_mhz", 0, 10000), .states = whole(step, "states", 0, 200)});
  checkSteps(board.waitStates, "wait_states", board.clockMhz);
}

Board read(const std::string& name, const Document& json) {
  if (!json.is_object()) throw std::invalid_argument("a board is an object: { ... }");
  Board board;
  board.name = name;
  board.title = text(json, "title");
  board.core = text(json, "core");
  board.clockMhz = number(json, "clock_mhz", 1, 10000);
  for (const Document& region : list(json, "ram")) board.ram.push_back(readRegion(region, board.clockMhz));
  if (board.ram.empty()) complain("ram", "takes at least one region");
  readFlash(object(json, "flash"), board);
  const Document& reserved = object(json, "reserved");
  board.reservedRamBytes = bytesOfKib(reserved, "ram_kib", 0);
  board.reservedFlashBytes = bytesOfKib(reserved, "flash_kib", 0);
  board.reservedFor = text(reserved, "for");
  if (json.contains("usual_tflm")) board.usualTflm = text(json, "usual_tflm");
  if (json.contains("c_library")) board.cLibrary = text(json, "c_library");
  board.source = text(json, "source");
  return board;
}

} // namespace

std::uint64_t Board::ramBytes() const {
  std::uint64_t bytes = 0;
  for (const MemoryRegion& region : ram) bytes += region.bytes;
  return bytes;
}

std::uint64_t Board::arenaRoom() const {
  std::uint64_t largest = 0;
  for (const MemoryRegion& region : ram) largest = std::max(largest, region.bytes);
  const std::uint64_t all = ramBytes();
  return std::min(largest, all - std::min(all, reservedRamBytes));
}

Result<MemoryRegion> Board::region(const std::string& regionName) const {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  std::vector<std::string> names;
  for (const MemoryRegion& candidate : ram) {
    if (std::equal(regionName.begin(), regionName.end(), candidate.name.begin(), candidate.name.end(), same))
      return candidate;
    names.push_back(candidate.name);
  }
  return Error{Stage::kUsage, "board " + name + " has no RAM region \"" + regionName + "\"; it has: " + joined(names)};
}

std::uint32_t Board::flashWaitStates() const { return stepAt(waitStates, clockMhz).states; }

std::uint32_t Board::flashLineWaits() const {
  const std::uint32_t waits = flashWaitStates();
  return waits == 0 || flashReadBytes == 0 ? waits : flashLineBytes / flashReadBytes * (waits + 1) - 1;
}

RamWaits Board::ramWaits() const { return ram.empty() ? RamWaits() : stepAt(ram.front().waits, clockMhz); }

std::string Board::describeRamWaits() const {
  const RamWaits waits = ramWaits();
  return waits.any() ? fmt::format(", RAM: {} on reads, {} on writes", waits.reads, waits.writes) : std::string();
}

Result<Board> parseBoard(const std::string& name, const std::string& json) {
  try {
    return read(name, Document::parse(json));
  } catch (const Document::parse_error& error) {
    return Error{Stage::kBoard, "board " + name + " is not JSON: " + error.what()};
  } catch (const std::exception& error) {
    return Error{Stage::kBoard, "board " + name + ": " + error.what()};
  }
}

} // namespace arenascope::profile
