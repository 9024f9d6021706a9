import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from './counted';

test('a count has its noun in the right number', () => {
  expect([0, 1, 2, 2000].map((count) => counted(count, 'item'))).toEqual(['0 items', '1 item', '2 items', '2,000 items']);
  expect([1, 3].map((count) => counted(count, 'delivery', 'deliveries'))).toEqual(['1 delivery', '3 deliveries']);
});

test('no page chooses between one and many by itself', () => {
  const folder = join(__dirname, '..', '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => /=== 1\s*\? ['"`]/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
});
