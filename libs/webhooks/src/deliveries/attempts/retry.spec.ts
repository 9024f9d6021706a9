import { type FailedAttempt, nextWait } from './retry';

const rules = { waitsMs: [5_000, 300_000, 1_800_000, 7_200_000], slowDownMs: 60_000 };
const at = Date.UTC(2026, 0, 1);
const failed = (changes: Partial<FailedAttempt> = {}): FailedAttempt => ({
  number: 1,
  status: 500,
  timedOut: false,
  retryAfter: null,
  at,
  ...changes,
});
const middle = () => 0.5;
const wait = (changes: Partial<FailedAttempt>) => nextWait(failed(changes), rules, middle);

test('four waits lie between five attempts', () => {
  expect([1, 2, 3, 4, 5].map((number) => wait({ number }))).toEqual([5_000, 300_000, 1_800_000, 7_200_000, undefined]);
});

test('an endpoint with its own number of attempts ends earlier, or repeats the last wait', () => {
  const waits = (maxAttempts: number) => [1, 2, 3, 4, 5, 6].map((number) => wait({ number, maxAttempts }));
  expect(waits(1)).toEqual(Array(6).fill(undefined));
  expect(waits(2)).toEqual([5_000, ...Array<undefined>(5).fill(undefined)]);
  expect(waits(6)).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 7_200_000, undefined]);
});

test('a wait varies by a fifth', () => {
  expect(nextWait(failed(), rules, () => 0)).toBe(4_000);
  expect(nextWait(failed(), rules, () => 1)).toBe(6_000);
});

test('after a 429 or a timeout it is a minute at least', () => {
  expect(wait({ status: 429 })).toBe(60_000);
  expect(wait({ status: null, timedOut: true })).toBe(60_000);
  expect(wait({ status: 429, number: 2 })).toBe(300_000);
});

test.each([
  ['60', 60_000],
  [' 60 ', 60_000],
  ['2', 5_000],
  ['7200', 7_200_000],
  ['999999999', 7_200_000],
  [new Date(at + 90_000).toUTCString(), 90_000],
  [new Date(at + 86_400_000).toUTCString(), 7_200_000],
  [new Date(at - 90_000).toUTCString(), 5_000],
  ['Thu, 01 Jan 2026 25:00:00 GMT', 5_000],
  ['-5', 5_000],
  ['1e9', 5_000],
  ['soon', 5_000],
  ['', 5_000],
  ['2026-01-01T01:00:00Z', 5_000],
])('Retry-After: %s waits %i ms', (retryAfter, expected) => {
  expect(wait({ retryAfter, status: 503 })).toBe(expected);
});

test('Retry-After gives no attempt more than there are', () => {
  expect(wait({ number: 5, retryAfter: '10' })).toBeUndefined();
});
