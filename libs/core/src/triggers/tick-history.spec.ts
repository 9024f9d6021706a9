import type { TickRules } from '../pipelines/trigger-sources';
import { decideMissed, computeJitter } from './tick-history';

const PLAIN: TickRules = { jitterMs: 0, catchUp: 'none', windowMs: 86_400_000, limit: 3 };
const at = (text: string) => Date.parse(text);

test('jitter stays below its most, and is the same for the same tick', () => {
  const offsets = Array.from({ length: 200 }, (_, n) => computeJitter('a/1', n * 60_000, 5_000));
  expect(Math.max(...offsets)).toBeLessThanOrEqual(5_000);
  expect(new Set(offsets).size).toBeGreaterThan(150);
  expect(computeJitter('a/1', 60_000, 5_000)).toBe(offsets[1]);
  expect(computeJitter('a/1', 60_000, 0)).toBe(0);
});

describe('missed ticks', () => {
  const now = at('2026-06-01T12:00:20Z');
  const hours = [8, 9, 10, 11, 12].map((hour) => at(`2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`));
  const ran = (when: Partial<TickRules>, ticks = hours) =>
    decideMissed(ticks, { ...PLAIN, ...when }, now).flatMap(({ at: tick, skipped }) =>
      skipped ? [] : [new Date(tick).getUTCHours()],
    );

  test('none of them runs with catch_up none, but one that is seconds late', () => {
    expect(ran({ catchUp: 'none' })).toEqual([12]);
    expect(decideMissed(hours, PLAIN, now)[0]).toEqual({
      at: hours[0],
      skipped: 'No scheduler was running, and catch_up is none.',
    });
  });

  test('the newest runs with last, unless one is on time anyway', () => {
    expect(ran({ catchUp: 'last' })).toEqual([12]);
    expect(ran({ catchUp: 'last' }, hours.slice(0, 4))).toEqual([11]);
  });

  test('all run with all, up to the limit and within the window, and the others say why', () => {
    expect(ran({ catchUp: 'all', limit: 10 })).toEqual([8, 9, 10, 11, 12]);
    expect(ran({ catchUp: 'all', limit: 2 })).toEqual([10, 11, 12]);
    expect(ran({ catchUp: 'all', windowMs: 2.5 * 3_600_000 })).toEqual([10, 11, 12]);
    const reasons = decideMissed(hours, { ...PLAIN, catchUp: 'all', limit: 1, windowMs: 2.5 * 3_600_000 }, now).map(
      ({ skipped }) => skipped,
    );
    expect(reasons).toEqual([
      'No scheduler was running, and it is older than catch_up_window.',
      'No scheduler was running, and it is older than catch_up_window.',
      'No scheduler was running, and newer ones reach catch_up_limit (1).',
      undefined,
      undefined,
    ]);
  });
});
