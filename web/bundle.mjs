// Makes one page of its parts: node bundle.mjs BUILD SOURCE OUTPUT VERSION. Nothing that the page needs lies elsewhere.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [build, source, output, version] = process.argv.slice(2);
const read = (name) => readFileSync(join(source, 'web/page', name), 'utf8');
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');
const data = (id, bytes, more = '') => `<script type="text/plain" id="${id}"${more}>${packed(bytes)}</script>\n`;

const samples = ['keyword_spotter', 'person_detector', 'sine'].map((name) =>
  data('sample-' + name, readFileSync(join(source, 'resources/models', name + '.tflite')), ` data-sample="${name}.tflite"`));
const boards = readdirSync(join(source, 'resources/boards')).filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(join(source, 'resources/boards', name), 'utf8')]);
const scripts = data('module', readFileSync(join(build, 'module.wasm'))) + data('glue', readFileSync(join(build, 'module.js'))) +
  data('boards', JSON.stringify(Object.fromEntries(boards))) + samples.join('') +
  `<script type="text/plain" id="worker">${read('worker.js')}</script>\n` +
  `<script>\n${read('engine.js')}\n${read('picture.js')}\n${read('arena.js').replace("'use strict';", '')}\n${read('app.js').replace("'use strict';", '')}</script>\n`;
const page = read('index.html')
  .replace('<html lang="en">', () => `<html lang="en" data-version="${version}">`)
  .replace('<!--STYLE-->', () => `<style>\n${read('style.css')}</style>`)
  .replace('<!--SCRIPTS-->', () => scripts);
writeFileSync(output, page);
console.log(`${output}: ${page.length} bytes`);
