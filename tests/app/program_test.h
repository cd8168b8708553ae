// Runs the command-line program as a user's shell does.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/support/test_models.h"

namespace arenascope::test {

class ProgramTest : public testing::Test {
protected:
  // Runs the program with a shell's redirections; arguments are quoted by the caller. prefix: what stands before it,
  // assignments of variables and commands that run others.
  int run(const std::string& arguments, const std::string& prefix = "") {
    return shell(prefix + " '" + ARENASCOPE_CLI + "' " + arguments);
  }
  // -1: it ended by a signal.
  int shell(const std::string& line) {
    const std::string command = "export XDG_CACHE_HOME='" + file("cache") + "' XDG_CONFIG_HOME='" + file("config") +
                                "' COLUMNS=" + columns_ + "; { " + line + "; } > '" + file("out") + "' 2> '" +
                                file("err") + "' < /dev/null";
    const int status = std::system(command.c_str());
    out_ = readText(file("out"));
    err_ = readText(file("err"));
    // A shell says 128 and the signal's number for a program that it waited for.
    return WIFEXITED(status) && WEXITSTATUS(status) < 128 ? WEXITSTATUS(status) : -1;
  }
  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string newFolder(const std::string& name) const {
    std::filesystem::create_directory(file(name));
    return file(name);
  }
  static std::string sample(const std::string& name) { return "'" + sampleModel(name).string() + "'"; }
  std::string written(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
    return "'" + folder_.write(name, bytes).string() + "'";
  }

  TemporaryFolder folder_;
  std::string columns_ = "9999"; // sentences stay on their lines; empty where layout matters
  std::string out_;
  std::string err_;
};

} // namespace arenascope::test
