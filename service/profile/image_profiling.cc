#include "service/profile/image_profiling.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/diagnosis/explanation.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "emulator/elf/firmware_loader.h"
#include "emulator/elf/image_loader.h"
#include "emulator/elf/model_finder.h"
#include "emulator/elf/ram_contents.h"
#include "emulator/rp2040/rp2040_flash.h"
#include "emulator/runners/emulated_runner.h"
#include "emulator/runners/image_runner.h"
#include "service/control/watchdog.h"
#include "service/profile/board_timing.h"
#include "service/profile/image_settings.h"
#include "service/profile/requested_target.h"
#include "service/store/evidence_files.h"

namespace arenascope::service {

using report::kArenaStep;
using report::Report;
using run::RunTrace;

namespace {

constexpr std::size_t kPolledShown = 8;
constexpr std::uint64_t kSearchStep = 256; // bytes
constexpr std::uint64_t kGrown = std::uint64_t{8}
                                 << 20; // bytes more for an arena that is too small, to see what it needs

std::string hexAddress(std::uint64_t address) { return fmt::format("0x{:08X}", address); }

// What of it the interpreter itself said, and what that means; a line for each.
std::vector<std::string> explained(const std::string& console, const model::ModelInfo& model) {
  std::vector<std::string> lines;
  const Result<diagnosis::ParsedText> parsed = diagnosis::parseMessages(console);
  if (!parsed) return lines;
  Report report;
  report.model = model;
  for (const diagnosis::ExplainedMessage& each : diagnosis::explain(*parsed, {report}).messages) {
    lines.push_back(fmt::format("it printed \"{}\": {}", each.message.text, each.meaning));
    for (const std::string& detail : each.detail) lines.back() += " " + detail;
  }
  return lines;
}

class ImageJob {
public:
  ImageJob(const ProfileRequest& request, const ProfileObserver& observer, engine::RunControl& control,
           std::shared_ptr<const protocol::ImageFile> image, const engine::Target& target)
      : request_(request), observer_(observer), control_(control), image_(std::move(image)), target_(target) {}

  Result<Report> run(const std::vector<elf::EmbeddedModel>& models);

private:
  RunTrace runOn(std::uint64_t arenaBytes, bool invoke, const std::vector<std::vector<std::uint8_t>>& inputs);
  Result<RunTrace> findInterpreter(const std::vector<elf::EmbeddedModel>& models);
  void describe();
  void allocateLarger(const RunTrace& failed);
  void proveMinimum(const RunTrace& first);
  void searchMinimum(report::ArenaFigures& arena);
  void runInGivenArena();
  bool consistent(const RunTrace& trace);
  Error nothingFound(std::size_t models) const;
  std::string whatItWaitsFor() const;
  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step});
  }

  const ProfileRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  std::shared_ptr<const protocol::ImageFile> image_;
  const engine::Target& target_;
  engine::LoadedModel model_;
  std::uint32_t modelAddress_ = 0;
  std::unique_ptr<runners::ImageRunner> runner_;
  runners::ImageFindings asItIs_; // of the run in which nothing was changed
  Report report_;
};

RunTrace ImageJob::runOn(std::uint64_t arenaBytes, bool invoke, const std::vector<std::vector<std::uint8_t>>& inputs) {
  engine::RunOptions options;
  options.arenaBytes = arenaBytes;
  options.interpreter.invoke = invoke ? 1 : 0;
  options.inputs = inputs;
  options.limits = request_.limits;
  // As the image is, and as it was asked for: not where a size is only tried.
  options.guard = request_.guard && invoke && (arenaBytes == 0 || arenaBytes == request_.arenaBytes);
  options.keepOutputs = request_.keepOutputs && invoke;
  if (request_.board && invoke) addBoardTiming(*request_.board, options);
  RunTrace trace = runner_->run(model_, options, control_);
  log::info([&] {
    return fmt::format("image {}: arena of {} bytes: {}", request_.model.string(),
                       arenaBytes == 0 ? runner_->findings().arenaBytes : arenaBytes,
                       trace.error ? trace.error->message : "done");
  });
  return trace;
}

