// A report of a model of one operator.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "emulator/session/profiler.h"
#include "tests/operators/operator_case.h"
#include "tests/support/test_models.h"

namespace arenascope::test {

inline profile::Report reportOf(const OperatorCase& made, const std::string& target, const std::string& kernels,
                                const std::string& tflm = "current") {
  const TemporaryFolder folder;
  session::ProfileRequest request;
  request.model = folder.write("model.tflite", made.model);
  request.target = target;
  request.kernels = kernels;
  request.tflm = tflm;
  request.inputs = made.inputs;
  session::RunControl control;
  const Result<profile::Report> report = session::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : profile::Report();
}

} // namespace arenascope::test
