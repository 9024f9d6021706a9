import type { BodyPoint } from '@percept/sdk/models';
import { recognizeActivities } from './activities';
import { countTurns } from './hands';
import type { TrackedDetection, Track } from '../tracking/tracker';

const LABELS = [
  'nose',
  'left shoulder',
  'right shoulder',
  'left elbow',
  'left wrist',
  'left hip',
  'right hip',
  'left knee',
  'left ankle',
];
type Point = [x: number, y: number];

/** A body in a box of 60 × 180 at x, drawn by where each point is in it. */
function person(x: number, points: Record<string, Point>): Pick<TrackedDetection, 'box' | 'pose'> {
  const pose = LABELS.map((name): BodyPoint => {
    const point = points[name];
    return point ? { x: x + point[0], y: 100 + point[1], score: 0.9 } : { x: 0, y: 0, score: 0 };
  });
  return { box: { x, y: 100, width: 60, height: 180 }, pose };
}

const STANDING: Record<string, Point> = {
  nose: [30, 15],
  'left shoulder': [40, 40],
  'right shoulder': [20, 40],
  'left elbow': [45, 70],
  'left wrist': [45, 95],
  'left hip': [38, 95],
  'right hip': [22, 95],
  'left knee': [36, 135],
  'left ankle': [36, 175],
};
const SITTING = { ...STANDING, 'left knee': [70, 100] as Point, 'left ankle': [70, 140] as Point };
const RAISED = { ...STANDING, 'left elbow': [50, 20] as Point, 'left wrist': [50, -10] as Point };

const track = (label: string, step: number, looks: Pick<TrackedDetection, 'box' | 'pose'>[]): Track => ({
  label,
  detections: looks.map((look, entry) => ({ entry, time: entry * step, confidence: 0.9, ...look })),
});

function claimed(tracks: Track[], still = false): string[][] {
  const entries = Math.max(...tracks.map(({ detections }) => detections.length));
  const changes = Array.from({ length: entries }, () => ({ cut: false, still }));
  const claims = recognizeActivities(tracks, { changes, width: 1000, height: 500, labels: LABELS });
  return claims.map((all) => all.map(({ activity }) => activity));
}

const frames = (count: number, of: (index: number) => Pick<TrackedDetection, 'box' | 'pose'>) =>
  Array.from({ length: count }, (_, index) => of(index));

test('who is upright and stays where he is stands', () => {
  expect(
    claimed([
      track(
        'person',
        0.2,
        frames(5, () => person(100, STANDING)),
      ),
    ])[2],
  ).toEqual(['standing']);
});

test('the pace in body heights a second tells walking from running', () => {
  const moving = (pace: number) => [
    track(
      'person',
      0.2,
      frames(6, (index) => person(index * 0.2 * pace * 180, STANDING)),
    ),
  ];
  expect(claimed(moving(0.7))[3]).toEqual(['walking']);
  expect(claimed(moving(1.8))[3]).toEqual(['running']);
});

test('knees on the height of the hips are sitting', () => {
  expect(
    claimed([
      track(
        'person',
        0.2,
        frames(5, () => person(100, SITTING)),
      ),
    ])[2],
  ).toEqual(['sitting']);
});

test('a hand above the head is raised, and one that goes to and fro waves, where the frames are close enough', () => {
  const wave = (step: number) =>
    claimed([
      track(
        'person',
        step,
        frames(9, (index) => person(100, { ...RAISED, 'left wrist': [index % 2 ? 30 : 80, -10] })),
      ),
    ])[4];
  expect(
    claimed([
      track(
        'person',
        1,
        frames(3, () => person(100, RAISED)),
      ),
    ])[1],
  ).toEqual(['standing', 'raising_hands']);
  expect(wave(0.1)).toContain('waving');
  expect(wave(1)).not.toContain('waving');
});

test('a person over a bicycle that moves cycles, and neither walks nor runs', () => {
  const rider = track(
    'person',
    0.2,
    frames(5, (index) => person(index * 60, STANDING)),
  );
  const bicycle = track(
    'bicycle',
    0.2,
    frames(5, (index) => ({ box: { x: index * 60 - 20, y: 180, width: 100, height: 110 } })),
  );
  expect(claimed([rider, bicycle])[2]).toEqual(['cycling']);
});

