// Messages of what stands around TFLM, answered with what this model needs: arena, stack, flash.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/diagnosis/arena_needs.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/report/hazards.h"

namespace arenascope::diagnosis {

using report::Report;

namespace {

bool mayBeXtensa(const std::vector<const Report*>& devices) {
  return std::any_of(devices.begin(), devices.end(), [](const Report* report) {
    return report->target == "esp32" || report->target == "esp32s2" || report->target == "esp32s3";
  });
}

std::string stackAdvice(const std::vector<const Report*>& devices) {
  const bool measured = std::any_of(devices.begin(), devices.end(),
                                    [](const Report* report) { return report->stack && report->stack->most() > 0; });
  std::string text = measured ? "Give the task that much, plus the application's own stack; " : "Give the task more; ";
  text += "an arena or an interpreter that is a local variable lies on the stack as well: make them static.";
  if (mayBeXtensa(devices))
    text += " ArenaScope measures no stack on Xtensa (ESP32, S2, S3); Espressif's examples give the task 4 to 8 KiB.";
  return text;
}

// Of Edge Impulse's codes those that an arena or a heap may be behind.
bool isOfMemory(const TflmMessage& message) {
  if (message.values.empty()) return true;
  const int code = std::atoi(message.values.back().c_str());
  for (const int known : {1, -3, -6, -8, -11, -13, -14, -22, -1002})
    if (code == known) return true;
  return false;
}

std::vector<std::string> faultDetail(const std::vector<const Report*>& devices,
                                     std::optional<std::uint64_t> arenaBytes) {
  std::vector<std::string> sentences = {
      "In a program with TFLM the cause is usually one of these, the most likely first:"};
  sentences.push_back("1. A stack that is too small. " + stackText(devices) +
                      (mayBeXtensa(devices)
                           ? " ArenaScope measures no stack on Xtensa (ESP32, S2, S3); Espressif's examples give the "
                             "task 4 to 8 KiB."
                           : ""));
  sentences.emplace_back("2. An interpreter that is used after AllocateTensors() failed: input() and output() are null "
                         "pointers then. Check its status, and look for messages before the fault.");
  sentences.push_back("3. An arena that is a little too small: TFLM does not detect every overwritten byte. " +
                      arenaNeeded(devices) + (arenaBytes ? " " + enoughOf(*arenaBytes, "An arena of", devices) : ""));
  sentences.emplace_back("4. An input written past its end, or a model array that is not aligned to 16 bytes, has been "
                         "freed, or lies in memory that is off while it is read (flash cache, PSRAM).");
  return sentences;
}

// Kernels that are known to write or compute wrongly with this model, each once.
std::string hazardText(const std::vector<const Report*>& devices) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> found;
  for (const Report* report : devices)
    for (const report::Hazard& hazard : report::hazardsOf(*report))
      if (found.size() < kShown && std::find(found.begin(), found.end(), hazard.text) == found.end())
        found.push_back(hazard.text);
  if (found.empty()) return {};
  std::string text = "Kernels are known to do so with this model:";
  for (const std::string& each : found) text += " " + each + ".";
  return text;
}

std::vector<std::string> tooSmallDetail(const std::vector<Report>& reports, const std::vector<const Report*>& devices) {
  std::vector<std::string> sentences = {arenaNeeded(devices)};
  const Report* most = leastAndMost(devices).second;
  sentences.push_back(fmt::format("Set tensor_arena_size to {} or more: versions of esp-nn request different scratch "
                                  "memory, so an update alone can make a model fail.",
                                  grouped(most->arena->recommended)));
  if (reports.front().model.resourceVariables == 0) return sentences;
  sentences.push_back(fmt::format("The model's {} resource variables are in another arena there.",
                                  reports.front().model.resourceVariables));
  return sentences;
}

} // namespace

std::vector<std::string> surroundingsDetail(const TflmMessage& message, const std::vector<Report>& reports,
                                            std::optional<std::uint64_t> arenaBytes) {
  const std::vector<const Report*> devices = devicesOf(message, reports);
  std::vector<std::string> sentences;
  if (devices.empty()) return sentences;
  switch (message.kind) {
  case MessageKind::kHeap:
    sentences.push_back(arenaNeeded(devices));
    if (message.requested == std::uint64_t{0})
      sentences.emplace_back("0 bytes cannot be the size: the constant that sets it is missing in this build, or is "
                             "read before it is set.");
    else if (message.requested || arenaBytes)
      sentences.push_back(enoughOf(message.requested.value_or(arenaBytes.value_or(0)), "An arena of", devices));
    break;
  case MessageKind::kStack: sentences = {stackText(devices), stackAdvice(devices)}; break;
  case MessageKind::kFault:
    sentences = faultDetail(devices, arenaBytes);
    if (std::string text = hazardText(devices); !text.empty()) sentences.push_back(std::move(text));
    break;
  case MessageKind::kLinker: sentences = linkerDetail(message, reports, devices, arenaBytes); break;
  case MessageKind::kArenaTooSmall: sentences = tooSmallDetail(reports, devices); break;
  case MessageKind::kEdgeImpulse:
    if (isOfMemory(message)) sentences.push_back(arenaNeeded(devices));
    break;
  case MessageKind::kAlignment: {
    const UnalignedArena arena = unalignedArena(*leastAndMost(devices).second);
    sentences.push_back(arenaNeeded(devices));
    sentences.push_back(fmt::format("At any address, {} bytes are enough.", grouped(arena.bytes)));
    break;
  }
  case MessageKind::kUndefined: return {undefinedAdvice(message)};
  default: break;
  }
  if (*message.row->advice != '\0') sentences.emplace_back(message.row->advice);
  return sentences;
}

} // namespace arenascope::diagnosis
