import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const KEY_BYTES = 32;
/** The file with the keys that seal secrets: one key per line, as Base64. The first one seals, the others only open. */
export class KeyFile {
  /** The file's name in the data folder. */
  static readonly NAME = 'webhook-secrets.key';

  constructor(readonly path: string) {}

  /**
   * Does nothing if the file exists. The file is written under another name and then linked: if two processes start together, one
   * wins and neither reads half a key.
   */
  make(): void {
    if (existsSync(this.path)) return;
    mkdirSync(dirname(this.path), { recursive: true });
    const draft = writeDraft(this.path, [randomBytes(KEY_BYTES)]);
    try {
      linkSync(draft, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }

  /** Returns the current keys of the file at each call. The file is read again only when it was replaced. */
  watch(): () => readonly Buffer[] {
    let known: { version: string; keys: readonly Buffer[] } | undefined;
    return () => {
      const version = versionOf(this.path);
      // If the data folder is gone for a moment, a running process keeps its keys.
      if (known && (version === undefined || version === known.version)) return known.keys;
      known = { version: version ?? '', keys: this.read() };
      return known.keys;
    };
  }

  /** @throws Error if the file is unreadable or has a line that is not a key. */
  read(): Buffer[] {
    const keys = readFileSync(this.path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => Buffer.from(line.trim(), 'base64'));
    if (keys.length > 0 && keys.every(({ length }) => length === KEY_BYTES)) return keys;
    throw new Error(
      `${this.path} is not a key of Percept. Restore the right file: Percept cannot decrypt webhook secrets and AWS secrets without it.`,
    );
  }

  /** Replaces all keys atomically, even if the machine stops in between. Only one process may do it at a time. */
  write(keys: readonly Buffer[]): void {
    renameSync(writeDraft(this.path, keys), this.path);
    flush(dirname(this.path));
  }
}

function writeDraft(file: string, keys: readonly Buffer[]): string {
  const draft = `${file}.${process.pid}`;
  // An existing file would keep its permissions.
  if (existsSync(draft)) unlinkSync(draft);
  writeFileSync(draft, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600, flag: 'wx' });
  flush(draft);
  return draft;
}

function flush(path: string): void {
  // Windows cannot flush folders.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
