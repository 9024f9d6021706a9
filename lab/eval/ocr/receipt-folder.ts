import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Box } from '../scoring/boxes';

/** A line that is truly there. */
export interface WrittenLine {
  text: string;
  box: Box;
}

export interface WrittenPage {
  path: string;
  lines: WrittenLine[];
}

const CORNERS = 8;

/**
 * Reads a folder with `img/<id>.jpg` and `box/<id>.csv`, a line `x1,y1,x2,y2,x3,y3,x4,y4,TEXT` for each line of text; the text
 * may hold commas.
 * @throws Error naming what is missing.
 */
export function readReceiptFolder(folder: string): WrittenPage[] {
  const images = join(folder, 'img');
  if (!existsSync(images)) throw new Error(`${folder} has no folder img: --data takes img/<id>.jpg with box/<id>.csv.`);
  return readdirSync(images)
    .filter((file) => /\.(jpe?g|png|webp|bmp)$/i.test(file))
    .sort()
    .map((file) => ({ path: join(images, file), lines: readLines(join(folder, 'box', `${parse(file).name}.csv`)) }));
}

function readLines(file: string): WrittenLine[] {
  if (!existsSync(file)) throw new Error(`${file} does not exist: every image needs its lines.`);
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row, index) => readLine(row, `${file}:${index + 1}`));
}

function readLine(row: string, where: string): WrittenLine {
  const cells = row.split(',');
  const numbers = cells.slice(0, CORNERS).map(Number);
  if (numbers.length < CORNERS || numbers.some(Number.isNaN)) throw new Error(`${where}: a line begins with eight numbers.`);
  const [xs, ys] = [0, 1].map((axis) => numbers.filter((_, index) => index % 2 === axis)) as [number[], number[]];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  return { text: cells.slice(CORNERS).join(','), box };
}
