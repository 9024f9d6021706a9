import { VectorTable } from './vector-table';

const DIMENSIONS = 6;

/** Unit vectors that are always the same. */
function vectors(count: number, seed = 1): Float32Array[] {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
  return Array.from({ length: count }, () => {
    const values = Float32Array.from({ length: DIMENSIONS }, next);
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  });
}

const cosine = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, index) => sum + value * other[index]!, 0);

function tableOf(all: Float32Array[], labels: (string | null)[] = all.map(() => null)): VectorTable {
  const table = new VectorTable(DIMENSIONS);
  for (const [index, vector] of all.entries()) table.put({ ids: [`e${index}`], labels: [labels[index]!], vectors: vector });
  return table;
}

test('a search finds what comparing with each vector finds, the nearest first', () => {
  const all = vectors(500);
  const table = tableOf(all);
  for (const query of vectors(20, 7)) {
    const expected = all
      .map((vector, index) => ({ id: `e${index}`, similarity: cosine(query, vector) }))
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, 10);
    const found = table.search({ vector: query, limit: 10, minSimilarity: -1 });
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(found[0]!.similarity).toBeCloseTo(expected[0]!.similarity, 5);
  }
});

test('it keeps to the similarity and the labels that are asked for', () => {
  const all = vectors(60);
  const table = tableOf(
    all,
    all.map((_, index) => (index % 3 === 0 ? null : index % 3 === 1 ? 'open' : 'closed')),
  );
  const least = table.search({ vector: all[0]!, limit: 60, minSimilarity: 0.5 });
  expect(least.every(({ similarity }) => similarity >= 0.5)).toBe(true);
  expect(least.length).toBe(all.filter((each) => cosine(all[0]!, each) >= 0.5).length);
  const open = table.search({ vector: all[0]!, limit: 60, minSimilarity: -1, labels: ['open'] });
  expect(open.map(({ id }) => Number(id.slice(1)) % 3)).toEqual(open.map(() => 1));
  expect(table.search({ vector: all[0]!, limit: 60, minSimilarity: -1, labels: [null] })).toHaveLength(20);
});

test('an entry that comes again replaces what it was; entries that are removed are gone', () => {
  const all = vectors(4);
  const table = tableOf(all);
  table.put({ ids: ['e1'], labels: ['new'], vectors: all[0]! });
  const twins = table.search({ vector: all[0]!, limit: 4, minSimilarity: 0.999 }).map(({ id }) => id);
  expect([table.size, twins.sort()]).toEqual([4, ['e0', 'e1']]);
  for (const id of ['e0', 'e2', 'nobody']) table.remove(id);
  expect(table.search({ vector: all[3]!, limit: 4, minSimilarity: -1 }).map(({ id }) => id)).toEqual(['e3', 'e1']);
  table.put({ ids: ['e9'], labels: [null], vectors: all[2]! });
  expect(table.search({ vector: all[2]!, limit: 1, minSimilarity: -1 })).toMatchObject([{ id: 'e9' }]);
});

test('pairs are all that are near enough, each once', () => {
  const all = vectors(40);
  const expected = all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other, next) => (cosine(one, other) >= 0.7 ? [`e${index} e${index + 1 + next}`] : [])),
  );
  const table = tableOf(all);
  const ids = (pairs: ReturnType<typeof table.pairs>) => pairs.map((pair) => pair.ids.join(' ')).sort();
  expect(ids(table.pairs(0.7))).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(3);
  const byRoots = table.pairs(-1, true).filter(({ similarity }) => similarity >= 0.6);
  expect(ids(table.pairs(0.6, true))).toEqual(ids(byRoots));
  expect(byRoots.length).toBeGreaterThan(3);
});

test('of very many pairs, those that join the same groups are kept', () => {
  const copies = [0, 1].flatMap((place) => Array.from({ length: 20 }, () => vectors(2)[place]!));
  const found = tableOf(copies).pairs(0.99, false, 50);
  expect(found.length).toBeLessThan(100);
  for (const from of [0, 20]) {
    const group = new Set([`e${from}`]);
    const grow = () =>
      found.filter(({ ids }) => ids.some((id) => group.has(id))).forEach(({ ids }) => ids.forEach((id) => group.add(id)));
    for (let round = 0; round < 20; round++) grow();
    expect(group.size).toBe(20);
  }
});

test('by roots, what two vectors share in one large number counts less than what they share in many', () => {
  const [kind, look] = [(rest: number[]) => [0.9, ...rest], (large: number) => [large, 0.3, 0.3, 0.3, 0.3, 0.3]];
  const unit = (values: number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values));
  const table = tableOf([kind([0.4, 0, 0.1, 0, 0]), kind([0, 0.1, 0, 0.4, 0]), look(0.8), look(0.3)].map(unit));
  const nearest = (byRoots: boolean) =>
    table
      .pairs(-1, byRoots)
      .toSorted((one, other) => other.similarity - one.similarity)
      .map(({ ids }) => ids.join(' '));
  expect(nearest(true)[0]).toBe('e2 e3');
  expect(nearest(false).indexOf('e0 e1')).toBeLessThan(nearest(true).indexOf('e0 e1'));
});

test('each vector is as similar to itself as 1, for all that 32-bit floats round', () => {
  const all = vectors(60);
  const table = tableOf(all);
  for (const [index, vector] of all.entries())
    expect(table.search({ vector, limit: 1, minSimilarity: 1 }).map(({ id }) => id)).toEqual([`e${index}`]);
  table.put({ ids: ['copy'], labels: [null], vectors: all[3]! });
  expect(table.pairs(1).map(({ ids }) => ids)).toEqual([['e3', 'copy']]);
});
