#include "core/history/moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/comparison.h"

namespace arenascope::history {

namespace {

constexpr std::size_t kMostParts = 2; // that a sentence names
constexpr const char* kRuns = "runs"; // the figure of a move where one of the two failed
constexpr const char* kMoving[] = {"arena", "cycles", "total_flash", "stack"};

// A part of a figure in two rows.
struct Part {
  std::string kind;
  std::string key; // the same part has the same key in both rows
  std::string name;
  std::optional<std::uint64_t> before;
  std::optional<std::uint64_t> after;

  std::int64_t growth() const {
    return static_cast<std::int64_t>(after.value_or(0)) - static_cast<std::int64_t>(before.value_or(0));
  }
};

void add(std::vector<Part>& parts, bool isAfter, const Part& wanted, std::uint64_t amount) {
  auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& each) {
    const std::optional<std::uint64_t>& taken = isAfter ? each.after : each.before;
    return each.kind == wanted.kind && each.key == wanted.key && !taken;
  });
  if (found == parts.end()) found = parts.insert(parts.end(), wanted);
  (isAfter ? found->after : found->before) = amount;
}

std::vector<Part> partsOf(const std::vector<RowPart>& before, const std::vector<RowPart>& after) {
  std::vector<Part> parts;
  for (const RowPart& part : before) add(parts, false, {part.kind, part.name, part.name, {}, {}}, part.bytes);
  for (const RowPart& part : after) add(parts, true, {part.kind, part.name, part.name, {}, {}}, part.bytes);
  return parts;
}

// Layers are found by their names. Where a name is a mere number or kind, several have it: in order.
std::vector<Part> operatorsOf(const Row& before, const Row& after) {
  std::vector<Part> parts;
  for (const Row* row : {&before, &after})
    for (const RowOperator& op : row->operators)
      if (op.cycles)
        add(parts, row == &after, {"operator", op.layer + "\n" + op.kind, "layer " + op.place + ", " + op.kind, {}, {}},
            *op.cycles);
  return parts;
}

std::vector<Part> partsOfFigure(const std::string& figure, const Row& before, const Row& after) {
  if (figure == "arena") return partsOf(before.arena, after.arena);
  if (figure == "total_flash") return partsOf(before.flash, after.flash);
  if (figure == "cycles") return operatorsOf(before, after);
  return {};
}

// The parts that moved most in the direction of the whole.
std::vector<Cause> partCauses(std::vector<Part> parts, bool grew) {
  std::erase_if(parts, [&](const Part& part) { return grew ? part.growth() <= 0 : part.growth() >= 0; });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return std::abs(a.growth()) > std::abs(b.growth()); });
  parts.resize(std::min(parts.size(), kMostParts));
  std::vector<Cause> causes;
  for (const Part& part : parts) causes.push_back({part.kind, part.name, part.before, part.after, {}, {}});
  return causes;
}

// What changed besides the model.
std::vector<Cause> outerCauses(const Row& before, const Row& after) {
  std::vector<Cause> causes;
  const auto compare = [&](const char* kind, const char* name, const std::string& from, const std::string& to) {
    if (from != to) causes.push_back({kind, name, {}, {}, from.empty() ? "none" : from, to.empty() ? "none" : to});
  };
  compare("library", "kernels", before.kernels, after.kernels);
  compare("library", "TFLM", before.tflm, after.tflm);
  if (before.kernels == after.kernels) compare("library", "compiler", before.compiler, after.compiler);
  compare("setting", "planner", before.planner, after.planner);
  compare("setting", "resource variables", before.separateVariables ? "in separate memory" : "in the arena",
          after.separateVariables ? "in separate memory" : "in the arena");
  // Of the same model and libraries, only another version of this program has other figures.
  if (causes.empty() && before.sha256 == after.sha256) compare("program", "ArenaScope", before.program, after.program);
  return causes;
}

std::string amountText(const std::string& figure, std::uint64_t amount) {
  return fmt::format("{} {}", grouped(amount), figureOf(figure).unit);
}

