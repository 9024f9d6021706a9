import type { ImageResult } from './answers';
import { imageWords } from './image-words';

test('an answer is told in sentences, with each name once', () => {
  const answer = {
    objects: ['boat', 'boat', 'airplane'].map((name) => ({ name })),
    faces: [{ emotions: { happy: 0.9, sad: 0.1 } }],
    text: [{ text: 'STOP' }, { text: 'GO' }],
    colors: [{ name: 'blue' }, { name: 'white' }, { name: 'red' }],
  } as unknown as ImageResult;
  expect(imageWords(answer)).toEqual([
    '3 objects: boat × 2 and airplane.',
    '1 face: happy 90 %.',
    'Text: “STOP” and “GO”.',
    'Mostly blue and white.',
  ]);
  expect(imageWords({} as ImageResult)).toEqual(['No objects.', 'No faces.', 'No text.']);
});
