// What a whole trial of a machine found, by commit: a table of all machines takes hours, and an interruption loses none of them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_NODE } from './machines.mjs';
import { CACHE } from './parts.mjs';

const file = (commit, { name, node = DEFAULT_NODE }) => join(CACHE, 'results', commit, `${name} on ${node}.json`);

export function keep(commit, { spec, cells }) {
  const path = file(commit, spec);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...cells]));
}

/** The trial of before, if there was one and all of it was ok. */
export function kept(commit, spec) {
  try {
    const cells = new Map(JSON.parse(readFileSync(file(commit, spec), 'utf8')));
    return [...cells.values()].every(({ ok }) => ok) ? { spec, cells } : undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
