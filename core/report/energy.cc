#include "core/report/energy.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/number_text.h"
#include "core/report/board_fit.h"

namespace arenascope::report {

namespace {

constexpr double kHoursOfDay = 24.0;

std::string amount(double number) {
  return number < 1000.0 ? threeDigits(number) : grouped(static_cast<std::uint64_t>(std::llround(number)));
}

} // namespace

std::optional<Energy> energyOf(const Report& report) {
  const auto fit = report.power && report.board ? fitOn(*report.board, report) : std::nullopt;
  if (!fit || !fit->milliseconds) return std::nullopt;
  const hardware::PowerUse& power = *report.power;
  Energy energy{.milliseconds = *fit->milliseconds};
  energy.millijoules = power.activeMilliwatts * energy.milliseconds / 1000.0;
  if (!power.periodMs || *power.periodMs < energy.milliseconds) return energy;
  const double asleep = *power.periodMs - energy.milliseconds;
  energy.averageMilliwatts =
      (power.activeMilliwatts * energy.milliseconds + power.sleepMilliwatts * asleep) / *power.periodMs;
  if (power.batteryMwh && *energy.averageMilliwatts > 0)
    energy.batteryDays = *power.batteryMwh / *energy.averageMilliwatts / kHoursOfDay;
  return energy;
}

std::string describeEnergy(const Report& report) {
  const std::optional<Energy> energy = energyOf(report);
  if (!energy) return {};
  const hardware::PowerUse& power = *report.power;
  std::string text = fmt::format("{} mJ for an inference of {} ms at {} mW", amount(energy->millijoules),
                                 amount(energy->milliseconds), amount(power.activeMilliwatts));
  if (energy->averageMilliwatts)
    text +=
        fmt::format("; one every {} ms: {} mW on average", amount(*power.periodMs), amount(*energy->averageMilliwatts));
  else if (power.periodMs)
    text += fmt::format("; it takes longer than the period of {} ms", amount(*power.periodMs));
  if (energy->batteryDays)
    text += fmt::format(", {} days on {} mWh", amount(*energy->batteryDays), amount(*power.batteryMwh));
  return text + ". An estimate from the given power.";
}

} // namespace arenascope::report
