import { AwsError } from '../aws-error';
import type { CredentialScope } from './canonical-request';

/** A request as it arrived. */
export interface SignedRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Names and values in turn, as in Node, so that duplicates are visible. */
  rawHeaders: readonly string[];
  /** SHA-256 of the body, hex. */
  bodyHash: string;
}

/** The parts of a signature, of the header `Authorization` or the query. */
export interface Signature extends CredentialScope {
  accessKeyId: string;
  /** Lower-case names, sorted. */
  signedHeaders: string[];
  /** Such as `20260101T120000Z`. */
  time: string;
  /** How many seconds a signature in the query is valid. */
  expires?: number;
  signature: Buffer;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const HEADER = new RegExp(`^${ALGORITHM} +Credential=([^,\\s]+), *SignedHeaders=([^,\\s]+), *Signature=([^,\\s]+)$`);
const CREDENTIAL = /^([A-Z0-9]{16,64})\/(\d{8})\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,40})\/aws4_request$/;
const WEEK_S = 7 * 24 * 3600;

export const isSignedHeader = (authorization: string | undefined): boolean => authorization?.startsWith(ALGORITHM) ?? false;

/** The access key id in the header or in the `X-Amz-Credential` of a query; undefined: the text has none. */
export const claimedAccessKey = (text: string | undefined): string | undefined =>
  /(?:^|Credential=)([A-Z0-9]{16,64})\//.exec(text ?? '')?.[1];

/** @throws AwsError IncompleteSignatureException, MissingAuthenticationTokenException. */
export function readSignature(headers: ReadonlyMap<string, string>, query: string): Signature {
  const authorization = headers.get('authorization');
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const inQuery = [...parameters.keys()].some((name) => name.toLowerCase().startsWith('x-amz-'));
  if (authorization !== undefined && inQuery) throw incomplete('sign the header or the query, not both');
  if (inQuery) return fromQuery(parameters);
  if (authorization === undefined)
    throw new AwsError('MissingAuthenticationTokenException', 'The request is not signed.', 'UNAUTHORIZED');
  const match = HEADER.exec(authorization);
  if (!match) throw incomplete(`the header Authorization must read '${ALGORITHM} Credential=…, SignedHeaders=…, Signature=…'`);
  return partsOf({ credential: match[1]!, signed: match[2]!, signature: match[3]!, time: headers.get('x-amz-date') });
}

function fromQuery(parameters: URLSearchParams): Signature {
  const once = (name: string): string => {
    const values = parameters.getAll(name);
    if (values.length !== 1) throw incomplete(`the query must have ${name} once`);
    return values[0]!;
  };
  if (once('X-Amz-Algorithm') !== ALGORITHM) throw incomplete(`X-Amz-Algorithm must be ${ALGORITHM}`);
  const expires = Number(once('X-Amz-Expires'));
  if (!Number.isInteger(expires) || expires < 1 || expires > WEEK_S) throw incomplete(`X-Amz-Expires must be 1 to ${WEEK_S}`);
  const [credential, signed, signature] = [once('X-Amz-Credential'), once('X-Amz-SignedHeaders'), once('X-Amz-Signature')];
  return { ...partsOf({ credential, signed, signature, time: once('X-Amz-Date') }), expires };
}

function partsOf(parts: { credential: string; signed: string; signature: string; time?: string }): Signature {
  const credential = CREDENTIAL.exec(parts.credential);
  if (!credential) throw incomplete('Credential must be KEY/DAY/REGION/SERVICE/aws4_request');
  const [, accessKeyId, date, region, service] = credential as unknown as [string, string, string, string, string];
  const { time = '' } = parts;
  if (!/^\d{8}T\d{6}Z$/.test(time)) throw incomplete('X-Amz-Date must be a time such as 20260101T120000Z');
  if (!time.startsWith(date)) throw incomplete('X-Amz-Date must lie on the day of the Credential');
  if (!/^[0-9a-f]{64}$/.test(parts.signature)) throw incomplete('Signature must be 64 hexadecimal digits in lower case');
  const signedHeaders = parts.signed.split(';');
  if (signedHeaders.join() !== [...new Set(signedHeaders)].sort().join() || parts.signed !== parts.signed.toLowerCase())
    throw incomplete('SignedHeaders must be lower-case names in order');
  return { accessKeyId, date, region, service, time, signedHeaders, signature: Buffer.from(parts.signature, 'hex') };
}

export function incomplete(reason: string): AwsError {
  return new AwsError('IncompleteSignatureException', `The signature cannot be read: ${reason}.`, 'UNAUTHORIZED');
}
