import type { Classification } from '@percept/sdk/models';
import { Shots } from './shots';

const scene = (label: string, confidence: number): Classification => ({ label, confidence, category: 'scene' });
const thing = (label: string, confidence: number): Classification => ({ label, confidence, category: 'household' });

/** The shots of ten seconds with one cut, of which every look of a shot has the same answer. */
function told(...looks: Classification[][]): [string, number][] {
  const shots = new Shots();
  for (const [second, found] of looks.entries()) if (shots.at(second, second === 0)) shots.add(found);
  return shots.close(looks.length).map((shot) => [shot.scene, Number(shot.confidence.toFixed(2))]);
}

test('a scene is looked at at the beginning of a shot, after two and five seconds, and then every five', () => {
  const shots = new Shots();
  const asked: number[] = [];
  for (let second = 0; second <= 22; second++) {
    if (!shots.at(second, second === 18)) continue;
    asked.push(second);
    shots.add([]);
  }
  expect(asked).toEqual([0, 2, 5, 10, 15, 18, 20]);
});

test('several looks that agree tell a scene that one of them would not', () => {
  const street = [scene('street', 0.45), scene('sea', 0.05)];
  expect(told(street, [], street)).toEqual([['street', 0.45]]);
  expect(told(street)).not.toEqual([['street', 0.45]]);
});

test('looks that contradict each other tell no kind of scene, but whether it is indoors where that is sure', () => {
  const kitchen = [scene('kitchen', 0.6), thing('oven', 0.5)];
  const office = [scene('office', 0.6), thing('chair', 0.5)];
  expect(told(kitchen, [], office)).toEqual([['indoors', 1]]);
  const cars = [{ label: 'car', confidence: 0.9, category: 'vehicle' }, scene('street', 0.1), scene('highway', 0.1)];
  expect(told(cars)[0]![0]).toBe('outdoors');
});

test('an image that shows neither has an unknown scene', () => {
  expect(told([])).toEqual([['unknown', 0]]);
  expect(told([thing('bottle', 0.6)])).toEqual([['unknown', 0]]);
  expect(told([thing('chair', 0.17)])).toEqual([['unknown', 0]]);
  expect(told([thing('chair', 0.24)])).toEqual([['indoors', 0.74]]);
});

test('a kind of scene that what stands there contradicts is not told', () => {
  expect(told([scene('forest', 0.6), thing('couch', 0.9)])).toEqual([['indoors', 0.86]]);
  expect(told([scene('forest', 0.6)])).toEqual([['forest', 0.6]]);
});
