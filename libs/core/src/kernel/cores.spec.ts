import { availableParallelism } from 'node:os';
import { usableCores } from './cores';

const files = (contents: Record<string, string>) => (file: string) => {
  const content = contents[file];
  if (content === undefined) throw new Error('ENOENT');
  return content;
};

test("a container's quota bounds the cores, rounded up", () => {
  expect(usableCores(files({ '/sys/fs/cgroup/cpu.max': '100000 100000\n' }))).toBe(1);
  expect(usableCores(files({ '/sys/fs/cgroup/cpu.max': '50000 100000\n' }))).toBe(1);
  expect(usableCores(files({ '/sys/fs/cgroup/cpu.max': '150000 100000\n' }))).toBe(Math.min(2, availableParallelism()));
});

test('the older cgroup files are read too', () => {
  const v1 = { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '100000\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' };
  expect(usableCores(files(v1))).toBe(1);
});

test.each([{}, { '/sys/fs/cgroup/cpu.max': 'max 100000\n' }, { '/sys/fs/cgroup/cpu.max': '-1 100000' }])(
  'without a quota all cores count: %j',
  (contents) => {
    expect(usableCores(files(contents as Record<string, string>))).toBe(availableParallelism());
  },
);
