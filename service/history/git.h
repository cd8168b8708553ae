// A project's Git repository, through the program `git`. Hooks do not run, and nothing of the repository changes but
// the list of its worktrees.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/history/timeline.h"

namespace arenascope::service {

class Git {
public:
  // What git may do with a repository whose settings may come with files of others.
  enum class Reach {
    kProject, // also fetch what a partial clone lacks
    kFiles,   // nothing beyond this computer
  };
  // The repository that has this file or folder. The error says that there is none, or that git is missing.
  static Result<Git> of(const std::filesystem::path& place, Reach reach = Reach::kProject);

  // The folder of its files, without symbolic links.
  const std::filesystem::path& root() const { return root_; }
  // A file's path from that folder, with "/". Empty if it is not below it.
  std::string pathOf(const std::filesystem::path& file) const;

  // What git prints. The error has git's own message.
  Result<std::string> run(const std::vector<std::string>& arguments, const std::string& input = {}) const;
  // The same in another folder, of a worktree.
  Result<std::string> runIn(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                            const std::string& input = {}) const;

  // The hash of a branch, tag or commit.
  Result<std::string> commitOf(const std::string& revision) const;
  // The last commit that two have in common; absent where there is none, as in a shallow clone.
  std::optional<std::string> commonAncestor(const std::string& one, const std::string& other) const;
  // Newest first, a child before its parents.
  Result<std::vector<history::CommitInfo>> log(const std::string& revision, std::size_t most) const;
  // Hashes of a file by commit; empty where a commit lacks it.
  std::vector<std::string> blobsOf(const std::string& path, const std::vector<history::CommitInfo>& commits) const;
  // The hash that a file in the project's folder would have; empty if it cannot be read.
  std::string blobOfFile(const std::string& path) const;
  // Whether files that Git knows differ from the newest commit, besides those of this program.
  bool isChanged() const;
  // A file's contents at a commit; absent if it is not there.
  std::optional<std::string> contents(const std::string& commit, const std::string& path) const;
  // Paths of files at a commit, or of those that Git knows now where none is named.
  Result<std::vector<std::string>> files(const std::string& commit, const std::string& extension) const;
  // Old paths by new paths, of files that were renamed since a commit.
  std::map<std::string, std::string> renamedSince(const std::string& commit) const;

private:
  Git(std::filesystem::path root, Reach reach) : root_(std::move(root)), reach_(reach) {}

  std::filesystem::path root_;
  Reach reach_;
};

// Another commit's files in a temporary folder: a worktree, removed on destruction.
class Worktree {
public:
  static Result<std::unique_ptr<Worktree>> make(const Git& git);
  ~Worktree();
  Worktree(const Worktree&) = delete;
  Worktree& operator=(const Worktree&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  // These files alone, or all of the commit's; files that Git does not know stay, so that a build goes on.
  std::optional<Error> checkOut(const std::string& commit, const std::vector<std::string>& paths) const;
  std::optional<Error> checkOut(const std::string& commit) const;

private:
  Worktree(const Git& git, std::filesystem::path parent)
      : git_(git), parent_(std::move(parent)), folder_(parent_ / "worktree") {}
  std::optional<Error> inFolder(const std::vector<std::string>& arguments) const;

  const Git& git_;
  std::filesystem::path parent_;
  std::filesystem::path folder_;
};

} // namespace arenascope::service
