import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { readManifest } from '../../../../../test/harness/model-tasks';
import { calibrationFrom } from './calibration';

const MODELS = resolve(__dirname, '../../../../../models');
const calibration = calibrationFrom(readManifest(resolve(MODELS, 'centernet')).manifest.calibration);
const SCORES = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
const SIZES = [1, 16, 64, 256, 512];

test('the manifest holds the numbers that were fitted', () => {
  const { pooled } = JSON.parse(readFileSync(resolve(MODELS, 'detector-calibration/detector-calibration.json'), 'utf8')) as {
    pooled: { table_score_size: Record<string, [number, number][]> };
  };
  for (const [px, rows] of Object.entries(pooled.table_score_size)) {
    for (const [score, expected] of rows) {
      expect(calibration.confidence(score, Number(px), 'cat')).toBeCloseTo(expected, 3);
    }
  }
});

test.each(['cat', 'person'])('a higher raw score of a %s never means a lower confidence, at any size', (label) => {
  for (const px of SIZES) {
    const confidences = SCORES.map((score) => calibration.confidence(score, px, label));
    expect(confidences).toEqual(confidences.toSorted((left, right) => left - right));
    expect(confidences[0]).toBeGreaterThanOrEqual(0);
    expect(confidences.at(-1)).toBeLessThanOrEqual(1);
  }
});

test('a person is believed sooner than a cat of the same score and size', () => {
  expect(calibration.confidence(0.3, 64, 'person')).toBeGreaterThan(calibration.confidence(0.3, 64, 'cat'));
});

test('what one of many looks finds is believed less, and least what a tile finds', () => {
  const [alone, whole, tile] = [undefined, 'whole' as const, 'tile' as const].map((look) =>
    calibration.confidence(0.4, 64, 'cat', look),
  );
  expect(alone).toBeGreaterThan(whole!);
  expect(whole).toBeGreaterThan(tile!);
});

test('no box under the lowest score reaches the confidence, and one over it can', () => {
  for (const wanted of [0.1, 0.6, 0.95]) {
    const lowest = calibration.lowestScore(wanted, 512);
    for (const label of ['cat', 'person']) {
      for (const px of SIZES) expect(calibration.confidence(lowest * 0.999, px, label)).toBeLessThan(wanted);
    }
    expect(calibration.confidence(lowest * 1.001, 512, 'person')).toBeGreaterThan(wanted);
  }
});

test('the ends of the scale ask for everything and for nothing', () => {
  expect(calibration.lowestScore(0, 512)).toBe(0);
  expect(calibration.lowestScore(1, 512)).toBe(1);
});

test('without a calibration the raw score is the confidence', () => {
  const none = calibrationFrom(undefined);
  expect(none.confidence(0.42, 64, 'cat')).toBe(0.42);
  expect(none.lowestScore(0.42, 512)).toBe(0.42);
});
