import { FairLine, type Share } from './fair-line';

interface Item {
  name: string;
  share?: Share;
}
const item = (name: string, project: string, key = 'k'): Item => ({ name, share: { project, key } });
const order = (line: FairLine<Item>): string => {
  let names = '';
  for (let next = line.take(); next; next = line.take()) names += next.name;
  return names;
};

test('a project alone gets every turn, in the order in which it came', () => {
  const line = new FairLine<Item>();
  for (const name of 'abc') line.add(item(name, 'A'));
  expect(order(line)).toBe('abc');
  expect(line.size).toBe(0);
});

test('of two projects each gets half, however many one has sent before', () => {
  const line = new FairLine<Item>();
  for (const name of 'abcdef') line.add(item(name, 'A'));
  for (const name of '12') line.add(item(name, 'B'));
  expect(order(line)).toBe('a1b2cdef');
});

test('keys of a project share its turns, and take none of others', () => {
  const line = new FairLine<Item>();
  for (const name of 'abc') line.add(item(name, 'A', 'first'));
  for (const name of 'xy') line.add(item(name, 'A', 'second'));
  for (const name of '123') line.add(item(name, 'B'));
  expect(order(line)).toBe('a1x2b3yc');
});

test('where turns differ in length the project comes next that has had the least time', () => {
  const line = new FairLine<Item>();
  for (const name of 'ABCDEF') line.add(item(name, 'long'));
  for (const name of 'abcdef') line.add(item(name, 'short'));
  const ms = ({ share }: Item): number => (share!.project === 'long' ? 300 : 100);
  let served = '';
  for (let next = line.take(undefined, ms); next; next = line.take(undefined, ms)) served += next.name;
  expect(served).toBe('AabcBdefCDEF');
});

test('the expectation is corrected, and who was away has saved nothing up', () => {
  const line = new FairLine<Item>();
  const [long, short] = ['long', 'short'].map((project) => ({ project, key: 'k' }));
  line.charge(long!, 1);
  line.correct(long!, 1_000);
  for (const name of 'ABC') line.add(item(name, 'long'));
  for (const name of 'abc') line.add(item(name, 'short'));
  expect(line.take()!.name).toBe('a');
  line.charge(short!, 5_000);
  expect([line.take()!.name, line.take()!.name, line.take()!.name, line.take()!.name]).toEqual(['A', 'B', 'C', 'b']);
  for (const name of 'DE') line.add(item(name, 'long'));
  line.add(item('1', 'new'));
  line.add(item('2', 'new'));
  // It begins where the others are, and does not get all turns of an hour.
  expect([line.take()!.name, line.take()!.name, line.take()!.name].join('')).toContain('D');
});

test('what leaves the line takes no turn, and what does not fit keeps its place', () => {
  const line = new FairLine<Item>();
  const [first, second, third] = [item('a', 'A'), item('b', 'A'), item('1', 'B')];
  for (const each of [first, second, third]) line.add(each);
  expect([line.delete(first), line.delete(first), line.size]).toEqual([true, false, 2]);
  expect(line.take(({ name }) => name !== 'b')).toBe(third);
  expect([...line]).toEqual([second]);
});

test('before a new one of a project come its own, and as many turns of each other project', () => {
  const line = new FairLine<Item>();
  for (const name of 'abcdef') line.add(item(name, 'A'));
  const names = (project: string): string =>
    line
      .before(project)
      .map(({ name }) => name)
      .join('');
  expect([names('A'), names('B')]).toEqual(['abcdef', 'a']);
  line.add(item('1', 'B'));
  expect([names('A'), names('B')]).toEqual(['abcdef1', '1ab']);
});
