#include "service/optimize/clock_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/report/board_fit.h"

namespace arenascope::service {

using optimization::AdviceKind;
using report::Report;

namespace {

optimization::Suggestion clockOf(const Report& after, const AdviceRequest& request) {
  optimization::Suggestion suggestion;
  suggestion.kind = AdviceKind::kClock;
  suggestion.title = fmt::format("{} MHz instead of {}", after.board->clockMhz, request.profile.board->clockMhz);
  suggestion.reason =
      fmt::format("The lowest clock with an inference within {} ms: it takes {} ms. Flash then has {}, now {}.",
                  threeDigits(*request.deadline), threeDigits(*report::fitOn(*after.board, after)->milliseconds),
                  counted(after.board->flashWaitStates(), "wait state"), request.profile.board->flashWaitStates());
  suggestion.after = after;
  return suggestion;
}

} // namespace

bool meetsDeadline(const Report& report, double deadline) {
  const auto fit = report::fitOn(*report.board, report);
  return fit && fit->milliseconds && *fit->milliseconds <= deadline;
}

void adviseClock(optimization::AdviceReport& answer, const AdviceRequest& request, const std::function<bool()>& stopped,
                 const std::function<Result<Report>(double megahertz)>& atClock) {
  const double deadline = *request.deadline;
  const auto nothing = [&](const std::string& why) { answer.nothing.push_back({AdviceKind::kClock, why}); };
  const auto& board = request.profile.board;
  const auto now = board ? report::fitOn(*board, answer.before) : std::nullopt;
  if (!now || !now->milliseconds)
    return nothing("the milliseconds of an inference are known only for a board with cycles");
  if (*now->milliseconds > deadline)
    return nothing(fmt::format("an inference already takes {} ms at {} MHz; {} ms are allowed",
                               threeDigits(*now->milliseconds), board->clockMhz, threeDigits(deadline)));
  double slower = 0; // end of the previous range
  for (const double end : board->clockRanges()) {
    if (stopped()) return;
    const Result<Report> run = atClock(end);
    if (!run || !run->ok() || !run->cost) return;
    const double needed = std::ceil(static_cast<double>(run->cost->total.cycles) / (deadline * 1000));
    const double megahertz = std::max(needed, std::floor(slower) + 1);
    slower = end;
    if (megahertz > end) continue;
    if (megahertz >= board->clockMhz) break;
    const Result<Report> after = atClock(megahertz);
    if (after && after->ok() && meetsDeadline(*after, deadline)) answer.suggestions.push_back(clockOf(*after, request));
    return;
  }
  nothing(fmt::format("no clock below {} MHz meets {} ms", board->clockMhz, threeDigits(deadline)));
}

} // namespace arenascope::service
