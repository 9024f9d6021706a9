import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MB and some 80 ms for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** One at a time: many at once would take the memory and the threads of everything else. */
let queue: Promise<unknown> = Promise.resolve();

/** `scrypt$<salt>$<key>`, Base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`;
}

/** Takes the same time whether there is a password or none. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', key = ''] = stored?.split('$') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(key, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const derived = queue.then(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  );
  queue = derived.catch(() => undefined);
  return derived;
}
