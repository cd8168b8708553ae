#!/usr/bin/env bash
# The MCP SDK's client, from npm, and the server: mcp_sdk_test.sh CHECKOUT PROGRAM FOLDER
# FOLDER keeps the SDK. Skipped where npm or its registry cannot be reached.
set -euo pipefail
checkout=$1
program=$2
folder=$3
command -v npm >/dev/null || { echo "SKIPPED: there is no npm"; exit 77; }
mkdir -p "$folder"
[ -f "$folder/package.json" ] || echo '{"private": true}' >"$folder/package.json"
[ -d "$folder/node_modules/@modelcontextprotocol/sdk" ] ||
  npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1 >/dev/null ||
  { echo "SKIPPED: npm cannot install the SDK"; exit 77; }
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
XDG_CACHE_HOME=$cache node "$checkout/tests/package/mcp_client.mjs" "$folder" "$checkout" "$program"
