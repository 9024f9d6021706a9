import { resolve } from 'node:path';
import { readManifest } from '../../../../../test/harness/model-tasks';
import { fuseScenes } from './scenes';

const NONE = new Map<string, number>();
const shares = (classes: Record<string, number>) => new Map(Object.entries(classes));
const scene = (label: string, weights: object) => ({ label, head: {}, objects: {}, against: {}, ...weights });

test('a scene grows with the scenes and objects that speak for it', () => {
  const kitchen = scene('kitchen', { head: { kitchen: 0.5 }, objects: { oven: 0.5 } });
  // 1 − (1 − 0.5 · 0.4) · (1 − 0.5 · 0.8)
  expect(fuseScenes(shares({ kitchen: 0.4 }), NONE, shares({ oven: 0.8 }), [kitchen]).get('kitchen')).toBeCloseTo(0.52, 12);
});

test('a scene is never less than what the head says of it, unless an object speaks against it', () => {
  const bedroom = scene('bedroom', { head: { bedroom: 0.5 }, against: { oven: 0.5 } });
  expect(fuseScenes(shares({ bedroom: 0.8 }), NONE, shares({}), [bedroom]).get('bedroom')).toBe(0.8);
  expect(fuseScenes(shares({ bedroom: 0.8 }), NONE, shares({ oven: 1 }), [bedroom]).get('bedroom')).toBeCloseTo(0.4, 12);
});

test('a scene grows with what the head names', () => {
  const kitchen = scene('kitchen', { head: { stove: 0.6 } });
  expect(fuseScenes(NONE, shares({ stove: 0.5 }), NONE, [kitchen]).get('kitchen')).toBeCloseTo(0.3, 12);
});

test('a scene that only objects indicate is included', () => {
  const airport = scene('airport', { objects: { airplane: 0.5 } });
  expect(fuseScenes(NONE, NONE, shares({ airplane: 0.9 }), [airport]).get('airport')).toBeCloseTo(0.45, 12);
});

describe('the street of the classifier in the box', () => {
  const { scenes } = readManifest(resolve(__dirname, '../../../../../models/classifier')).manifest;
  const street = (objects: Record<string, number>, seen = 0.1) =>
    fuseScenes(shares({ street: seen }), NONE, shares(objects), scenes).get('street')!;

  test('is named where traffic is', () => {
    expect(street({ car: 0.9, 'traffic light': 0.9 })).toBeGreaterThan(0.7);
    expect(street({ bus: 1, car: 0.4 })).toBeGreaterThan(0.6);
  });

  test.each(['train', 'airplane', 'tennis racket'])('is not where cars stand beside a %s', (object) => {
    expect(street({ car: 0.95, truck: 0.7 })).toBeGreaterThan(0.5);
    expect(street({ car: 0.95, truck: 0.7, [object]: 0.95 })).toBeLessThan(0.4);
  });
});
