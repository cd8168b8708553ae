#include "core/diagnosis/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/report/text/report_text.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using model::SubgraphInfo;
using report::Report;
using trace::Event;
using trace::Section;

namespace {

std::string sizes(const MemoryFit& fit) {
  if (fit.arenaLow == fit.arenaHigh) return grouped(fit.arenaLow) + " bytes";
  const std::string range = grouped(fit.arenaLow) + " to " + grouped(fit.arenaHigh);
  // Most arenas are of whole steps.
  const std::uint64_t whole = report::roundUpToStep(fit.arenaLow);
  const bool one = whole <= fit.arenaHigh && whole + report::kArenaStep > fit.arenaHigh;
  return one ? grouped(whole) + " bytes (or another size of " + range + ")" : range + " bytes";
}

// What a fit tells, without the run's settings: where that is in the construction, how large the arena is, and whether
// what is missing there is all.
std::string describeFit(const MemoryFit& fit, const TflmMessage& message, const Report& report) {
  const Event& event = report.allocations[fit.event];
  std::string text = "It comes while " + describeStep(report, event) + ", at " + run::categoryText(event.category) +
                     ", in an arena of " + sizes(fit) + ".";
  if (!message.missing) return text;
  const std::uint64_t larger = fit.arenaHigh + *message.missing;
  const ArenaOutcome next = replayInTflm(report, {larger, 0});
  if (next.works()) return text;
  return text + " The " + grouped(*message.missing) + " bytes missing there are not enough: in " + grouped(larger) +
         " bytes it " + describeOutcome(report, next) + ".";
}

void tellFits(ExplainedMessage& explained, const std::vector<Report>& reports) {
  std::vector<SaidOfRun> said;
  for (const MemoryFit& fit : explained.fits) {
    const Report& report = reports[fit.report];
    said.push_back({describeFit(fit, explained.message, report), &report});
  }
  explained.detail = saidOnce(said);
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

// What the shortfall of a section tells still.
std::vector<std::string> lowerBound(const TflmMessage& message, const std::vector<Report>& reports,
                                    std::optional<std::uint64_t> arenaBytes) {
  std::vector<std::string> sentences;
  if (message.kind != MessageKind::kMemory || !message.requested) return sentences;
  if (arenaBytes && message.missing)
    sentences.push_back(
        fmt::format("The arena of {} bytes is too small by at least {} bytes: it must have {} bytes or more.",
                    grouped(*arenaBytes), grouped(*message.missing), grouped(*arenaBytes + *message.missing)));
  if (message.section.value_or(Section::kHead) != Section::kHead) return sentences;
  const Report* nearest = nearestHead(reports, *message.requested);
  if (nearest == nullptr) return sentences;
  const std::uint64_t more = *message.requested - nearest->arena->head;
  const bool whileStarting = *message.requested < nearest->arena->head / 2;
  if (whileStarting) return sentences;
  sentences.push_back(
      fmt::format("The device's head is {} bytes, {} more than with {}: with that run's persistent memory of {} bytes, "
                  "the arena needs about {} bytes or more{}.",
                  grouped(*message.requested), grouped(more), describeSettings(*nearest), grouped(nearest->arena->tail),
                  grouped(*message.requested + nearest->arena->tail),
                  more > 0 ? ". Such a difference is scratch memory of kernels that ArenaScope does not know" : ""));
  return sentences;
}

// With an arena that is known, at whatever address, only what comes in one of that size counts.
void keepArena(std::vector<MemoryFit>& fits, std::uint64_t arenaBytes) {
  constexpr std::uint64_t kAlignmentLoss = 16;
  std::erase_if(fits, [&](const MemoryFit& fit) {
    return arenaBytes + kAlignmentLoss < fit.arenaLow || arenaBytes > fit.arenaHigh + kAlignmentLoss;
  });
}

bool isOfArena(MessageKind kind) {
  return kind == MessageKind::kMemory || kind == MessageKind::kTooManyBuffers ||
         kind == MessageKind::kBuffersTooLarge || kind == MessageKind::kStructs;
}

// Behind another sentence.
std::string spaced(const std::string& sentence) { return sentence.empty() ? sentence : " " + sentence; }

// A size below zero, or one that no model of this kind asks for.
std::string impossibleSize(const TflmMessage& message, const std::vector<Report>& reports) {
  constexpr std::uint64_t kSignBit = std::uint64_t{1} << 31;
  if (!message.requested) return {};
  const std::uint64_t requested = *message.requested;
  if (requested >= kSignBit && requested < 2 * kSignBit)
    return fmt::format(
        "{} is -{} as a 32-bit number: a size below zero, or bytes that are not a size. No arena helps. Possible "
        "causes: a tensor with a negative dimension, a damaged or overwritten model, or an operator "
        "with the options of another one.",
        grouped(requested), grouped(2 * kSignBit - requested));
  std::uint64_t most = 0;
  for (const Report& report : reports)
    if (report.arena) most = std::max(most, report.arena->minimum);
  if (most == 0 || !isBeyondAll(requested, most)) return {};
  return fmt::format(
      "{} bytes are {} times the whole arena that this model of {} bytes needs ({}): no revision of TFLM and no kernel "
      "requests that. The interpreter does not read the model: the array is not aligned to 16 bytes, has been "
      "overwritten, freed or cut off, or parts of the program are compiled with other structs (TF_LITE_STATIC_MEMORY "
      "must be defined in all of them or in none). No arena helps.{}",
      grouped(requested), grouped(requested / most), grouped(reports.front().model.bytes), grouped(most),
      spaced(looksLike(requested)));
}

// Where only some of the targets were tried.
std::string triedOnly(const std::vector<Report>& reports) {
  std::vector<std::string> targets;
  for (const Report& report : reports)
    if (std::find(targets.begin(), targets.end(), report.target) == targets.end()) targets.push_back(report.target);
  constexpr std::size_t kFew = 1;
  if (targets.size() > kFew || targets.front() == "image") return {};
  return "Only " + targets.front() + " has been tried: leave out --target and --kernels to try all others, too.";
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
      !whole ? "The message is incomplete: without the available or missing bytes it does not identify the arena."
             : nothingFits("No run of this model prints these numbers, with any kernel set here. The device has "
                           "another model, another revision of TFLM, kernels of another vendor or version, resource "
                           "variables, or several models in one arena.",
                           reports));
  if (std::string only = triedOnly(reports); whole && !only.empty()) explained.detail.push_back(std::move(only));
}

void explainNode(ExplainedMessage& explained, const std::vector<Report>& reports, bool hasReason) {
  const TflmMessage& message = explained.message;
  const ModelInfo& model = reports.front().model;
  const bool known = std::any_of(model.subgraphs.begin(), model.subgraphs.end(), [&](const SubgraphInfo& subgraph) {
    return message.number && *message.number < subgraph.operators.size() &&
           subgraph.operators[*message.number].name == message.name;
  });
  if (!known) {
    explained.detail.push_back("This model has another operator at that place: it is not the model on the device.");
    return;
  }
  for (const Report& report : reports)
    if (report.error && report.error->op == static_cast<int>(message.number.value_or(0)))
      explained.detail.push_back("On " + describeSettings(report) + " it fails too: " + report.error->message + ".");
  if (hasReason)
    explained.detail.emplace_back("The message before it gives the reason; the arena's size is not the cause.");
  else if (explained.detail.empty())
    explained.detail.emplace_back(
        "It works here with a large enough arena: look at the lines before it, and at the arena's size.");
}

void explainBuffers(ExplainedMessage& explained, const std::vector<Report>& reports) {
  for (const Report& report : reports) {
    if (!report.arena || report.arena->head != explained.message.requested) continue;
    explained.detail.push_back("On " + describeSettings(report) +
                               " the head has exactly that size. With its persistent memory, the arena has about " +
                               grouped(explained.message.available.value_or(0) + report.arena->tail) +
                               " bytes and needs " + grouped(report.arena->minimum) +
                               " with the current revision of TFLM.");
  }
  if (explained.detail.empty())
    explained.detail.push_back(
        nothingFits("No kernel set here gives the planned buffers of this model that size.", reports));
}

// The operator that a reason is of, by the line after it.
struct Context {
  const TflmMessage* node = nullptr;
  bool hasReason = false; // of kNodeFailed: the message before it is one
  std::optional<std::uint64_t> arenaBytes;
};

std::vector<std::string> schemaDetail(const TflmMessage& message, const ModelInfo& model) {
  constexpr std::uint64_t kMostVersions = 100;
  std::vector<std::string> sentences = {fmt::format("This file has version {}.", model.version)};
  const std::uint64_t version = message.number.value_or(model.version);
  if (version == 0)
    sentences.emplace_back("0 is what cleared memory holds: GetModel() was given another address, or an array that is "
                           "not filled yet.");
  if (version > kMostVersions)
    sentences.push_back("No version is that high: GetModel() was given other bytes than a model's first one." +
                        spaced(looksLike(version)));
  return sentences;
}

// A check's path tells TensorFlow Lite from TFLM: its kernels are in another folder.
std::string otherRuntimesCheck(const TflmMessage& message) {
  if (message.kind != MessageKind::kCheck) return {};
  const std::size_t folder = message.text.find("lite/kernels/");
  const bool shared =
      message.file == "kernel_util.cc" || message.text.find("lite/kernels/internal/") != std::string::npos;
  if (folder == std::string::npos || shared) return {};
  return "The path is one of TensorFlow Lite for phones and computers, not of TFLM (tensorflow/lite/micro/kernels): it "
         "comes from Python or a converter, and no device printed it.";
}

void explainOne(ExplainedMessage& explained, const std::vector<Report>& reports, const Context& context) {
  const ModelInfo& model = reports.front().model;
  if (isOfArena(explained.message.kind))
    if (std::string impossible = impossibleSize(explained.message, reports); !impossible.empty()) {
      explained.detail.push_back(std::move(impossible));
      return;
    }
  switch (explained.message.kind) {
  case MessageKind::kMemory:
  case MessageKind::kTooManyBuffers: return explainMemory(explained, reports, context.arenaBytes);
  case MessageKind::kBuffersTooLarge: return explainBuffers(explained, reports);
  case MessageKind::kStructs: explained.detail = structsDetail(explained.message, reports); return;
  case MessageKind::kMissingOperator: explained.detail = missingOperatorDetail(explained.message, reports); return;
  case MessageKind::kMissingMethod: explained.detail = missingMethodDetail(explained.message, reports); return;
  case MessageKind::kNodeFailed: return explainNode(explained, reports, context.hasReason);
  case MessageKind::kType:
  case MessageKind::kHybrid:
  case MessageKind::kRefusal:
  case MessageKind::kPerChannel:
  case MessageKind::kCheck:
  case MessageKind::kInternal:
  case MessageKind::kTrace:
  case MessageKind::kInputSize:
    explained.detail = refusalDetail(explained.message, context.node, model);
    if (std::string other = otherRuntimesCheck(explained.message); !other.empty())
      explained.detail.insert(explained.detail.begin(), std::move(other));
    for (const std::string& value : explained.message.values)
      if (std::string is = looksLike(std::strtoull(value.c_str(), nullptr, 10));
          explained.message.kind == MessageKind::kInputSize && !is.empty())
        explained.detail.insert(explained.detail.begin(), std::move(is));
    return;
  case MessageKind::kHeap:
  case MessageKind::kEdgeImpulse:
  case MessageKind::kArenaTooSmall:
  case MessageKind::kStack:
  case MessageKind::kFault:
  case MessageKind::kLinker:
  case MessageKind::kAlignment:
  case MessageKind::kPlatform:
  case MessageKind::kFaultRegister:
  case MessageKind::kUndefined:
    explained.detail = surroundingsDetail(explained.message, reports, context.arenaBytes);
    return;
  case MessageKind::kResolverTooSmall:
    explained.detail.push_back(fmt::format(
        "This model needs MicroMutableOpResolver<{}>; `arenascope profile MODEL --resolver FILE` writes it.",
        model.operatorNames().size()));
    return;
  case MessageKind::kSchemaVersion: explained.detail = schemaDetail(explained.message, model); return;
  case MessageKind::kVariables:
    explained.detail.push_back(fmt::format("This model names {}.", model.resourceVariables));
    return;
  default: return;
  }
}

} // namespace