std::string ImageJob::whatItWaitsFor() const {
  std::string registers;
  const std::vector<protocol::PolledRegister>& polled = asItIs_.polled;
  for (std::size_t i = 0; i < std::min(polled.size(), kPolledShown); ++i)
    registers += (i == 0 ? "" : ", ") + hexAddress(polled[i].address);
  if (registers.empty()) return {};
  return "; it repeatedly reads " + registers +
         " (give one a value with --set ADDRESS=VALUE, leave a function out with --skip SYMBOL, or start after the "
         "set-up with --entry SYMBOL)";
}

Error ImageJob::nothingFound(std::size_t models) const {
  const std::string name = request_.model.string();
  std::string said = asItIs_.console.empty() ? "" : "; it printed: " + asItIs_.console;
  while (!said.empty() && (said.back() == '\n' || said.back() == '\r')) said.pop_back();
  for (const std::string& line : explained(asItIs_.console, model_.info)) said += "; " + line;
  if (asItIs_.arenaBytes != 0)
    return {Stage::kFirmware, fmt::format("{}: an interpreter's arena of {} bytes is at {}, but its nodes match none "
                                          "of {} models: perhaps the resolver lacks an operator, or the model is in "
                                          "RAM or decrypted at run time (give the file with --model){}",
                                          name, asItIs_.arenaBytes, hexAddress(asItIs_.arenaAddress), models, said)};
  if (request_.image.boot.interpreter > 1 && asItIs_.constructed > 0)
    return {Stage::kFirmware,
            fmt::format(
                "{}: --interpreter asks for interpreter {}, but the firmware constructs {} before it ends: {}{}{}",
                name, request_.image.boot.interpreter, asItIs_.constructed, asItIs_.failure, whatItWaitsFor(), said)};
  return {Stage::kFirmware,
          fmt::format("{}: no TensorFlow Lite Micro interpreter has been constructed (searched for an arena with the "
                      "allocator's object at its end): {}{}{}",
                      name, asItIs_.failure.empty() ? "the firmware ended" : asItIs_.failure, whatItWaitsFor(), said)};
}

// With each model in turn, until one is what the interpreter has in its arena.
Result<RunTrace> ImageJob::findInterpreter(const std::vector<elf::EmbeddedModel>& models) {
  for (const elf::EmbeddedModel& candidate : models) {
    model_ = {candidate.file, model::readModelInfo(candidate.file)};
    modelAddress_ = candidate.address;
    runner_ = std::make_unique<runners::ImageRunner>(image_, target_, request_.image.boot);
    RunTrace trace = runOn(0, request_.invoke, request_.inputs);
    asItIs_ = runner_->findings();
    // The first may be one for variables alone, or have another of the models.
    const std::size_t others = request_.image.boot.interpreter == 0 ? asItIs_.otherArenas.size() : 0;
    const runners::ImageFindings ofFirst = asItIs_;
    for (std::size_t i = 0; i < others && !asItIs_.found && !control_.cancelled; ++i) {
      runner_->chooseInterpreter(static_cast<std::uint32_t>(i + 2));
      trace = runOn(0, request_.invoke, request_.inputs);
      asItIs_ = runner_->findings();
      if (asItIs_.found) asItIs_.otherArenas = {static_cast<std::uint32_t>(ofFirst.arenaBytes)};
    }
    if (asItIs_.found) return trace;
    runner_->chooseInterpreter(request_.image.boot.interpreter);
    asItIs_ = ofFirst;
    if (control_.cancelled) return control_.stopped();
    if (request_.image.model.empty() || asItIs_.arenaBytes == 0) continue;
    // Not what the application has: the interpreter is given this one instead.
    runner_->replaceModel();
    trace = runOn(0, request_.invoke, request_.inputs);
    asItIs_ = runner_->findings();
    if (asItIs_.found) return trace;
  }
  return nothingFound(models.size());
}

