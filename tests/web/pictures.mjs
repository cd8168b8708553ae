// The page's pictures in the documentation: node tests/web/pictures.mjs FOLDER. Light and dark, with a sample model.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';
import { build, sample } from './support.mjs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node pictures.mjs FOLDER');
  process.exit(2);
}
for (const scheme of ['light', 'dark']) {
  const browser = await Browser.start({ width: 1280, height: 900, dark: scheme === 'dark' });
  await browser.open(pathToFileURL(join(build, 'arenascope.html')).href);
  await browser.drop([sample('person_detector')]);
  await browser.until("window.arenascope.model?.page !== undefined && !document.getElementById('result').hidden");
  await browser.value('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await browser.value('scrollTo(0, 0)');
  writeFileSync(join(folder, `web-${scheme}.png`), await browser.screenshot());
  await browser.close();
}
