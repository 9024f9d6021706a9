import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { number, percent, short } from './numbers';

test('numbers are written as in English, with few digits', () => {
  expect([number(1_234.5), number(0.44, 1), number(2, 1)]).toEqual(['1,235', '0.4', '2']);
  expect([short(7.46), short(12_345.6)]).toEqual(['7.5', '12,346']);
  expect([percent(0.9821), percent(1), percent(0.5, 0)]).toEqual(['98.2 %', '100 %', '50 %']);
});

test('no page writes a number by itself: the words around it are English', () => {
  const folder = join(__dirname, '..', '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.tsx?$/.test(name));
  // A path of a drawing and the time of a video have digits of their own.
  const others = files.filter((name) => !/hour\.ts$|video-result\.ts$/.test(name));
  expect(
    others.filter((name) => /\.toFixed\(|(?<!Date\([^)]*\))\.toLocaleString\(\)/.test(readFileSync(join(folder, name), 'utf8'))),
  ).toEqual([]);
});
