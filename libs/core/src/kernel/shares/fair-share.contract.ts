/** Somebody who waits, and how long he takes when he is served. */
export interface Waiter {
  project: string;
  ms: number;
}

/**
 * What everything promises that shares fairly.
 * @param serve queues all of these, then serves them one by one. @returns the projects as they were served.
 */
export function fairShareContract(serve: (waiters: readonly Waiter[]) => Promise<string[]>): void {
  const times = (count: number, project: string, ms: number): Waiter[] => Array.from({ length: count }, () => ({ project, ms }));

  test('a project that waits alone gets everything', async () => {
    expect(await serve(times(6, 'alone', 3))).toEqual(Array(6).fill('alone'));
  });

  test('a project waits for one of each other project, however many of those wait', async () => {
    const order = await serve([...times(20, 'many', 3), ...times(2, 'few', 3), ...times(1, 'one', 3)]);
    expect(order).toHaveLength(23);
    expect(order.lastIndexOf('few')).toBeLessThanOrEqual(6);
    expect(order.indexOf('one')).toBeLessThanOrEqual(4);
  });

  test('projects share by time: one whose work takes three times as long is served a third as often', async () => {
    const order = await serve([...times(8, 'long', 30), ...times(24, 'short', 10)]);
    const early = order.slice(0, 13);
    expect(early.filter((each) => each === 'short').length).toBeGreaterThanOrEqual(7);
    expect(early.filter((each) => each === 'long').length).toBeGreaterThanOrEqual(2);
  });
}
