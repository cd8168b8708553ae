// Lines of TF_LITE_ENSURE in words: which file checks what, and what it was.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/interpreter/ops/operator_table.h"

namespace arenascope::diagnosis {

namespace {

// Files that hold several operators, or none of their name.
struct FileOperators {
  std::string_view stem;
  std::array<const char*, 9> operators;
};
constexpr FileOperators kFiles[] = {
    {"activations", {"RELU", "RELU6"}},
    {"arg_min_max", {"ARG_MAX", "ARG_MIN"}},
    {"batch_matmul", {"BATCH_MATMUL"}},
    {"comparisons", {"EQUAL", "NOT_EQUAL", "GREATER", "GREATER_EQUAL", "LESS", "LESS_EQUAL"}},
    {"conv", {"CONV_2D"}},
    {"depthwise_conv", {"DEPTHWISE_CONV_2D"}},
    {"detection_postprocess", {"TFLite_Detection_PostProcess"}},
    {"decode", {"TFLM_DECODE"}},
    {"elementwise", {"ABS", "SIN", "COS", "LOG", "SQRT", "RSQRT", "SQUARE", "LOGICAL_NOT"}},
    {"ethosu", {"ethos-u"}},
    {"l2norm", {"L2_NORMALIZATION"}},
    {"logical", {"LOGICAL_AND", "LOGICAL_OR"}},
    {"maximum_minimum", {"MAXIMUM", "MINIMUM"}},
    {"pad", {"PAD", "PADV2"}},
    {"pooling", {"AVERAGE_POOL_2D", "MAX_POOL_2D"}},
    {"reduce", {"MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_ALL"}},
    {"reverse", {"REVERSE_V2"}},
    {"select", {"SELECT_V2"}},
    {"unidirectional_sequence_lstm", {"UNIDIRECTIONAL_SEQUENCE_LSTM"}},
    {"lstm_eval", {"UNIDIRECTIONAL_SEQUENCE_LSTM"}},
};

bool stripEnd(std::string& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

bool strip(std::string& text, std::string_view begin, std::string_view end) {
  if (!text.starts_with(begin) || !text.ends_with(end) || text.size() < begin.size() + end.size()) return false;
  text = text.substr(begin.size(), text.size() - begin.size() - end.size());
  return true;
}

// Without the casts around it, and parentheses.
std::string plain(std::string text) {
  while (text.starts_with("static_cast<")) {
    const std::size_t open = text.find(">(");
    if (open == std::string::npos || text.back() != ')') break;
    text = text.substr(open + 2, text.size() - open - 3);
  }
  strip(text, "(", ")");
  return text;
}

struct Ending {
  std::string_view end;
  std::string_view words;
};
constexpr Ending kEndings[] = {{"->params.zero_point", "the zero point of "},
                               {"->params.scale", "the scale of "},
                               {"->quantization.type", "the kind of quantization of "},
                               {"->dims->size", "the number of dimensions of "},
                               {"->is_variable", "being a variable tensor of "},
                               {"->bytes", "the bytes of "},
                               {"->type", "the type of "}};

// A side of a comparison.
std::string inWords(const std::string& expression) {
  std::string text = plain(expression);
  if (text == "NumInputs(node)" || text == "node->inputs->size") return "the number of inputs";
  if (text == "NumOutputs(node)" || text == "node->outputs->size") return "the number of outputs";
  if (text.ends_with("scale->size")) return "the number of scales";
  if (text.ends_with("zero_point->size")) return "the number of zero points";
  if (strip(text, "kTfLite", "")) return lowered(text);
  if (strip(text, "NumDimensions(", ")")) return "the number of dimensions of " + text;
  if (strip(text, "NumElements(", ")") || strip(text, "ElementCount(*", "->dims)"))
    return "the number of elements of " + text;
  if (strip(text, "SizeOfDimension(", ")")) {
    const std::size_t comma = text.find(", ");
    if (comma != std::string::npos) return "dimension " + text.substr(comma + 2) + " of " + text.substr(0, comma);
  }
  if (const std::size_t data = text.find("->dims->data["); data != std::string::npos && text.back() == ']')
    return "dimension " + text.substr(data + 13, text.size() - data - 14) + " of " + text.substr(0, data);
  for (const Ending& ending : kEndings)
    if (text.find_first_of(" (") == std::string::npos && stripEnd(text, ending.end))
      return std::string(ending.words) + text;
  return text;
}

// A condition that did not hold.
std::string conditionInWords(const std::string& expression) {
  std::string text = plain(expression);
  if (stripEnd(text, " != nullptr")) return text + " exists; it was missing";
  if (strip(text, "IsConstantTensor(", ")")) return text + " is a constant in the model; it was computed at run time";
  if (strip(text, "HaveSameShapes(", ")")) return text + " have the same shape; they differed";
  return "\"" + text + "\" holds; it did not";
}

bool mentions(const TflmMessage& message, std::string_view word) {
  return std::any_of(message.values.begin(), message.values.end(),
                     [&](const std::string& value) { return value.find(word) != std::string::npos; });
}

} // namespace

std::vector<std::string> operatorsOfFile(const std::string& file) {
  std::string stem = file.substr(0, file.rfind('.'));
  for (const char* end : {"_vision", "_hifi", "_int8", "_int16", "_common", "_int8_int16", "_reference"})
    stripEnd(stem, end);
  for (const FileOperators& known : kFiles)
    if (known.stem == stem) {
      std::vector<std::string> names;
      for (const char* name : known.operators)
        if (name != nullptr) names.emplace_back(name);
      return names;
    }
  std::transform(stem.begin(), stem.end(), stem.begin(), [](unsigned char c) { return std::toupper(c); });
  if (ops::findOperator(stem) != nullptr) return {stem};
  return {};
}

std::string checkMeaning(const TflmMessage& message) {
  const std::vector<std::string> operators = operatorsOfFile(message.file);
  const std::string who = operators.empty() ? "TFLM" : "The kernel of " + joined(operators);
  const std::string file = message.file.empty() ? "" : fmt::format(" ({})", message.file);
  const std::string where = message.line ? fmt::format(" ({}, line {})", message.file, *message.line) : file;
  std::vector<std::string> values = message.values;
  // Pasted without its source file, a log's own words stand before it.
  if (message.file.empty() && !values.empty())
    if (const std::size_t prefix = values[0].rfind(": "); prefix != std::string::npos) values[0].erase(0, prefix + 2);
  if (values.size() < 2) return who + where + " checks that " + conditionInWords(values.empty() ? "" : values[0]) + ".";
  std::string text = who + where + " checks that " + inWords(values[0]) +
                     (message.text.find(" not near ") != std::string::npos ? " is about " : " equals ") +
                     inWords(values[1]) + ".";
  if (values.size() >= 4) text += " On the device they were " + values[2] + " and " + values[3] + ".";
  return text;
}

std::string checkHint(const TflmMessage& message) {
  if (mentions(message, "_quantization") || mentions(message, "quantization.") || mentions(message, "scale->size"))
    return "A quantized kernel needs one scale, or one for each channel along the dimension that the tensor names: a "
           "model quantized in part, or by another tool, lacks them. Convert with full integer quantization.";
  if (mentions(message, "zero_point"))
    return "16-bit tensors and weights have zero point 0, and operators that only move data keep scale and zero point: "
           "TensorFlow's converter writes them like this, but other tools do not always. Convert again.";
  if (mentions(message, "params.scale") || mentions(message, "_scale"))
    return "Some outputs have a fixed scale (SOFTMAX and LOGISTIC 1/256, TANH 1/128), and operators that only move "
           "data keep their input's: convert again with a current converter.";
  if (mentions(message, "NumInputs") || mentions(message, "NumOutputs") || mentions(message, "inputs->size"))
    return "The operator's version has other inputs than the kernel knows: use a TFLM about as new as the converter.";
  if (mentions(message, "is_variable"))
    return "The state must be a variable tensor, as the converter writes it: convert again.";
  if (mentions(message, "nullptr"))
    return "A missing tensor is either absent in the model, or there was no memory for it: look for a line about "
           "memory before it.";
  if (mentions(message, "type"))
    return "Convert the model again, with full integer quantization or in float32 throughout, and compare the device's "
           "file with this one.";
  return {};
}

} // namespace arenascope::diagnosis
