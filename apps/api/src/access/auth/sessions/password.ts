import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Base 2 logarithm of scrypt's N: 128 MB and some 350 ms for each guess. */
const COST = 17;
/** The cost of a stored text that names none. */
const FIRST_COST = 15;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** One hash at a time: many at once would take memory and threads from everything else. */
let queue: Promise<unknown> = Promise.resolve();

/** `scrypt$<salt>$<key>$<cost>`, salt and key in Base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}$${COST}`;
}

/** Whether guessing the password costs less than guessing one that is stored today. */
export const isCheap = (stored: string): boolean => costIn(stored) < COST;

const costIn = (stored: string): number => Number(stored.split('$')[3] ?? FIRST_COST);

/** Takes the same time whether there is a password or none. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = stored?.split('$') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'), stored === null ? COST : costIn(stored));
  const expected = Buffer.from(key, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) };
  const derived = queue.then(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  );
  queue = derived.catch(() => undefined);
  return derived;
}