void ImageJob::describe() {
  report::FirmwareReport firmware;
  firmware.core = target_.name;
  firmware.entry = hexAddress(image_->entry());
  if (const std::string function = image_->image.functionAt(image_->entry()); !function.empty())
    firmware.entry += " (" + function + ")";
  if (!request_.image.boot.entry.empty()) firmware.entry = request_.image.boot.entry;
  firmware.arenaAddress = asItIs_.arenaAddress;
  firmware.arenaBytes = asItIs_.arenaBytes;
  firmware.modelAddress = modelAddress_;
  firmware.console = asItIs_.console;
  firmware.allocationsFoundBy =
      asItIs_.exact ? "the allocator's words in the arena, and calls of its virtual functions"
                    : "the allocator's words in the arena: the movement of each section, padding included";
  firmware.planFoundBy =
      asItIs_.planSeen
          ? "the planner's input in the arena, and its results"
          : "the places of tensors in the head, with lifetimes from the graph; scratch buffers are unknown";
  firmware.operatorsFoundBy =
      asItIs_.calledByHost
          ? "the node array; the application ran no inference, so its kernels have been called one by one"
          : "calls of the registrations' functions with nodes of the node array";
  firmware.minimumFoundBy = "not run";
  firmware.notes = explained(asItIs_.console, model_.info);
  firmware.unusedOperators = asItIs_.unusedOperators;
  firmware.ram = elf::ramContents(request_.model, *image_);
  firmware.deepestStack = asItIs_.deepestStack;
  if (request_.arenaBytes > 0) firmware.askedBytes = request_.arenaBytes;
  if (image_->rp2040)
    firmware.notes.push_back(
        "an image for the RP2040: ArenaScope's boot ROM replaces the chip's, with the same results in other times");
  if (asItIs_.usedSecondCore)
    firmware.notes.push_back(
        "it uses both cores: their cycles are added up, although they work at the same time on the chip");
  for (const std::uint32_t bytes : asItIs_.otherArenas)
    firmware.notes.push_back(fmt::format("the application constructs several allocators: another has an arena of {} "
                                         "bytes (--interpreter N shows the N-th)",
                                         bytes));
  if (runner_->replacesModel())
    firmware.notes.push_back("the application's model has been replaced by " + model_.info.path +
                             " when it constructed the interpreter");
  for (const protocol::PolledRegister& polled : asItIs_.polled)
    firmware.polledRegisters.push_back(fmt::format("{}, {} times", hexAddress(polled.address), polled.reads));
  report_.firmware = std::move(firmware);
}

// Before a number is printed: the steps that were seen, one after the other in an arena like the image's, must end
// where the object's own words say.
bool ImageJob::consistent(const RunTrace& trace) {
  const auto start = static_cast<std::int64_t>(asItIs_.arenaAddress);
  report::UnboundedArena arena(start, start + static_cast<std::int64_t>(asItIs_.arenaBytes));
  for (const trace::Event& event : trace.allocations) arena.after(event, 0);
  const report::ArenaSnapshot& end = arena.now();
  if (trace.use && trace.use->head == end.head && trace.use->tail == end.tail) return true;
  report_.firmware->notes.push_back(fmt::format(
      "the observed steps add up to {} bytes of head and {} of tail, but the allocator's object says {} and {}",
      end.head, end.tail, trace.use ? trace.use->head : 0, trace.use ? trace.use->tail : 0));
  return false;
}

// Where sizes include padding, arithmetic may say a little too much or too little: this code is asked itself.
void ImageJob::searchMinimum(report::ArenaFigures& arena) {
  const auto works = [&](std::uint64_t bytes) { return !control_.cancelled && !runOn(bytes, false, {}).error; };
  std::uint64_t enough = arena.minimum;
  while (!works(enough) && !control_.cancelled && enough < 2 * arena.minimum) enough += kSearchStep;
  std::uint64_t tooSmall = report::roundUpToStep(arena.used) - kArenaStep;
  while (enough - tooSmall > kArenaStep) {
    const std::uint64_t middle = (enough + tooSmall) / 2 / kArenaStep * kArenaStep;
    (works(middle) ? enough : tooSmall) = middle;
  }
  arena.minimum = arena.recommended = enough;
}

// The same code in an arena of the smallest size that works, and 16 bytes below. The arena's end stays where it is: its
// start is moved, in the allocator's object, before anything is in it.
void ImageJob::proveMinimum(const RunTrace& first) {
  report::ArenaFigures& arena = *report_.arena;
  report::FirmwareReport& firmware = *report_.firmware;
  if ((asItIs_.arenaAddress + asItIs_.arenaBytes) % kArenaStep != 0) {
    firmware.notes.push_back("the arena's end is not a multiple of 16, which changes the bytes used; the minimum is "
                             "that of an aligned array");
  }
  tell("checking the arena size");
  if (!asItIs_.exact) searchMinimum(arena);
  const RunTrace atMinimum = runOn(arena.minimum, request_.invoke, first.inputs);
  const bool same = !atMinimum.error && atMinimum.outputs == first.outputs;
  const RunTrace below = runOn(arena.minimum - kArenaStep, false, {});
  arena.minimumProven = same && below.error.has_value() && !control_.cancelled;
  if (arena.minimumProven)
    firmware.minimumFoundBy = "running this code with this many bytes, and with 16 less, which failed";
  else if (!same)
    firmware.minimumFoundBy = "arithmetic: with this many bytes the run differs: " +
                              (atMinimum.error ? atMinimum.error->message : std::string("other outputs"));
  else
    firmware.minimumFoundBy = "arithmetic: with 16 bytes less this code overwrites memory in use without noticing";
}

