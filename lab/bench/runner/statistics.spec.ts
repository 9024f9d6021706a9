import { interleave, median, quantile, ratios, spread } from './statistics';

describe('the statistics of a measurement', () => {
  test('the median is the middle value, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  test('a quantile lies between its neighbours', () => {
    expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9);
    expect(quantile([5], 0.99)).toBe(5);
    expect(quantile([1, 2, 3, 4, 5], 1)).toBe(5);
  });

  test('the values handed in keep their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  test('the spread names the least and the most', () => {
    expect(spread([0.9, 0.8, 1])).toEqual({ median: 0.9, min: 0.8, max: 1 });
  });

  test('the contestants take turns, and their first turn is not counted', async () => {
    const turns: string[] = [];
    const turn = (name: string) => async () => turns.push(name);
    const measured = await interleave({ a: turn('a'), b: turn('b') }, 2);
    expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(measured).toEqual({ a: [3, 5], b: [4, 6] });
  });

  test('a machine that slows down steadily does not change the ratio', () => {
    const speed = [100, 95, 90, 85, 80];
    const peer = [speed[0]!, speed[2]!, speed[4]!];
    const ours = [speed[1]! * 0.9, speed[3]! * 0.9];
    expect(ratios(ours, peer)).toEqual([expect.closeTo(0.9), expect.closeTo(0.9)]);
    expect(ratios([50], [100])).toEqual([0.5]);
  });
});
