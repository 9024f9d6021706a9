import { resolve } from 'node:path';
import { readManifest } from '../../registry/manifest/read';
import { answerFrom, probability } from './answer';
import { supportingBoxes, type Evidence } from './evidence';
import { categoriesByLabel } from './plain';

const { manifest } = readManifest(resolve(__dirname, '../../../../../../../models/classifier'));
const categories = categoriesByLabel(manifest.categories);
const objects = (shown: Record<string, number>) =>
  new Map(manifest.labels.slice(0, 97).map((label) => [label, shown[label] ?? 0.001]));
const sure = { confidence: 0.99, area: 0.4, distance: 0.05 };

interface Shown {
  head?: Record<string, number>;
  boxes?: Record<string, typeof sure>;
  scenes?: Record<string, number>;
}

function evidence({ head = {}, boxes = {}, scenes = {} }: Shown): Evidence {
  const places = new Map(Object.entries(scenes));
  return {
    head: { objects: objects(head), scenes: places, none: 0.02 },
    boxes: new Map(Object.entries(boxes)),
    scenes: places,
    categories,
  };
}

const answer = (shown: Shown) =>
  answerFrom(evidence(shown), manifest.answer!, [...manifest.labels, 'bear', 'horse', 'car', 'person']);
const first = (shown: Shown) => [...answer(shown)].sort(([, one], [, other]) => other - one)[0]![0];

test('a feature without a weight does not count', () => {
  expect(probability({ intercept: 1, known: 2 }, { known: 1, strange: 100 })).toBeCloseTo(1 / (1 + Math.exp(-3)), 12);
});

test('a class of the detector counts only if a box supports it', () => {
  expect(answer({}).get('bear')).toBe(0);
  expect(answer({ boxes: { bear: sure } }).get('bear')).toBeGreaterThan(0);
});

test('where the species is unsure the category is said, and a name that is likely needs none', () => {
  const unsure = answer({ boxes: { bear: { ...sure, confidence: 0.9 } }, head: { platypus: 0.2, kangaroo: 0.15, beaver: 0.2 } });
  expect(unsure.get('animal')).toBeGreaterThan(0.6);
  expect(unsure.get('bear')).toBeLessThan(0.5);
  const known = answer({ head: { platypus: 0.97 } });
  expect(known.get('platypus')).toBeGreaterThan(0.8);
  expect(known.get('animal')).toBe(0);
});

test('a calibration makes names less or more sure in the same order, and leaves scenes as they are', () => {
  const shown = evidence({ boxes: { bear: { ...sure, confidence: 0.8 } }, head: { platypus: 0.6 }, scenes: { street: 0.8 } });
  const labels = [...manifest.labels, 'bear', 'street', 'horse'];
  const section = { ...manifest.answer!, calibration: undefined };
  const [usual, careful] = [section, { ...section, calibration: { intercept: -1, slope: 0.5 } }].map((each) =>
    answerFrom(shown, each, labels),
  ) as [Map<string, number>, Map<string, number>];
  expect(careful.get('street')).toBe(usual.get('street'));
  expect(careful.get('horse')).toBe(0);
  const value = usual.get('bear')!;
  expect(careful.get('bear')).toBeCloseTo(1 / (1 + Math.exp(1 - 0.5 * Math.log(value / (1 - value)))), 6);
  const order = (map: ReadonlyMap<string, number>) =>
    ['bear', 'platypus'].toSorted((one, other) => map.get(other)! - map.get(one)!);
  expect(order(careful)).toEqual(order(usual));
});

test('a street with a small person in it is a street', () => {
  const person = { confidence: 0.9, area: 0.005, distance: 0.3 };
  expect(first({ scenes: { street: 0.9, highway: 0.1 }, boxes: { person } })).toBe('street');
});

test('of several boxes of a class the strongest one counts, in parts of the image', () => {
  const at = (confidence: number, x: number) => ({ label: 'cup', confidence, bounding_box: { x, y: 25, width: 50, height: 50 } });
  expect([...supportingBoxes([at(0.6, 0), at(0.9, 75)], { width: 200, height: 100 })]).toEqual([
    ['cup', { confidence: 0.9, area: 0.125, distance: 0 }],
  ]);
});
