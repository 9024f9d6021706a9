import { withTextIntegers } from './text-integers';

test('big integers become texts for what takes no bigint, and nothing else changes', () => {
  expect(withTextIntegers({ a: [9007199254740993n], b: 1 })).toEqual({ a: ['9007199254740993'], b: 1 });
});
