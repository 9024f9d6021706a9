import type { CallSpan, Timeline } from '../time/timeline';
import { listItemCalls } from './list-item-calls';

test('the calls of an item are those of its step and its key, in the order of their beginnings, over all workers', () => {
  const span = (item: string | null, start_ms: number, step = 'photos') => ({ item, start_ms, step }) as CallSpan;
  const long = `${'x'.repeat(300)}.jpg`;
  const timeline = {
    lanes: [
      { spans: [span('a.jpg', 9), span(null, 1)] },
      { spans: [span('a.jpg', 2), span('a.jpg', 3, 'other'), span(long.slice(-200), 5)] },
    ],
  } as Timeline;
  const starts = (key: string): number[] => listItemCalls({ step: 'photos', key }, timeline).map(({ start_ms }) => start_ms);
  expect([starts('a.jpg'), starts(long), starts('b.jpg')]).toEqual([[2, 9], [5], []]);
});
