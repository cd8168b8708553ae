#include "core/optimization/price.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/optimization/plan_text.h"
#include "core/output/resolver_writer.h"
#include "core/report/flash_need.h"

namespace arenascope::optimization {

namespace {

std::int64_t difference(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

std::string signedText(std::int64_t bytes) {
  return (bytes < 0 ? "-" : "+") + grouped(static_cast<std::uint64_t>(std::llabs(bytes)));
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

std::string flashText(const Price& price) { return signedText(price.flashBytes()) + " bytes"; }

std::string describe(const Price& price) {
  std::string text = flashText(price) + " of flash";
  if (price.codeBytes)
    return *price.codeBytes == 0 ? text
                                 : fmt::format("{} (model {}, code {})", text, signedText(price.modelBytes),
                                               signedText(*price.codeBytes));
  return text + (price.newOperators.empty() ? " for the model" : " for the model, the new operators' code not counted");
}

std::string describeNewOperators(const Price& price) {
  std::vector<std::string> methods;
  for (const std::string& name : price.newOperators) methods.push_back(output::resolverMethod(name) + "()");
  if (methods.empty()) return {};
  return fmt::format("The resolver has to get {} as well; without {} the device prints \"Didn't find op\".",
                     joined(methods), methods.size() == 1 ? "it" : "them");
}

void addFlash(output::Json& json, const report::Report& before, const report::Report& after) {
  const report::FlashNeed need = flashNeed(after);
  json["flash_bytes"] = need.total();
  json["model_bytes"] = need.model;
  if (need.codeKnown) json["code_bytes"] = need.code();
  json["new_operators"] = priceOf(before, after).newOperators;
}

} // namespace arenascope::optimization
