#!/usr/bin/env bash
# libFuzzer on every target, one after the other on all processor cores: campaign.sh SECONDS [TARGET...]
# Corpora grow in build/fuzz/corpus, findings are left in build/fuzz/findings. What is found and mended goes into
# tests/fuzz/corpus, which the tests replay.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/cmake/setup.sh"
seconds=$1
shift
install_packages "${build_packages[@]}" clang llvm
configure fuzz
cmake --build --preset fuzz
build=$root/build/fuzz
mkdir -p "$build/seeds" "$build/findings"
"$build/tests/fuzz/fuzz_write_seeds" "$build/seeds"
cp "$root"/resources/models/{sine,edge_detector,countdown}.tflite "$build/seeds"
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(model_validator model_run board settings c_array elf image array_file)
failed=0
for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target"
  inputs=("$build/corpus/$target" "$root/tests/fuzz/corpus/$target")
  case "$target" in model_*) inputs+=("$build/seeds") ;; esac
  longest=8000
  [ "$target" != image ] || longest=40000
  echo "== $target"
  "$build/tests/fuzz/fuzz_$target" -fork="$(nproc)" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=3000 \
    -max_len=$longest -artifact_prefix="$build/findings/$target-" "${inputs[@]}" 2>&1 | grep -v NEW_FUNC || failed=1
done
exit $failed
