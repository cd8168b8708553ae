// The module says what the program says: arena, plan, events and recorded figures, byte for byte, over the samples and
// the models that were measured with the real interpreter (a part of them; all with ARENASCOPE_ALL_MODELS=1).
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';
import { Module, program, sample, samples, someModels } from './support.mjs';

const all = process.env.ARENASCOPE_ALL_MODELS === '1';
const models = [...samples, ...someModels(all ? 1 : 6, all ? 1e9 : 60000)];
const settings = [
  ['--target', 'cortex-m4'], ['--target', 'cortex-m4', '--kernels', 'reference'],
  ['--target', 'cortex-m0plus'], ['--target', 'cortex-m55'], ['--target', 'cortex-m4', '--kernels', 'cmsis-nn@armclang'],
  ['--target', 'esp32s3', '--kernels', 'esp-nn@1.2.1'], ['--target', 'esp32'], ['--target', 'riscv32'],
  ['--target', 'cortex-m4', '--tflm', '2023-05'], ['--target', 'cortex-m3', '--tflm', '2022-02', '--kernels', 'reference'],
  ['--target', 'cortex-m4', '--planner', 'linear'],
];
// What differs by intention: cycles, stack and flash, and what is said of them.
const same = ['schema', 'status', 'target', 'kernels', 'planner', 'resource_variables', 'arena', 'split_arenas', 'tail',
  'allocations', 'planned_buffers', 'recorded', 'inputs', 'stopped_early', 'error'];

const compared = { skip: program ? false : 'the program has not been built (build/release)' };

for (const words of settings) {
  test(words.join(' '), compared, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arenascope-same-'));
    try {
      const list = join(folder, 'models.txt');
      writeFileSync(list, models.join('\n') + '\n');
      const planner = words.indexOf('--planner') >= 0;
      const reports = new Map();
      if (planner || words.includes('--tflm')) { // not what a batch can do
        for (const model of models.slice(0, 40)) {
          const file = join(folder, 'report.json');
          spawnSync(program, ['profile', model, ...words, '--no-cache', '--json', file]);
          reports.set(model, JSON.parse(readFileSync(file, 'utf8')));
        }
      } else {
        const { stdout } = spawnSync(program, ['batch', list, ...words, '--no-cache', '--json', '-'], { maxBuffer: 1 << 30 });
        for (const line of stdout.toString().split('\n').filter((each) => each.startsWith('{'))) {
          const report = JSON.parse(line);
          if (report.model?.path) reports.set(report.model.path, report);
        }
      }
      assert.ok(reports.size >= Math.min(models.length, 20), `only ${reports.size} reports to compare with`);
      const module = await Module.make(); // one for all: nothing may depend on what was run before
      for (const [path, expected] of reports) {
        const { report, err } = module.profile(path, words);
        assert.ok(report, `${path}: ${err}`);
        for (const key of same) assert.deepStrictEqual(report[key], expected[key], `${basename(path)}: ${key}`);
      }
      console.log(`${reports.size} models are the same with ${words.join(' ')}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('the same words for a plan, a comparison and a message', compared, async () => {
  const module = await Module.make();
  const model = sample('person_detector');
  const given = (words) => words.map((word) => (word === '/person_detector.tflite' ? model : word));
  for (const words of [['plan', '/person_detector.tflite'], ['compare', '/person_detector.tflite', '--no-invoke'],
    ['explain', '/person_detector.tflite', '--target', 'cortex-m4',
      'Failed to resize buffer. Requested: 55296, available 32008, missing: 23288']]) {
    const ours = module.run(words, [model]);
    const theirs = spawnSync(program, given(words));
    const plain = (text) => text.toString().split('\n').slice(1).join('\n') // the first line has the path
      .replace(/^.*(cycles|flash|stack).*$/gm, '').replace(/\n+/g, '\n');
    assert.strictEqual(ours.status, theirs.status, ours.err);
    assert.strictEqual(plain(ours.out), plain(theirs.stdout), words[0]);
  }
});

test('a planned model is the same file', compared, async () => {
  const module = await Module.make();
  const folder = mkdtempSync(join(tmpdir(), 'arenascope-plan-'));
  try {
    let written = 0;
    for (const model of [...samples, ...someModels(40, 60000)]) {
      const file = join(folder, 'planned.tflite');
      rmSync(file, { force: true });
      const ours = module.run(['plan', '/' + basename(model), '--write', '/planned.tflite'], [model], ['/planned.tflite']);
      const theirs = spawnSync(program, ['plan', model, '--write', file]);
      assert.strictEqual(ours.status, theirs.status, model);
      if (!ours.files['/planned.tflite']) continue;
      ++written;
      assert.ok(readFileSync(file).equals(ours.files['/planned.tflite']), `${basename(model)}: another planned model`);
    }
    assert.ok(written > 0, 'no plan was written');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
