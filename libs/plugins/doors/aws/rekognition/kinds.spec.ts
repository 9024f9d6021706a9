import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCategory, LABEL_KINDS, listKinds } from './kinds';
import { labelFor, titleCase, toLabels } from './rekognition-answers';

const ROOT = join(__dirname, '../../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const linesOf = (path: string): string[] => read(path).trim().split('\n');
test('every label of our detector has a category', () => {
  expect(linesOf('models/centernet/labels.txt').filter((label) => findCategory(label) === undefined)).toEqual([]);
});

test('each label and each kind is of one kind at most, and no kind is of itself', () => {
  const members = LABEL_KINDS.flatMap(([, , each]) => each.split(', '));
  expect(members).toHaveLength(new Set(members).size);
  for (const member of members) expect(listKinds(member)).not.toContain(member);
  expect([listKinds('Dalmatian'), listKinds('stop sign'), listKinds('spaceship')]).toEqual([
    ['dog', 'mammal', 'animal'],
    ['sign'],
    [],
  ]);
});

test('a label comes with its kinds, which are labels as sure as the surest that is of them', () => {
  const box = { x: 10, y: 20, width: 30, height: 40 };
  const cars = [0.9, 0.7].map((confidence) => ({ object: 'car', confidence, bounding_box: box }));
  const labels = toLabels(
    [...cars, { object: 'forklift', confidence: 0.6, bounding_box: box }],
    [
      { label: 'airplane', confidence: 0.95, category: 'vehicle' },
      { label: 'street', confidence: 0.8, category: 'scene' },
    ],
    { width: 100, height: 100 },
  );
  expect(
    labels.map(({ Name, Confidence, Instances, Parents, Categories }) => [
      ...[Name, Confidence, Instances.length],
      ...[Parents, Categories].map((each) => each.map((one) => one.Name).join(', ')),
    ]),
  ).toEqual([
    ['Airplane', 95, 0, 'Aircraft, Vehicle', 'Vehicle'],
    ['Vehicle', 95, 0, '', 'Vehicle'],
    ['Aircraft', 95, 0, 'Vehicle', 'Vehicle'],
    ['Car', 90, 2, 'Vehicle', 'Vehicle'],
    ['Street', 80, 0, '', 'Scene'],
    ['Forklift', 60, 1, '', ''],
  ]);
  expect(labelFor('grand piano', 50)).toMatchObject({
    Name: 'Grand Piano',
    Parents: [{ Name: 'Piano' }, { Name: 'Musical Instrument' }],
  });
});

test('the page for users has the same table', () => {
  const page = read('docs/compat/aws.md');
  const kinds = LABEL_KINDS.filter(([, kind]) => kind);
  for (const [category, kind, members] of kinds) {
    const named = members.split(', ').map(titleCase).join(', ');
    expect(page).toContain(`| ${titleCase(kind)} | ${named} | ${titleCase(category)} |`);
  }
});
