import { answerWords } from './answer-words';

test('an answer is told in lines: its facts, then its lists with their first names', () => {
  const detections = ['cup', 'laptop'].map((name) => ({ name, confidence: 0.934 }));
  expect(answerWords({ detections, total_objects: 2, processing_time_ms: 5, warnings: ['Careful.'] })).toEqual([
    'Total objects: 2',
    '2 detections: cup 93 % and laptop 93 %',
  ]);
  expect(answerWords({ sentiment: 'negative', confidence: 0.819, is_long: false, content: 'x'.repeat(500) })).toEqual([
    'Sentiment: negative',
    'Confidence: 82 %',
    'Is long: no',
  ]);
});

test('long lists are cut, and one thing is not many', () => {
  const faces = Array.from({ length: 9 }, (_, n) => ({ name: `face ${n}` }));
  expect(answerWords({ faces })).toEqual(['9 faces: face 0, face 1, face 2, face 3, face 4, and 4 more']);
  expect(answerWords({ found: { text_lines: [{ text: 'STOP' }] } })).toEqual(['1 text line: STOP']);
});
