#include "core/diagnosis/arena_needs.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/report/text/report_text.h"

namespace arenascope::diagnosis {

using report::Report;
using run::StackStage;

namespace {

struct Family {
  std::string_view from; // of a row, or of a part of what it printed
  std::string_view family;
};
constexpr Family kFamilies[] = {
    {"Espressif", "Espressif"},   {"ESPHome", "Espressif"},          {"bare Cortex-M", "Cortex-M"},
    {"Cortex-M", "Cortex-M"},     {"Zephyr on Arm", "Cortex-M"},     {"Mbed", "Cortex-M"},
    {"OpenMV", "Cortex-M"},       {"Raspberry Pi Pico", "Cortex-M"}, {"Arm's linker", "Cortex-M"},
    {"IAR's linker", "Cortex-M"}, {"TI's linker", "Cortex-M"},       {"Texas Instruments", "Cortex-M"},
};
constexpr std::string_view kEspressifRegions[] = {"dram0", "dram_", "iram0", "iram_", "irom", "drom", "rtc_", "DIRAM"};

} // namespace

std::string_view familyOf(const TflmMessage& message) {
  for (const Family& each : kFamilies)
    if (message.row != nullptr && each.from == message.row->from) return each.family;
  for (const std::string_view region : kEspressifRegions)
    if (message.name.starts_with(region)) return "Espressif";
  return {};
}

std::string_view familyOf(const Report& report) {
  if (report.target.starts_with("cortex")) return "Cortex-M";
  return report.target.starts_with("esp") ? "Espressif" : "";
}

std::vector<const Report*> devicesOf(const TflmMessage& message, const std::vector<Report>& reports) {
  std::vector<const Report*> found;
  for (const Report& report : reports)
    if (report.arena && report.target != "host") found.push_back(&report);
  if (found.empty())
    for (const Report& report : reports)
      if (report.arena) found.push_back(&report);
  const std::string_view family = familyOf(message);
  const auto isOther = [&](const Report* report) { return familyOf(*report) != family; };
  if (!family.empty() && !std::all_of(found.begin(), found.end(), isOther)) std::erase_if(found, isOther);
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

// Xtensa has windows of registers that it saves to the stack: no other processor's figure says what it needs.
std::string stackText(const std::vector<const Report*>& reports) {
  const Report* most = nullptr;
  for (const Report* report : reports)
    if (report->stack && report->stack->most() > 0 && (most == nullptr || report->stack->most() > most->stack->most()))
      most = report;
  if (most == nullptr)
    return fmt::format("The stack has not been measured on the targets that have been tried: `arenascope profile MODEL "
                       "--target {}` measures it{}.",
                       familyOf(*reports.front()) == "Espressif" ? "esp32c3" : "cortex-m4",
                       familyOf(*reports.front()) == "Espressif" ? ", for the chips with RISC-V" : "");
  const run::StackUse& stack = *most->stack;
  std::string text = fmt::format(
      "Measured with {}: the interpreter's constructor takes {} bytes of stack, AllocateTensors() {}",
      describeSettings(*most), grouped(stack.of(StackStage::kCreate)), grouped(stack.of(StackStage::kAllocate)));
  if (stack.of(StackStage::kInvoke) > 0) text += fmt::format(", Invoke() {}", grouped(stack.of(StackStage::kInvoke)));
  return text + ", below the function that calls them.";
}

} // namespace arenascope::diagnosis
