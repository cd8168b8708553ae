#include "app/cli/options/expected_outputs.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>

#include "app/cli/options/input_file.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/numbered_file.h"
#include "app/cli/results/output_files.h"
#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/model/graph/model_info.h"
#include "core/output/tensor_files.h"
#include "service/use_case/field.h"

namespace arenascope::cli {

using report::IoReport;

namespace {

using Bytes = std::vector<std::uint8_t>;

struct NumberType {
  std::size_t bytes;
  double (*read)(const std::uint8_t* data);
};

template <typename T>
NumberType numberType() {
  return {sizeof(T), [](const std::uint8_t* data) {
            T value;
            std::memcpy(&value, data, sizeof(value));
            return static_cast<double>(value);
          }};
}

const NumberType& numberTypeOf(const std::string& name) {
  static const std::map<std::string, NumberType> kTypes = {
      {"float32", numberType<float>()},      {"float64", numberType<double>()},
      {"int8", numberType<std::int8_t>()},   {"uint8", numberType<std::uint8_t>()},
      {"int16", numberType<std::int16_t>()}, {"uint16", numberType<std::uint16_t>()},
      {"int32", numberType<std::int32_t>()}, {"uint32", numberType<std::uint32_t>()},
      {"int64", numberType<std::int64_t>()}, {"uint64", numberType<std::uint64_t>()}};
  static const NumberType kByte = numberType<std::uint8_t>();
  const auto found = kTypes.find(name);
  return found == kTypes.end() ? kByte : found->second;
}

// "int8 1x10, element 3 is 5, expected 7; 2 of 10 differ, by 3 at most"; empty if equal.
std::string differenceOf(const std::string& typeName, const Bytes& bytes, const Bytes& expected, double tolerance) {
  const NumberType& type = numberTypeOf(typeName);
  const std::size_t count = bytes.size() / type.bytes;
  std::size_t different = 0;
  std::size_t first = 0;
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* is = bytes.data() + i * type.bytes;
    const std::uint8_t* should = expected.data() + i * type.bytes;
    if (std::memcmp(is, should, type.bytes) == 0) continue;
    const double distance = std::abs(type.read(is) - type.read(should));
    if (tolerance > 0 && distance <= tolerance) continue; // false for NaN
    if (different++ == 0) first = i;
    most = std::max(most, distance);
  }
  if (different == 0) return "";
  const auto shown = [&](const Bytes& numbers) {
    return fmt::format("{:.9g}", type.read(numbers.data() + first * type.bytes));
  };
  return fmt::format("element {} is {}, expected {}; {} of {} differ{}", first, shown(bytes), shown(expected),
                     different, count, std::isfinite(most) ? fmt::format(", by at most {:.9g}", most) : "");
}

std::string describe(const IoReport& output, std::size_t number) {
  return fmt::format("output {} ({}, {} {})", number, printable(output.name), output.type,
                     model::shapeText(output.shape));
}

// The first operator with an output that differs from the folder's; empty if there is none.
Result<std::string> firstDifference(const ExpectedOutputs& expected, const report::Report& report) {
  std::size_t compared = 0;
  for (const report::OperatorReport& op : report.operators)
    for (const run::TensorBytes& output : op.outputs) {
      const auto path = std::filesystem::path(expected.folder) / output::tensorFile(op.subgraph, output.tensor);
      std::error_code code;
      if (output.data.empty() || !std::filesystem::exists(path, code)) continue;
      const Result<Bytes> file = readInputFile(path);
      if (!file) return file.error();
      const model::TensorInfo& tensor = report.model.subgraphs[static_cast<std::size_t>(op.subgraph)]
                                            .tensors[static_cast<std::size_t>(output.tensor)];
      const std::string place = fmt::format("operator {} ({}), tensor {} ({})", operatorPlace(op), printable(op.name),
                                            output.tensor, printable(tensor.name));
      if (file->size() != output.data.size())
        return fmt::format("{}: {}, but {} has {}", place, countedBytes(output.data.size()), path.string(),
                           grouped(file->size()));
      ++compared;
      if (const std::string difference = differenceOf(tensor.type, output.data, *file, expected.tolerance);
          !difference.empty())
        return place + ": " + difference;
    }
  if (compared == 0)
    return Error{Stage::kExpect, "folder " + expected.folder +
                                     " has no tensor of this model: files are named as `profile "
                                     "--dump` names them, " +
                                     output::tensorFile(SubgraphId(0), TensorId(0))};
  return std::string();
}

} // namespace

void addExpectOption(CLI::App& command, ExpectedOutputs& expected) {
  uses(command.add_option("--expect", expected.files,
                          "Expect these bytes in output tensor O, raw or .npy; exit status 4 if they differ"),
       FileUse::kReadNumbered)
      ->group(service::kChecksGroup)
      ->type_name("O=FILE");
  uses(command.add_option(
           "--expect-tensors", expected.folder,
           "Expect these tensors (files as --dump writes them) and name the first operator that writes others"),
       FileUse::kRead)
      ->group(service::kChecksGroup)
      ->type_name("FOLDER");
  addReal(command, "--tolerance", expected.tolerance, {0, 1e300},
          "Allow an absolute difference of X in stored units (default: 0)", "X")
      ->group(service::kChecksGroup);
}

std::optional<Error> wrongCombination(const ExpectedOutputs& expected) {
  if (expected.tolerance <= 0 || !expected.files.empty() || !expected.folder.empty()) return std::nullopt;
  return Error{Stage::kUsage, "--tolerance needs --expect or --expect-tensors: nothing to compare"};
}

Result<bool> asExpected(const ExpectedOutputs& expected, const report::Report& report) {
  bool same = true;
  for (const std::string& text : expected.files) {
    const Result<NumberedFile> file = readNumberedFile("--expect", text);
    if (!file) return file.error();
    if (!report.invoked) return Error{Stage::kExpect, "no outputs to compare: the inference has not run to its end"};
    if (file->number >= report.outputs.size())
      return Error{Stage::kUsage, fmt::format("--expect names output {}; the model has {}, counted from 0",
                                              file->number, report.outputs.size())};
    const IoReport& output = report.outputs[file->number];
    const std::string difference = output.bytes.size() == file->bytes.size()
                                       ? differenceOf(output.type, output.bytes, file->bytes, expected.tolerance)
                                       : fmt::format("{}, but the file of expected bytes has {}",
                                                     countedBytes(output.bytes.size()), grouped(file->bytes.size()));
    if (difference.empty()) continue;
    same = false;
    std::cerr << "arenascope: " << describe(output, file->number) << " differs: " << difference << "\n";
  }
  if (expected.folder.empty()) return same;
  if (!report.invoked) return Error{Stage::kExpect, "no tensors to compare: the inference has not run to its end"};
  const Result<std::string> first = firstDifference(expected, report);
  if (!first) return first.error();
  if (first->empty()) return same;
  std::cerr << "arenascope: the first difference is in " << *first << "\n";
  return false;
}

} // namespace arenascope::cli
