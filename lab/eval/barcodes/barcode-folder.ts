import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An image, and what its code says: as text, as bytes in hexadecimal, or both. Neither where it has none, or nobody wrote it down. */
export interface CodedImage {
  path: string;
  /** The folder, which names the kind of code. */
  kind: string;
  text: string | null;
  hex: string | null;
}

/** @throws Error if the folder has no `expected.jsonl`. */
export function readBarcodeFolder(folder: string): CodedImage[] {
  const list = join(folder, 'expected.jsonl');
  if (!existsSync(list)) throw new Error(`${list} is missing: --data takes a folder of images with that list.`);
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { file, text, hex } = JSON.parse(line) as { file: string; text: string | null; hex: string | null };
      return { path: join(folder, file), kind: file.split('/')[0]!, text, hex };
    });
}
