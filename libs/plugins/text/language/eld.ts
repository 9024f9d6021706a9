import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The result of `eld` for a text: the language or '', scores in 0..1 by language, the highest first. */
export interface EldResult {
  language: string;
  getScores(): Record<string, number>;
  isReliable(): boolean;
}

export type Eld = (text: string) => EldResult;

// Of `eld`'s four sizes the smallest: on posts as right as the others (docs/reference/quality.md), with 28 MB against 60 in each worker.
const ENTRY = 'src/entries/static.extrasmall.js';

/** Loaded by its path: the package lets only `import` in, which a CommonJS worker turns into `require`. */
export function openEld(): Eld {
  const load = createRequire(__filename);
  const folder = (load.resolve.paths('eld') ?? []).map((path) => join(path, 'eld')).find((path) => existsSync(path));
  if (!folder) throw new Error("The npm package eld is not installed; run 'npm ci'.");
  const { eld } = load(join(folder, ENTRY)) as { eld: { detect: Eld } };
  return (text) => eld.detect(text);
}
