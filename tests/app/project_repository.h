// A user's project in Git, with blanks and umlauts in its path, for tests of its history.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "resources/generator/sample_models.h"
#include "tests/app/program_test.h"

namespace arenascope::test {

class ProjectTest : public ProgramTest {
protected:
  void SetUp() override {
    std::filesystem::create_directories(project() + "/models");
    git("init -q -b main .");
  }

  std::string project() const { return file("my pröject"); }
  // In the project's folder, at a time that grows with each commit.
  int inProject(const std::string& line) {
    const std::string when = "2026-11-" + std::to_string(10 + commits_) + "T10:00:00+0100";
    return shell("cd '" + project() + "' && export GIT_AUTHOR_DATE=" + when + " GIT_COMMITTER_DATE=" + when +
                 " GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b "
                 "GIT_CONFIG_GLOBAL=/dev/null && " +
                 line);
  }
  void git(const std::string& words) { ASSERT_EQ(inProject("git " + words), 0) << words << "\n" << out_ << err_; }
  int arenascope(const std::string& words) { return inProject("'" ARENASCOPE_CLI "' " + words); }

  void put(const std::string& path, const std::vector<std::uint8_t>& bytes) const {
    std::ofstream(project() + "/" + path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(project() + "/" + path).parent_path());
    std::ofstream(project() + "/" + path) << text;
  }
  void commit(const std::string& subject) {
    ++commits_;
    git("add -A");
    git("commit -q --allow-empty -m '" + subject + "'");
  }

private:
  int commits_ = 0;
};

} // namespace arenascope::test
