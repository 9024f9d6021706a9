import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examplePath } from '../../../test/harness/fixtures/images';
import { readClassImages } from './class-folder';
import { score } from './classify';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-classes-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, ...files: string[]): void {
  mkdirSync(join(folder, name), { recursive: true });
  for (const file of files) copyFileSync(examplePath(file), join(folder, name, file));
}

const named = (...entries: [string, number][]) => entries.map(([label, confidence]) => ({ label, confidence }));

describe('a folder for each class', () => {
  test('is read with the names of its folders as labels, and a background without any', async () => {
    put('Stop_Sign', 'crossing.jpg');
    put('background', 'desk.jpg');
    writeFileSync(join(folder, 'Stop_Sign', 'notes.txt'), '');
    expect(await readClassImages(folder)).toEqual({
      images: [
        { path: join(folder, 'Stop_Sign', 'crossing.jpg'), labels: ['stop sign'] },
        { path: join(folder, 'background', 'desk.jpg'), labels: [] },
      ],
      vocabulary: ['stop sign'],
    });
  });

  test('in the layout with boxes, each kind of object counts once for its image', async () => {
    for (const name of ['images', 'labels']) put(name);
    put('images', 'fruit.jpg');
    writeFileSync(join(folder, 'config.yaml'), 'names: [orange, banana, cup]\n');
    writeFileSync(join(folder, 'labels', 'fruit.txt'), '0 0.5 0.5 0.1 0.1\n0 0.2 0.2 0.1 0.1\n1 0.5 0.5 0.2 0.2\n');
    expect(await readClassImages(folder)).toEqual({
      images: [{ path: join(folder, 'images', 'fruit.jpg'), labels: ['orange', 'banana'] }],
      vocabulary: ['orange', 'banana', 'cup'],
    });
  });

  test('that holds no images is refused with what is expected', async () => {
    await expect(readClassImages(folder)).rejects.toThrow('--data takes a folder for each class');
  });
});

test('the scores are those done by hand', () => {
  const { figures } = score(
    [
      { truths: ['cat'], named: named(['sofa', 0.99], ['cat', 0.8], ['dog', 0.6]) },
      { truths: ['dog'], named: named(['cat', 0.4], ['dog', 0.3]) },
      { truths: ['cat', 'dog'], named: named(['dog', 0.7], ['cat', 0.5]) },
      { truths: [], named: named(['cat', 0.9]) },
    ],
    ['cat', 'dog'],
  );
  // Named at half: cat and dog, nothing, dog and cat, cat; three of the five are right, of four labels in all.
  expect(figures).toEqual({
    top1: 2 / 3,
    precision_at_half: 3 / 5,
    recall_at_half: 3 / 4,
    named_at_half: 5,
    images: 4,
    labels: 4,
    images_of_nothing: 1,
    of_these_named_at_half: 1,
  });
});