// The image's own arena is too small: what would be enough is seen in a larger one.
void ImageJob::allocateLarger(const RunTrace& failed) {
  const std::string printed = asItIs_.console.empty() ? "" : "; it printed: " + asItIs_.console;
  const RunTrace larger = runOn(asItIs_.arenaBytes + kGrown, false, {});
  report::addAllocation(report_, larger.use ? larger : failed);
  report_.error = failed.error;
  if (larger.use && report_.arena) {
    proveMinimum(larger);
    report_.error =
        Error{Stage::kAllocate, fmt::format("the arena of the image has {} bytes, but the model needs {}{}",
                                            grouped(asItIs_.arenaBytes), grouped(report_.arena->minimum), printed)};
  }
}

// In as many bytes as were asked for, whatever the image has.
void ImageJob::runInGivenArena() {
  const RunTrace given = runOn(request_.arenaBytes, request_.invoke, request_.inputs);
  report::addInference(report_, given, runner_->hasCycles());
  report_.error = given.error;
  if (report_.error && given.lost)
    report_.error->message += fmt::format("; the arena has {} bytes, but the model needs {}",
                                          grouped(request_.arenaBytes), grouped(report_.arena->minimum));
}

Result<Report> ImageJob::run(const std::vector<elf::EmbeddedModel>& models) {
  tell("booting the image");
  Result<RunTrace> first = findInterpreter(models);
  if (!first) return first.error();
  report_.model = model_.info;
  static_cast<report::RunConfiguration&>(report_) = request_;
  report_.target = target_.name;
  report_.kernels = "image";
  report_.accuracy = accuracyOf(report_, false);
  report_.compiler = runner_->compiler();
  if (request_.guard) report_.watchedOn = runner_->watchedOn();
  describe();
  if (!asItIs_.allocated) {
    allocateLarger(*first);
    return std::move(report_);
  }
  report::addAllocation(report_, *first);
  if (!consistent(*first)) {
    report_.arena.reset();
    report_.error =
        Error{Stage::kFirmware, "the allocations have not been recognised: " + report_.firmware->notes.back()};
    return std::move(report_);
  }
  if (observer_.onAllocation) observer_.onAllocation(report_);
  report_.error = first->error;
  report::addInference(report_, *first, runner_->hasCycles());
  if (!report_.error) proveMinimum(*first);
  if (!report_.error && request_.arenaBytes > 0) runInGivenArena();
  if (control_.cancelled) report_.error = control_.stopped();
  return std::move(report_);
}

// What the chip has that is not in the file.
std::optional<Error> addRom(protocol::ImageFile& image) {
  if (!image.rp2040) return std::nullopt;
  const Result<std::filesystem::path> path = runners::findFirmware(image.core, rp2040::kRomName);
  if (!path) return path.error();
  Result<protocol::FirmwareImage> rom = elf::loadFirmware(*path, image.image.format());
  if (!rom) return rom.error();
  image.image.addFunctions(*rom);
  image.rom = std::move(*rom);
  return std::nullopt;
}

class FirmwareImages final : public ImageEngine {
public:
  bool opens(const std::filesystem::path& path) const override { return elf::isImage(path); }
  std::string coreOf(const std::filesystem::path& path) const override;
  std::optional<std::filesystem::path> ofModel(const std::filesystem::path& path) const override;
  Result<model::ModelFile> modelIn(const ProfileRequest& request, model::Kernels kernels) const override;
  Result<Report> profile(const ProfileRequest& asked, const ProfileObserver& observer,
                         engine::RunControl& control) const override;
};

std::string FirmwareImages::coreOf(const std::filesystem::path& path) const {
  const std::filesystem::path file = ofModel(path).value_or(path);
  if (!elf::isImage(file)) return {};
  const Result<protocol::ImageFile> image = elf::loadImage(file, {}, {});
  return image ? image->core : std::string();
}

