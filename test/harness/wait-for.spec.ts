import { remains, waitFor } from './wait-for';

describe('waitFor', () => {
  test('returns the first value that holds', async () => {
    let checks = 0;
    expect(await waitFor(() => ++checks > 2 && `after ${checks}`, { interval: 1 })).toBe('after 3');
  });

  test('fails with the message, or with the source of the condition', async () => {
    const never = () => false;
    await expect(waitFor(never, { timeout: 1, interval: 1, message: 'no delivery' })).rejects.toThrow(
      'Nothing after 1 ms: no delivery',
    );
    await expect(waitFor(never, { timeout: 1, interval: 1 })).rejects.toThrow(/=>\s*false/);
  });

  test('fails with what the condition throws', async () => {
    await expect(waitFor(() => Promise.reject(new Error('the process ended')))).rejects.toThrow('the process ended');
  });
});

describe('remains', () => {
  test('ends when the condition held all the time', async () => {
    await remains(() => true, { ms: 1 });
  });

  test('fails with the source of the condition as soon as it does not hold', async () => {
    let checks = 0;
    await expect(remains(() => ++checks < 3, { ms: 60_000, interval: 1 })).rejects.toThrow('++checks < 3');
    expect(checks).toBe(3);
  });
});
