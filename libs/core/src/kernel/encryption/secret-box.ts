import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config';
import { KEY_BYTES, KeyFile } from './key-file';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v2';
/** The version of texts that were sealed before texts named their key. */
const WITHOUT_ID = 'v1';
const ID_LENGTH = 8;

/**
 * Encrypts secrets at rest: the database alone is not enough to sign in our name. The first key seals. The others open what they
 * sealed earlier.
 */
export class SecretBox {
  /** @param keys returns the current keys, never none: the key file may change while the service runs. */
  private constructor(private readonly keys: () => readonly Buffer[]) {}

  /** The box of an installation: its keys are the setting PERCEPT_WEBHOOK_KEY, or a file in the data folder. */
  static of(config: Config): SecretBox {
    const keys = config.webhookKeys;
    return keys.length > 0 ? new SecretBox(() => keys) : SecretBox.openFile(join(config.PERCEPT_DATA_DIR, KeyFile.NAME));
  }

  /** A box with one key that never changes. */
  static with(key: Buffer): SecretBox {
    if (key.length !== KEY_BYTES) throw new Error(`The key has ${key.length} bytes; it must have ${KEY_BYTES}.`);
    return new SecretBox(() => [key]);
  }

  /**
   * Opens the key file; at the first start it makes one that only this user can read. A key that is added later counts at once.
   * @throws Error if the file is unreadable or has a line that is not a key.
   */
  static openFile(path: string): SecretBox {
    const file = new KeyFile(path);
    file.make();
    const keys = file.watch();
    keys();
    return new SecretBox(keys);
  }

  /** The name of the key that seals: the beginning of its SHA-256. */
  get keyId(): string {
    return idFrom(this.keys()[0]!);
  }

  /** @param owner the id of the row that the secret belongs to: sealed text moved to another row does not open. */
  seal(secret: string, owner: string): string {
    const [key] = this.keys();
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key!, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${idFrom(key!)}.${sealed.toString('base64url')}`;
  }

  /** @throws Error if the text was sealed with an unknown key, was sealed for another row, or was changed. */
  open(sealed: string, owner: string): string {
    const parts = sealed.split('.');
    if (parts[0] === WITHOUT_ID && parts.length === 2) return this.openWithAny(Buffer.from(parts[1]!, 'base64url'), owner);
    const [version, id, text] = parts;
    if (version !== VERSION || !text) throw new Error('The secret is sealed in a way that this version does not know.');
    const key = this.keys().find((each) => idFrom(each) === id);
    if (!key)
      throw new Error(
        `The secret is sealed with the key ${id!.slice(0, ID_LENGTH)}, which this process does not have: give it the ${KeyFile.NAME} or the PERCEPT_WEBHOOK_KEY of the others.`,
      );
    return decrypt(Buffer.from(text, 'base64url'), key, owner);
  }

  /** Whether the text was sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.keyId}.`);
  }

  private openWithAny(bytes: Buffer, owner: string): string {
    let failure: unknown;
    for (const key of this.keys())
      try {
        return decrypt(bytes, key, owner);
      } catch (error) {
        failure = error;
      }
    throw failure;
  }
}

const idFrom = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, ID_LENGTH);

function decrypt(bytes: Buffer, key: Buffer, owner: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
