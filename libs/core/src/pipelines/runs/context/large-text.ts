import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { parseObjectUrl } from '../../../durable/object-storage';
import { operations } from '../../operations';
import type { CallStep } from '../../language';
import type { LocalRun } from './run-context';

/** From this many characters, a text is kept in a file: otherwise the database and every page of items would carry it. */
const LARGE_TEXT = 256 * 1024;
/** The name of their folder in the run's own folder, or in object storage if that replaces it. */
export const TEXTS = 'texts';

/** A stored result, and the bytes that its text takes in a file. */
export interface KeptResult {
  kept: Record<string, unknown>;
  bytes: number;
}

/**
 * Writes the large text of an operation's output to a file.
 * @param name the file's name, the same for every attempt.
 * @returns the value to keep in the database; undefined if the output has no large text.
 * @throws PerceptError PAYLOAD_TOO_LARGE if the run has no room for it.
 */
export async function keepLargeText(
  { folder, sharedFolder, objects, results }: LocalRun,
  { uses }: CallStep,
  { output, name }: { output: Record<string, unknown>; name: string },
): Promise<KeptResult | undefined> {
  const large = operations.get(uses)?.large;
  const text = large && output[large.field];
  if (!large || typeof text !== 'string' || text.length < LARGE_TEXT) return undefined;
  const bytes = Buffer.from(text);
  results.take(bytes.length);
  if (sharedFolder !== undefined) {
    await objects.storage.write(parseObjectUrl(`${sharedFolder}/${TEXTS}/${name}`), Readable.from([bytes]));
  } else {
    await mkdir(join(folder, TEXTS), { recursive: true });
    await writeFile(join(folder, TEXTS, name), bytes);
  }
  const left = Object.entries(output).filter(([field]) => field !== large.field && !large.derived.includes(field));
  const kept = { ...Object.fromEntries(left), [fileOf(large.field)]: name };
  return { kept, bytes: bytes.length };
}

/** Restores a stored result as the step gave it, including the text in a file. */
export async function withLargeText(run: LocalRun, uses: string, result: unknown): Promise<unknown> {
  const large = operations.get(uses)?.large;
  if (!large || typeof result !== 'object' || result === null) return result;
  const kept = result as Record<string, unknown>;
  const file = kept[fileOf(large.field)];
  if (typeof file !== 'string') return result;
  return large.read(kept, await readText(run, file), () => run.turn());
}

/** The property of a stored result that names the file. */
const fileOf = (field: string): string => `${field}_file`;

async function readText({ folder, sharedFolder, objects }: LocalRun, name: string): Promise<string> {
  if (sharedFolder === undefined) return readFile(join(folder, TEXTS, name), 'utf8');
  const pieces: Uint8Array[] = [];
  const at = parseObjectUrl(posix.join(sharedFolder, TEXTS, name));
  for await (const piece of objects.storage.read(at)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
