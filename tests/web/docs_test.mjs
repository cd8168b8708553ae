// The documentation's site: it builds without a warning, opens from a file in a browser, and its search answers what
// newcomers ask within three results.
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Browser, chromium } from './browser.mjs';
import { program, root } from './support.mjs';

const questions = readFileSync(join(root, 'tests/support/questions.tsv'), 'utf8').split('\n')
  .filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
// Something that each page of the generated reference has.
const generated = {
  'JSON schema': 'reference/json',
  'construction_order': 'reference/json',
  'UNIDIRECTIONAL_SEQUENCE_LSTM': 'reference/operators',
  'AddDepthwiseConv2D': 'reference/operators',
  'revisions 90b983c2': 'reference/operators',
  'MCP tools': 'reference/mcp',
  'Python functions': 'reference/python',
  'keep_tensors': 'reference/python',
  'nucleo-h743zi': 'reference/boards',
  'clock_divider': 'reference/boards',
  'loop-iterations': 'reference/limits',
  'status over budget baseline': 'reference/exit-statuses',
  'ARENASCOPE_LOG': 'reference/exit-statuses',
  'catalogue messages': 'reference/messages',
  'time-axis': 'reference/commands',
};
const skip = !program ? 'the program has not been built' : !chromium ? 'there is no Chromium' : false;

test('the documentation', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'arenascope-docs-'));
  const browser = await Browser.start();
  const open = (page, query = '') => {
    const url = new URL(pathToFileURL(join(folder, page)).href + query).href;
    return browser.open(url, `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`);
  };
  t.after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const made = spawnSync(join(root, 'docs/build.sh'), [folder], { encoding: 'utf8', env: { ...process.env, ARENASCOPE_PROGRAM: program } });
  assert.strictEqual(made.status, 0, made.stdout + made.stderr);

  await t.test('opens, with its charts and every command', async () => {
    await open('explanation/arena.html');
    await browser.until("document.querySelectorAll('article img').length === 2");
    await browser.until("[...document.querySelectorAll('article img')].every((image) => image.naturalWidth > 0)");
    await open('reference/commands.html');
    const shown = await browser.value("[...document.querySelectorAll('article h2')].map((title) => title.firstChild.textContent).join()");
    for (const subcommand of ['profile', 'shrink', 'explain', 'doctor']) assert.ok(shown.split(',').includes(subcommand), shown);
  });

  await t.test('is light or dark', async () => {
    await open('index.html');
    const grounds = await browser.value(`['light', 'dark'].map((theme) => {
      document.body.dataset.theme = theme;
      return getComputedStyle(document.body).backgroundColor;
    }).join(' ')`);
    assert.match(grounds, /^rgb\(255, 255, 255\) rgb\((\d|[1-4]\d), (\d|[1-4]\d), (\d|[1-4]\d)\)$/);
    assert.ok(await browser.value("document.querySelector('.theme-toggle') !== null"));
  });

  await t.test('has the schemas of reports as files', () => {
    const schema = JSON.parse(readFileSync(join(folder, 'schemas/profile.json'), 'utf8'));
    assert.strictEqual(schema.title, 'arenascope.profile.1');
    for (const other of ['shrink', 'advise', 'versions']) assert.ok(existsSync(join(folder, `schemas/${other}.json`)), other);
  });

  const finds = async (answers) => {
    for (const [question, answer] of answers) {
      await open('search.html', `?q=${encodeURIComponent(question)}`);
      await browser.until('/Search finished|did not match/.test(document.body.innerText)');
      const found = await browser.value("[...document.querySelectorAll('#search-results li a')].slice(0, 3).map((link) => link.getAttribute('href').split(/[.?#]/)[0]).join()");
      t.diagnostic(`${question} ${answer}: ${found.split(',').indexOf(answer) + 1}`);
      assert.ok(found.split(',').includes(answer), `${question}: ${found}`);
    }
  };
  await t.test('finds what newcomers ask', async () => {
    assert.strictEqual(questions.filter(([question]) => question.endsWith('?')).length, 21);
    await finds(questions);
  });

  await t.test('finds what the generated reference has', () => finds(Object.entries(generated)));
  assert.deepStrictEqual(browser.errors, []);
});
