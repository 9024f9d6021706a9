import { waitFor } from './wait-for';

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
