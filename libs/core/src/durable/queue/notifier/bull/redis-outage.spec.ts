import { RedisOutage } from './redis-outage';

test('an outage is logged when it begins, once a minute, and when it ends', () => {
  let now = 0;
  const lines: string[] = [];
  const log = {
    warn: (fields: { failures?: number }, message: string) => void lines.push(`${fields.failures}: ${message.split('.')[0]}`),
    error: () => undefined,
  };
  const outage = new RedisOutage(log, () => now);
  outage.ended();
  // Three connections of six queues try twice a second.
  for (; now < 90_000; now += 500) for (let each = 0; each < 18; each++) outage.failed(new Error('ECONNREFUSED'));
  outage.ended();
  outage.ended();
  outage.failed(new Error('ECONNREFUSED'));
  expect(lines).toEqual([
    '1: Redis does not answer',
    '2161: Redis does not answer',
    '3240: Redis answers again',
    '1: Redis does not answer',
  ]);
});