std::vector<std::string> saidOnce(const std::vector<SaidOfRun>& said) {
  constexpr std::size_t kShown = 6;
  std::vector<std::pair<std::string, std::string>> groups; // what, and with which settings
  for (const SaidOfRun& one : said) {
    const std::string settings =
        describeSettings(*one.report) + " (needs " + grouped(one.report->arena->minimum) + " in all)";
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == one.what; });
    if (same == groups.end())
      groups.emplace_back(one.what, settings);
    else
      same->second += "; " + settings;
  }
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min(groups.size(), kShown); ++i)
    sentences.push_back(groups[i].first + " With " + groups[i].second + ".");
  if (groups.size() > kShown)
    sentences.push_back("It comes in " + grouped(groups.size() - kShown) + " more places like these.");
  return sentences;
}

std::string nothingFits(const std::string& meaning, const std::vector<Report>& reports) {
  std::vector<std::string> failed;
  for (const Report& report : reports)
    if (!report.arena) failed.push_back(describeSettings(report));
  if (failed.empty()) return meaning;
  if (failed.size() == reports.size())
    return "The device's output for this model is unknown: every run of it failed here, for the reasons below.";
  return meaning + " The device's output with " + joined(failed) +
         " is unknown: this run failed here, for the reasons below.";
}

