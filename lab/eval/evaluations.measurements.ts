import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { examplePath } from '../../test/harness/fixtures/images';
import { lettering, letteringWidth } from '../../test/harness/fixtures/text/lettering';
import { ROOT } from '../../test/harness/percept';
import { faces } from './faces/faces';
import { recognise } from './faces/recognise';
import { classify } from './objects/classify';
import { ocr } from './ocr/ocr';

// Each evaluation on what we drew ourselves, where the figures are known.
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-evaluations-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('eval faces finds all that are drawn, and nothing else', async () => {
  const { figures } = await faces.measure({ quick: true, say: () => undefined });
  expect(figures).toMatchObject({ recall: 1, precision: 1, faces: 31 });
});

test('eval recognise knows the three people that are drawn again, and takes none for another', async () => {
  const { figures } = await recognise.measure({ quick: true, say: () => undefined });
  expect(figures).toMatchObject({ strangers: 12, false_accepts: 0, same: 3, false_rejects: 0 });
});

test('eval classify names what is drawn on the examples', async () => {
  const shown = [
    ['clock', 'clock-tower.png'],
    ['stop sign', 'crossing.jpg'],
    ['laptop', 'desk.jpg'],
  ] as const;
  for (const [label, file] of shown) {
    mkdirSync(join(folder, label));
    copyFileSync(examplePath(file), join(folder, label, file));
  }
  const { figures } = await classify.measure({ quick: false, data: folder, say: () => undefined });
  expect(figures).toMatchObject({ top1: 1, precision_at_half: 1, recall_at_half: 1, images: 3 });
});

test('eval ocr reads what is drawn', async () => {
  for (const each of ['img', 'box']) mkdirSync(join(folder, each));
  const drawn = [
    { text: 'TOTAL', x: 30, y: 30, size: 36 },
    { text: '12.50', x: 200, y: 120, size: 36 },
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="190"><rect width="400" height="190" fill="#fff"/>${drawn.map(lettering).join('')}</svg>`;
  await sharp(Buffer.from(svg))
    .png()
    .toFile(join(folder, 'img', 'a.png'));
  const rows = drawn.map(({ text, x, y, size }) => {
    const [left, right, top, bottom] = [x - 4, Math.round(x + letteringWidth(text, size)) + 4, y - 4, y + size + 4];
    return `${left},${top},${right},${top},${right},${bottom},${left},${bottom},${text}\n`;
  });
  writeFileSync(join(folder, 'box', 'a.csv'), rows.join(''));
  const { figures } = await ocr.measure({ quick: true, data: folder, say: () => undefined });
  expect(figures).toMatchObject({ cer: 0, word_f1: 1, line_recall: 1 });
});

test('eval detect finds what was drawn where it was drawn', async () => {
  for (const name of ['images', 'labels']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'config.yaml'), 'names: [clock, stop sign]\n');
  // Where the drawings have their dial (200 wide, at 360, 380 of 720 × 960) and their octagon (230, at 330, 260 of 960 × 720).
  writeFileSync(join(folder, 'labels', 'clock-tower.txt'), `0 ${360 / 720} ${380 / 960} ${200 / 720} ${200 / 960}\n`);
  writeFileSync(join(folder, 'labels', 'crossing.txt'), `1 ${330 / 960} ${260 / 720} ${230 / 960} ${230 / 720}\n`);
  for (const file of ['clock-tower.png', 'crossing.jpg']) copyFileSync(examplePath(file), join(folder, 'images', file));
  const report = join(folder, 'detect.json');
  const main = join(ROOT, 'dist', 'lab', 'eval', 'main.js');
  await promisify(execFile)(process.execPath, [main, 'detect', '--data', folder, '--quick', '--json', report], { cwd: ROOT });
  const { name, figures } = JSON.parse(readFileSync(report, 'utf8')) as { name: string; figures: Record<string, number> };
  expect(name).toBe('detect');
  expect(figures).toMatchObject({ map50: 1, images: 2, objects: 2 });
  expect(figures.map50_95).toBeGreaterThan(0.7);
  expect(figures.ece).toBeLessThan(0.2);
});
