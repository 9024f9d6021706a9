import type { HookRequest } from '@percept/sdk/pipelines';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerFrom } from './headers';
import type { Verification } from './verify';

type Signed = Exclude<Verification, { kind: 'sns' }>;

/** What a sender claims to have signed. */
interface Claim {
  /** One of these signatures must be right: a sender may be changing its secret. */
  signatures: Buffer[];
  /** The signed text before the body. */
  before?: string;
  algorithm?: string;
  key?: Buffer;
  /** When it was signed, in seconds since the epoch. */
  at?: string;
}

/** The request lacks something that a signature needs. */
class Unsigned extends Error {}

/** Why a request is not from the holder of the secret; undefined if it is. @param now ms since the epoch. */
export function whyUnsigned(request: HookRequest, verification: Signed, secret: string, now: number): string | undefined {
  try {
    const { signatures, before = '', algorithm = 'sha256', key = secret, at } = claimOf(request, verification, secret);
    const expected = createHmac(algorithm, key).update(before).update(request.body).digest();
    const isRight = signatures.map((each) => each.length === expected.length && timingSafeEqual(each, expected)).includes(true);
    if (!isRight) return 'the signature is not that of the body with this secret';
    if (at === undefined || verification.kind === 'hmac') return undefined;
    const distance = Math.abs(now - Number(at) * 1_000);
    return distance <= verification.toleranceMs ? undefined : `it was signed at ${at}, too far from now (tolerance)`;
  } catch (error) {
    if (error instanceof Unsigned) return error.message;
    throw error;
  }
}

function claimOf(request: HookRequest, verification: Signed, secret: string): Claim {
  const need = (...names: string[]): string => {
    const value = names.map((name) => headerFrom(request, name)).find((each) => each !== undefined);
    if (value === undefined) throw new Unsigned(`the header ${names[0]} is missing`);
    return value;
  };
  switch (verification.kind) {
    case 'github':
      return { signatures: [bytesAfter('sha256=', need('x-hub-signature-256'), 'hex')] };
    case 'stripe':
      return stripeClaim(need('stripe-signature'));
    case 'slack': {
      const at = need('x-slack-request-timestamp');
      return { at, before: `v0:${at}:`, signatures: [bytesAfter('v0=', need('x-slack-signature'), 'hex')] };
    }
    case 'standard-webhooks': {
      const [id, at] = [need('webhook-id', 'svix-id'), need('webhook-timestamp', 'svix-timestamp')];
      const signatures = need('webhook-signature', 'svix-signature').split(' ');
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      // Anybody could sign with an empty key.
      if (key.length === 0) throw new Unsigned('the secret must be one of Standard Webhooks: whsec_ and Base64');
      return { at, key, before: `${id}.${at}.`, signatures: signatures.map((each) => bytesAfter('v1,', each, 'base64')) };
    }
    case 'hmac': {
      const { header, prefix, encoding, algorithm } = verification;
      return { algorithm, signatures: [bytesAfter(prefix, need(header), encoding)] };
    }
  }
}

function stripeClaim(header: string): Claim {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : []));
  return { at, before: `${at}.`, signatures };
}

/** Decodes what follows the prefix; empty if the text lacks it. */
function bytesAfter(prefix: string, text: string, encoding: BufferEncoding): Buffer {
  return text.startsWith(prefix) ? Buffer.from(text.slice(prefix.length), encoding) : Buffer.alloc(0);
}