std::optional<std::filesystem::path> FirmwareImages::ofModel(const std::filesystem::path& path) const {
  std::error_code none;
  const auto place = elf::embeddedPlace(path);
  return place && !std::filesystem::exists(path, none) ? std::optional(place->image) : std::nullopt;
}

Result<model::ModelFile> FirmwareImages::modelIn(const ProfileRequest& request, model::Kernels kernels) const {
  const auto place = elf::embeddedPlace(request.model);
  const std::filesystem::path path = place ? place->image : request.model;
  ImageOptions options = request.image;
  if (const auto wrong = readImageSettings(path, options)) return *wrong;
  if (!place && !options.model.empty()) return model::ModelFile::load(options.model, request.limits, kernels);
  const Result<protocol::ImageFile> image = elf::loadImage(path, options.base, request.limits);
  if (!image) return image.error();
  const auto models = elf::findModels(image->image, path.string(), request.limits);
  if (!models) return models.error();
  std::string names;
  for (const elf::EmbeddedModel& model : *models) {
    if (place ? model.address == place->address : models->size() == 1) // and again, for kernels that are ours
      return model::ModelFile::fromBytes(model.file.bytes(), model.file.path(), request.limits, kernels);
    names += (names.empty() ? "\"" : ", \"") + model.file.path() + "\"";
  }
  if (place || models->empty())
    return Error{Stage::kLoad, request.model.string() + ": there is no model " + (place ? "at this address" : "in it") +
                                   (names.empty() ? "" : "; there are: " + names)};
  return Error{Stage::kLoad, path.string() + ": has several models: name one of " + names +
                                 "; `arenascope profile` shows the one of its interpreter"};
}

Result<Report> FirmwareImages::profile(const ProfileRequest& asked, const ProfileObserver& observer,
                                       engine::RunControl& control) const {
  ProfileRequest request = asked;
  if (const auto wrong = readImageSettings(request.model, request.image)) return *wrong;
  if (request.placement)
    return Error{Stage::kUsage, "an image fixes where its code, model and arena lie: --place cannot be used"};
  if (request.decompressionBytes > 0)
    return Error{Stage::kUsage, "an image sets its own decompression memory: --decompression-memory cannot be used"};
  if (request.regions) return Error{Stage::kUsage, "an image fixes its arena: regions of RAM cannot be used"};
  const Watchdog watchdog(request.limits, control);
  Result<protocol::ImageFile> image = elf::loadImage(request.model, request.image.base, request.limits);
  if (!image) return image.error();
  if (const auto wrong = addRom(*image)) return *wrong;
  for (const auto& [name, value] : request.image.boot.skipped)
    if (!image->image.symbol(name)) return Error{Stage::kUsage, "--skip: the image has no function " + name};
  if (request.board && !image->core.empty() && request.board->core != image->core)
    return Error{Stage::kTarget,
                 fmt::format("{} is built for {}, but {} has another processor, {}", request.model.string(),
                             image->core, request.board->title, request.board->core)};
  const Result<const engine::Target*> target = requestedTarget(request.board         ? request.board->core
                                                               : image->core.empty() ? request.target
                                                                                     : image->core);
  if (!target) return target.error();
  if ((*target)->isHost())
    return Error{Stage::kTarget, "an image runs on an emulated processor, not on " + (*target)->name};
  Result<std::vector<elf::EmbeddedModel>> models =
      elf::findModels(image->image, request.model.string(), request.limits);
  if (!models) return models.error();
  if (!request.image.model.empty()) {
    const auto given = model::ModelFile::load(request.image.model, request.limits, model::Kernels::kThirdParty);
    if (!given) return given.error();
    models->assign(1, {.address = 0, .file = *given});
  }
  if (models->empty())
    return Error{Stage::kFirmware, request.model.string() +
                                       ": no model in it (searched for a FlatBuffer with TFL3 in its flash): it may "
                                       "be encrypted, compressed, or outside the image; give the file with --model"};
  return ImageJob(request, observer, control, std::make_shared<protocol::ImageFile>(std::move(*image)), **target)
      .run(*models);
}

} // namespace

const ImageEngine& firmwareImages() {
  static const FirmwareImages kEngine;
  return kEngine;
}

} // namespace arenascope::service
