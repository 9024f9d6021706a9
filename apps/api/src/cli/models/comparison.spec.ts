import { compareAnswers, type ComparedImage } from './comparison';

const image = (file: string, before: ComparedImage['before'], after: ComparedImage['after'], ms = [1, 2]): ComparedImage => ({
  file,
  before,
  after,
  beforeMs: ms[0]!,
  afterMs: ms[1]!,
});
const named = (name: string, confidence = 0.9) => ({ name, confidence });
const at = (name: string, x: number) => ({ name, confidence: 0.8, box: { x, y: 0, width: 10, height: 10 } });

test('two models agree on names whatever their case, and where both are silent', () => {
  const same = [image('a', [named('Dog')], [named('dog')]), image('b', [], [])];
  expect(compareAnswers(same)).toMatchObject({ images: 2, agreement: 1, only_before: 0, only_after: 0, changes: [] });
  expect(compareAnswers([image('b', [], [])]).agreement).toBe(1);
});

test('a thing at another place is another thing, and each counts once', () => {
  const { agreement } = compareAnswers([image('a', [at('cup', 0), at('cup', 1)], [at('cup', 0), at('cup', 50)])]);
  expect(agreement).toBe(0.5);
});

test('images whose first names differ are told, the surest first, with what only one of them says', () => {
  const images = [
    image('a', [named('bear', 0.6)], [named('koala', 0.7)], [10, 40]),
    image('b', [], [named('fox', 0.95)], [20, 50]),
    image('c', [named('cat')], [named('cat')], [30, 60]),
  ];
  expect(compareAnswers(images)).toEqual({
    images: 3,
    agreement: 2 / 5,
    only_before: 0,
    only_after: 1,
    labelled: 0,
    right_before: 0,
    right_after: 0,
    before_ms: 20,
    after_ms: 50,
    changes: [
      { file: 'b', before: null, after: 'fox 0.95' },
      { file: 'a', before: 'bear 0.60', after: 'koala 0.70' },
    ],
  });
});

test('a folder is the truth of its images where a model says its name, or a wider one, of any image', () => {
  const beagle = { ...named('beagle'), wider: ['dog', 'animal'] };
  const images = [
    { ...image('a', [beagle], [named('cat')]), label: 'Dog' },
    { ...image('b', [named('cat')], [named('cat')]), label: 'Dog' },
    { ...image('c', [], [named('traffic light')]), label: 'traffic_light' },
    // No model says that, so it is the name of a day, and no truth.
    { ...image('d', [named('dog')], [named('dog')]), label: '2026-11-29' },
    image('e', [named('dog')], []),
  ];
  expect(compareAnswers(images)).toMatchObject({ images: 5, labelled: 3, right_before: 1, right_after: 1 });
});
