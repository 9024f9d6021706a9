import { resolve } from 'node:path';
import { readManifest } from '../../../../../test/harness/model-tasks';
import { answerFrom, logOdds, rank } from './answer';
import { nameFeatures, supportingBoxes, type Evidence } from './evidence';
import { NameTree } from './name-tree';

const { manifest } = readManifest(resolve(__dirname, '../../../../../models/classifier'));
const tree = new NameTree(manifest.parents);
const sure = { confidence: 0.99, area: 0.4, distance: 0.05 };

interface Shown {
  objects?: Record<string, number>;
  boxes?: Record<string, typeof sure>;
  scenes?: Record<string, number>;
  kinds?: Record<string, number>;
}

function evidence({ objects = {}, boxes = {}, scenes = {}, kinds = {} }: Shown): Evidence {
  const [names, places] = [new Map(Object.entries(objects)), new Map(Object.entries(scenes))];
  return {
    head: { objects: names, scenes: places, kinds: new Map(Object.entries(kinds)) },
    names: tree.sums(names),
    boxes: new Map(Object.entries(boxes)),
    scenes: places,
    tree,
  };
}

const likelihoods = (shown: Shown) => answerFrom(evidence(shown), manifest.answer!);
const answer = (shown: Shown) => new Map([...likelihoods(shown)].map(([name, { confidence }]) => [name, confidence]));
const ranked = (shown: Shown) => rank(likelihoods(shown), tree);
const order = (found: Record<string, number>) =>
  rank(new Map(Object.entries(found).map(([name, likely]) => [name, { likely, confidence: likely }])), tree);

test('a feature without a weight does not count', () => {
  expect(logOdds({ intercept: 1, known: 2 }, { known: 1, strange: 100 })).toBe(3);
});

test('caution lowers what is shown, and not the order', () => {
  const shown = { objects: { beagle: 0.9 } };
  const bold = answerFrom(evidence(shown), { ...manifest.answer!, caution: {} });
  for (const [name, { likely, confidence }] of likelihoods(shown)) {
    expect(confidence).toBeLessThan(likely);
    expect(bold.get(name)).toEqual({ likely, confidence: likely });
  }
});

test('the surest name below a name is weighed against the surest other name, however unlikely that is', () => {
  const marginOf = (objects: Record<string, number>) => nameFeatures('dog', evidence({ objects })).margin;
  expect(marginOf({ beagle: 0.5, boxer: 0.1, vase: 0.25, cup: 0.05 })).toBeCloseTo(Math.log(2), 12);
  expect(marginOf({ beagle: 0.9, vase: 2e-4 })).toBeCloseTo(Math.log(4500), 12);
  expect(marginOf({ beagle: 1 })).toBeCloseTo(Math.log(1e5), 12);
});

test('a class of the detector counts only if a box supports it', () => {
  expect(answer({}).has('zebra')).toBe(false);
  expect(answer({ boxes: { zebra: sure } }).get('zebra')).toBeGreaterThan(0.5);
});

test('where the breed is unsure the dog is said, and where it is sure the breed comes first', () => {
  const unsure = answer({ objects: { beagle: 0.3, boxer: 0.3, pug: 0.3 } });
  expect(unsure.get('dog')).toBeGreaterThan(0.7);
  expect(unsure.get('beagle')).toBeLessThan(0.4);
  expect(ranked({ objects: { beagle: 0.97 } })).toEqual(['beagle', 'dog', 'animal']);
});

test('a wider name is never less probable than the names below it', () => {
  const found = answer({ objects: { beagle: 0.5, ant: 0.2, pizza: 0.1 }, boxes: { dog: sure } });
  for (const [name, confidence] of found)
    for (const wider of tree.ancestors(name)) expect(found.get(wider)).toBeGreaterThanOrEqual(confidence);
});

test('many faint animals do not make an animal', () => {
  const faint = Object.fromEntries(manifest.labels.slice(0, 200).map((label) => [label, 0.001]));
  expect(answer({ objects: faint }).get('animal') ?? 0).toBeLessThan(0.5);
});

test('a wider name comes behind the names below it, unless they are all much less likely', () => {
  expect(order({ animal: 0.99, dog: 0.98, beagle: 0.7, vase: 0.6 })).toEqual(['beagle', 'dog', 'animal', 'vase']);
  expect(order({ animal: 0.98, dog: 0.98, beagle: 0.2 })).toEqual(['dog', 'animal', 'beagle']);
  expect(order({ animal: 0.9, ant: 0.2, vase: 0.3 })).toEqual(['animal', 'ant', 'vase']);
});

test('a name that is not shown does not move the others', () => {
  const shown = { animal: 0.96, dog: 0.95, street: 0.53 };
  expect(order(shown)).toEqual(['dog', 'animal', 'street']);
  expect(order({ ...shown, beagle: 0.4 })).toEqual(['beagle', 'dog', 'animal', 'street']);
});

test('a street with a small person in it is a street', () => {
  const person = { confidence: 0.9, area: 0.005, distance: 0.3 };
  expect(ranked({ scenes: { street: 0.9 }, boxes: { person } })[0]).toBe('street');
});

test('a document or a screenshot is told apart first: what a photograph would show counts little', () => {
  const shown = { objects: { beagle: 0.97 }, scenes: { street: 0.7 } };
  const page = answer({ ...shown, kinds: { document: 0.9, screenshot: 0.05 } });
  expect(page.get('document')).toBe(0.9);
  for (const name of ['beagle', 'animal', 'street']) expect(page.get(name)).toBeLessThan(0.1);
  const photograph = answer({ ...shown, kinds: { document: 0.3, screenshot: 0.01 } });
  expect(photograph.get('beagle')).toBe(answer(shown).get('beagle'));
  expect(photograph.get('document')).toBe(0.3);
});

test('names that lead back to themselves are refused', () => {
  expect(() => new NameTree({ dog: 'animal', animal: 'dog' })).toThrow("parents: 'dog' is above itself.");
});

test('of several boxes of a class the strongest one counts, in parts of the image', () => {
  const at = (confidence: number, x: number) => ({ label: 'cup', confidence, bounding_box: { x, y: 25, width: 50, height: 50 } });
  expect([...supportingBoxes([at(0.6, 0), at(0.9, 75)], { width: 200, height: 100 })]).toEqual([
    ['cup', { confidence: 0.9, area: 0.125, distance: 0 }],
  ]);
});