const char* sectionText(Section section) {
  switch (section) {
  case Section::kHead: return "the head (planned buffers, and scratch buffer requests before planning)";
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
    explanation.together.emplace_back(
        "No single run prints all these messages: they come from several models, arenas or devices.");
    return;
  }
  for (ExplainedMessage* explained : messages) {
    std::erase_if(explained->fits, [&](const MemoryFit& fit) { return !explainsAll[fit.report]; });
    tellFits(*explained, reports);
  }
  explanation.together.push_back("Runs that explain all messages about memory together: " + joined(settings) + ".");
}

bool isReason(MessageKind kind) {
  switch (kind) {
  case MessageKind::kType:
  case MessageKind::kHybrid:
  case MessageKind::kRefusal:
  case MessageKind::kPerChannel:
  case MessageKind::kCheck:
  case MessageKind::kVariables: return true;
  default: return false;
  }
}

// What stands beside a message that belongs to it.
Context contextOf(const std::vector<TflmMessage>& messages, std::size_t index,
                  std::optional<std::uint64_t> arenaBytes) {
  Context context{.arenaBytes = arenaBytes};
  if (isReason(messages[index].kind))
    for (std::size_t i = index + 1; i < messages.size() && context.node == nullptr; ++i) {
      if (messages[i].kind == MessageKind::kNodeFailed) context.node = &messages[i];
      if (!isReason(messages[i].kind)) break;
    }
  context.hasReason =
      messages[index].kind == MessageKind::kNodeFailed && index > 0 && isReason(messages[index - 1].kind);
  return context;
}

