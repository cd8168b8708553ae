#include "core/diagnosis/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/base/number_text.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/output/resolver_writer.h"

namespace arenascope::diagnosis {

using profile::ModelInfo;
using profile::OperatorInfo;
using profile::Report;
using profile::SubgraphInfo;
using profile::TensorInfo;
using trace::Event;
using trace::Section;

namespace {

constexpr std::uint32_t kSchemaVersion = 3;
constexpr std::size_t kShownPlaces = 6; // of those that a message can come from

std::string numbered(const char* before, const std::optional<std::uint64_t>& number) {
  return number ? before + grouped(*number) : "";
}

std::string memoryMeaning(const TflmMessage& message) {
  const std::string section = message.section ? sectionText(*message.section) : "a section of the arena";
  if (!message.requested) return "A block did not fit into " + section + "; its size is cut off.";
  const std::optional<std::int64_t> available = message.availableBytes();
  std::string text = "A block of " + grouped(*message.requested) + " bytes did not fit into " + section;
  if (available && *available < 0)
    return text + fmt::format(": {} is {} as 32 bits without a sign, so far the sections had passed each other.",
                              grouped(*message.available), "-" + grouped(static_cast<std::uint64_t>(-*available)));
  return text + (available ? ": " + grouped(*message.available) + " bytes were left there." : ".");
}

// Of what is no failure of this interpreter's memory or kernels.
std::string otherMeaning(const TflmMessage& message) {
  switch (message.kind) {
  case MessageKind::kNoFailure:
    return fmt::format("This is no failure: {} bytes were asked for, and {} were there.",
                       grouped(message.requested.value_or(0)), grouped(message.available.value_or(0)));
  case MessageKind::kFlex:
    return message.name +
           " is an operator of TensorFlow itself (a Flex operator). TFLM has no kernel for it, and none "
           "can be registered: convert without SELECT_TF_OPS, so that TFLITE_BUILTINS alone is used, and "
           "replace what has no such form in the network.";
  case MessageKind::kOtherRuntime:
    return "That is a message of " + message.name + ", another runtime than TensorFlow Lite Micro" +
           (message.requested
                ? fmt::format(": of its memory {} bytes were asked for and {} were left. An arena for TFLM "
                              "says nothing about it.",
                              grouped(*message.requested), grouped(message.available.value_or(0)))
                : ".");
  default: return {};
  }
}

std::string meaningOf(const TflmMessage& message) {
  switch (message.kind) {
  case MessageKind::kMemory: return memoryMeaning(message);
  case MessageKind::kBuffersTooLarge:
    return "The planned buffers need " + grouped(message.requested.value_or(0)) + " bytes of head, " +
           grouped(message.available.value_or(0)) + " were left below the persistent memory.";
  case MessageKind::kTooManyBuffers:
    return fmt::format("What is left of the arena while buffers are planned has room for the records of {} buffers, {} "
                       "bytes each. It is memory that is free again afterwards: arena_used_bytes() never shows it.",
                       grouped(message.number.value_or(0)), tflm::kPlannerRecord);
  case MessageKind::kStructs:
    return std::string("The arena is too small for ") + profile::categoryText(message.category) +
           numbered(", in bytes: ", message.requested) + ".";
  case MessageKind::kMissingOperator:
    return "The resolver that the interpreter was given has no kernel for " + message.name + ".";
  case MessageKind::kResolverTooSmall:
    return "The MicroMutableOpResolver has room for " + grouped(message.number.value_or(0)) +
           " operators, and more were added.";
  case MessageKind::kNodeFailed:
    return fmt::format("Operator {} ({}) failed {}; why is in the lines before, if messages are compiled in.",
                       message.number.value_or(0), message.name,
                       message.running ? "in Invoke()" : "while it was prepared");
  case MessageKind::kSchemaVersion:
    return fmt::format(
        "The model's schema version is not the {} that TFLM reads. Bytes that are no model have a version too: a model "
        "array that was cut off, is not aligned, or was never flashed says the same.",
        kSchemaVersion);
  case MessageKind::kType:
    return "A kernel does not take tensors of type " + (message.name.empty() ? "this" : message.name) + ".";
  case MessageKind::kHybrid:
    return "An operator has float activations and integer weights (dynamic range quantization). TFLM's kernels need "
           "both float or both integer: convert with full integer quantization, or without any.";
  case MessageKind::kSubgraphs: return "That revision of TFLM runs models of one subgraph only; present ones run more.";
  case MessageKind::kOfflinePlan:
    return "The OfflineMemoryAllocation metadata has another number of offsets than the model has tensors.";
  case MessageKind::kDynamicTensor:
    return "An operator's output has no size that is known before it runs. TFLM has no memory for such tensors.";
  case MessageKind::kVariables:
    return "MicroResourceVariables::Create made room for " + grouped(message.number.value_or(0)) +
           " variables, and the model names more.";
  case MessageKind::kScratchLimit:
    return "An operator asks for more than " + grouped(message.number.value_or(0)) + " scratch buffers.";
  case MessageKind::kTempNotFreed:
    return "A kernel took a temporary tensor and did not give it back: a defect of that kernel, or temporary memory "
           "that was overwritten because the arena is a little too small.";
  case MessageKind::kNoFailure:
  case MessageKind::kFlex:
  case MessageKind::kOtherRuntime: return otherMeaning(message);
  case MessageKind::kNotAllocated: return "AllocateTensors() had failed before: its message says why.";
  case MessageKind::kConsequence: break;
  }
  return "Follows from what was printed before it.";
}

std::string sizes(const MemoryFit& fit) {
  if (fit.arenaLow == fit.arenaHigh) return grouped(fit.arenaLow) + " bytes";
  const std::string range = grouped(fit.arenaLow) + " to " + grouped(fit.arenaHigh);
  // Most arenas are of whole steps.
  const std::uint64_t whole = profile::roundUpToStep(fit.arenaLow);
  const bool one = whole <= fit.arenaHigh && whole + profile::kArenaStep > fit.arenaHigh;
  return one ? grouped(whole) + " bytes (or another size of " + range + ")" : range + " bytes";
}

// What a fit tells, without the run's settings: where that is in the construction, how large the arena is, and whether
// what is missing there is all.
std::string describeFit(const MemoryFit& fit, const TflmMessage& message, const Report& report) {
  const Event& event = report.allocations[fit.event];
  std::string text = "It comes while " + describeMoment(report, event) + ", at " +
                     profile::categoryText(event.category) + ", in an arena of " + sizes(fit) + ".";
  if (!message.missing) return text;
  const std::uint64_t larger = fit.arenaHigh + *message.missing;
  const ArenaOutcome next = replayInTflm(report, {larger, 0});
  if (next.works()) return text;
  return text + " The " + grouped(*message.missing) + " bytes that are missing there are not all: in " +
         grouped(larger) + " bytes it " + describeOutcome(report, next) + ".";
}

// What is told where no run fits; of runs that failed nobody knows what a device prints.
std::string nothingFits(const std::string& meaning, const std::vector<Report>& reports) {
  std::vector<std::string> failed;
  for (const Report& report : reports)
    if (!report.arena) failed.push_back(describeSettings(report));
  if (failed.empty()) return meaning;
  if (failed.size() == reports.size())
    return "What a device prints with this model is not known: every run of it failed here, for the reasons below.";
  return meaning + " What a device prints with " + joined(failed) +
         " is not known: it failed here, for the reasons below.";
}

void tellFits(ExplainedMessage& explained, const std::vector<Report>& reports) {
  const TflmMessage& message = explained.message;
  explained.detail.clear();
  // Runs that tell the same are told of once.
  std::vector<std::pair<std::string, std::string>> told; // what, and with which settings
  for (const MemoryFit& fit : explained.fits) {
    const Report& report = reports[fit.report];
    const std::string what = describeFit(fit, message, report);
    const std::string settings = describeSettings(report) + " (needs " + grouped(report.arena->minimum) + " in all)";
    const auto same = std::find_if(told.begin(), told.end(), [&](const auto& one) { return one.first == what; });
    if (same == told.end())
      told.emplace_back(what, settings);
    else
      same->second += "; " + settings;
  }
  for (std::size_t i = 0; i < std::min(told.size(), kShownPlaces); ++i)
    explained.detail.push_back(told[i].first + " With " + told[i].second + ".");
  if (told.size() > kShownPlaces)
    explained.detail.push_back("It comes in " + grouped(told.size() - kShownPlaces) + " more places like these.");
}

// The run whose head comes nearest to the one that a message asks for, from below: what a kernel set needs more.
const Report* nearestHead(const std::vector<Report>& reports, std::uint64_t head) {
  const Report* nearest = nullptr;
  for (const Report& report : reports)
    if (report.arena && report.target != "host" && report.arena->head <= head &&
        (nearest == nullptr || report.arena->head > nearest->arena->head))
      nearest = &report;
  return nearest;
}

// What the shortfall of a section tells all the same.
std::vector<std::string> lowerBound(const TflmMessage& message, const std::vector<Report>& reports,
                                    std::optional<std::uint64_t> arenaBytes) {
  std::vector<std::string> sentences;
  if (message.kind != MessageKind::kMemory || !message.requested) return sentences;
  if (arenaBytes && message.missing)
    sentences.push_back(fmt::format("The arena of {} bytes is too small by {} at least: it takes {} bytes or more.",
                                    grouped(*arenaBytes), grouped(*message.missing),
                                    grouped(*arenaBytes + *message.missing)));
  if (message.section.value_or(Section::kHead) != Section::kHead) return sentences;
  const Report* nearest = nearestHead(reports, *message.requested);
  if (nearest == nullptr) return sentences;
  const std::uint64_t more = *message.requested - nearest->arena->head;
  const bool whileStarting = *message.requested < nearest->arena->head / 2;
  if (whileStarting) return sentences;
  sentences.push_back(fmt::format(
      "The device's head is {} bytes, {} more than with {}: with what is persistent there, {} bytes, the arena takes "
      "about {} bytes or more{}.",
      grouped(*message.requested), grouped(more), describeSettings(*nearest), grouped(nearest->arena->tail),
      grouped(*message.requested + nearest->arena->tail),
      more > 0 ? ". Such a difference is scratch memory of kernels that are not known here" : ""));
  return sentences;
}

// With an arena that is known, at whatever address, only what comes in one of that size counts.
void keepArena(std::vector<MemoryFit>& fits, std::uint64_t arenaBytes) {
  constexpr std::uint64_t kAlignmentLoss = 16;
  std::erase_if(fits, [&](const MemoryFit& fit) {
    return arenaBytes + kAlignmentLoss < fit.arenaLow || arenaBytes > fit.arenaHigh + kAlignmentLoss;
  });
}

void explainMemory(ExplainedMessage& explained, const std::vector<Report>& reports,
                   std::optional<std::uint64_t> arenaBytes) {
  const TflmMessage& message = explained.message;
  explained.fits = memoryFits(message, reports);
  if (arenaBytes) keepArena(explained.fits, *arenaBytes);
  tellFits(explained, reports);
  if (!explained.fits.empty()) return;
  const bool whole = message.kind == MessageKind::kTooManyBuffers || message.missing;
  for (std::string& sentence : lowerBound(message, reports, arenaBytes))
    explained.detail.push_back(std::move(sentence));
  explained.detail.push_back(
      !whole ? "The message is not whole: without what was available or missing it does not tell the arena."
             : nothingFits(
                   "No run of this model prints these numbers, with any kernel set here. Either it is another model, "
                   "or the device has another revision of TFLM, kernels of another vendor or version, resource "
                   "variables, or several models in one arena.",
                   reports));
}
// Structs of a kind that are named without what is left.
void explainStructs(ExplainedMessage& explained, const std::vector<Report>& reports) {
  const TflmMessage& message = explained.message;
  for (const Report& report : reports) {
    const auto found = std::find_if(report.allocations.begin(), report.allocations.end(), [&](const Event& event) {
      return event.category == message.category && (!message.requested || event.bytes == *message.requested);
    });
    if (found == report.allocations.end() || !report.arena) continue;
    const auto moment = report.analysis.moments[static_cast<std::size_t>(found - report.allocations.begin())];
    explained.detail.push_back("On " + describeSettings(report) + " that is while " + describeMoment(report, *found) +
                               ", where " + grouped(moment.need) +
                               " bytes are needed: the arena has less. In all the "
                               "model needs " +
                               grouped(report.arena->minimum) + ".");
  }
  if (explained.detail.empty())
    explained.detail.push_back(
        nothingFits("This model does not ask for such memory of that size with any kernel set here: another "
                    "revision of TFLM, enums of another size, or another model.",
                    reports));
}

// "operator 3 (CONV_2D)", with the subgraph where it is not the main one.
std::string place(const ModelInfo& model, std::size_t subgraph, std::size_t index) {
  return "operator " + profile::operatorPlace(SubgraphId(subgraph), OperatorId(index)) + " (" +
         model.subgraphs[subgraph].operators[index].name + ")";
}

template <typename Wanted>
std::vector<std::string> placesOf(const ModelInfo& model, Wanted wanted) {
  std::vector<std::string> places;
  for (std::size_t s = 0; s < model.subgraphs.size(); ++s)
    for (std::size_t i = 0; i < model.subgraphs[s].operators.size(); ++i)
      if (wanted(model.subgraphs[s], model.subgraphs[s].operators[i])) places.push_back(place(model, s, i));
  return places;
}

std::string listed(const std::vector<std::string>& places) {
  const std::vector<std::string> shown(
      places.begin(), places.begin() + static_cast<std::ptrdiff_t>(std::min(kShownPlaces, places.size())));
  const std::string more =
      places.size() > kShownPlaces ? fmt::format(" and {} more", places.size() - kShownPlaces) : "";
  return joined(shown) + more;
}

void explainMissingOperator(ExplainedMessage& explained, const ModelInfo& model) {
  const std::string& name = explained.message.name;
  const auto places = placesOf(model, [&](const SubgraphInfo&, const OperatorInfo& op) { return op.name == name; });
  const auto flex =
      placesOf(model, [](const SubgraphInfo&, const OperatorInfo& op) { return op.name.starts_with("Flex"); });
  if (name == "CUSTOM" && !flex.empty()) {
    explained.detail.push_back("The model has operators of TensorFlow itself: " + listed(flex) +
                               ". TFLM has no kernels for such: convert without SELECT_TF_OPS.");
    return;
  }
  if (places.empty()) {
    explained.detail.push_back(name == "CUSTOM"
                                   ? "It is a custom operator: register it with AddCustom()."
                                   : "The model given here has no such operator: it is not the one that is "
                                     "on the device.");
    return;
  }
  const std::string method = profile::resolverMethod(name);
  explained.detail.push_back(fmt::format("The model has it as {}: {} It needs {} different operators in all; "
                                         "`arenascope profile MODEL --resolver FILE` writes them.",
                                         listed(places),
                                         method.empty() ? "register it with AddCustom(\"" + name + "\", ...)."
                                                        : "call resolver." + method + "().",
                                         model.operatorNames().size()));
}

void explainNode(ExplainedMessage& explained, const std::vector<Report>& reports) {
  const TflmMessage& message = explained.message;
  const ModelInfo& model = reports.front().model;
  const bool known = std::any_of(model.subgraphs.begin(), model.subgraphs.end(), [&](const SubgraphInfo& subgraph) {
    return message.number && *message.number < subgraph.operators.size() &&
           subgraph.operators[*message.number].name == message.name;
  });
  if (!known) {
    explained.detail.push_back("The model given here has another operator at that place: it is not the one that is on "
                               "the device.");
    return;
  }
  for (const Report& report : reports)
    if (report.error && report.error->op == static_cast<int>(message.number.value_or(0)))
      explained.detail.push_back("On " + describeSettings(report) + " it fails too: " + report.error->message + ".");
  if (explained.detail.empty())
    explained.detail.push_back("It works here when the arena is large enough: look at the lines before it, and at the "
                               "arena's size.");
}

void explainType(ExplainedMessage& explained, const ModelInfo& model) {
  std::string type = explained.message.name;
  std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto places = placesOf(model, [&](const SubgraphInfo& subgraph, const OperatorInfo& op) {
    const auto isOfType = [&](std::int32_t tensor) {
      return tensor >= 0 && subgraph.tensors[static_cast<std::size_t>(tensor)].type == type;
    };
    return std::any_of(op.inputs.begin(), op.inputs.end(), isOfType) ||
           std::any_of(op.outputs.begin(), op.outputs.end(), isOfType);
  });
  if (!places.empty()) explained.detail.push_back("Operators with " + type + " tensors: " + listed(places) + ".");
}

void explainHybrid(ExplainedMessage& explained, const ModelInfo& model) {
  const auto places = placesOf(model, [](const SubgraphInfo& subgraph, const OperatorInfo& op) {
    if (op.inputs.size() < 2 || op.inputs[0] < 0 || op.inputs[1] < 0) return false;
    const TensorInfo& weights = subgraph.tensors[static_cast<std::size_t>(op.inputs[1])];
    return subgraph.tensors[static_cast<std::size_t>(op.inputs[0])].type == "float32" && weights.constantBytes > 0 &&
           weights.type != "float32" && op.weightBytes > 0 && (weights.type == "int8" || weights.type == "int4");
  });
  explained.detail.push_back(places.empty() ? "The model given here has no such operator."
                                            : "It is " + listed(places) + ".");
}

void explainBuffers(ExplainedMessage& explained, const std::vector<Report>& reports) {
  for (const Report& report : reports) {
    if (!report.arena || report.arena->head != explained.message.requested) continue;
    explained.detail.push_back("On " + describeSettings(report) +
                               " the head has just that size. With what is persistent, the arena has about " +
                               grouped(explained.message.available.value_or(0) + report.arena->tail) +
                               " bytes and needs " + grouped(report.arena->minimum) +
                               " with the present revision of TFLM.");
  }
  if (explained.detail.empty())
    explained.detail.push_back(
        nothingFits("With no kernel set here the planned buffers of this model have that size.", reports));
}

void explainOne(ExplainedMessage& explained, const std::vector<Report>& reports,
                std::optional<std::uint64_t> arenaBytes) {
  const ModelInfo& model = reports.front().model;
  switch (explained.message.kind) {
  case MessageKind::kMemory:
  case MessageKind::kTooManyBuffers: return explainMemory(explained, reports, arenaBytes);
  case MessageKind::kBuffersTooLarge: return explainBuffers(explained, reports);
  case MessageKind::kStructs: return explainStructs(explained, reports);
  case MessageKind::kMissingOperator: return explainMissingOperator(explained, model);
  case MessageKind::kNodeFailed: return explainNode(explained, reports);
  case MessageKind::kType: return explainType(explained, model);
  case MessageKind::kHybrid: return explainHybrid(explained, model);
  case MessageKind::kResolverTooSmall:
    explained.detail.push_back(fmt::format(
        "This model needs MicroMutableOpResolver<{}>; `arenascope profile MODEL --resolver FILE` writes it.",
        model.operatorNames().size()));
    return;
  case MessageKind::kSchemaVersion:
    explained.detail.push_back(fmt::format("The file given here has version {}.", model.version));
    return;
  case MessageKind::kVariables:
    explained.detail.push_back(fmt::format("This model names {}.", model.resourceVariables));
    return;
  default: return;
  }
}

} // namespace

const char* sectionText(Section section) {
  switch (section) {
  case Section::kHead: return "the head (planned buffers, and requests for scratch buffers before)";
  case Section::kTail: return "the tail (persistent memory)";
  case Section::kTemp: break;
  }
  return "the temporary section (while operators are prepared)";
}

namespace {

// Whether a run in an arena of one size could have printed the message.
bool comesIn(const ExplainedMessage& explained, std::size_t report, std::uint64_t bytes) {
  return std::any_of(explained.fits.begin(), explained.fits.end(), [&](const MemoryFit& fit) {
    return fit.report == report && fit.arenaLow <= bytes && bytes <= fit.arenaHigh;
  });
}

// The first size at which that run prints all the messages; nothing where there is none.
std::optional<std::uint64_t> commonArena(const std::vector<ExplainedMessage*>& messages, std::size_t report) {
  for (const MemoryFit& fit : messages.front()->fits) {
    if (fit.report != report) continue;
    for (std::uint64_t bytes = fit.arenaLow; bytes <= fit.arenaHigh; ++bytes)
      if (std::all_of(messages.begin(), messages.end(),
                      [&](const ExplainedMessage* one) { return comesIn(*one, report, bytes); }))
        return bytes;
  }
  return std::nullopt;
}

// One device printed them all: where some runs explain every message about memory in one arena, the others are out.
void takeTogether(Explanation& explanation, const std::vector<Report>& reports) {
  std::vector<ExplainedMessage*> messages;
  for (ExplainedMessage& explained : explanation.messages)
    if (!explained.fits.empty()) messages.push_back(&explained);
  if (messages.size() < 2) return;
  std::vector<bool> explainsAll(reports.size());
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < reports.size(); ++i)
    if (const auto bytes = commonArena(messages, i)) {
      explainsAll[i] = true;
      settings.push_back(describeSettings(reports[i]) + " in " + grouped(*bytes) + " bytes");
    }
  if (settings.empty()) {
    explanation.together.emplace_back("No single run prints all of these messages: they come from several models, "
                                      "arenas or devices.");
    return;
  }
  for (ExplainedMessage* explained : messages) {
    std::erase_if(explained->fits, [&](const MemoryFit& fit) { return !explainsAll[fit.report]; });
    tellFits(*explained, reports);
  }
  explanation.together.push_back("All messages about memory together: " + joined(settings) + ".");
}

} // namespace

