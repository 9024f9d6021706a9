import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A file, and what is to come of it: the size of the upright image, or a refusal. */
export interface FormatFile {
  path: string;
  /** Pixels; absent if the file must be rejected. */
  size?: { width: number; height: number };
}

const READ = ['jpeg', 'png', 'webp'];
const MAX_SIDE = 4096;

/**
 * Reads a folder with `manifest.tsv`: file, format, w, h, orient (EXIF) and dec (`ok` where a strict decoder reads all of it).
 * @throws Error if there is no such file.
 */
export function readFormatFolder(folder: string): FormatFile[] {
  const list = join(folder, 'manifest.tsv');
  if (!existsSync(list)) throw new Error(`${list} is missing: --data takes a folder of images with that list.`);
  const rows = parse<Record<string, string>>(readFileSync(list, 'utf8'), { delimiter: '\t', columns: true, quote: null });
  return rows.map((row) => ({ path: join(folder, row.file!), size: sizeOf(row) }));
}

function sizeOf({ format, w, h, orient, dec }: Record<string, string>): FormatFile['size'] {
  const [width, height] = [Number(w), Number(h)];
  if (!READ.includes(format!) || dec !== 'ok') return undefined;
  if (Math.max(width, height) > MAX_SIDE) return undefined;
  return Number(orient) >= 5 ? { width: height, height: width } : { width, height };
}
