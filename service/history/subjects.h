// What is measured of a project at a commit: models and images named by the user, or in the project's file
// .arenascope/project.json, or all .tflite files. The file is read at each commit, so that a library's update or
// another budget is part of the history:
//
//   {"models": [{"model": "net.tflite", "target": "esp32s3", "kernels": "esp-nn@1.3.1", "budget": 65536}]}
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "service/history/git.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct Subject {
  std::string path;                             // from the project's folder; "FILE:NAME" for an array in a source
  nlohmann::ordered_json settings;              // an object of `profile`'s settings, named as in JSON
  std::map<std::string, std::uint64_t> budgets; // by key of history::rowFigures()

  std::string file() const; // without the array's name
};

// name: of the file, for errors.
Result<std::vector<Subject>> subjectsIn(const std::string& project, const std::string& name);

// How subjects are found and profiled.
struct SubjectSource {
  std::filesystem::path place;                  // in the project, for the repository
  std::vector<std::filesystem::path> models;    // files in the project that the user named; empty: see above
  std::map<std::string, std::uint64_t> budgets; // given by the user; replace the project's
  // The request for a subject whose file is there.
  std::function<Result<ProfileRequest>(const Subject& subject, const std::filesystem::path& file)> request;
};
// The repository of the first model, or of the place.
Result<Git> repositoryOf(const SubjectSource& source);
// At a commit; at the project's present files if it is empty.
Result<std::vector<Subject>> subjectsAt(const SubjectSource& source, const Git& git, const std::string& commit);

} // namespace arenascope::service
