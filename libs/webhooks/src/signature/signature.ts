import { createHmac, randomBytes } from 'node:crypto';
import { PerceptError } from '@percept/sdk';
import { Webhook } from 'standardwebhooks';

/**
 * An upper bound of a secret's bits: the Shannon entropy of its values. Each run counts once (`aaaa`, `1234`, `fedc`), because
 * attackers try runs first.
 */
function bitsOf(values: readonly number[]): number {
  const kept = values.filter(
    (value, index) => index < 2 || value - values[index - 1]! !== values[index - 1]! - values[index - 2]!,
  );
  const counts = new Map<number, number>();
  for (const value of kept) counts.set(value, (counts.get(value) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / kept.length), 0);
  return bits;
}

const PREFIX = 'whsec_';
const OWN_BYTES = 32;
const KEY_BYTES = { least: 16, most: 96 };
const CHARACTERS = { least: 16, most: 128 };
/** With one delivery, an attacker can try secrets as fast as a machine computes hashes. */
const MIN_BITS = 48;
/** By this measure, one in 200,000 random keys of 16 bytes has fewer than 48 bits. None of three million had fewer than 40. */
const MIN_BITS_OF_KEY = 40;

/** Makes a secret in the form of the Standard Webhooks specification. */
export function makeSecret(): string {
  return PREFIX + randomBytes(OWN_BYTES).toString('base64');
}

/** @throws INVALID_REQUEST if a given secret is too short, too long, not Base64 or easy to guess. */
export function checkSecret(secret: string): string {
  if (secret.startsWith(PREFIX)) {
    const text = secret.slice(PREFIX.length);
    const key = Buffer.from(text, 'base64');
    if (key.toString('base64') !== text || key.length < KEY_BYTES.least || key.length > KEY_BYTES.most) {
      const reason = `After '${PREFIX}' comes the Base64 of ${KEY_BYTES.least} to ${KEY_BYTES.most} bytes. Leave the secret out and we make one.`;
      throw PerceptError.invalid('secret', reason);
    }
    return checkGuessing(secret, [...key], MIN_BITS_OF_KEY);
  }
  const length = [...secret].length;
  if (length < CHARACTERS.least || length > CHARACTERS.most) {
    const reason = `It has ${length} characters; give ${CHARACTERS.least} to ${CHARACTERS.most}, or '${PREFIX}' and Base64, or leave it out.`;
    throw PerceptError.invalid('secret', reason);
  }
  return checkGuessing(
    secret,
    [...secret].map((character) => character.codePointAt(0)!),
    MIN_BITS,
  );
}

function checkGuessing(secret: string, values: readonly number[], least: number): string {
  if (bitsOf(values) >= least) return secret;
  throw PerceptError.invalid(
    'secret',
    'It is easy to guess, because it has few different characters or sequences such as 1234. Leave it out, and Percept makes one.',
  );
}

/** After `whsec_` the key is in Base64; any other secret is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}

/** Signs and verifies according to the specification. */
export function standardWebhook(secret: string): Webhook {
  return new Webhook(keyOf(secret), { format: 'raw' });
}

/**
 * The headers that prove to a receiver that a delivery is ours, complete and recent. They are not made by `standardwebhooks`, whose
 * SHA-256 in JavaScript takes 200 µs for 20 KB where Node takes 15; that package only verifies what we sign.
 * @param secrets the newest first; each signs.
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string, at: Date): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const start = `${id}.${seconds}.`;
  const signatures = secrets.map((secret) => createHmac('sha256', keyOf(secret)).update(start).update(body).digest('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
    // In GitHub's style the secret itself is the key, and there is one signature.
    'x-signature-256': `sha256=${createHmac('sha256', secrets[0]!).update(body).digest('hex')}`,
  };
}