/** As it would be drawn by somebody who lies: the torso level, the box wider than high. */
const LYING: Pick<TrackedDetection, 'box' | 'pose'> = {
  box: { x: 60, y: 220, width: 180, height: 60 },
  pose: person(0, {
    nose: [75, 150],
    'left shoulder': [100, 145],
    'right shoulder': [100, 155],
    'left hip': [155, 145],
    'right hip': [155, 155],
    'left knee': [195, 150],
    'left ankle': [235, 150],
  }).pose,
};
/** Moves everything up by this many pixels. */
const lifted = ({ box, pose }: Pick<TrackedDetection, 'box' | 'pose'>, by: number): Pick<TrackedDetection, 'box' | 'pose'> => ({
  box: { ...box, y: box.y - by },
  pose: pose!.map((point) => ({ ...point, y: point.y - by })),
});
const alone = (step: number, looks: Pick<TrackedDetection, 'box' | 'pose'>[]) => claimed([track('person', step, looks)]);

test('who lies lies, and has fallen where he stood right before', () => {
  const standing = person(100, STANDING);
  expect(alone(0.2, [LYING, LYING, LYING])[1]).toEqual(['lying']);
  const fall = alone(0.2, [standing, standing, standing, LYING, LYING, LYING]);
  expect(fall.map((claims) => claims.includes('falling'))).toEqual([false, false, false, true, true, true]);
  // So far apart he may have lain down.
  expect(alone(2, [standing, standing, LYING, LYING]).flat()).not.toContain('falling');
  expect(alone(0.2, [LYING, LYING, LYING, standing, standing, standing]).flat()).not.toContain('falling');
});

test('hips and feet that rise and come back within a moment are a jump; who walks up a stair does not jump', () => {
  const at = (...heights: number[]) => heights.map((height) => lifted(person(100, STANDING), height));
  const jump = alone(0.1, at(0, 0, 0, 25, 40, 25, 0, 0, 0));
  expect(jump.map((claims) => claims.includes('jumping'))[4]).toBe(true);
  expect(jump[0]).not.toContain('jumping');
  expect(alone(0.1, at(0, 10, 20, 30, 40, 50, 60, 70, 80)).flat()).not.toContain('jumping');
  // Slow enough, it does not count; with frames too far apart it cannot be detected.
  expect(alone(0.5, at(0, 0, 40, 0, 0)).flat()).not.toContain('jumping');
  // A squat: the hips move, the feet do not.
  const squat = { ...person(100, STANDING), pose: lifted(person(100, STANDING), -40).pose };
  const [up] = at(0);
  expect(alone(0.1, [squat, squat, up!, squat, squat]).flat()).not.toContain('jumping');
});

const thing = (label: string, step: number, boxes: [x: number, y: number, size: number][]) =>
  track(
    label,
    step,
    boxes.map(([x, y, size]) => ({ box: { x, y, width: size, height: size } })),
  );
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const steadily = <T>(value: T): T[] => times(5, value);

test.each([
  ['cell phone', 'using_phone', [138, 188, 14], [400, 188, 14]],
  ['laptop', 'using_laptop', [130, 180, 50], [500, 180, 50]],
  ['sandwich', 'eating', [135, 185, 20], [400, 185, 20]],
  ['motorcycle', 'riding', [70, 190, 120], [600, 190, 120]],
  ['skis', 'skiing', [80, 270, 100], [500, 270, 100]],
] as const)('with a %s a person does what it is for (%s), and does not where it is elsewhere', (label, activity, near, far) => {
  const somebody = track('person', 0.2, steadily(person(100, STANDING)));
  expect(claimed([somebody, thing(label, 0.2, steadily([...near]))])[2]).toContain(activity);
  expect(claimed([somebody, thing(label, 0.2, steadily([...far]))])[2]).not.toContain(activity);
});

test('a ball that moves near somebody is played with, one that lies there is not, nor one that is seen too seldom', () => {
  const player = (step: number) => track('person', step, steadily(person(100, STANDING)));
  const ball = (step: number, pace: number) =>
    thing(
      'sports ball',
      step,
      [0, 1, 2, 3, 4].map((index) => [60 + index * step * pace * 180, 250, 20]),
    );
  expect(claimed([player(0.2), ball(0.2, 0.8)])[2]).toContain('playing_ball');
  expect(claimed([player(0.2), ball(0.2, 0)])[2]).not.toContain('playing_ball');
  expect(claimed([player(1), ball(1, 0.5)])[2]).not.toContain('playing_ball');
});

