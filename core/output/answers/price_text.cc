#include "core/output/answers/price_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/report/flash_need.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::output {

using optimization::Price;

namespace {

std::string signedText(std::int64_t bytes) {
  return (bytes < 0 ? "-" : "+") + grouped(static_cast<std::uint64_t>(std::llabs(bytes)));
}

} // namespace

std::string flashText(const Price& price) { return signedText(price.flashBytes()) + " bytes"; }

std::string describePrice(const Price& price) {
  std::string text = flashText(price) + " of flash";
  if (price.codeBytes)
    return *price.codeBytes == 0 ? text
                                 : fmt::format("{} (model {}, code {})", text, signedText(price.modelBytes),
                                               signedText(*price.codeBytes));
  return text + (price.newOperators.empty() ? " for the model" : " for the model, without the code of new operators");
}

std::string describeNewOperators(const Price& price) {
  std::vector<std::string> methods;
  for (const std::string& name : price.newOperators) methods.push_back(report::resolverMethod(name) + "()");
  if (methods.empty()) return {};
  return fmt::format("The resolver also needs {}; without {} the device prints \"Didn't find op\".", joined(methods),
                     methods.size() == 1 ? "it" : "them");
}

std::string percentText(double percent) { return fmt::format("{:+.1f} %", std::abs(percent) < 0.05 ? 0.0 : percent); }

std::string describeCosts(std::optional<double> growth, const char* work, const std::optional<Price>& price) {
  std::vector<std::string> parts;
  if (growth) parts.push_back(percentText(*growth) + " " + work);
  if (price && price->flashBytes() != 0) parts.push_back(flashText(*price) + " of flash");
  std::string text = parts.empty() ? "No cost in cycles or flash is known" : joined(parts);
  if (price && !price->newOperators.empty())
    text += (price->codeBytes ? "" : ", the new operators' code not counted") +
            std::string("; the resolver also needs ") + joined(price->newOperators);
  return text + ".";
}

void addFlash(Json& json, const report::Report& before, const report::Report& after) {
  const report::FlashNeed need = flashNeed(after);
  json["flash_bytes"] = need.total();
  json["model_bytes"] = need.model;
  if (need.codeKnown) json["code_bytes"] = need.code();
  json["new_operators"] = optimization::priceOf(before, after).newOperators;
}

} // namespace arenascope::output
