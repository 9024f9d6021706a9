import { VectorTable } from './vector-table';

/** Numbers that are always the same, from -0.5 to 0.5. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** Vectors around some middles, as pictures of some kinds are: many are nearly as near as the nearest. */
function clustered(count: number, dimensions: number, spread: number): Float32Array[] {
  const next = numbers(dimensions + count);
  const middles = Array.from({ length: 5 }, () => Float32Array.from({ length: dimensions }, next));
  return Array.from({ length: count }, (_, index) =>
    unit(middles[index % middles.length]!.map((value) => value + spread * next())),
  );
}

const product = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, index) => sum + value * other[index]!, 0);

test.each([
  [1, 40, 1],
  [17, 5_000, 0.1],
  [128, 5_000, 0.01],
  [384, 2_000, 0.5],
  [1280, 600, 0.001],
])('a coarse look loses nothing: %i numbers, %i vectors', (dimensions, count, spread) => {
  const all = clustered(count, dimensions, spread);
  const table = new VectorTable(dimensions);
  for (const [index, vector] of all.entries()) table.put({ ids: [String(index)], labels: [null], vectors: vector });
  for (const query of clustered(4, dimensions, 1)) {
    const expected = all.map((vector) => product(query, vector)).sort((one, other) => other - one);
    const found = table.search({ vector: query, limit: 7, minSimilarity: -1 });
    expect(found.map(({ similarity }) => similarity.toFixed(5))).toEqual(
      expected.slice(0, 7).map((similarity) => similarity.toFixed(5)),
    );
    for (const { id, similarity } of found) expect(similarity).toBeCloseTo(product(query, all[Number(id)]!), 5);
  }
});

test('most vectors of many are looked at coarsely only', () => {
  const all = clustered(6_000, 384, 1);
  const table = new VectorTable(384);
  for (const [index, vector] of all.entries()) table.put({ ids: [String(index)], labels: [null], vectors: vector });
  const closely = jest.spyOn(table as unknown as { similarity: () => number }, 'similarity');
  table.search({ vector: all[0]!, limit: 5, minSimilarity: -1 });
  expect(closely.mock.calls.length).toBeLessThan(600);
});
