import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. A file that changed less than this ago could change again and keep its timestamp. */
const SETTLED_MS = 2_000;

interface FileDigest {
  /** Differs as soon as the file changes. */
  version: string;
  digest: string;
}

const digests = new Map<string, FileDigest>();
let areNew = false;

/** Returns the SHA-256 in hex. An unchanged file is read only once. */
export function digestOfFile(path: string): string {
  const version = computeFingerprint(statSync(path));
  const known = digests.get(path);
  if (known?.version === version) return known.digest;
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  digests.set(path, { version, digest });
  areNew = true;
  return digest;
}

/** Whether a file that Percept made is there, with the bytes that it had when its digest was first kept. */
export function isIntact(path: string): boolean {
  if (!existsSync(path)) return false;
  const first = digests.get(path);
  const isSame = digestOfFile(path) === (first ?? digests.get(path))!.digest;
  // The next caller must be told, too.
  if (!isSame) digests.set(path, first!);
  return isSame;
}

/** Loads the digests that other processes left in the folder, so that a start need not read every model. */
export function recallDigests(dataDir: string): void {
  try {
    const left = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Record<string, FileDigest>;
    for (const [path, { version, digest }] of Object.entries(left))
      if (!digests.has(path) && /^[0-9a-f]{64}$/.test(digest)) digests.set(path, { version, digest });
  } catch {
    // There are no digests, or their file is damaged: the models are read instead.
  }
}

/** Saves the digests for other processes. If the folder is not writable, those read the models. */
export function keepDigests(dataDir: string): void {
  if (!areNew) return;
  const kept = [...digests].filter(([path, { version }]) => isSettled(path, version));
  const draft = `${fileIn(dataDir)}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
    renameSync(draft, fileIn(dataDir));
    areNew = false;
  } catch {
    if (existsSync(draft)) rmSync(draft, { force: true });
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'model-digests.json');

/** A fingerprint that changes when the file is changed or replaced. */
export const computeFingerprint = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => [ino, size, mtimeMs, ctimeMs].join(' ');

function isSettled(path: string, version: string): boolean {
  try {
    const stats = statSync(path);
    return computeFingerprint(stats) === version && Date.now() - stats.ctimeMs > SETTLED_MS;
  } catch {
    // The file is gone, or belongs to another user whose digest is here.
    return false;
  }
}
