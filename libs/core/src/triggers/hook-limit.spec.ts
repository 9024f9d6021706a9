import { HookLimit } from './hook-limit';

const NOW = Date.parse('2026-06-01T12:00:20Z');

test('an address is called as often as the limit says in each minute, and another one has its own', () => {
  const limit = new HookLimit(2);
  const take = (id: string, seconds: number): string | number => {
    try {
      limit.take(id, NOW + seconds * 1_000);
      return 'taken';
    } catch (error) {
      return (error as { retryAfterS: number }).retryAfterS;
    }
  };
  expect([take('a', 0), take('a', 1), take('a', 2), take('b', 3), take('a', 30)]).toEqual(['taken', 'taken', 38, 'taken', 10]);
  expect(take('a', 40)).toBe('taken');
});
