#include "core/optimization/price.h"

#include <algorithm>

#include "core/report/flash_need.h"

namespace arenascope::optimization {

namespace {

std::int64_t difference(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

} // namespace

Price priceOf(const report::Report& before, const report::Report& after) {
  const report::FlashNeed was = flashNeed(before);
  const report::FlashNeed is = flashNeed(after);
  Price price{.modelBytes = difference(was.model, is.model), .codeBytes = {}, .newOperators = {}};
  if (was.codeKnown && is.codeKnown) price.codeBytes = difference(was.code(), is.code());
  const std::vector<std::string> known = before.model.operatorNames();
  for (const std::string& name : after.model.operatorNames())
    if (std::find(known.begin(), known.end(), name) == known.end()) price.newOperators.push_back(name);
  return price;
}

} // namespace arenascope::optimization
