import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scoreDetections } from './detections';
import { scoreOpenMix, type Answered } from './open-mix';
import { isTrue, readOpenMix, type OpenMixImage } from './images';
import { wilson } from '../scoring/wilson';

const categoryOf = (label: string) => ({ flamingo: 'animal', sailboat: 'vehicle' })[label];

function mix(...lines: object[]): OpenMixImage[] {
  const folder = mkdtempSync(join(tmpdir(), 'percept-open-'));
  writeFileSync(join(folder, 'labels.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  try {
    return readOpenMix(folder, categoryOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('of an image its own label, what means the same and its category are true', () => {
  const [flamingo, koala] = mix(
    { file: 'a.jpg', folder: 'flamingo_head' },
    { file: 'b.jpg', imagenet_index: 105, name: 'koala' },
  ) as [OpenMixImage, OpenMixImage];
  const said = (image: OpenMixImage) => ['flamingo', 'bird', 'animal', 'bear', 'person'].map((name) => isTrue(name, image));
  expect(said(flamingo)).toEqual([true, true, true, false, false]);
  expect(said(koala)).toEqual([false, false, true, false, false]);
});

test('people are neither right nor wrong if nobody has written down whether they are there', () => {
  const [gown] = mix({ file: 'a.jpg', imagenet_index: 400, name: 'academic gown' }) as [OpenMixImage];
  expect(isTrue('person', gown)).toBeUndefined();
});

test('the scores are those done by hand', () => {
  const ant = {
    path: '',
    source: 'caltech',
    group: '',
    labels: ['ant'],
    also: ['insect'],
    categories: ['animal'],
    people: false,
  };
  const answer = (label: string, confidence: number, category = 'animal') => ({ label, confidence, category });
  const answered = [
    { image: ant, answers: [answer('bear', 0.9)] },
    { image: ant, answers: [answer('ant', 0.8), answer('insect', 0.8), answer('forest', 0.6, 'scene'), answer('bear', 0.5)] },
    { image: ant, answers: [answer('bear', 0.4)] },
    { image: ant, answers: [answer('crab', 0.3), answer('ant', 0.2)] },
    { image: { ...ant, source: 'imagenet', labels: ['bear'] }, answers: [] },
  ] as unknown as Answered[];
  expect(scoreOpenMix(answered).figures).toMatchObject({
    wrong_names_at_half: 1 / 4,
    any_wrong_name_at_half: 2 / 4,
    right_names_at_half: 1 / 4,
    silent_at_half: 2 / 4,
    top1_whole_answer: 1 / 4,
    top1_objects: 1 / 4,
  });
});

test('the interval of a share is Wilson’s', () => {
  expect(wilson(8, 100).map((value) => Number(value.toFixed(4)))).toEqual([0.0411, 0.15]);
  expect(wilson(0, 10)[0]).toBeCloseTo(0, 10);
});

test('the names of detections are counted as done by hand', () => {
  const image: OpenMixImage = { path: '', source: 'imagenet', group: '', labels: [], also: [], categories: [], people: false };
  const [koala, bus] = [image, { ...image, labels: ['bus'] }];
  const claims = (...pairs: [string, number][]) => pairs.map(([label, confidence]) => ({ label, confidence }));
  const { figures } = scoreDetections(
    [
      { image: koala, claims: claims(['bear', 0.7]) },
      { image: koala, claims: claims(['bear', 0.5]) },
      { image: bus, claims: claims(['bus', 0.6], ['truck', 0.9]) },
      { image: bus, claims: claims(['bus', 0.9], ['truck', 0.7]) },
      { image: bus, claims: [] },
      { image: { ...bus, source: 'caltech' }, claims: claims(['bus', 0.9]) },
    ],
    new Set(['bus', 'bear', 'truck']),
  );
  expect(figures).toEqual({
    subjects_found_imagenet: 2 / 3,
    subjects_found_imagenet_at_0_8: 1 / 3,
    subjects_found_imagenet_at_0_9: 1 / 3,
    subjects_found_caltech: 1,
    subjects_found_caltech_at_0_8: 1,
    subjects_found_caltech_at_0_9: 1,
    wrong_of_known: 1 / 3,
    wrong_of_known_at_0_8: 1 / 3,
    wrong_of_known_at_0_9: 1 / 3,
    wrong_of_unknown: 1 / 2,
    wrong_of_unknown_at_0_8: 0,
    wrong_of_unknown_at_0_9: 0,
    images: 6,
  });
});
