import { timingSafeEqual } from 'node:crypto';
import type { SignedCredential } from '@percept/sdk/doors';
import { AwsError } from '../aws-error';
import { computeSignature } from './canonical-request';
import { incomplete, readSignature, type Signature, type SignedRequest } from './read-signature';

/** Headers that each proxy on the way may repeat. */
const OF_PROXIES = /^(x-forwarded-.*|forwarded|via)$/;
const MAX_SKEW_MS = 15 * 60_000;

/**
 * Checks everything about a signature that needs no secret.
 * @returns a function that checks the rest with the secret.
 * @param service that the target belongs to, such as `rekognition`.
 * @throws AwsError MissingAuthenticationTokenException, IncompleteSignatureException, InvalidSignatureException.
 */
export function toCredential(request: SignedRequest, service: string, now: number): SignedCredential {
  const [path = '', query = ''] = splitOnce(request.url);
  if (path !== '/') throw incomplete("the path must be '/'");
  const headers = singleHeaders(request.rawHeaders);
  const signature = readSignature(headers, query);
  checkTime(signature, now);
  if (signature.service !== service) throw invalid(`the credential must be scoped to the service '${service}'`);
  const signed = signedOf(headers, signature.signedHeaders);
  const hash = headers.get('x-amz-content-sha256');
  if (hash !== undefined && hash !== request.bodyHash) throw invalid('X-Amz-Content-Sha256 is not the hash of the body');
  const check = (secret: string): void => {
    const right = computed(
      signature,
      { method: request.method, path, query, headers: signed, bodyHash: request.bodyHash },
      secret,
    );
    if (!timingSafeEqual(right, signature.signature)) throw invalid('it does not match the request; check the secret access key');
  };
  return { accessKeyId: signature.accessKeyId, check };
}

function computed(signature: Signature, request: Parameters<typeof computeSignature>[0], secret: string): Buffer {
  try {
    return computeSignature(request, signature, { time: signature.time, secret });
  } catch (error) {
    if (error instanceof URIError) throw incomplete('the query is not percent-encoded');
    throw error;
  }
}

function checkTime({ time, expires }: Signature, now: number): void {
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at)) throw incomplete('X-Amz-Date is not a time');
  const until = at + (expires === undefined ? MAX_SKEW_MS : expires * 1000);
  if (now > until) throw invalid(`it has expired: it was made at ${time}`);
  if (at > now + MAX_SKEW_MS) throw invalid(`it is not yet current: it was made at ${time}; check the clock`);
}

/** Collects all headers by lower-case name. Only proxy headers may occur twice. */
function singleHeaders(raw: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    if (headers.has(name) && !OF_PROXIES.test(name)) throw incomplete(`the header ${name} came twice`);
    headers.set(name, raw[index + 1]!);
  }
  return headers;
}

const SIGNED = ['content-type', 'percept-project'];

/** Headers that select the operation or the project must be signed: otherwise they could be changed on the way. */
function signedOf(headers: ReadonlyMap<string, string>, names: readonly string[]): [string, string][] {
  const needed = [...headers.keys()].filter((name) => SIGNED.includes(name) || name.startsWith('x-amz-'));
  for (const name of ['host', ...needed]) if (!names.includes(name)) throw invalid(`the header ${name} is not signed`);
  return names.map((name) => {
    const value = headers.get(name);
    if (value === undefined) throw invalid(`the signed header ${name} is missing`);
    return [name, value];
  });
}

function splitOnce(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

function invalid(reason: string): AwsError {
  return new AwsError('InvalidSignatureException', `The signature is not valid: ${reason}.`, 'UNAUTHORIZED');
}
