#include "core/output/answers/placement_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::output {

using optimization::PlacedItem;
using optimization::PlacedKind;
using optimization::PlacementReport;

namespace {

// Parts of the names of functions: TFLM's evaluation, and CMSIS-NN's functions that it calls.
struct FunctionNames {
  const char* op;
  const char* tflm;
  std::vector<const char*> cmsisNn;
};
const FunctionNames kFunctionNames[] = {
    {"CONV_2D", "Conv*Eval", {"arm_convolve_", "arm_nn_mat_mult_", "arm_nn_lhs_"}},
    {"DEPTHWISE_CONV_2D", "DepthwiseConv*Eval", {"arm_depthwise_", "arm_nn_depthwise_"}},
    {"FULLY_CONNECTED", "FullyConnected*Eval", {"arm_fully_connected_", "arm_nn_vec_mat_mult_"}},
    {"TRANSPOSE_CONV", "TransposeConv*Eval", {"arm_transpose_conv_"}},
    {"BATCH_MATMUL", "BatchMatMul*Eval", {"arm_batch_matmul_"}},
    {"AVERAGE_POOL_2D", "Average*Eval", {"arm_avgpool_"}},
    {"MAX_POOL_2D", "Max*Eval", {"arm_max_pool_"}},
    {"SOFTMAX", "Softmax", {"arm_softmax_"}},
    {"ADD", "Add*Eval", {"arm_elementwise_add_"}},
    {"MUL", "Mul*Eval", {"arm_elementwise_mul_"}},
    {"SVDF", "Svdf", {"arm_svdf_"}},
    {"UNIDIRECTIONAL_SEQUENCE_LSTM", "UnidirectionalSequenceLstm*Eval", {"arm_lstm_", "arm_nn_lstm_"}},
};

// "RESIZE_BILINEAR" as "ResizeBilinear": how TFLM names its functions.
std::string camelCase(const std::string& op) {
  std::string name;
  bool upper = true;
  for (const char c : op) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      upper = true;
      continue;
    }
    const auto letter = static_cast<unsigned char>(c);
    name += static_cast<char>(upper ? std::toupper(letter) : std::tolower(letter));
    upper = std::isdigit(letter) != 0;
  }
  return name;
}

// Patterns of sections with the code of an operator.
std::vector<std::string> sectionsOf(const std::string& op, bool cmsisNn) {
  const auto* const found = std::find_if(std::begin(kFunctionNames), std::end(kFunctionNames),
                                         [&](const FunctionNames& each) { return op == each.op; });
  if (found == std::end(kFunctionNames)) return {".text.*tflite*" + camelCase(op) + "*"};
  std::vector<std::string> sections = {fmt::format(".text.*tflite*{}*", found->tflm)};
  if (cmsisNn)
    for (const char* function : found->cmsisNn) sections.push_back(fmt::format(".text.{}*", function));
  return sections;
}

// A region's name as part of a section's and a symbol's, and as a linker script's MEMORY has it.
std::string identifier(const std::string& region, bool upper) {
  std::string name;
  for (const char c : region) {
    const auto letter = static_cast<unsigned char>(c);
    name += std::isalnum(letter) == 0 ? '_' : static_cast<char>(upper ? std::toupper(letter) : std::tolower(letter));
  }
  return name;
}

std::string sectionIn(const std::string& region) { return ".fast_data_" + identifier(region, false); }

std::vector<std::string> codeSections(const PlacementReport& report, const std::string& region) {
  const bool cmsisNn = report.before.kernels.starts_with("cmsis-nn");
  std::vector<std::string> sections;
  const auto add = [&](const std::string& section) {
    if (std::find(sections.begin(), sections.end(), section) == sections.end()) sections.push_back(section);
  };
  for (const PlacedItem& item : report.items) {
    if (item.kind != PlacedKind::kCode || item.region != region) continue;
    if (item.operators.empty())
      for (const char* section : {".text.*tflite*", ".text.mem*"}) add(section);
    for (const std::string& op : item.operators)
      for (const std::string& section : sectionsOf(op, cmsisNn)) add(section);
  }
  return sections;
}

