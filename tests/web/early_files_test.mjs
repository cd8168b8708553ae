// Files that are opened while the page's engine still starts: the page's own code, with a document and an engine that
// answers when it is told to.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';

const root = process.env.ARENASCOPE_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), '../..');
const code = readFileSync(join(root, 'web/page/app.js'), 'utf8');
const packed = (bytes) => gzipSync(Buffer.from(bytes)).toString('base64');

function makeElement() {
  const listeners = {};
  return { textContent: '', value: '', hidden: false, dataset: {}, files: [], children: [],
    classList: { add() {}, remove() {} }, append(...nodes) { this.children.push(...nodes); },
    replaceChildren(...nodes) { this.children = nodes; }, setAttribute() {}, click() { this.onclick?.(); },
    addEventListener(type, listener) { (listeners[type] ??= []).push(listener); },
    dispatch(type, event) { for (const listener of listeners[type] ?? []) listener({ preventDefault() {}, ...event }); } };
}

// The page, begun; choices() lets the engine say what there is.
function startPage() {
  const elements = {
    module: Object.assign(makeElement(), { textContent: packed([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) }),
    glue: Object.assign(makeElement(), { textContent: packed('') }),
    boards: Object.assign(makeElement(), { textContent: packed('{}') }) };
  const opened = [];
  let choose;
  const chosen = new Promise((done) => { choose = done; });
  const sample = Object.assign(makeElement(), { id: 'sample', dataset: { sample: 'sine.tflite' }, textContent: packed('TFL3') });
  elements.sample = sample;
  const document = Object.assign(makeElement(), { body: makeElement(), documentElement: makeElement(),
    getElementById: (id) => (elements[id] ??= makeElement()), createElement: makeElement,
    querySelectorAll: () => [sample] });
  const engine = class {
    async run(words) {
      if (words[0] === 'choices') await chosen;
      return { out: JSON.stringify({ targets: [{ name: '', family: 'Host', kernels: ['reference'] }], boards: [],
        fields: [{ name: 'target', option: '--target', label: 'Target', choices: [''], default: '' }] }),
        err: '', files: {} };
    }
  };
  const window = {};
  const context = vm.createContext({ document, window, Engine: engine, WebAssembly, TextDecoder, TextEncoder, Blob, Response,
    DecompressionStream, Uint8Array, atob, setTimeout, clearTimeout, matchMedia: () => makeElement(), opened,
    humanBytes: String, grouped: String });
  const seen = `
    for (const method of ['show']) Page.prototype[method] = function () { opened.push(this.model.name); };`;
  vm.runInContext(code.replace(/\nbegin\(\);\s*$/, seen + '\nbegin();'), context);
  return { document, elements, opened, choose, window,
    ready: async () => { while (document.documentElement.dataset.ready !== 'true') await new Promise(setImmediate); } };
}

const file = (name) => ({ name, size: 4, arrayBuffer: async () => new ArrayBuffer(4) });

test('a file that is dropped at once is opened when the engine is there', async () => {
  const page = startPage();
  page.document.dispatch('drop', { dataTransfer: { files: [file('first.tflite')] } });
  page.choose();
  await page.ready();
  assert.deepStrictEqual(page.opened, ['first.tflite']);
});

test('files keep their order, however they are opened', async () => {
  const page = startPage();
  await new Promise(setImmediate);
  page.document.dispatch('drop', { dataTransfer: { files: [file('first.tflite'), file('second.tflite')] } });
  const input = page.document.getElementById('file');
  input.files = [file('third.tflite')];
  input.onchange();
  assert.deepStrictEqual(page.opened, []);
  assert.strictEqual(page.document.getElementById('busy').hidden, false, 'and it is said that they are on their way');
  page.choose();
  await page.ready();
  assert.deepStrictEqual(page.opened, ['first.tflite', 'second.tflite', 'third.tflite']);
});

test('what is dropped later is opened at once', async () => {
  const page = startPage();
  page.choose();
  await page.ready();
  page.document.dispatch('drop', { dataTransfer: { files: [file('later.tflite')] } });
  while (page.opened.length === 0) await new Promise(setImmediate);
  assert.deepStrictEqual(page.opened, ['later.tflite']);
});
