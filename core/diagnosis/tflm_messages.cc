#include "core/diagnosis/tflm_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <regex>

namespace arenascope::diagnosis {

using trace::Category;
using trace::Section;

namespace {

constexpr std::size_t kMostText = 256 * 1024;
constexpr std::size_t kMostLine = 2'000; // a regular expression needs stack for each character

using Match = std::match_results<std::string::const_iterator>;

// One wording: what it looks like, and what to take out of it.
struct Wording {
  MessageKind kind;
  bool past;
  std::regex pattern;
  void (*fill)(const Match& match, TflmMessage& message);
};

std::optional<std::uint64_t> numberIn(const Match& match, std::size_t group) {
  const std::string text = match.str(group);
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

// Requested, available, missing in groups 1 to 3; any one of the last two follows from the other.
void fillMemory(const Match& match, TflmMessage& message) {
  message.requested = numberIn(match, 1);
  message.available = numberIn(match, 2);
  message.missing = numberIn(match, 3);
  const std::optional<std::int64_t> available = message.availableBytes();
  if (!message.requested || !available) return;
  const std::int64_t missing = static_cast<std::int64_t>(*message.requested) - *available;
  if (missing > 0 && !message.missing) message.missing = static_cast<std::uint64_t>(missing);
  if (missing <= 0 && message.missing.value_or(0) == 0) message.kind = MessageKind::kNoFailure;
}

// "12345B requested (adjusted for alignment), 4096B available".
void fillExecuTorch(const Match& match, TflmMessage& message) {
  message.name = "ExecuTorch";
  message.requested = numberIn(match, 1);
  message.available = numberIn(match, 2);
}
template <const char* const& kName>
void fillRuntime(const Match& /*match*/, TflmMessage& message) {
  message.name = kName;
}
constexpr const char* kExecuTorch = "ExecuTorch";
constexpr const char* kEspDl = "ESP-DL";
constexpr const char* kOnnx = "ONNX Runtime";
constexpr const char* kTfLite = "TensorFlow Lite (for phones and computers)";

template <Section kSection>
void fillSection(const Match& match, TflmMessage& message) {
  fillMemory(match, message);
  message.section = kSection;
}

template <Category kCategory>
void fillStructs(const Match& match, TflmMessage& message) {
  message.category = kCategory;
  if (match.size() > 1) message.requested = numberIn(match, 1);
}

void fillName(const Match& match, TflmMessage& message) {
  message.name = match.str(1);
  if (message.kind == MessageKind::kMissingOperator && message.name.starts_with("Flex"))
    message.kind = MessageKind::kFlex;
}
void fillNumber(const Match& match, TflmMessage& message) { message.number = numberIn(match, 1); }
void fillNothing(const Match& /*match*/, TflmMessage& /*message*/) {}
void fillNode(const Match& match, TflmMessage& message) {
  message.name = match.str(1);
  message.number = numberIn(match, 2);
  message.running = match.str(3) == "invoke";
}
void fillNameAndNumber(const Match& match, TflmMessage& message) {
  message.name = match.str(1);
  message.number = numberIn(match, 2);
}

// All of it may be cut off.
const std::string kNumbers =
    R"((?:\s*Requested:?\s*(\d+)(?:[,;]?\s*available:?\s*(\d+))?(?:[,;]?\s*missing:?\s*(\d+))?)?)";

Wording wording(MessageKind kind, const std::string& pattern, void (*fill)(const Match&, TflmMessage&),
                bool past = false) {
  return {kind, past, std::regex(pattern, std::regex::icase | std::regex::optimize), fill};
}

// In order: of two that match at the same place the first counts.
// A table, however long.
const std::vector<Wording>& wordings() { // NOLINT(readability-function-size)
  using enum MessageKind;
  static const std::vector<Wording> kWordings = {
      wording(kMemory, "Failed to resize buffer\\.?" + kNumbers, fillSection<Section::kHead>),
      wording(kMemory, "Failed to set head size\\.?" + kNumbers, fillSection<Section::kHead>, true),
      wording(kMemory, "Failed to allocate tail memory\\.?" + kNumbers, fillSection<Section::kTail>),
      wording(kMemory, "Failed to allocate temp memory\\.?" + kNumbers, fillSection<Section::kTemp>),
      wording(kMemory, "Failed to allocate memory\\.?" + kNumbers, fillSection<Section::kTail>, true),
      wording(kMemory, R"(Requested:?\s*(\d+)[,;]?\s*available:?\s*(\d+)(?:[,;]?\s*missing:?\s*(\d+))?)", fillMemory),
      wording(
          kBuffersTooLarge,
          R"(Arena size is too small for (?:all|activation) buffers\.?\s*Needed (\d+) but only (\d+) was available)",
          fillMemory, true),
      wording(kTooManyBuffers, R"(Too many buffers \(max is (\d+)\))", fillNumber),
      wording(kStructs, R"(Failed to allocate memory for context->eval_tensors, (\d+) bytes required)",
              fillStructs<Category::kEvalTensors>),
      wording(kStructs, R"(Failed to allocate memory for tensor_info, (\d+) bytes required)",
              fillStructs<Category::kPlanning>, true),
      wording(kStructs, R"(Failed to allocate memory for allocation_info, (\d+) bytes required)",
              fillStructs<Category::kPlanning>, true),
      wording(kStructs, R"(Failed to allocate memory for memory planning, (\d+) bytes required)",
              fillStructs<Category::kPlanning>),
      wording(kStructs, R"(Failed to allocate memory for context->(?:in|out)put_tensors_, (\d+) bytes required)",
              fillStructs<Category::kIoPointers>),
      wording(kStructs, "Failed to allocate memory for node_and_registrations", fillStructs<Category::kNodes>),
      wording(kStructs, "Failed to allocate memory for model metadata", fillStructs<Category::kSubgraphs>),
      wording(kStructs, "Failed to allocate memory for persistent TfLiteTensor",
              fillStructs<Category::kPersistentTensor>),
      wording(kStructs, R"(Failed to allocate variable tensor of size (\d+))", fillStructs<Category::kVariables>),
      wording(kStructs, "Failed to allocate resource buffer", fillStructs<Category::kKernelBuffer>),
      wording(kMissingOperator, R"(Didn't find op for builtin opcode '?([A-Za-z0-9_]+)'?(?: version '?\d+'?)?)",
              fillName),
      wording(kMissingOperator, R"(Failed to get registration from op code\s+([A-Za-z0-9_\-]+))", fillName),
      wording(kMissingOperator, R"(Did not find a parser for ([A-Za-z0-9_]+))", fillName),
      wording(kResolverTooSmall, R"(Couldn't register builtin op #(?:\d+), resolver size\s+is too small \((\d+)\))",
              fillNumber),
      wording(kResolverTooSmall, R"(Couldn't register custom op '([^']*)', resolver size is too\s*small \((\d+)\))",
              fillNameAndNumber),
      wording(kNodeFailed, R"(Node ([A-Za-z0-9_\-]+) \(number (\d+)f?\) failed to (prepare|invoke))", fillNode),
      wording(kSchemaVersion, R"((?:Model provided is|Model is) schema version (\d+))", fillNumber),
      wording(kSchemaVersion, "Model(?: provided)? version does not match Schema", fillNothing),
      wording(kSchemaVersion, R"(Version not supported! \((\d+)\))", fillNumber, true),
      wording(kHybrid, "Hybrid models are not supported", fillNothing),
      wording(kType, R"(Type '?([A-Za-z0-9_]+)'? ?(?:\(\d+\))? (?:is )?not supported)", fillName),
      wording(
          kType,
          R"((?:Input |Output )?(?:data )?type:? '?([A-Za-z0-9_]+)'?(?:,? \(\d+\))? (?:is )?(?:currently )?not supported)",
          fillName),
      wording(kSubgraphs, "Only 1 subgraph (?:is )?(?:currently )?supported", fillNothing, true),
      wording(kOfflinePlan, R"(Nbr of offline buffer offsets \((\d+)\) in metadata\s+not equal nbr tensors \(\d+\))",
              fillNumber),
      wording(kDynamicTensor, R"(Op#(?:\d+) \(([A-Za-z0-9_]+)\) of subgraph \d+ has dynamic tensor)", fillName),
      wording(kDynamicTensor, "Dynamic tensors are not supported", fillNothing),
      wording(kVariables,
              R"(Failed to allocate resource variable\. Maximum resource variable count \((\d+)\)\s*reached)",
              fillNumber),
      wording(kScratchLimit, R"(Scratch buffer request exc?eeds limit per operator \((\d+)\))", fillNumber),
      wording(kTempNotFreed, R"(All temp buffers must be freed before calling ResetTempAllocations\(\))", fillNothing),
      wording(kTempNotFreed, R"(Number of allocated temp buffers: (\d+))", fillNumber),
      wording(kNotAllocated, R"(Invoke\(\) called after initialization failed)", fillNothing),
      wording(kOtherRuntime, R"(Memory allocation failed:\s*(\d+)\s*B requested[^,]*,\s*(\d+)\s*B available)",
              fillExecuTorch),
      wording(kOtherRuntime, R"(\[executorch:[^\]]*\]|et_pal_|executorch::runtime)", fillRuntime<kExecuTorch>),
      wording(kOtherRuntime, R"(dl::(?:Model|TensorBase|memory|tool)\b|FbsLoader|\bESP-DL\b)", fillRuntime<kEspDl>),
      wording(kOtherRuntime, R"(\bonnxruntime\b|\[ONNXRuntimeError\])", fillRuntime<kOnnx>),
      wording(
          kOtherRuntime,
          "Select TensorFlow op\\(s\\), included in the given model|Regular TensorFlow ops are not supported by this "
          "interpreter|INFO: Created TensorFlow Lite XNNPACK delegate",
          fillRuntime<kTfLite>),
      wording(
          kConsequence,
          R"(AllocateTensors\(\) failed|Failed starting model allocation|Failed to initialize (?:in|out)put tensor \d+)"
          R"(|Failed to initialize tensor \d+|Unable to allocate TfLiteAffineQuantization)"
          R"(|Unable to allocate quantization->zero_point|Failed to populate a (?:persistent|temp) TfLiteTensor struct\s*(?:from flatbuffer data)?)"
          R"(|Failed to allocate temp\. memory for tensor \d+, subgraph \d+|Missing registration for opcode_index \d+)"
          R"(|Skipping op for opcode_index \d+|Invoke failed|Allocation failed)",
          fillNothing),
  };
  return kWordings;
}

// Terminals break long lines: whether a message about memory goes on in the next.
bool goesOn(std::string_view line, std::string_view next) {
  const auto lastWord = [](std::string_view text) {
    const std::size_t end = text.find_last_not_of(" \t\r,;:0123456789");
    if (end == std::string_view::npos) return std::string_view();
    text = text.substr(0, end + 1);
    return text.substr(text.find_last_of(" \t") + 1); // all of it where there is none
  };
  const std::size_t first = next.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  next.remove_prefix(first);
  const std::string_view last = lastWord(line);
  const bool numbers = last == "Requested" || last == "available";
  return (numbers || last == "missing" || last == "memory." || last == "buffer.") &&
         (next.starts_with("available") || next.starts_with("missing") || next.starts_with("Requested") ||
          (line.find_last_of("0123456789") < line.rfind(last) && next.front() >= '0' && next.front() <= '9'));
}

// The wording that begins first from `from` on, the longer of two at one place.
std::optional<std::pair<const Wording*, Match>> firstMatch(const std::string& line, std::string::const_iterator from) {
  std::optional<std::pair<const Wording*, Match>> first;
  for (const Wording& candidate : wordings()) {
    Match match;
    if (!std::regex_search(from, line.end(), match, candidate.pattern)) continue;
    if (!first || match[0].first < first->second[0].first) first = {&candidate, match};
  }
  return first;
}

void parseLine(const std::string& line, ParsedText& parsed) {
  bool any = false;
  for (auto from = line.begin(); from != line.end();) {
    const auto found = firstMatch(line, from);
    if (!found) break;
    any = true;
    const auto& [wording, match] = *found;
    TflmMessage message;
    message.kind = wording->kind;
    message.text = match.str(0);
    message.past = wording->past;
    wording->fill(match, message);
    parsed.messages.push_back(std::move(message));
    from = match[0].second;
  }
  const bool blank = line.find_first_not_of(" \t\r") == std::string::npos;
  if (!any && !blank) parsed.others.push_back(line);
}

} // namespace

std::optional<std::int64_t> TflmMessage::availableBytes() const {
  if (!available) return std::nullopt;
  constexpr std::uint64_t kSignBit = std::uint64_t{1} << 31;
  constexpr std::int64_t kWrap = std::int64_t{1} << 32;
  const bool wrapped = *available >= kSignBit && *available < 2 * kSignBit;
  return static_cast<std::int64_t>(*available) - (wrapped ? kWrap : 0);
}

Result<ParsedText> parseMessages(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error{Stage::kMessage, "the message is empty: paste what the device printed"};
  if (text.size() > kMostText)
    return Error{Stage::kMessage,
                 fmt::format("the text has {} bytes, a message at most {}: paste the part from the first error on",
                             text.size(), kMostText)};
  ParsedText parsed;
  const auto nextLine = [&text] {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  while (!text.empty()) {
    std::string line(nextLine());
    while (line.size() < kMostLine && !text.empty() && goesOn(line, text)) line.append(" ").append(nextLine());
    for (std::size_t at = 0; at < line.size(); at += kMostLine) parseLine(line.substr(at, kMostLine), parsed);
  }
  return parsed;
}

} // namespace arenascope::diagnosis
