import { createHash, createHmac } from 'node:crypto';

/** The signed parts of a request, as AWS's Signature Version 4 writes them. */
interface CanonicalRequest {
  method: string;
  path: string;
  /** Parameters as sent, without the question mark. */
  query: string;
  /** The signed headers by lower-case name, in the order of their names. */
  headers: readonly (readonly [string, string])[];
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

/** Day, region and service of a signature. */
export interface CredentialScope {
  date: string;
  region: string;
  service: string;
}

/** Computes the signature as lower-case hex. @param time such as `20260101T120000Z`. */
export function computeSignature(
  request: CanonicalRequest,
  scope: CredentialScope,
  { time, secret }: { time: string; secret: string },
): Buffer {
  const path = `${scope.date}/${scope.region}/${scope.service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, path, sha256(canonical(request))].join('\n');
  return hmac(signingKey(scope, secret), text);
}

function canonical({ method, path, query, headers, bodyHash }: CanonicalRequest): string {
  const lines = headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}\n`).join('');
  return [method, path, canonicalQuery(query), lines, headers.map(([name]) => name).join(';'), bodyHash].join('\n');
}

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter((each) => each !== '' && !each.startsWith('X-Amz-Signature='));
  const encoded = pairs.map((pair) => {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [encode(name), encode(value)] as const;
  });
  encoded.sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
  return encoded.map(([name, value]) => `${name}=${value}`).join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** @throws URIError for a text that is not percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function signingKey({ date, region, service }: CredentialScope, secret: string): Buffer {
  return [date, region, service, 'aws4_request'].reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`));
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');
