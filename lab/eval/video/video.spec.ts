import { wilson } from '../scoring/wilson';
import { judge, judgedFigures, judgedRows } from './truths';
import { staysWithin } from './video';

test('what is unknown is silent, never wrong, and what nobody wrote down is not judged', () => {
  expect(judge('walking', ['standing'])).toBe('wrong');
  expect(judge('unknown', ['standing'])).toBe('silent');
  expect(judge(undefined, ['standing'])).toBe('silent');
  expect(judge('no_motion', ['standing'])).toBe('silent');
  expect(judge('walking', undefined)).toBeUndefined();
});

test('each kind of video that is there has a row for its scene and one for what is done', () => {
  const answers = [
    { file: 'help.mp4', scene: 'indoors', activity: 'gesturing' },
    { file: 'yes.mp4', scene: 'street', activity: 'unknown' },
    { file: 'bottle-detection.mp4', scene: 'unknown', activity: 'no_motion' },
  ];
  expect(judgedRows(answers)).toEqual([
    ['sign language, not chosen on', 'scene', 2, 1, 0, 1, ...wilson(1, 2)],
    ['sign language, not chosen on', 'main activity', 2, 1, 1, 0, ...wilson(1, 2)],
    ['bottles on a table', 'scene', 1, 0, 1, 0, ...wilson(0, 1)],
    ['all', 'scene', 3, 1, 1, 1, ...wilson(1, 3)],
    ['all', 'main activity', 2, 1, 1, 0, ...wilson(1, 2)],
  ]);
  expect(judgedFigures(answers)).toMatchObject({ scene_right: 1 / 3, main_activity_right: 0.5, main_activity_wrong: 0 });
});

test('a time after the end of the video is found', () => {
  const answer = { video_info: { duration: 2, fps: 1, total_frames: 2 }, timeline: [{ timestamp: 2 }], tracks: [], scenes: [] };
  expect(staysWithin(answer)).toBe(true);
  expect(staysWithin({ ...answer, scenes: [{ end: 2.04 }] })).toBe(false);
});
