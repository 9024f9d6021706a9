import { withoutLoneShapes } from './lone-boxes';

const image = { width: 1000, height: 600 };
const line = (text: string, confidence: number, { x = 300, height = 64 } = {}) => ({
  text,
  confidence,
  region: { centre: { x, y: 300 }, direction: { x: 1, y: 0 }, length: height * Math.max(1, text.length), height },
});
const kept = (...lines: ReturnType<typeof line>[]) => withoutLoneShapes(lines, image).map(({ text }) => text);

test('a large box alone needs a sure reading, the more so the fewer letters it has', () => {
  expect(kept(line('X', 0.6), line('##', 0.7, { x: 900 }))).toEqual([]);
  expect(kept(line('T', 0.84))).toEqual([]);
  expect(kept(line('7', 0.93))).toEqual(['7']);
  expect(kept(line('QR', 0.39))).toEqual([]);
  expect(kept(line('LLY', 0.62))).toEqual([]);
  expect(kept(line('UP', 0.85))).toEqual(['UP']);
  expect(kept(line('LAYE', 0.64))).toEqual([]);
  expect(kept(line('EXIT', 0.75))).toEqual(['EXIT']);
  expect(kept(line('ORANGE', 0.4))).toEqual(['ORANGE']);
});

test('a small box stays, and so does one letter among others like it', () => {
  expect(kept(line('X', 0.6, { height: 40 }))).toEqual(['X']);
  expect(kept(line('#', 0.6, { height: 40 }))).toEqual([]);
  expect(kept(line('X', 0.6), line('Y', 0.9, { x: 420 }))).toEqual(['X', 'Y']);
  expect(kept(line('X', 0.6), line('Y', 0.9, { x: 900 }))).toEqual(['Y']);
});
