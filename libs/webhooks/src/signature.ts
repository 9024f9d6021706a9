import { createHmac, randomBytes } from 'node:crypto';
import { PerceptError } from '@percept/core';
import { Webhook } from 'standardwebhooks';

const PREFIX = 'whsec_';
const OWN_BYTES = 32;
const KEY_BYTES = { least: 16, most: 96 };
const CHARACTERS = { least: 16, most: 128 };

/** A secret in the form of the Standard Webhooks specification. */
export function makeSecret(): string {
  return PREFIX + randomBytes(OWN_BYTES).toString('base64');
}

/** @throws INVALID_REQUEST where a given secret is too short, too long or no Base64. */
export function checkSecret(secret: string): string {
  if (secret.startsWith(PREFIX)) {
    const text = secret.slice(PREFIX.length);
    const key = Buffer.from(text, 'base64');
    if (key.toString('base64') !== text || key.length < KEY_BYTES.least || key.length > KEY_BYTES.most) {
      const reason = `After '${PREFIX}' comes the Base64 of ${KEY_BYTES.least} to ${KEY_BYTES.most} bytes. Leave the secret out and we make one.`;
      throw PerceptError.invalid('secret', reason);
    }
    return secret;
  }
  const length = [...secret].length;
  if (length < CHARACTERS.least || length > CHARACTERS.most) {
    const reason = `It has ${length} characters; give ${CHARACTERS.least} to ${CHARACTERS.most}, or '${PREFIX}' and Base64, or leave it out.`;
    throw PerceptError.invalid('secret', reason);
  }
  return secret;
}

/** Signs and verifies after the specification: `whsec_` is Base64 of the key, any other secret is the key itself. */
export function standardWebhook(secret: string): Webhook {
  return secret.startsWith(PREFIX) ? new Webhook(secret) : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' });
}

/**
 * The headers that let a receiver know that a delivery is ours, whole and recent.
 * @param secrets the newest first; each signs.
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string, at: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => standardWebhook(secret).sign(id, at, body)).join(' '),
    // In GitHub's style the secret is the key as it is written, and there is one signature.
    'x-signature-256': `sha256=${createHmac('sha256', secrets[0]!).update(body).digest('hex')}`,
  };
}
