#include "service/history/git.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>

#include "core/base/child_process.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"

namespace arenascope::service {

namespace {

namespace fs = std::filesystem;

// A file in memory that a child process writes or reads by its name.
class MemoryFile {
public:
  explicit MemoryFile(const std::string& text = {}) : descriptor_(memfd_create("arenascope", MFD_CLOEXEC)) {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = ::write(descriptor_, text.data() + at, text.size() - at);
      if (written <= 0) break;
      at += static_cast<std::size_t>(written);
    }
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  fs::path path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }
  std::string text() const {
    std::string all;
    std::array<char, 1 << 16> part{};
    for (;;) {
      const ssize_t count = ::pread(descriptor_, part.data(), part.size(), static_cast<off_t>(all.size()));
      if (count <= 0) return all;
      all.append(part.data(), static_cast<std::size_t>(count));
    }
  }

private:
  int descriptor_;
};

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// Git's last words, which name the fault; hints before them do not.
std::string faultIn(const std::string& errors) {
  std::string fault;
  for (const std::string& line : splitAt(errors, '\n'))
    if (line.starts_with("fatal: ") || line.starts_with("error: "))
      return line.substr(line.find(' ') + 1);
    else if (fault.empty())
      fault = line;
  return fault;
}

// A hook or another tool that calls us may have set variables of its own repository. A repository's settings may come
// with files of others: hooks, monitors and checks of signatures are not started.
Result<std::string> runGit(const fs::path& folder, Git::Reach reach, const std::vector<std::string>& arguments,
                           const std::string& input = {}) {
  const MemoryFile output;
  const MemoryFile errors;
  const MemoryFile given(input);
  ChildProcess::Options options;
  const auto add = [&](const std::vector<std::string>& parts) {
    options.command.insert(options.command.end(), parts.begin(), parts.end());
  };
  add({"env"});
  for (const std::string variable : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}) add({"-u", variable});
  add({"LC_ALL=C", "GIT_TERMINAL_PROMPT=0"});
  if (reach == Git::Reach::kFiles) add({"GIT_ALLOW_PROTOCOL=none"});
  add({"git"});
  for (const std::string setting : {"core.quotepath=off", "core.hooksPath=/dev/null", "core.fsmonitor=false",
                                    "log.showSignature=false", "advice.detachedHead=false"})
    add({"-c", setting});
  add({"-C", folder.string()});
  add(arguments);
  if (!input.empty()) options.input = given.path();
  options.log = output.path();
  options.errors = errors.path();
  Result<ChildProcess> child = ChildProcess::start(options);
  if (!child) return Error{Stage::kLoad, "git cannot be started: " + child.error().message};
  child->wait();
  if (child->succeeded()) return output.text();
  const std::string fault = faultIn(errors.text());
  if (fault.find("'git'") != std::string::npos || fault.find("git: No such file") != std::string::npos)
    return Error{Stage::kLoad, "git was not found: install it"};
  return Error{Stage::kLoad,
               "git " + arguments.front() + ": " + printable(fault.empty() ? child->howItEnded() : fault)};
}

fs::path existingFolder(fs::path place) {
  std::error_code code;
  place = fs::absolute(place, code);
  while (!fs::is_directory(place, code) && place.has_relative_path()) place = place.parent_path();
  return place;
}

history::CommitInfo commitIn(const std::string& line) {
  constexpr std::size_t kFields = 5;
  std::vector<std::string> fields = splitAt(line, '\x1f');
  fields.resize(kFields);
  return {fields[0], splitAt(fields[1], ' '), fields[3], fields[4], fields[2]};
}

} // namespace

Result<Git> Git::of(const fs::path& place, Reach reach) {
  const Result<std::string> root = runGit(existingFolder(place), reach, {"rev-parse", "--show-toplevel"});
  if (!root && root.error().message.find("not a git repository") != std::string::npos)
    return Error{Stage::kLoad,
                 printable(place.string()) + " is not in a Git repository: the history of a model is kept by commits"};
  if (!root) return root.error();
  return Git(trimmed(*root), reach);
}

std::string Git::pathOf(const fs::path& file) const {
  std::error_code code;
  const fs::path whole = fs::weakly_canonical(fs::absolute(file, code), code);
  const std::string relative = whole.lexically_relative(fs::weakly_canonical(root_, code)).generic_string();
  return relative.starts_with("..") || relative == "." ? std::string() : relative;
}

Result<std::string> Git::run(const std::vector<std::string>& arguments, const std::string& input) const {
  return runIn(root_, arguments, input);
}

Result<std::string> Git::runIn(const fs::path& folder, const std::vector<std::string>& arguments,
                               const std::string& input) const {
  return runGit(folder, reach_, arguments, input);
}