Explanation explain(const ParsedText& text, const std::vector<Report>& reports,
                    std::optional<std::uint64_t> arenaBytes) {
  Explanation explanation;
  explanation.others = text.others;
  for (const TflmMessage& message : text.messages) {
    if (message.kind == MessageKind::kConsequence) {
      ++explanation.consequences;
      continue;
    }
    // A device that starts again and again prints the same each time.
    const auto known =
        std::find_if(explanation.messages.begin(), explanation.messages.end(),
                     [&](const ExplainedMessage& explained) { return explained.message.text == message.text; });
    if (known != explanation.messages.end()) {
      ++known->times;
      continue;
    }
    if (explanation.messages.size() == kMostExplained) {
      ++explanation.unexplained;
      continue;
    }
    ExplainedMessage explained{.message = message, .meaning = meaningOf(message), .fits = {}, .detail = {}};
    explainOne(explained, reports, arenaBytes);
    explanation.messages.push_back(std::move(explained));
  }
  takeTogether(explanation, reports);
  return explanation;
}

std::optional<SizeThatWillDo> sizeThatWillDo(const Explanation& explanation, const std::vector<Report>& reports,
                                             const profile::RunConfiguration& chosen) {
  const auto nearness = [&](const Report& report) {
    return std::tuple(report.target == chosen.target,
                      report.target == chosen.target && report.kernels == chosen.kernels, report.arena->recommended);
  };
  std::optional<SizeThatWillDo> size;
  std::optional<std::size_t> largest;
  for (const ExplainedMessage& message : explanation.messages)
    for (const MemoryFit& fit : message.fits) {
      const Report& report = reports[fit.report];
      if (!size || nearness(report) > nearness(reports[size->report]))
        size = {.bytes = report.arena->recommended, .report = fit.report, .larger = {}};
      if (!largest || report.arena->recommended > reports[*largest].arena->recommended) largest = fit.report;
    }
  if (size && reports[*largest].arena->recommended > size->bytes) size->larger = largest;
  return size;
}

std::string describe(const SizeThatWillDo& size, const std::vector<Report>& reports) {
  std::string text =
      fmt::format("Set kTensorArenaSize to {} ({}).", grouped(size.bytes), describeSettings(reports[size.report]));
  if (size.larger)
    text += fmt::format(" Were it {}: {}.", describeSettings(reports[*size.larger]),
                        grouped(reports[*size.larger].arena->recommended));
  return text;
}

} // namespace arenascope::diagnosis
