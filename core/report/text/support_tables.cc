#include "core/report/text/support_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/text_format.h"
#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/tflm/revisions.h"

namespace arenascope::report {

namespace {

struct KernelSets {
  bool cmsisNn = false;
  bool espNn = false;
};

#define REFERENCE_ONLY                                                                                                 \
  KernelSets {}
#define ALSO_CMSIS_NN                                                                                                  \
  KernelSets { true, false }
#define ALSO_BOTH                                                                                                      \
  KernelSets { true, true }
#define BUILTIN_OPERATOR(symbol, code, method, rule, macs, traits, sets) sets,
#define CUSTOM_OPERATOR(symbol, name, method, traits, sets) sets,
// In the order of ops::kOperators.
constexpr KernelSets kSets[] = {
#include "core/interpreter/ops/operators.def"
};
#undef REFERENCE_ONLY
#undef ALSO_CMSIS_NN
#undef ALSO_BOTH
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR
static_assert(std::size(kSets) == std::size(ops::kOperators));

std::string monthOfDate(tflm::Date date) { return yearAndMonth(tflm::monthIn(date)); }

std::string firstMonth(const ops::Operator& op) {
  const tflm::Added* added = tflm::findAdded(op.method);
  return added == nullptr ? "before " + monthOfDate(tflm::kFirstDate) : monthOfDate(added->date);
}

// The first month of CMSIS-NN's kernel, if it came after the first supported revision.
std::string cmsisNnText(const ops::Operator& op, const KernelSets& sets) {
  if (!sets.cmsisNn) return "reference";
  for (const tflm::CmsisNnKernel& kernel : tflm::kCmsisNnKernels)
    if (op.customName == nullptr && kernel.code == static_cast<std::int32_t>(op.code))
      return "own, from " + monthOfDate(kernel.since);
  return "own";
}

} // namespace

std::string operatorsTable() {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < std::size(ops::kOperators); ++i) {
    const ops::Operator& op = ops::kOperators[i];
    rows.push_back(fmt::format("| `{}` | `{}` | {} | {} | {} |\n", op.name(), op.method, firstMonth(op),
                               cmsisNnText(op, kSets[i]), kSets[i].espNn ? "own" : "reference"));
  }
  std::sort(rows.begin(), rows.end());
  std::string text = "| operator | resolver method | in TFLM since | `cmsis-nn` kernel | `esp-nn` kernel |\n"
                     "| --- | --- | --- | --- | --- |\n";
  for (const std::string& row : rows) text += row;
  return text;
}

std::string revisionsTable() {
  std::string text = "| `--tflm` | TFLM commit | date | CMSIS-NN commit | used by |\n| --- | --- | --- | --- | --- |\n";
  for (const tflm::Revision& revision : tflm::kRevisions)
    text += fmt::format("| `{}` | `{}` | {} | `{}` | {} |\n", revision.name, revision.commit, revision.when,
                        tflm::cmsisNnAt(revision.date), revision.who);
  return text;
}

} // namespace arenascope::report
