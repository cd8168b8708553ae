#include "core/output/answers/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

using testing::HasSubstr;
using testing::Not;

const report::Report& keywordSpotter() {
  static const report::Report kReport = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  return kReport;
}

TEST(HtmlReportTest, ThePageHasTablesWithoutCharts) {
  const std::string page = toHtml(keywordSpotter(), {});
  for (const char* part : {"<!DOCTYPE html>", "<title>Tensor arena of keyword_spotter.tflite</title>",
                           "<td class=\"t\">DEPTHWISE_CONV_2D</td>", "<h2>Planned buffers</h2>",
                           "<h2>The tail, by category</h2>", "Made by ArenaScope"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* part : {"<svg", "During an inference", "<h2>Notes</h2>", "<h2>Advice", "{{"})
    EXPECT_THAT(page, Not(HasSubstr(part)));
}

TEST(HtmlReportTest, ChartsStandInThePageWithoutTheirDeclaration) {
  HtmlParts parts;
  parts.charts = {.inference = "<?xml version=\"1.0\"?>\n<svg id=\"a\"></svg>", .allocation = "<svg id=\"b\"></svg>"};
  const std::string page = toHtml(keywordSpotter(), parts);
  EXPECT_THAT(page, HasSubstr("<h2>During an inference</h2>\n<div class=\"wide\"><svg id=\"a\"></svg></div>"));
  EXPECT_THAT(page, HasSubstr("<svg id=\"b\"></svg>"));
  EXPECT_THAT(page, Not(HasSubstr("<?xml")));
}

TEST(HtmlReportTest, NamesAndNotesAreTextAndNotMarkup) {
  report::Report report = keywordSpotter();
  report.operators.front().name = "<b>&\"'{{title}}";
  HtmlParts parts;
  parts.notes = {{.on = "#0", .text = "1 < 2"}, {.on = "#1", .text = ""}};
  const std::string page = toHtml(report, parts);
  EXPECT_THAT(page, HasSubstr("<td class=\"t\">&lt;b&gt;&amp;&quot;&apos;{{title}}</td>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"t\">1 &lt; 2</td>"));
  EXPECT_THAT(page, HasSubstr("<td class=\"t\">bookmark</td>"));
}

TEST(HtmlReportTest, AdviceHasWhatHelpsAndWhatDoesNot) {
  optimization::AdviceReport advice;
  advice.before = keywordSpotter();
  optimization::Suggestion& suggestion = advice.suggestions.emplace_back();
  suggestion.kind = optimization::AdviceKind::kTail;
  suggestion.title = "Fewer <parts>";
  suggestion.savedBytes = 32;
  advice.nothing = {{.kind = optimization::AdviceKind::kPlan, .reason = "it is the best"}};
  HtmlParts parts;
  parts.advice = &advice;
  const std::string page = toHtml(keywordSpotter(), parts);
  EXPECT_THAT(page, HasSubstr("<td class=\"t\">Fewer &lt;parts&gt;</td><td class=\"t\">saves up to 32 bytes"));
  EXPECT_THAT(page, HasSubstr("<li>A better memory plan: it is the best</li>"));
  EXPECT_THAT(page, Not(HasSubstr("Not finished:")));
  EXPECT_THAT(page, Not(HasSubstr("<code>")));
}

TEST(HtmlReportTest, AReportThatFailedSaysWhy) {
  report::Report report;
  report.model.path = "broken.tflite";
  report.error = Error{Stage::kLoad, "it is no model"};
  const std::string page = toHtml(report, {});
  EXPECT_THAT(page, HasSubstr("<p class=\"bad\">it is no model</p>"));
  EXPECT_THAT(page, Not(HasSubstr("Planned buffers")));
}

} // namespace
} // namespace arenascope::output
