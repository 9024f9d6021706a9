import type { Schedule } from '../pipelines/answers';
import { describeRule, listStarts } from './starts';

const schedule = (id: string, kind: string, next: string[], more: Partial<Schedule> = {}) =>
  ({ ...{ id, kind, next, pipeline: id, rule: null, paused_at: null, has_address: null }, ...more }) as Schedule;

test('each trigger is listed once: by its next tick, then those that wait for a file or a call', () => {
  const starts = listStarts([
    schedule('hook', 'webhook', [], { has_address: true }),
    schedule('night', 'cron', ['2026-01-02T03:00:00Z', '2026-01-03T03:00:00Z']),
    schedule('often', 'every', ['2026-01-01T00:10:00Z', '2026-01-01T00:20:00Z']),
    schedule('arrivals', 'watch', []),
    schedule('paused', 'watch', [], { paused_at: '2026-01-01T00:00:00Z' }),
    schedule('stopped', 'cron', []),
    schedule('no-url', 'webhook', [], { has_address: false }),
  ]);
  expect(starts.map(({ id, at }) => [id, at])).toEqual([
    ['often', '2026-01-01T00:10:00Z'],
    ['night', '2026-01-02T03:00:00Z'],
    ['arrivals', undefined],
    ['hook', undefined],
  ]);
});

test('an interval is in the largest unit that has no rest', () => {
  const rules = ['600 s', '90 s', '7200 s'].map((rule) => describeRule({ kind: 'every', rule }));
  expect(rules).toEqual(['every 10 min', 'every 90 s', 'every 2 h']);
  expect([describeRule({ kind: 'cron', rule: '0 3 * * *' }), describeRule({ kind: 'webhook', rule: null })]).toEqual([
    '0 3 * * *',
    'webhook',
  ]);
});