std::string sentenceOf(const Move& move, const Row& before, const Row& after) {
  const std::string name = move.figure == "total_flash" ? "flash" : move.figure;
  std::string text =
      !move.before  ? fmt::format("{} {}, not known before", name, amountText(move.figure, *move.after))
      : !move.after ? fmt::format("{} no longer known, {} before", name, grouped(*move.before))
                    : fmt::format("{} {} -> {}, {}", name, grouped(*move.before), amountText(move.figure, *move.after),
                                  report::differenceText(move.before, move.after));
  std::string why;
  for (const Cause& cause : move.causes) why += (why.empty() ? "" : "; ") + describe(cause, figureOf(move.figure).unit);
  if (move.figure == "arena" && before.peak != after.peak && !before.peak.empty() && !after.peak.empty())
    why += (why.empty() ? "the peak is at " : "; the peak is at ") + after.peak + ", before at " + before.peak;
  return why.empty() ? text : text + ": " + why;
}

Move failureMove(const Row& before, const Row& after) {
  Move move{kRuns, {}, {}, {}, {}};
  // Of a model that was not even loaded, kernels are not known.
  if (!before.kernels.empty() && !after.kernels.empty()) move.causes = outerCauses(before, after);
  move.text = after.ok() ? "runs again" : before.ok() ? "no longer runs: " + after.error : "fails: " + after.error;
  return move;
}

std::vector<Move> movesBetween(const Row& before, const Row& after) {
  if (before.error != after.error) return {failureMove(before, after)};
  std::vector<Move> moves;
  for (const char* figure : kMoving) {
    Move move{figure, before.figure(figure), after.figure(figure), {}, {}};
    if (move.before == move.after) continue;
    move.causes = outerCauses(before, after);
    if (move.before && move.after)
      for (Cause& cause : partCauses(partsOfFigure(figure, before, after), *move.after > *move.before))
        move.causes.push_back(std::move(cause));
    move.text = sentenceOf(move, before, after);
    moves.push_back(std::move(move));
  }
  return moves;
}

std::vector<std::string> missingIn(const std::vector<std::string>& list, const std::vector<std::string>& other) {
  std::vector<std::string> missing;
  for (const std::string& each : list)
    if (std::find(other.begin(), other.end(), each) == other.end()) missing.push_back(each);
  return missing;
}

} // namespace

std::string describe(const Cause& cause, const std::string& unit) {
  if (!cause.from.empty()) return fmt::format("{} {} -> {}", cause.name, cause.from, cause.to);
  const std::string name =
      (cause.kind == "buffer" ? "buffer " : "") + cause.name + (cause.kind == "tail" ? " in the tail" : "");
  if (!cause.before) return fmt::format("{} is new, {} {}", name, grouped(cause.after.value_or(0)), unit);
  if (!cause.after) return fmt::format("{} is gone, {} {}", name, grouped(*cause.before), unit);
  return fmt::format("{} {} -> {} {}", name, grouped(*cause.before), grouped(*cause.after), unit);
}

Change changeSince(const std::vector<const Row*>& earlier, const Row& now) {
  Change change{{}, now.hazards, {}, now.overBudget()};
  if (earlier.empty()) return change;
  change.moves = movesBetween(*earlier.front(), now);
  for (const Row* before : earlier) {
    std::erase_if(change.moves, [&](const Move& move) {
      return move.figure == kRuns ? before->error == now.error : before->figure(move.figure) == move.after;
    });
    change.newHazards = missingIn(change.newHazards, before->hazards);
    change.newlyOver = missingIn(change.newlyOver, before->overBudget());
  }
  if (earlier.size() == 1) change.goneHazards = missingIn(earlier.front()->hazards, now.hazards);
  return change;
}

std::vector<std::string> linesOf(const Change& change, const Row& now) {
  std::vector<std::string> lines;
  for (const Move& move : change.moves) lines.push_back(move.text);
  for (const std::string& figure : change.newlyOver)
    lines.push_back(fmt::format("over budget: {} {}, at most {}", figureOf(figure).name,
                                grouped(now.figure(figure).value_or(0)), grouped(now.budgets.at(figure))));
  for (const std::string& hazard : change.newHazards) lines.push_back("new hazard: " + hazard);
  for (const std::string& hazard : change.goneHazards) lines.push_back("no longer a hazard: " + hazard);
  return lines;
}

} // namespace arenascope::history
