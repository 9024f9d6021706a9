import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testImage } from '../../../test/harness/fixtures/images';
import { readLabelledFolder, readTruths } from './labelled-folder';

describe('a labelled folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function write(split: string, config: string): Promise<void> {
    mkdirSync(join(folder, 'images', split), { recursive: true });
    mkdirSync(join(folder, 'labels', split), { recursive: true });
    writeFileSync(join(folder, 'config.yaml'), config);
    writeFileSync(join(folder, 'images', split, 'b.jpg'), await testImage({ width: 100, height: 50 }));
    writeFileSync(join(folder, 'images', split, 'a.jpg'), await testImage());
    writeFileSync(join(folder, 'labels', split, 'b.txt'), '1 0.5 0.5 0.2 0.4\n');
  }

  test('labels become boxes in pixels of the image', () => {
    expect(readTruths('0 0.5 0.5 0.2 0.4\n\n', { 0: 'cat' }, { width: 100, height: 50 })).toEqual([
      { label: 'cat', box: { x: 40, y: 15, width: 20, height: 20 } },
    ]);
  });

  test.each([
    ['flat', '', 'train: images/train2017\nval: images/val2017\nnames:\n  1: dog\n'],
    ['with its validation split', 'val2017', 'train: images/train2017\nval: images/val2017\nnames:\n  1: dog\n'],
    ['with its training split only', 'train2017', 'train: images/train2017\nval: images/val2017\nnames:\n  1: dog\n'],
    ['with its names as a list', '', 'names: [cat, dog]\n'],
  ])('a folder %s is read in order of its names', async (_, split, config) => {
    await write(split, config);
    expect(await readLabelledFolder(folder)).toEqual([
      { path: join(folder, 'images', split, 'a.jpg'), truths: [] },
      { path: join(folder, 'images', split, 'b.jpg'), truths: [{ label: 'dog', box: { x: 40, y: 15, width: 20, height: 20 } }] },
    ]);
  });

  test('a folder without config.yaml is refused with what is expected', async () => {
    await expect(readLabelledFolder(folder)).rejects.toThrow('--data takes a folder with config.yaml');
  });
});
