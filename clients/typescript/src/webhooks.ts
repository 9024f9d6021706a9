import { Webhook } from 'standardwebhooks';
import type { components } from './schema.js';

/** The body of a webhook; `type` says which event it is. */
export type PerceptEvent = components['schemas']['Event'];

const PREFIX = 'whsec_';
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Checks that a webhook came from your Percept, whole and within the last five minutes.
 * @param body the raw body, as it arrived: not parsed and written again.
 * @param headers of the request: a `Headers`, or Node's object of them.
 * @param secret the one that the creation of the endpoint answered.
 * @throws WebhookVerificationError otherwise.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): PerceptEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return [value ?? ''].flat().join(' ');
  };
  const signed = Object.fromEntries(HEADERS.map((name) => [name, read(name)]));
  // `whsec_` is Base64 of the key; any other secret is the key itself.
  const verifier = secret.startsWith(PREFIX)
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
  return verifier.verify(text, signed) as PerceptEvent;
}
