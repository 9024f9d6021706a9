import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A file that a model has learned from; `training.json` beside the weights lists them, and `npm run eval` refuses them. */
export interface TrainingFile {
  /** Path below the folder of training data. */
  file: string;
  /** SHA-256 of its bytes, hex. */
  sha256: string;
  /** How many texts or sentences of it were used. */
  used: number;
  /** Which part of it was used. */
  part: 'all' | 'four fifths' | 'four fifths by place';
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function trainingFile(folder: string, file: string, { used, part }: Pick<TrainingFile, 'used' | 'part'>): TrainingFile {
  return { file, sha256: sha256(readFileSync(join(folder, file))), used, part };
}

/** A fifth of the sentences or texts, always the same, wherever they stand: those are kept for measuring. */
export function isHeldOut(text: string): boolean {
  return createHash('sha256').update(text).digest()[0]! % 5 === 0;
}

/** Whether a sentence is for measuring only. @param place its number in the file: so translations of it are kept, too. */
export function isKept(part: TrainingFile['part'], text: string, place: number): boolean {
  if (part === 'all') return false;
  return part === 'four fifths' ? isHeldOut(text) : place % 5 === 0;
}

/** The folder of training data. @throws Error that says how to name it. */
export function dataFolder(named: string | undefined, root: string): string {
  const folder = named ?? resolve(root, '..', 'shared', 'data');
  if (existsSync(join(folder, 'train'))) return folder;
  throw new Error(`There is no training data at ${join(folder, 'train')}: name its folder with --data FOLDER.`);
}
