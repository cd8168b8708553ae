#include "service/history/subjects.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/base/number_text.h"
#include "core/model/load/c_array_reader.h"
#include "service/history/history_store.h"

namespace arenascope::service {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Settings of the project's file that are budgets, and the figures that they limit.
constexpr std::pair<const char*, const char*> kBudgets[] = {{"budget", "arena"}, {"max_cycles", "cycles"}};

std::string projectFile() { return std::string(kProjectFolder) + "/project.json"; }

Result<Subject> subjectIn(const Json& json, const std::string& name) {
  const auto wrong = [&](const std::string& what) { return Error{Stage::kLoad, name + ": " + what}; };
  if (!json.is_object() || !json.contains("model") || !json["model"].is_string())
    return wrong("each of \"models\" takes an object with a \"model\", the path of its file");
  Subject subject{json["model"].get<std::string>(), Json::object(), {}};
  for (const auto& [key, value] : json.items()) {
    const auto* budget = std::find_if(std::begin(kBudgets), std::end(kBudgets),
                                      [key = key](const auto& each) { return key == each.first; });
    if (budget == std::end(kBudgets)) {
      if (key != "model") subject.settings[key] = value;
      continue;
    }
    if (!value.is_number_unsigned()) return wrong("\"" + key + "\" of " + subject.path + " takes a whole number");
    subject.budgets[budget->second] = value.get<std::uint64_t>();
  }
  return subject;
}

// At a commit, or now.
std::optional<std::string> projectText(const Git& git, const std::string& commit) {
  if (!commit.empty()) return git.contents(commit, projectFile());
  std::ifstream stream(git.root() / projectFile(), std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// A file in the project, with its array's name.
Result<std::string> pathInProject(const Git& git, const fs::path& model) {
  const auto [file, array] = model::splitArrayName(model);
  const std::string path = git.pathOf(file);
  if (path.empty())
    return Error{Stage::kUsage, printable(model.string()) + " is not in the project at " + git.root().string()};
  return array.empty() ? path : path + ":" + array;
}

} // namespace

std::string Subject::file() const { return model::splitArrayName(path).first.string(); }

Result<std::vector<Subject>> subjectsIn(const std::string& project, const std::string& name) {
  const Json json = Json::parse(project, nullptr, false);
  if (json.is_discarded()) return Error{Stage::kLoad, name + " is not JSON"};
  if (!json.is_object() || !json.contains("models") || !json["models"].is_array())
    return Error{Stage::kLoad, name + " takes an object with a list \"models\""};
  std::vector<Subject> subjects;
  for (const Json& each : json["models"]) {
    Result<Subject> subject = subjectIn(each, name);
    if (!subject) return subject.error();
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

Result<Git> repositoryOf(const SubjectSource& source) {
  return Git::of(source.models.empty() ? source.place : model::splitArrayName(source.models.front()).first);
}

Result<std::vector<Subject>> subjectsAt(const SubjectSource& source, const Git& git, const std::string& commit) {
  std::vector<Subject> subjects;
  for (const fs::path& model : source.models) {
    const Result<std::string> path = pathInProject(git, model);
    if (!path) return path.error();
    subjects.push_back({*path, Json::object(), {}});
  }
  if (const auto text = subjects.empty() ? projectText(git, commit) : std::nullopt) {
    auto listed = subjectsIn(*text, projectFile() + (commit.empty() ? "" : " of commit " + commit.substr(0, 7)));
    if (!listed) return listed.error();
    subjects = std::move(*listed);
  } else if (subjects.empty()) {
    const auto files = git.files(commit, ".tflite");
    if (!files) return files.error();
    for (const std::string& path : *files) subjects.push_back({path, Json::object(), {}});
  }
  for (Subject& subject : subjects)
    for (const auto& [key, most] : source.budgets) subject.budgets[key] = most;
  return subjects;
}

} // namespace arenascope::service
