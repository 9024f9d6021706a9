import type { Span, Timeline } from '../time/timeline';
import { callsOf } from './calls-of';

test('the calls of an item are those of its step and its key, in the order of their beginnings, over all workers', () => {
  const span = (item: string | null, start_ms: number, step = 'photos') => ({ item, start_ms, step }) as Span;
  const long = `${'x'.repeat(300)}.jpg`;
  const timeline = {
    lanes: [
      { spans: [span('a.jpg', 9), span(null, 1)] },
      { spans: [span('a.jpg', 2), span('a.jpg', 3, 'other'), span(long.slice(-200), 5)] },
    ],
  } as Timeline;
  const starts = (key: string): number[] => callsOf({ step: 'photos', key }, timeline).map(({ start_ms }) => start_ms);
  expect([starts('a.jpg'), starts(long), starts('b.jpg')]).toEqual([[2, 9], [5], []]);
});
