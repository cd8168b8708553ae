// Pictures and the page of a report, without a display.
#include "app/cli/options/picture_options.h"

#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

using PictureOptionsTest = test::ProgramTest;

TEST_F(PictureOptionsTest, PicturesAndThePageNeedNoDisplay) {
  ASSERT_EQ(run("profile " + sample("person_detector") + " --png '" + file("a.png") + "' --svg '" + file("a.svg") +
                "' --html '" + file("a.html") + "' --colour-by kind"),
            0)
      << err_;
  EXPECT_EQ(err_, "arenascope: wrote " + file("a.png") + "\narenascope: wrote " + file("a.svg") +
                      "\narenascope: wrote " + file("a.html") + "\n");
  EXPECT_EQ(test::readText(file("a.png")).substr(1, 3), "PNG");
  const std::string svg = test::readText(file("a.svg"));
  EXPECT_THAT(svg, HasSubstr("Tensor arena of person_detector.tflite"));
  EXPECT_THAT(svg, HasSubstr(">activation</text>"));
  const std::string page = test::readText(file("a.html"));
  for (const char* part : {"<!DOCTYPE html>", "66,384", "</svg>", "DEPTHWISE_CONV_2D", "Made by ArenaScope"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* link : {"src=\"http", "href=\"http", "url(http"})
    EXPECT_EQ(page.find(link), std::string::npos) << "it needs nothing else";
  ASSERT_EQ(run("profile " + sample("person_detector") + " --svg '" + file("b.svg") + "' --lens allocation"), 0);
  EXPECT_THAT(test::readText(file("b.svg")), HasSubstr("least free space"));
}

TEST_F(PictureOptionsTest, WhatCannotBeDrawnSaysSo) {
  const std::string model = written("tile.tflite", test::unsupportedOperatorModel());
  EXPECT_EQ(run("profile " + model + " --png '" + file("a.png") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("no image file has been written: the arena is not known"));
  EXPECT_EQ(run("profile " + model + " --html '" + file("a.html") + "'"), 1);
  EXPECT_THAT(test::readText(file("a.html")), HasSubstr("TILE"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --png /no/such/folder/a.png"), 1);
  EXPECT_THAT(err_, HasSubstr("/no/such/folder/a.png cannot be written"));
  EXPECT_EQ(run("profile " + sample("autoencoder") + " --lens none"), 2);
}

} // namespace
} // namespace arenascope