test('of somebody whose legs are behind a desk, below the image or seen from above neither sitting nor walking is claimed', () => {
  const behindDesk = person(100, Object.fromEntries(Object.entries(SITTING).filter(([name]) => name !== 'left ankle')));
  expect(alone(0.2, steadily(behindDesk)).flat()).toEqual([]);
  const fromAbove = { ...STANDING, 'left knee': [36, 120] as Point, 'left ankle': [36, 142] as Point };
  expect(alone(0.2, steadily(person(100, fromAbove)))[2]).toEqual(['standing']);
  const passing = (y: number) =>
    [0, 1, 2, 3, 4].map((index) => ({ box: { x: index * 25, y, width: 60, height: 180 }, pose: undefined }));
  expect(alone(0.2, passing(100))[2]).toEqual(['walking']);
  expect(alone(0.2, passing(320))[2]).toEqual([]);
});

test('a car that gets somewhere drives, one that is parked does not', () => {
  const car = (pace: number) =>
    track(
      'car',
      0.5,
      frames(4, (index) => ({ box: { x: index * pace, y: 0, width: 200, height: 100 } })),
    );
  expect(claimed([car(80)])[1]).toEqual(['driving']);
  expect(claimed([car(2)])[1]).toEqual([]);
});

test('what happens once cannot be told to move, and an image that stands still says so', () => {
  expect(claimed([track('person', 1, [person(100, STANDING)])], true)[0]).toEqual(['no_motion']);
});

test('turns are counted without those smaller than asked for', () => {
  expect(countTurns([0, 1, 0, 1, 0], 0.5)).toBe(3);
  expect(countTurns([0, 0.1, 0, 0.1], 0.5)).toBe(0);
});

test('hands that keep moving above the hips gesture; those at rest, below the hips, or at something else do not', () => {
  const talking = (near: Point, far: Point, step = 0.2) =>
    track(
      'person',
      step,
      frames(8, (index) => person(100, { ...STANDING, 'left elbow': [55, 60], 'left wrist': index % 2 ? near : far })),
    );
  expect(claimed([talking([35, 70], [55, 60])])[4]).toEqual(['standing', 'gesturing']);
  expect(claimed([talking([35, 70], [36, 70])])[4]).toEqual(['standing']);
  expect(claimed([talking([35, 100], [55, 90])])[4]).toEqual(['standing']);
  // Too far apart it cannot be told.
  expect(claimed([talking([35, 70], [55, 60], 1)])[4]).toEqual(['standing']);
  const sandwich = thing('sandwich', 0.2, times(8, [135, 160, 20]));
  expect(claimed([talking([35, 70], [55, 60]), sandwich])[4]).toEqual(['eating', 'standing']);
});

test('who runs with bent knees does not sit', () => {
  const running = frames(6, (index) => person(index * 60, SITTING));
  expect(alone(0.2, running).flat()).not.toContain('sitting');
});

describe('neither who sways nor who moves an arm walks', () => {
  const boxes = (all: [x: number, width: number][]) =>
    all.map(([x, width]) => ({ box: { x, y: 100, width, height: 180 }, pose: undefined }));
  test('a box that goes to and fro', () => {
    expect(alone(0.2, boxes([0, 1, 2, 3, 4, 5, 6].map((index) => [index % 2 ? 120 : 100, 60]))).flat()).toEqual([]);
  });
  test('a box that grows on one side', () => {
    expect(alone(0.2, boxes([0, 1, 2, 3, 4].map((index) => [100, 60 + index * 8]))).flat()).toEqual([]);
  });
  test('a box that the lower border cuts off, with guessed knees below it', () => {
    const near = (index: number) => ({
      box: { x: index * 25, y: 380, width: 60, height: 120 },
      pose: person(index * 25, STANDING).pose!.map((point) => ({ ...point, y: point.y + 280 })),
    });
    expect(alone(0.2, frames(5, near)).flat()).toEqual([]);
  });
});
