// AllocateTensors() failed, and nothing else was pasted: what it is likely to be.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/model_places.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/report/text/report_text.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::diagnosis {

using model::ModelInfo;
using report::Report;

namespace {

class Causes {
public:
  Causes(const std::vector<Report>& reports, std::optional<std::uint64_t> arenaBytes)
      : reports_(reports), model_(reports.front().model), arenaBytes_(arenaBytes) {
    for (const Report& report : reports) {
      if (!report.arena) continue;
      if (least_ == nullptr || report.arena->minimum < least_->arena->minimum) least_ = &report;
      if (most_ == nullptr || report.arena->minimum > most_->arena->minimum) most_ = &report;
    }
  }

  std::vector<std::string> find() {
    const bool arenaIsEnough = arenaBytes_ && most_ != nullptr && *arenaBytes_ >= most_->arena->minimum;
    const bool arenaIsTooSmall = arenaBytes_ && least_ != nullptr && *arenaBytes_ < least_->arena->minimum;
    if (arenaIsEnough)
      open_ = fmt::format(
          "The arena is not the cause: {} bytes are enough for every kernel set that has been tried ({} at most).",
          grouped(*arenaBytes_), grouped(most_->arena->minimum));
    if (arenaIsTooSmall) add(arena());
    lackingOperators();
    refusedHere();
    refusedElsewhere();
    if (!arenaIsEnough && !arenaIsTooSmall && most_ != nullptr) add(arena());
    add(resolver());
    otherBytes();
    return listed(open_.empty() ? "The text has no other message: the one before it would name the failure. Without "
                                  "it, these are the causes, the most likely first:"
                                : open_ + " The remaining causes, the most likely first:");
  }

  std::vector<std::string> findOfInvoke() {
    refusedHere(Stage::kInvoke);
    std::string before = "AllocateTensors() had already failed, and its status was ignored: print it, and stop there.";
    if (most_ != nullptr) before += " " + arena();
    add(std::move(before));
    add("A kernel refuses its data at run time: an unexpected index or size in an input, or an input that has been "
        "written past its end.");
    otherBytes();
    return listed(
        "The text has no other message: the one before it would name the operator. Invoke() allocates nothing: after a "
        "successful AllocateTensors() the arena is large enough. These are the causes, the most likely first:");
  }

private:
  std::vector<std::string> listed(const std::string& open) const {
    std::vector<std::string> sentences = {open};
    for (std::size_t i = 0; i < causes_.size(); ++i) sentences.push_back(fmt::format("{}. {}", i + 1, causes_[i]));
    sentences.emplace_back("To see that message, build the library without TF_LITE_STRIP_ERROR_STRINGS and let "
                           "DebugLog() write to a port that you can read; then paste it as well.");
    return sentences;
  }

  void otherBytes() {
    add("The device reads other bytes than this file: compare the array's length (" + grouped(model_.bytes) +
        " bytes) and a checksum; the array must be const, whole and aligned to 16 bytes.");
  }

  void add(std::string cause) { causes_.push_back(std::move(cause)); }

  std::string arena() const {
    std::string text = fmt::format("The arena is too small: it must have {} bytes with {}",
                                   grouped(least_->arena->minimum), describeSettings(*least_));
    if (most_->arena->minimum > least_->arena->minimum)
      text += fmt::format(", {} with {}", grouped(most_->arena->minimum), describeSettings(*most_));
    return text + (arenaBytes_ ? fmt::format("; the device has {}.", grouped(*arenaBytes_)) : ".");
  }

  void lackingOperators() {
    std::vector<std::string> names;
    for (const std::string& name : model_.operatorNames())
      if (report::tflmLacks(name)) names.push_back(name);
    if (!names.empty()) add("TFLM has no kernel for " + joined(names) + ".");
  }

  // With the present revision; at that stage alone, where one is given.
  void refusedHere(Stage stage = Stage::kNone) {
    std::vector<std::string> said;
    for (const Report& report : reports_) {
      if (!report.error || report.tflm != reports_.front().tflm) continue;
      if (stage != Stage::kNone && report.error->stage != stage) continue;
      if (std::find(said.begin(), said.end(), report.error->message) != said.end()) continue;
      said.push_back(report.error->message);
      add("TFLM refuses the model: " + report.error->message + " (" + describeSettings(report) + ").");
    }
  }

  // By revisions that have something else, each reason once.
  void refusedElsewhere() {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const Report& report : reports_) {
      if (!report.error || report.tflm == reports_.front().tflm) continue;
      const auto known = std::find_if(reasons.begin(), reasons.end(),
                                      [&](const auto& reason) { return reason.first == report.error->message; });
      const tflm::Revision* revision = tflm::findRevision(report.tflm);
      const std::string name = report.tflm + (revision == nullptr ? "" : std::string(" (") + revision->when + ")");
      if (known == reasons.end())
        reasons.push_back({report.error->message, {name}});
      else if (std::find(known->second.begin(), known->second.end(), name) == known->second.end())
        known->second.push_back(name);
    }
    for (const auto& [reason, revisions] : reasons)
      add("The device's revision of TFLM refuses this model: " + reason + ". The revisions tried that do: " +
          joined(revisions) + ". Use another revision, or convert the model in another way.");
  }

  std::string resolver() const {
    std::vector<std::string> later;
    for (const std::string& name : model_.operatorNames())
      if (const tflm::Added* added = tflm::findAdded(report::resolverMethod(name)); added != nullptr)
        later.push_back(fmt::format("{} ({})", name, monthText(tflm::monthIn(added->date))));
    std::string text = fmt::format("An operator is not registered, or the resolver is too small: the model needs {}, "
                                   "so at least MicroMutableOpResolver<{}>.",
                                   joined(model_.operatorNames()), model_.operatorNames().size());
    if (!later.empty()) text += " Older libraries lack the newer ones: " + joined(later) + ".";
    return text;
  }

  const std::vector<Report>& reports_;
  const ModelInfo& model_;
  std::optional<std::uint64_t> arenaBytes_;
  const Report* least_ = nullptr;
  const Report* most_ = nullptr;
  std::string open_;
  std::vector<std::string> causes_;
};

} // namespace

std::vector<std::string> likelyCauses(const std::vector<Report>& reports, std::optional<std::uint64_t> arenaBytes) {
  return Causes(reports, arenaBytes).find();
}

std::vector<std::string> likelyCausesOfInvoke(const std::vector<Report>& reports,
                                              std::optional<std::uint64_t> arenaBytes) {
  return Causes(reports, arenaBytes).findOfInvoke();
}

} // namespace arenascope::diagnosis
