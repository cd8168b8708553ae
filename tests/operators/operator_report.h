// A report of a model of one operator.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "service/profile/profiler.h"
#include "tests/operators/operator_case.h"
#include "tests/support/test_models.h"

namespace arenascope::test {

inline report::Report reportOf(const OperatorCase& made, const std::string& target, const std::string& kernels,
                               const std::string& tflm = "current") {
  const TemporaryFolder folder;
  service::ProfileRequest request;
  request.model = folder.write("model.tflite", made.model);
  request.target = target;
  request.kernels = kernels;
  request.tflm = tflm;
  request.inputs = made.inputs;
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : report::Report();
}

} // namespace arenascope::test
