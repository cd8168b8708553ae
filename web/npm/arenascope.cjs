#!/usr/bin/env node
// The command line: the program as a WebAssembly module, with this computer's files.
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const tty = require('node:tty');
const arenascope = require('./module.cjs');

process.env.ARENASCOPE_BOARDS_DIR ??= join(__dirname, 'boards');

async function main() {
  const wanted = ['ARENASCOPE_BOARDS_DIR', 'ARENASCOPE_LOG', 'HOME', 'XDG_CONFIG_HOME'];
  const module = await arenascope({
    thisProgram: 'arenascope',
    usesRealFiles: true,
    wasmBinary: readFileSync(join(__dirname, 'module.wasm')),
    preRun: [(self) => {
      for (const name of wanted) if (process.env[name] !== undefined) self.ENV[name] = process.env[name];
    }],
  });
  for (const number of [0, 1, 2]) module.FS.streams[number].tty = tty.isatty(number);
  process.exitCode = module.callMain(process.argv.slice(2));
}

main().catch((error) => {
  console.error('arenascope: the interpreter has crashed: ' + String(error.message ?? error).slice(0, 300));
  process.exitCode = 1;
});