// Lines that say that something failed, and not why.
bool saysNoReason(MessageKind kind) {
  switch (kind) {
  case MessageKind::kConsequence:
  case MessageKind::kEdgeImpulse:
  case MessageKind::kTrace:
  case MessageKind::kNoFailure:
  case MessageKind::kNotAllocated:
  case MessageKind::kPlatform:
  case MessageKind::kFault:
  case MessageKind::kFaultRegister: return true;
  default: return false;
  }
}

bool saysNoReason(const ParsedText& text) {
  return std::all_of(text.messages.begin(), text.messages.end(),
                     [](const TflmMessage& message) { return saysNoReason(message.kind); });
}

// A device that starts again and again prints the same each time, and some trace each allocation.
bool areSame(const TflmMessage& one, const TflmMessage& other) {
  if (one.text == other.text) return true;
  return one.kind == MessageKind::kNoFailure && other.kind == MessageKind::kNoFailure && one.row == other.row;
}

// A missing operator is printed twice, by the resolver and by the allocator, which names another one in some revisions.
bool repeatsTheResolver(const std::vector<TflmMessage>& messages, std::size_t index) {
  constexpr std::string_view kAllocators = "Failed to get registration";
  return index > 0 && messages[index].kind == MessageKind::kMissingOperator &&
         messages[index].text.starts_with(kAllocators) && messages[index - 1].kind == MessageKind::kMissingOperator &&
         !messages[index - 1].text.starts_with(kAllocators);
}

