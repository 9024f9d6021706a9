import { ProjectRate } from './project-rate';

test('a project has one number of requests a minute, whichever key sends them, and another project has its own', () => {
  const rate = new ProjectRate(2);
  const at = 60_000 * 100 + 15_000;
  expect([1, 2, 3].map(() => rate.take('a', at))).toEqual([undefined, undefined, 45]);
  expect(rate.take('b', at)).toBeUndefined();
  expect(rate.take('a', at + 45_000)).toBeUndefined();
});
