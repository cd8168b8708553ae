// The npm package, installed into an empty folder without a network.
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { build, root, sample } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'arenascope-npm-'));
const package_ = readdirSync(build).find((name) => /^arenascope-.*\.tgz$/.test(name));

function run(words, options = {}) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin/arenascope'), words,
    { cwd: folder, encoding: 'utf8', ...options });
  return { status, out: stdout, err: stderr };
}

test.before(() => {
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const installed = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(build, package_)],
    { cwd: folder, encoding: 'utf8' });
  assert.strictEqual(installed.status, 0, installed.stderr);
  copyFileSync(sample('sine'), join(folder, 'sine.tflite'));
});
test.after(() => rmSync(folder, { recursive: true }));

test('its version is the program’s', () => {
  const [, version] = readFileSync(join(root, 'CMakeLists.txt'), 'utf8').match(/project\(arenascope VERSION (\S+)/);
  assert.strictEqual(run(['--version']).out.trim(), 'arenascope ' + version);
  assert.strictEqual(package_, `arenascope-${version}.tgz`);
});

test('profile: text without colours, JSON, header and budget', () => {
  const plain = run(['profile', 'sine.tflite']);
  assert.strictEqual(plain.status, 0);
  assert.match(plain.out, /kTensorArenaSize = 1,296 bytes/);
  assert.ok(!/\x1b/.test(plain.out + plain.err), 'colours where nobody sees them');
  assert.strictEqual(JSON.parse(run(['profile', 'sine.tflite', '--no-invoke', '--json', '-']).out).arena.minimum_bytes, 1296);
  assert.strictEqual(run(['profile', 'sine.tflite', '--header', 'arena.h']).status, 0);
  assert.match(readFileSync(join(folder, 'arena.h'), 'utf8'), /kTensorArenaSize/);
  const over = run(['profile', 'sine.tflite', '--budget', '1000']);
  assert.strictEqual(over.status, 3);
  assert.match(over.err, /over budget/);
  assert.strictEqual(run(['profile', 'sine.tflite', '--board', 'nucleo-h743zi']).status, 0, 'boards come along');
});

test('a page of tables, without charts', () => {
  const written = run(['profile', 'sine.tflite', '--html', 'page.html']);
  assert.strictEqual(written.status, 0, written.err);
  assert.match(written.err, /page\.html has no charts/);
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  assert.match(page, /1,296<\/span> bytes/);
  assert.match(page, /FULLY_CONNECTED/);
  assert.ok(!page.includes('<svg'));
});

test('files anywhere, messages from standard input', () => {
  assert.strictEqual(run(['profile', sample('keyword_spotter')]).status, 0);
  const log = 'Failed to resize buffer. Requested: 16000, available 9216, missing: 6784\n';
  const explained = run(['explain', sample('keyword_spotter'), '-'], { input: log });
  assert.strictEqual(explained.status, 0, explained.err);
  assert.match(explained.out, /did not fit into the head/);
});

test('plan and compare', () => {
  assert.strictEqual(run(['plan', sample('person_detector'), '--write', 'planned.tflite']).status, 0);
  assert.ok(existsSync(join(folder, 'planned.tflite')));
  const compared = run(['compare', sample('person_detector'), 'planned.tflite']);
  assert.strictEqual(compared.status, 0, compared.err);
});

test('it sizes an arena in a CMake build that has nothing else', () => {
  for (const name of ['arenascope.cmake', 'arenascope_model_array.cmake']) copyFileSync(join(root, 'cmake', name), join(folder, name));
  writeFileSync(join(folder, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.20)
project(vendored LANGUAGES CXX)
include(arenascope.cmake)
add_library(app STATIC app.cc)
arenascope_size_arena(TARGET app MODEL sine.tflite BUDGET 2000 RESOLVER)
`);
  writeFileSync(join(folder, 'app.cc'), '#include "sine_arena.h"\nunsigned char arena[kTensorArenaSize];\n');
  const environment = { ...process.env, CXX: '/usr/bin/g++' };
  const cmake = (words) => spawnSync('cmake', words, { cwd: folder, encoding: 'utf8', env: environment });
  const configured = cmake(['-S', '.', '-B', 'build', '-G', 'Ninja', `-DARENASCOPE_NPM_PACKAGE=${join(build, package_)}`,
    `-DARENASCOPE_NPM_SHA256=${createHash('sha256').update(readFileSync(join(build, package_))).digest('hex')}`]);
  assert.strictEqual(configured.status, 0, configured.stderr);
  const built = cmake(['--build', 'build']);
  assert.strictEqual(built.status, 0, built.stdout + built.stderr);
  assert.match(readFileSync(join(folder, 'build/arenascope/app/sine_arena.h'), 'utf8'), /kTensorArenaSize = 1296/);
  assert.match(readFileSync(join(folder, 'build/arenascope/app/sine_ops.h'), 'utf8'), /AddFullyConnected/);
});

test('a gate that cannot be computed here does not pass', () => {
  const baseline = JSON.parse(run(['profile', 'sine.tflite', '--json', '-']).out);
  baseline.cycles = { total: 20_000_000 };
  writeFileSync(join(folder, 'baseline.json'), JSON.stringify(baseline));
  const gated = run(['profile', 'sine.tflite', '--baseline', 'baseline.json', '--threshold', 'cycles=2%', '--markdown', 'gate.md']);
  assert.strictEqual(gated.status, 3);
  assert.match(gated.err, /cycles cannot be compared/);
  assert.match(readFileSync(join(folder, 'gate.md'), 'utf8'), /❌/);
  assert.strictEqual(run(['profile', 'sine.tflite', '--max-cycles', '1']).status, 2);
  assert.strictEqual(run(['profile', 'sine.tflite', '--budget', '-5']).status, 2);
});

test('options that need the emulator are refused', () => {
  for (const words of [['--guard'], ['--board', 'nucleo-f446re', '--clock', '10'], ['--board', 'nucleo-f446re', '--caches', 'none'],
    ['--overlap']]) {
    const refused = run(['profile', 'sine.tflite', ...words]);
    assert.strictEqual(refused.status, 2, words.join(' '));
    assert.match(refused.err, /needs the emulator of the installed program/);
  }
  const offered = run(['profile', '--help']);
  assert.match(offered.out, /--board NAME/);
  assert.doesNotMatch(offered.out, /--guard|--clock|--caches|--overlap /);
});

test('what goes wrong has one message and the program’s exit status', () => {
  assert.deepStrictEqual(run(['profile', 'nothing.tflite']),
    { status: 1, out: '', err: 'arenascope: nothing.tflite: no such file\n' });
  assert.strictEqual(run(['profile']).status, 2);
  assert.strictEqual(run([]).status, 2);
  const installed = run(['advise', 'sine.tflite']);
  assert.strictEqual(installed.status, 2);
  assert.match(installed.err, /no subcommand advise here: only the installed program has it; there are: profile, .*versions\n/);
  writeFileSync(join(folder, 'broken.tflite'), 'not a model');
  const broken = run(['profile', 'broken.tflite']);
  assert.strictEqual(broken.status, 1);
  assert.match(broken.err, /^arenascope: broken\.tflite: /);
});