// A register without a fault in it, or the same fault by another name.
bool saysNothingNew(const ExplainedMessage& explained, const std::vector<ExplainedMessage>& before) {
  return explained.meaning.empty() || std::any_of(before.begin(), before.end(), [&](const ExplainedMessage& one) {
           return one.meaning == explained.meaning;
         });
}

// What the same crash or build said before is said once.
void dropSaid(ExplainedMessage& explained, const std::vector<ExplainedMessage>& before) {
  const MessageKind kind = explained.message.kind;
  if (kind == MessageKind::kFault && std::any_of(before.begin(), before.end(), [](const ExplainedMessage& one) {
        return one.message.kind == MessageKind::kFault;
      }))
    return explained.detail.clear();
  if (kind != MessageKind::kLinker && kind != MessageKind::kEdgeImpulse) return;
  std::erase_if(explained.detail, [&](const std::string& sentence) {
    return std::any_of(before.begin(), before.end(), [&](const ExplainedMessage& one) {
      return std::find(one.detail.begin(), one.detail.end(), sentence) != one.detail.end();
    });
  });
}

// When the text was printed tells which revision a device has.
std::string printedWhen(const TflmMessage& message) {
  constexpr std::int32_t kTflmAlone = 202105; // before it was a repository
  if (message.row == nullptr || message.row->since < kTflmAlone || message.row->until != 0) return {};
  return "TFLM has printed this since " + monthText(message.row->since) + ".";
}

} // namespace

bool isBareFailure(const ParsedText& text) {
  const auto is = [&](MessageKind kind) {
    return std::any_of(text.messages.begin(), text.messages.end(),
                       [kind](const TflmMessage& message) { return message.kind == kind; });
  };
  return is(MessageKind::kConsequence) && !is(MessageKind::kFault) && saysNoReason(text);
}

Explanation explain(const ParsedText& text, const std::vector<Report>& reports,
                    std::optional<std::uint64_t> arenaBytes) {
  Explanation explanation;
  explanation.others = text.others;
  bool allOfInvoke = true;
  for (std::size_t i = 0; i < text.messages.size(); ++i) {
    const TflmMessage& message = text.messages[i];
    if (message.kind == MessageKind::kConsequence) {
      ++explanation.consequences;
      allOfInvoke = allOfInvoke && message.ofInvoke();
      continue;
    }
    if (repeatsTheResolver(text.messages, i)) {
      ++explanation.consequences;
      continue;
    }
    const auto known =
        std::find_if(explanation.messages.begin(), explanation.messages.end(),
                     [&](const ExplainedMessage& explained) { return areSame(explained.message, message); });
    if (known != explanation.messages.end()) {
      ++known->times;
      continue;
    }
    if (explanation.messages.size() == kMostExplained) {
      ++explanation.unexplained;
      continue;
    }
    ExplainedMessage explained{.message = message, .meaning = meaningOf(message), .fits = {}, .detail = {}};
    if (message.kind == MessageKind::kFaultRegister && saysNothingNew(explained, explanation.messages)) continue;
    // Of a file that could not be read nothing is known.
    if (!reports.front().model.subgraphs.empty())
      explainOne(explained, reports, contextOf(text.messages, i, arenaBytes));
    dropSaid(explained, explanation.messages);
    if (!message.misspelt.empty())
      explained.detail.insert(explained.detail.begin(),
                              "Read from a line that differs in some letters: \"" + message.misspelt + "\".");
    if (std::string when = printedWhen(message); !when.empty()) explained.detail.push_back(std::move(when));
    explanation.messages.push_back(std::move(explained));
  }
  takeTogether(explanation, reports);
  if (saysNoReason(text) && explanation.consequences > 0 && !reports.front().model.subgraphs.empty())
    explanation.together = allOfInvoke ? likelyCausesOfInvoke(reports, arenaBytes) : likelyCauses(reports, arenaBytes);
  return explanation;
}

std::optional<SizeThatWillDo> sizeThatWillDo(const Explanation& explanation, const std::vector<Report>& reports,
                                             const report::RunConfiguration& chosen) {
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
    text += fmt::format(" With {}, it would be {}.", describeSettings(reports[*size.larger]),
                        grouped(reports[*size.larger].arena->recommended));
  return text;
}

} // namespace arenascope::diagnosis
