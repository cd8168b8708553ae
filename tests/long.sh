#!/usr/bin/env bash
# The checks that take hours: see ./test.sh.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
install_packages "${build_packages[@]}" "${test_tools[@]}"
for preset in release sanitize; do
  configure "$preset"
  cmake --build "$root/build/$preset"
done
export QT_QPA_PLATFORM=offscreen
ARENASCOPE_ROUNDS=1000 "$root/build/release/tests/ui_tests" --gtest_filter='LongUseTest.*'
ARENASCOPE_ROUNDS=1000 "$root/build/release/tests/service_tests" --gtest_filter='LongUseTest.*'
ARENASCOPE_CASES=100 "$root/build/release/tests/operators_tests" --gtest_filter='*KernelSetsTest.*'
ARENASCOPE_ORACLE_ALL=1 "$root/build/release/tests/oracle_tests"
ARENASCOPE_ORACLE_ALL=1 "$root/build/release/tests/service_tests" --gtest_filter='PlanningTest.*'
"$root/build/sanitize/tests/changed_bytes" --all
