import { boxesAt, clockTime, toVideoLanes, videoWords, type VideoResult } from './video-result';

const box = (x: number) => ({ x, y: 0, width: 10, height: 10 });
const ANSWER: VideoResult = {
  video_info: { duration: 4, fps: 10, resolution: '320x240', total_frames: 40 },
  timeline: [
    { timestamp: 0, objects: ['dog', 'person'], activities: [], confidence: 0.9 },
    { timestamp: 1, objects: ['person'], activities: ['walking'], confidence: 0.9 },
    { timestamp: 2, objects: ['person'], activities: ['walking'], confidence: 0.9 },
    { timestamp: 3, objects: ['dog'], activities: [], confidence: 0.9 },
  ],
  scenes: [{ start: 0, end: 4, scene: 'street', confidence: 0.8 }],
  tracks: [
    {
      id: 1,
      object: 'person',
      first: 0,
      last: 2,
      confidence: 0.9,
      boxes: [
        { timestamp: 0, bounding_box: box(0) },
        { timestamp: 1, bounding_box: box(10) },
        { timestamp: 2, bounding_box: box(40) },
      ],
    },
  ],
  summary: { dominant_objects: [], main_activities: [], scene_type: 'street', object_counts: {} },
  processing_time_ms: 1,
};

test('neighbouring entries become one span, the longest lane of a kind comes first, the last entry lasts to the end', () => {
  expect(toVideoLanes(ANSWER)).toEqual([
    { kind: 'scenes', name: 'street', spans: [{ start: 0, end: 4 }] },
    { kind: 'objects', name: 'person', spans: [{ start: 0, end: 3 }] },
    {
      kind: 'objects',
      name: 'dog',
      spans: [
        { start: 0, end: 1 },
        { start: 3, end: 4 },
      ],
    },
    { kind: 'activities', name: 'walking', spans: [{ start: 1, end: 3 }] },
  ]);
});

test('a box moves between two sightings, and is nowhere before the first and after the last', () => {
  expect(boxesAt(ANSWER, 0.5)).toEqual([{ id: 1, name: 'person', box: box(5) }]);
  expect(boxesAt(ANSWER, 1)[0]!.box.x).toBe(10);
  expect(boxesAt(ANSWER, 1.5)[0]!.box.x).toBe(25);
  expect(boxesAt(ANSWER, 0)[0]!.box.x).toBe(0);
  expect(boxesAt(ANSWER, 2.1)).toEqual([]);
});

test('times are minutes and seconds', () => expect([0, 9.26, 62.5].map(clockTime)).toEqual(['0:00.0', '0:09.3', '1:02.5']));

test('an answer is told in sentences, with the times of each thing', () => {
  expect(videoWords(ANSWER)).toEqual([
    'Scenes: street 0:00.0 to 0:04.0.',
    'Objects: person 0:00.0 to 0:03.0; dog 0:00.0 to 0:01.0, 0:03.0 to 0:04.0.',
    'Activities: walking 0:01.0 to 0:03.0.',
  ]);
  expect(videoWords({ ...ANSWER, timeline: [], scenes: [] })[0]).toBe('Scenes: none.');
});
