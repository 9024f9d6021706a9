import { textWords } from './text-words';

const answer = { sentiment: 'positive', confidence: 0.984, language: 'en', processing_time_ms: 3 };
const entity = (text: string, type: string) => ({ text, type, confidence: 0.9, start: 0, end: 1 });

test('an answer about a text is told in sentences, with each name once', () => {
  const entities = [entity('Ada', 'PERSON'), entity('London', 'LOCATION'), entity('Ada', 'PERSON'), entity('Grace', 'PERSON')];
  expect(textWords({ ...answer, entities })).toEqual([
    'Positive 98 %. Written in English.',
    '4 names:',
    'PERSON: Ada and Grace',
    'LOCATION: London',
  ]);
  expect(textWords({ ...answer, entities: [], language: 'not a code' })).toEqual([
    'Positive 98 %. Written in not a code.',
    'No names.',
  ]);
});
