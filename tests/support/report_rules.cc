#include "tests/support/report_rules.h"

#include <gtest/gtest.h>

#include "core/report/arena_parts.h"
#include "core/report/buffer_info.h"
#include "core/report/tail_breakdown.h"

namespace arenascope::test {

using report::OperatorReport;
using report::PlannedBuffer;
using report::Report;
using run::Cost;
using run::FunctionCost;

namespace {

Cost sumOf(const std::vector<FunctionCost>& functions) {
  Cost sum;
  for (const FunctionCost& function : functions) sum += function.cost;
  return sum;
}

void expectSame(const Cost& sum, const Cost& whole, const std::string& what) {
  EXPECT_EQ(sum.cycles, whole.cycles) << "cycles: " << what;
  EXPECT_EQ(sum.instructions, whole.instructions) << "instructions: " << what;
}

void expectNoneAbove(const std::vector<FunctionCost>& functions, const Cost& whole, const std::string& what) {
  for (const FunctionCost& function : functions) {
    EXPECT_LE(function.cost.cycles, whole.cycles) << function.name << " in " << what;
    EXPECT_LE(function.cost.instructions, whole.instructions) << function.name << " in " << what;
  }
}

// Functions to their operator, operators to the kernels, all to the total. An operator that calls subgraphs has the
// cost of theirs in its own, and their functions in theirs.
void expectCostsSum(const Report& report) {
  const report::CostSummary& cost = *report.cost;
  Cost main;
  Cost functions;
  for (const OperatorReport& op : report.operators) {
    const std::string name = "operator " + report::operatorPlace(op) + " (" + op.name + ")";
    const model::OperatorInfo& info =
        report.model.subgraphs[static_cast<std::size_t>(op.subgraph)].operators[static_cast<std::size_t>(op.index)];
    if (op.subgraph == 0) main += op.cost;
    functions += sumOf(op.functions);
    if (info.calls.empty()) expectSame(sumOf(op.functions), op.cost, "functions of " + name);
    expectNoneAbove(op.functions, op.cost, name);
    EXPECT_LE(op.cost.cycles, cost.kernels.cycles) << name;
  }
  expectSame(main, cost.kernels, "operators of the main graph");
  expectSame(functions, cost.kernels, "functions of all operators");
  expectSame(sumOf(cost.interpreterFunctions), cost.interpreter(), "functions of the interpreter");
  expectSame(sumOf(functionTotals(report)), cost.total, "all functions");
  expectNoneAbove(functionTotals(report), cost.total, "all");
}

void expectHeadAgrees(const Report& report) {
  const std::uint64_t head = report.arena->head;
  const report::HeadInfo info = headInfo(report);
  std::uint64_t end = 0;
  for (const PlannedBuffer& buffer : report.buffers) end = std::max(end, bytesOf(buffer).end);
  EXPECT_EQ(end, head);
  EXPECT_EQ(info.bytes, head);
  EXPECT_EQ(info.topBuffers.empty(), head == 0);
  for (const OperatorReport& op : report.operators) EXPECT_LE(op.liveBytes, info.liveBytes);
  EXPECT_LE(info.liveBytes, head);
}

void expectArenaAdds(const Report& report) {
  const report::ArenaFigures& arena = *report.arena;
  EXPECT_LE(arena.used, arena.minimum);
  EXPECT_LE(arena.minimum, arena.recommended);
  EXPECT_LE(arena.head + arena.tail, arena.used);
  std::uint64_t tail = 0;
  for (const report::TailPart& part : tailParts(report)) tail += part.bytes;
  EXPECT_EQ(tail, arena.tail);
}

// The parts of the answer, and the reason for it.
void expectPartsAdd(const Report& report) {
  std::uint64_t sum = 0;
  for (const report::ArenaPart& part : report::arenaParts(report)) {
    EXPECT_GT(part.bytes, 0U) << part.title;
    EXPECT_FALSE(part.title.empty());
    sum += part.bytes;
  }
  EXPECT_EQ(sum, report.arena->recommended);
  const report::ArenaReason reason = report::whySoLarge(report);
  EXPECT_FALSE(reason.subject.empty());
  EXPECT_TRUE(reason.text.ends_with('.')) << reason.text;
  EXPECT_LT(reason.row, static_cast<int>(report.operators.size()));
}

} // namespace

void expectConsistent(const Report& report) {
  if (report.arena) expectPartsAdd(report);
  if (report.arena) expectArenaAdds(report);
  if (report.arena) expectHeadAgrees(report);
  if (report.cost) expectCostsSum(report);
}

} // namespace arenascope::test
