// Messages of what stands around TFLM, answered with what this model needs: arena, stack, flash.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/report/hazards.h"
#include "core/report/text/report_text.h"

namespace arenascope::diagnosis {

using report::Report;
using run::StackStage;

namespace {

// Reports that a device of this kind is like: with 32-bit pointers, as far as there are some.
std::vector<const Report*> onDevices(const std::vector<Report>& reports) {
  std::vector<const Report*> found;
  for (const Report& report : reports)
    if (report.arena && report.target != "host") found.push_back(&report);
  if (found.empty())
    for (const Report& report : reports)
      if (report.arena) found.push_back(&report);
  return found;
}

std::pair<const Report*, const Report*> leastAndMost(const std::vector<const Report*>& reports) {
  const auto [least, most] = std::minmax_element(reports.begin(), reports.end(), [](const Report* a, const Report* b) {
    return a->arena->minimum < b->arena->minimum;
  });
  return {*least, *most};
}

std::string arenaNeeded(const std::vector<const Report*>& reports) {
  const auto [least, most] = leastAndMost(reports);
  std::string text = fmt::format("This model needs an arena of {} bytes with {}", grouped(least->arena->minimum),
                                 describeSettings(*least));
  if (most->arena->minimum > least->arena->minimum)
    text += fmt::format(", and of {} with {}, the most that has been found here", grouped(most->arena->minimum),
                        describeSettings(*most));
  return text + ".";
}

// Whether a block of that size would be enough.
std::string enoughOf(std::uint64_t bytes, const std::string& what, const std::vector<const Report*>& reports) {
  const auto [least, most] = leastAndMost(reports);
  if (isBeyondAll(bytes, most->arena->minimum))
    return fmt::format("{} bytes are {} times the whole arena that this model needs: the size is wrong; check the code "
                       "that computes it.",
                       grouped(bytes), grouped(bytes / most->arena->minimum));
  if (bytes >= most->arena->minimum)
    return fmt::format("{} {} bytes would be enough, {} more than any kernel set here needs.", what, grouped(bytes),
                       grouped(bytes - most->arena->minimum));
  if (bytes < least->arena->minimum)
    return fmt::format("{} {} bytes would not be enough: at least {} are missing.", what, grouped(bytes),
                       grouped(least->arena->minimum - bytes));
  return fmt::format("{} {} bytes would be enough with some kernel sets here, but not with others.", what,
                     grouped(bytes));
}

std::string_view familyOf(const Report& report) {
  if (report.target.starts_with("cortex")) return "Cortex-M";
  return report.target.starts_with("esp") ? "Espressif" : "";
}

// Xtensa has windows of registers that it saves to the stack: no other processor's figure says what it needs.
std::string stackText(const std::vector<Report>& reports) {
  const Report* most = nullptr;
  for (const Report& report : reports)
    if (report.stack && report.stack->most() > 0 && (most == nullptr || report.stack->most() > most->stack->most()))
      most = &report;
  if (most == nullptr)
    return fmt::format("The stack has not been measured on the targets that have been tried: `arenascope profile MODEL "
                       "--target {}` measures it{}.",
                       familyOf(reports.front()) == "Espressif" ? "esp32c3" : "cortex-m4",
                       familyOf(reports.front()) == "Espressif" ? ", for the chips with RISC-V" : "");
  const run::StackUse& stack = *most->stack;
  std::string text = fmt::format(
      "Measured with {}: the interpreter's constructor takes {} bytes of stack, AllocateTensors() {}",
      describeSettings(*most), grouped(stack.of(StackStage::kCreate)), grouped(stack.of(StackStage::kAllocate)));
  if (stack.of(StackStage::kInvoke) > 0) text += fmt::format(", Invoke() {}", grouped(stack.of(StackStage::kInvoke)));
  return text + ", below the function that calls them.";
}

std::string stackAdvice(const TflmMessage& message, const std::vector<Report>& reports) {
  const bool espressif = std::string_view(message.row->from) == "Espressif" ||
                         std::any_of(reports.begin(), reports.end(), [](const Report& report) {
                           return report.target == "esp32" || report.target == "esp32s3";
                         });
  const bool measured = std::any_of(reports.begin(), reports.end(),
                                    [](const Report& report) { return report.stack && report.stack->most() > 0; });
  std::string text = measured ? "Give the task that much, plus the application's own stack; " : "Give the task more; ";
  text += "an arena or an interpreter that is a local variable lies on the stack as well: make them static.";
  if (espressif)
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

bool isFlash(const TflmMessage& message) {
  const std::string text = message.text;
  for (const char* word :
       {"program storage", "FLASH", "flash", "irom", "iram", "IRAM", "text section", "Sketch too big", "rom0", "ROM"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

std::vector<std::string> linkerDetail(const TflmMessage& message, const std::vector<Report>& reports,
                                      const std::vector<const Report*>& devices,
                                      std::optional<std::uint64_t> arenaBytes) {
  std::vector<std::string> sentences;
  // Arduino says how much it is after each build, of what fits as well.
  if (message.values.size() > 1 && message.text.find("%)") != std::string::npos &&
      std::strtoul(message.values[1].c_str(), nullptr, 10) <= 100)
    return {"This fits and is not a failure: the rest of the RAM is for the stack and the heap."};
  const bool isTotal = message.text.find("%)") != std::string::npos;
  if (isFlash(message)) {
    sentences.push_back(
        fmt::format("This is program memory: the model takes {} bytes of it, and code the rest. Register only the "
                    "model's operators (`arenascope profile MODEL --resolver FILE`), not AllOpsResolver.",
                    grouped(reports.front().model.bytes)));
    return sentences;
  }
  sentences.push_back(arenaNeeded(devices));
  if (arenaBytes && !isTotal && message.requested && *arenaBytes > *message.requested)
    sentences.push_back(enoughOf(*arenaBytes - *message.requested,
                                 fmt::format("If the arena of {} bytes alone shrinks by that,", grouped(*arenaBytes)),
                                 devices));
  else if (message.requested && !isTotal)
    sentences.push_back(fmt::format(
        "If the arena's array is larger than that by {} bytes or more, make it smaller; otherwise free other memory.",
        grouped(*message.requested)));
  sentences.emplace_back("A model array that is not const lies in RAM as well: declare it const, so that it stays in "
                         "flash.");
  return sentences;
}

std::vector<std::string> faultDetail(const std::vector<Report>& reports, const std::vector<const Report*>& devices,
                                     std::optional<std::uint64_t> arenaBytes) {
  std::vector<std::string> sentences = {
      "In a program with TFLM the cause is usually one of these, the most likely first:"};
  sentences.push_back("1. A stack that is too small. " + stackText(reports));
  sentences.emplace_back("2. An interpreter that is used after AllocateTensors() failed: input() and output() are null "
                         "pointers then. Check its status, and look for messages before the fault.");
  if (!devices.empty())
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

std::vector<std::string> tooSmallDetail(const std::vector<Report>& reports, std::vector<const Report*> devices) {
  const bool any = std::any_of(devices.begin(), devices.end(),
                               [](const Report* report) { return familyOf(*report) == "Espressif"; });
  if (any) std::erase_if(devices, [](const Report* report) { return familyOf(*report) != "Espressif"; });
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
  const std::vector<const Report*> devices = onDevices(reports);
  std::vector<std::string> sentences;
  if (devices.empty()) return sentences;
  switch (message.kind) {
  case MessageKind::kHeap:
    sentences.push_back(arenaNeeded(devices));
    if (message.requested || arenaBytes)
      sentences.push_back(enoughOf(message.requested.value_or(arenaBytes.value_or(0)), "An arena of", devices));
    break;
  case MessageKind::kStack: sentences = {stackText(reports), stackAdvice(message, reports)}; break;
  case MessageKind::kFault:
    sentences = faultDetail(reports, devices, arenaBytes);
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
  default: break;
  }
  if (*message.row->advice != '\0') sentences.emplace_back(message.row->advice);
  return sentences;
}

} // namespace arenascope::diagnosis
