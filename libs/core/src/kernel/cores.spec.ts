import { availableParallelism } from 'node:os';
import { availableCores } from './workers';

const files = (contents: Record<string, string>) => (file: string) => {
  const content = contents[file];
  if (content === undefined) throw new Error('ENOENT');
  return content;
};

test("a container's quota bounds the cores, rounded up", () => {
  expect(availableCores(files({ '/sys/fs/cgroup/cpu.max': '100000 100000\n' }))).toBe(1);
  expect(availableCores(files({ '/sys/fs/cgroup/cpu.max': '50000 100000\n' }))).toBe(1);
  expect(availableCores(files({ '/sys/fs/cgroup/cpu.max': '150000 100000\n' }))).toBe(Math.min(2, availableParallelism()));
});

test('the quota of a unit of systemd counts, and that of a slice above it', () => {
  const own = { '/proc/self/cgroup': '0::/system.slice/percept.service\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' };
  const unit = '/sys/fs/cgroup/system.slice/percept.service/cpu.max';
  expect(availableCores(files({ ...own, [unit]: '100000 100000\n' }))).toBe(1);
  const slice = '/sys/fs/cgroup/system.slice/cpu.max';
  expect(availableCores(files({ ...own, [unit]: 'max 100000\n', [slice]: '100000 100000\n' }))).toBe(1);
});

test('the older cgroup files are read too', () => {
  const v1 = { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '100000\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' };
  expect(availableCores(files(v1))).toBe(1);
});

test.each([{}, { '/sys/fs/cgroup/cpu.max': 'max 100000\n' }, { '/sys/fs/cgroup/cpu.max': '-1 100000' }])(
  'without a quota all cores count: %j',
  (contents) => {
    expect(availableCores(files(contents as Record<string, string>))).toBe(availableParallelism());
  },
);
