#include "core/history/review.h"

#include <algorithm>

namespace arenascope::history {

ReviewedModel reviewed(std::optional<Row> before, std::optional<Row> now) {
  ReviewedModel model;
  model.path = now ? now->path : before->path;
  if (now && before && now->path != before->path) model.renamedFrom = before->path;
  if (now) {
    model.over = now->overBudget();
    static_cast<Change&>(model) =
        changeSince(before ? std::vector<const Row*>{&*before} : std::vector<const Row*>(), *now);
  }
  model.before = std::move(before);
  model.now = std::move(now);
  return model;
}

bool Review::hasChanged() const {
  return !problems.empty() ||
         std::any_of(models.begin(), models.end(), [](const ReviewedModel& model) { return model.hasChanged(); });
}

bool Review::isOverBudget() const {
  return std::any_of(models.begin(), models.end(), [](const ReviewedModel& model) { return !model.over.empty(); });
}

} // namespace arenascope::history
