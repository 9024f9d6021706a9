import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac } from 'node:crypto';
import type { SignedRequest } from './read-signature';
import { toCredential } from './verify';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const ID = 'PKIAIOSFODNN7EXAMPLE';
const NOW = Date.parse('2026-03-04T05:06:07Z');
const BODY = JSON.stringify({ Text: 'Good – très bien', LanguageCode: 'en' });
const HEADERS = {
  host: 'percept.example:3000',
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': 'Comprehend_20171127.DetectSentiment',
};

/** The hash that AWS's own signer asks for. */
class Sha256 {
  private readonly hash;
  constructor(secret?: any) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  }
  update(data: any): void {
    this.hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): void {}
}

const signer = new SignatureV4({
  credentials: { accessKeyId: ID, secretAccessKey: SECRET },
  region: 'eu-central-1',
  service: 'comprehend',
  sha256: Sha256,
});
const plain = { method: 'POST', protocol: 'http:', hostname: 'percept.example', path: '/', headers: HEADERS, body: BODY };

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat();
const urlOf = (query: Record<string, any> = {}): string => {
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `/?${pairs.join('&')}` : '/';
};

async function inHeader(query: Record<string, string> = {}): Promise<SignedRequest> {
  const request: any = { ...plain, query };
  const { headers }: any = await signer.sign(request, { signingDate: new Date(NOW) });
  return { method: 'POST', url: urlOf(query), rawHeaders: flat(headers), bodyHash: sha256(BODY) };
}

async function inQuery(): Promise<SignedRequest> {
  const options = { signingDate: new Date(NOW), expiresIn: 600, unhoistableHeaders: new Set(['x-amz-target', 'content-type']) };
  const request = { ...plain, query: {} } as any;
  const { query, headers } = await signer.presign(request, { ...options, signableHeaders: new Set(Object.keys(HEADERS)) });
  return { method: 'POST', url: urlOf(query as any), rawHeaders: flat(headers), bodyHash: sha256(BODY) };
}

function accepts(request: SignedRequest, { now = NOW, secret = SECRET, service = 'comprehend' } = {}): boolean {
  try {
    const { accessKeyId, check } = toCredential(request, service, now);
    check(secret);
    return accessKeyId === ID;
  } catch (error) {
    expect((error as { type: string }).type).toMatch(
      /^(InvalidSignature|IncompleteSignature|MissingAuthenticationToken)Exception$/,
    );
    return false;
  }
}

test("what AWS's own signer signed is accepted, in the header, with a query, and in the query", async () => {
  expect(accepts(await inHeader())).toBe(true);
  expect(accepts(await inHeader({ b: '2', a: "it's (1) + ü", empty: '' }))).toBe(true);
  expect(accepts(await inQuery())).toBe(true);
});

test('a signature holds for 15 minutes to either side, one in the query for as long as it says', async () => {
  const [header, query] = [await inHeader(), await inQuery()];
  for (const [request, minutes, holds] of [
    [header, 14.9, true],
    [header, -14.9, true],
    [header, 15.1, false],
    [header, -15.1, false],
    [query, 9.9, true],
    [query, 10.1, false],
    [query, -15.1, false],
  ] as const)
    expect(accepts(request, { now: NOW + minutes * 60_000 })).toBe(holds);
});

/** The request with each character in turn replaced, dropped and doubled, at about `count` places. */
function* changedText(text: string, count: number): Generator<string> {
  const step = Math.max(1, Math.floor(text.length / count));
  for (let at = 0; at < text.length; at += step) {
    const other = text[at] === '0' ? '1' : '0';
    yield text.slice(0, at) + other + text.slice(at + 1);
    yield text.slice(0, at) + text.slice(at + 1);
  }
}

function* tampered(request: SignedRequest): Generator<SignedRequest> {
  const { rawHeaders, url } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!];
    const put = (...pair: string[]): SignedRequest => ({ ...request, rawHeaders: rawHeaders.toSpliced(index, 2, ...pair) });
    yield put();
    yield put(name, value, name, value);
    yield { ...request, rawHeaders: [name, 'x', ...rawHeaders] };
    for (const changed of changedText(value, 8)) yield put(name, changed);
  }
  for (const changed of changedText(Buffer.from(BODY).toString('latin1'), 15))
    yield { ...request, bodyHash: sha256(Buffer.from(changed, 'latin1')) };
  for (const changed of url === '/' ? ['/x', '//', '/?', '/?a=1'] : changedText(url, 40))
    if (changed !== '/?') yield { ...request, url: changed };
  for (const more of ['x-amz-security-token', 'x-amz-date', 'x-amz-user-agent', 'X-Amz-Target', 'Percept-Project'])
    yield { ...request, rawHeaders: [...rawHeaders, more, 'x'] };
  for (const method of ['GET', 'PUT', 'post']) yield { ...request, method };
  yield { ...request, bodyHash: sha256('') };
}

test('none of over 200 tampered requests is accepted', async () => {
  const variations = [...tampered(await inHeader()), ...tampered(await inQuery())];
  expect(variations.length).toBeGreaterThan(200);
  const accepted = variations.filter((each) => accepts(each));
  expect(accepted).toEqual([]);
});

test('another secret, service, algorithm or unsigned body is refused', async () => {
  const request = await inHeader();
  const replaced = (from: string | RegExp, to: string): SignedRequest => ({
    ...request,
    rawHeaders: request.rawHeaders.map((each) => each.replace(from, to)),
  });
  expect(accepts(request, { secret: `${SECRET}x` })).toBe(false);
  expect(accepts(request, { service: 'rekognition' })).toBe(false);
  for (const changed of [
    replaced('AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA1'),
    replaced('AWS4-HMAC-SHA256', 'AWS4-ECDSA-P256-SHA256'),
    replaced('eu-central-1', 'us-east-1'),
    replaced('20260304/', '20260305/'),
    replaced(/[0-9a-f]{64}$/, 'UNSIGNED-PAYLOAD'),
    replaced(';x-amz-target', ''),
    replaced('content-type;', ''),
  ])
    expect(accepts(changed)).toBe(false);
});
