// Turns an exception of a run into an error: only memory can run out there, and it must end neither a program nor a
// worker thread.
#pragma once

#include <exception>
#include <filesystem>
#include <new>

#include "core/base/result.h"

namespace arenascope::service {

// Returns the result of job().
template <typename Job>
auto toResult(const std::filesystem::path& model, const Job& job) -> decltype(job()) {
  try {
    return job();
  } catch (const std::bad_alloc&) {
    return Error{Stage::kLimit, model.string() + ": this computer has too little memory to run the model"};
  } catch (const std::exception& error) {
    return Error{Stage::kInternal, model.string() + ": " + error.what()};
  }
}

} // namespace arenascope::service
