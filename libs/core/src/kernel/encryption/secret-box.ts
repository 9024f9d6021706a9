import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';
const KEY_FILE = 'webhook-secrets.key';

/** Encrypts secrets at rest: who has the database alone cannot sign in our name. */
export class SecretBox {
  constructor(private readonly key: Buffer) {
    if (key.length !== KEY_BYTES) throw new Error(`The key has ${key.length} bytes; it must have ${KEY_BYTES}.`);
  }

  /** @param owner the id of the row that it belongs to: sealed text moved to another row does not open. */
  seal(secret: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${sealed.toString('base64url')}`;
  }

  /** @throws Error if the text was sealed with another key, for another row, or was changed. */
  open(sealed: string, owner: string): string {
    const [version, text] = sealed.split('.');
    if (version !== VERSION || !text) throw new Error('The secret is sealed in a way that this version does not know.');
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

/** The box of an installation: its key is the setting PERCEPT_WEBHOOK_KEY, or a file in the data folder. */
export function secretBoxOf({ PERCEPT_WEBHOOK_KEY: key, PERCEPT_DATA_DIR }: Config): SecretBox {
  return key ? new SecretBox(Buffer.from(key, 'base64')) : openSecretBox(join(PERCEPT_DATA_DIR, KEY_FILE));
}

/**
 * Opens the key file, and makes it at the first start, readable by this user alone.
 * @throws Error if it is unreadable or not a key.
 */
export function openSecretBox(file: string): SecretBox {
  const key = Buffer.from(readKey(file), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `${file} is not a key of Percept. Restore the right file: Percept cannot decrypt webhook secrets and AWS secrets without it.`,
    );
  }
  return new SecretBox(key);
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makeKey(file);
  return readFileSync(file, 'utf8').trim();
}

/** Written whole under another name and then linked: of two processes that start together one wins, and none reads half a key. */
function makeKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