bool holdsConstants(const PlacementReport& report, const std::string& region) {
  return std::any_of(report.items.begin(), report.items.end(), [&](const PlacedItem& item) {
    return item.kind == PlacedKind::kConstants && item.region == region;
  });
}

// Constants to copy one by one.
std::vector<const PlacedItem*> copied(const PlacementReport& report) {
  std::vector<const PlacedItem*> items;
  if (report.movesAll(PlacedKind::kConstants)) return items;
  for (const PlacedItem& item : report.items)
    if (item.kind == PlacedKind::kConstants && item.tensor >= 0 && !item.region.empty()) items.push_back(&item);
  return items;
}

} // namespace

std::string linkerScript(const PlacementReport& report) {
  std::string text;
  for (const optimization::UsedRegion& used : report.regions) {
    const std::string low = identifier(used.region.name, false);
    const std::string memory = identifier(used.region.name, true);
    if (const auto sections = codeSections(report, used.region.name); !sections.empty()) {
      text += fmt::format(".fast_code_{0} : ALIGN(16) {{ /* start-up code copies it from __fast_code_{0}_load */\n"
                          "  __fast_code_{0}_begin = .;\n",
                          low);
      for (const std::string& section : sections) text += fmt::format("  *({})\n", section);
      text += fmt::format("  . = ALIGN(16);\n  __fast_code_{0}_end = .;\n}} > {1} AT > FLASH\n"
                          "__fast_code_{0}_load = LOADADDR(.fast_code_{0});\n",
                          low, memory);
    }
    const bool constants = holdsConstants(report, used.region.name);
    if (!constants && !(report.arenaMoves && report.arenaRegion == used.region.name)) continue;
    const bool model = constants && report.movesAll(PlacedKind::kConstants);
    text += fmt::format("{0}{1} : ALIGN(16) {{\n  *({0})\n}} > {2}{3}\n", sectionIn(used.region.name),
                        model ? "" : " (NOLOAD)", memory, model ? " AT > FLASH" : "");
    if (model)
      text += fmt::format("__fast_data_{0}_load = LOADADDR({1}); /* start-up code copies it from there */\n", low,
                          sectionIn(used.region.name));
  }
  return text;
}

std::string sourceLines(const PlacementReport& report) {
  std::string text;
  const auto in = [](const std::string& region) {
    return fmt::format("\n    __attribute__((section(\"{}\")))", sectionIn(region));
  };
  if (report.arenaMoves)
    text += fmt::format("alignas(16) static uint8_t tensor_arena[{}]{};\n", report.after.arena->recommended,
                        in(report.arenaRegion));
  if (report.movesAll(PlacedKind::kConstants)) {
    const auto model = std::find_if(report.items.begin(), report.items.end(),
                                    [](const PlacedItem& item) { return item.kind == PlacedKind::kConstants; });
    text += fmt::format("alignas(16) const unsigned char model_data[]{} = {{ ... }};\n", in(model->region));
  }
  const std::vector<const PlacedItem*> items = copied(report);
  for (const PlacedItem* item : items)
    text += fmt::format("// {}\nalignas(16) static uint8_t fast_{}_{}[{}]{};\n", shortened(printable(item->name), 80),
                        item->subgraph, item->tensor, item->bytes, in(item->region));
  if (items.empty()) return text;
  text += "// Once, after interpreter.AllocateTensors():\n"
          "const auto copy = [&](int tensor, int subgraph, void* to, size_t bytes) {\n"
          "  TfLiteEvalTensor* constant = interpreter.GetTensor(tensor, subgraph);\n"
          "  constant->data.data = memcpy(to, constant->data.data, bytes);\n"
          "};\n";
  for (const PlacedItem* item : items)
    text += fmt::format("copy({1}, {0}, fast_{0}_{1}, sizeof(fast_{0}_{1}));\n", item->subgraph, item->tensor);
  return text;
}

} // namespace arenascope::output
