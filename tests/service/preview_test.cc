// Architecture previews run like any model: on all kernel sets, with the arena of the network that is built so.
#include "service/profile/preview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/text/report_text.h"
#include "service/profile/prepared_run.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

constexpr const char* kSamples[] = {"autoencoder",     "edge_detector",   "image_classifier",
                                    "keyword_spotter", "person_detector", "sine"};

ProfileRequest requestOf(const std::string& sample, const std::string& kernels,
                         const std::vector<std::string>& sizes = {}, double width = 1) {
  ProfileRequest request;
  request.model = test::sampleModel(sample);
  request.kernels = kernels;
  for (const std::string& size : sizes) request.architecture.inputs.push_back(*resize::parseInputSize(size));
  request.architecture.width = width;
  return request;
}

Result<report::Report> profiledPreview(const ProfileRequest& request) {
  engine::RunControl control;
  return profileModel(request, {}, control);
}

TEST(PreviewTest, OwnSizesGiveTheSameArenaCyclesAndOutputs) {
  for (const char* sample : kSamples)
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(std::string(sample) + " " + kernels);
      const auto plain = profiledPreview(requestOf(sample, kernels));
      const model::SubgraphInfo& graph = plain->model.subgraphs.front();
      const std::string size = "0=" + model::shapeText(graph.tensors[graph.inputs[0].position()].shape);
      const auto same = profiledPreview(requestOf(sample, kernels, {size}));
      ASSERT_TRUE(same) << same.error().message;
      EXPECT_EQ(same->arena->minimum, plain->arena->minimum);
      EXPECT_EQ(same->arena->head, plain->arena->head);
      EXPECT_EQ(same->arena->tail, plain->arena->tail);
      EXPECT_EQ(same->cost->total.cycles, plain->cost->total.cycles);
      ASSERT_EQ(same->outputs.size(), plain->outputs.size());
      for (std::size_t i = 0; i < same->outputs.size(); ++i) EXPECT_EQ(same->outputs[i].bytes, plain->outputs[i].bytes);
      EXPECT_FALSE(same->model.architecture) << "nothing has changed";
    }
}

TEST(PreviewTest, OtherSizesAndWidthsRunOnEveryKernelSet) {
  struct Change {
    const char* sample;
    std::vector<std::string> sizes;
    double width;
  };
  const Change kChanges[] = {{"person_detector", {"48x48"}, 1},
                             {"person_detector", {"64x40"}, 0.5},
                             {"image_classifier", {"40x40"}, 1},
                             {"image_classifier", {}, 1.5},
                             {"edge_detector", {"30x50"}, 1},
                             {"edge_detector", {}, 2},
                             {"keyword_spotter", {}, 0.5},
                             {"autoencoder", {}, 0.5},
                             {"sine", {"3x1"}, 2}};
  for (const auto& [sample, sizes, width] : kChanges)
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(std::string(sample) + " " + kernels);
      const auto report = profiledPreview(requestOf(sample, kernels, sizes, width));
      ASSERT_TRUE(report) << report.error().message;
      ASSERT_TRUE(report->ok()) << report->error->message;
      test::expectConsistent(*report);
      ASSERT_TRUE(report->model.architecture);
      EXPECT_THAT(report::notesOf(*report).front(), HasSubstr("outputs mean nothing"));
    }
}

TEST(PreviewTest, APreviewOfThePreviewIsItself) {
  const ProfileRequest request = requestOf("image_classifier", "", {"24x24"}, 0.5);
  const auto file = modelOf(request);
  ASSERT_TRUE(file) << file.error().message;
  const auto again = previewOf(*file, request);
  EXPECT_EQ(again->bytes().data(), file->bytes().data());
  EXPECT_TRUE(asksForPreview(request));
  EXPECT_FALSE(asksForPreview(requestOf("sine", "")));
}

TEST(PreviewTest, WhatCannotBeCarriedIsTheRunsError) {
  const auto report = profiledPreview(requestOf("sine", "", {"1x1x1"}));
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("input 0 has the shape 1x1"));
}

} // namespace
} // namespace arenascope::service