Result<std::string> Git::commitOf(const std::string& revision) const {
  const Result<std::string> found =
      run({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!found)
    return Error{Stage::kLoad, printable(revision) + " is not a commit of " + root_.string() +
                                   ": name a branch, a tag or a hash, and fetch it if the clone is shallow"};
  return trimmed(*found);
}

std::optional<std::string> Git::commonAncestor(const std::string& one, const std::string& other) const {
  const Result<std::string> found = run({"merge-base", one, other});
  return found ? std::optional(trimmed(*found)) : std::nullopt;
}

Result<std::vector<history::CommitInfo>> Git::log(const std::string& revision, std::size_t most) const {
  const Result<std::string> text = run({"log", "--topo-order", fmt::format("--max-count={}", most),
                                        "--format=%H%x1f%P%x1f%T%x1f%aI%x1f%s", "--end-of-options", revision, "--"});
  if (!text) return text.error();
  std::vector<history::CommitInfo> commits;
  for (const std::string& line : splitAt(*text, '\n')) commits.push_back(commitIn(line));
  return commits;
}

std::vector<std::string> Git::blobsOf(const std::string& path, const std::vector<history::CommitInfo>& commits) const {
  std::vector<std::string> blobs(commits.size());
  if (path.find('\n') != std::string::npos) return blobs; // git takes a name for each line
  std::string names;
  for (const history::CommitInfo& commit : commits) names += commit.id + ":" + path + "\n";
  const Result<std::string> text = run({"cat-file", "--batch-check=%(objecttype) %(objectname)"}, names);
  if (!text) return blobs;
  const std::vector<std::string> lines = splitAt(*text, '\n');
  for (std::size_t i = 0; i < std::min(lines.size(), blobs.size()); ++i)
    if (lines[i].starts_with("blob ")) blobs[i] = lines[i].substr(lines[i].find(' ') + 1);
  return blobs;
}

std::string Git::blobOfFile(const std::string& path) const {
  const Result<std::string> hash = run({"hash-object", "--", path});
  return hash ? trimmed(*hash) : std::string();
}

bool Git::isChanged() const {
  const Result<std::string> text =
      run({"status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude).arenascope"});
  return !text || !text->empty();
}

std::optional<std::string> Git::contents(const std::string& commit, const std::string& path) const {
  Result<std::string> text = run({"cat-file", "blob", commit + ":" + path});
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

Result<std::vector<std::string>> Git::files(const std::string& commit, const std::string& extension) const {
  const Result<std::string> text =
      commit.empty() ? run({"ls-files", "-z"}) : run({"ls-tree", "-r", "-z", "--name-only", "--full-tree", commit});
  if (!text) return text.error();
  std::vector<std::string> paths;
  for (std::string& path : splitAt(*text, '\0'))
    if (path.ends_with(extension)) paths.push_back(std::move(path));
  return paths;
}

std::map<std::string, std::string> Git::renamedSince(const std::string& commit) const {
  std::map<std::string, std::string> renamed;
  const Result<std::string> text = run({"diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", commit});
  if (!text) return renamed;
  const std::vector<std::string> fields = splitAt(*text, '\0'); // "R100", old, new, …
  for (std::size_t i = 0; i + 2 < fields.size(); i += 3) renamed[fields[i + 2]] = fields[i + 1];
  return renamed;
}

Result<std::unique_ptr<Worktree>> Worktree::make(const Git& git) {
  std::error_code code;
  std::string name = (fs::temp_directory_path(code) / "arenascope-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return Error{Stage::kLoad, name + " cannot be made: " + std::strerror(errno)};
  std::unique_ptr<Worktree> worktree(new Worktree(git, name));
  (void)git.run({"worktree", "prune"}); // those of a program that was killed
  const auto added = git.run({"worktree", "add", "--quiet", "--detach", "--no-checkout", worktree->folder().string()});
  if (!added) return added.error();
  return worktree;
}

Worktree::~Worktree() {
  (void)git_.run({"worktree", "remove", "--force", folder_.string()});
  std::error_code code;
  fs::remove_all(parent_, code);
}

std::optional<Error> Worktree::inFolder(const std::vector<std::string>& arguments) const {
  const Result<std::string> done = git_.runIn(folder_, arguments);
  return done ? std::nullopt : std::optional(done.error());
}

std::optional<Error> Worktree::checkOut(const std::string& commit, const std::vector<std::string>& paths) const {
  std::vector<std::string> arguments = {"--literal-pathspecs", "checkout", "--quiet", "--force", commit, "--"};
  arguments.insert(arguments.end(), paths.begin(), paths.end());
  return inFolder(arguments);
}

std::optional<Error> Worktree::checkOut(const std::string& commit) const {
  return inFolder({"checkout", "--quiet", "--force", "--detach", commit});
}

} // namespace arenascope::service
