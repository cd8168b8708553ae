#include "core/base/folders.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace arenascope {
namespace {

// An environment variable as it was, afterwards.
class Restored {
public:
  explicit Restored(const char* name) : name_(name) {
    if (const char* value = std::getenv(name); value != nullptr) value_ = value;
  }
  ~Restored() { set(value_); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  void set(const std::optional<std::string>& value) const {
    if (value)
      setenv(name_, value->c_str(), 1);
    else
      unsetenv(name_);
  }

private:
  const char* name_;
  std::optional<std::string> value_;
};

TEST(FoldersTest, OfTheUserAreWhereTheStandardSays) {
  const Restored home("HOME");
  const Restored chosen("ARENASCOPE_TEST_FOLDER");
  home.set("/home/me");
  chosen.set("/elsewhere");
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/elsewhere/arenascope");
  chosen.set("");
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/home/me/.cache/arenascope") << "empty is not set";
  chosen.set(std::nullopt);
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "/home/me/.cache/arenascope");
  home.set(std::nullopt);
  EXPECT_EQ(userFolder("ARENASCOPE_TEST_FOLDER", ".cache"), "") << "nothing is written to the current folder";
}

} // namespace
} // namespace arenascope
