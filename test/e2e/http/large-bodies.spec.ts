import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testImage } from '../../harness/fixtures/images';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { hostPlugin } from '../../harness/compiled';
import { waitFor } from '../../harness/wait-for';

const MEGABYTE = 1024 * 1024;
const PLUGIN = hostPlugin('digest');
const ENCODINGS = ['json', 'form', 'raw'] as const;
type Encoding = (typeof ENCODINGS)[number];

interface Analysis {
  status: string;
  result?: { sha256: string };
}

let percept: RunningPercept;
let image: Buffer;
beforeAll(async () => {
  const env = {
    PERCEPT_PLUGINS: PLUGIN,
    PERCEPT_WORKERS: '2',
    PERCEPT_QUEUE_MB: '24',
    PERCEPT_CALL_TIMEOUT: '2s',
  };
  [percept, image] = await Promise.all([startPercept({ env }), testImage()]);
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

/** What follows the end of a JPEG is not a part of it: an image of its own for each number, from two to four megabytes. */
const imageOf = (n: number): Buffer => {
  const behind = Buffer.alloc(2 * MEGABYTE + (n % 5) * 400_000, `image ${n} `);
  return Buffer.concat([image, behind]);
};
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function upload(bytes: Buffer, encoding: Encoding, { wait = 0, signal }: { wait?: number; signal?: AbortSignal } = {}) {
  const send = (body: NonNullable<RequestInit['body']>, headers: Record<string, string>, query = '') =>
    percept.fetch(`/v2/digest/of${query}`, { method: 'POST', body, headers, signal });
  if (encoding === 'json')
    return send(JSON.stringify({ wait, image_data: bytes.toString('base64') }), { 'content-type': 'application/json' });
  if (encoding === 'raw') return send(new Uint8Array(bytes), { 'content-type': 'image/jpeg' }, `?wait=${wait}`);
  const form = new FormData();
  form.set('wait', String(wait));
  form.set('image', new Blob([new Uint8Array(bytes)]), 'image.jpg');
  return send(form, {});
}

/** How an upload ended: `own` if the answer has the hash of its own image. A refused upload is sent again. */
async function endOf(n: number, more: Parameters<typeof upload>[2] = {}): Promise<string> {
  const bytes = imageOf(n);
  try {
    const answer = await upload(bytes, ENCODINGS[n % 3]!, more);
    const body = (await answer.json()) as { sha256?: string; error?: { code: string } };
    if (body.error?.code === 'OVERLOADED') {
      await sleep(1_000 * Number(answer.headers.get('retry-after')));
      return await endOf(n, more);
    }
    return body.error?.code ?? (body.sha256 === digestOf(bytes) ? 'own' : 'of another');
  } catch (error) {
    return (error as Error).name;
  }
}

test('every large image is answered for itself, while others hang up at any moment or run out of time', async () => {
  const ends: string[] = [];
  for (let round = 0; round < 6; round++) {
    const works = Array.from({ length: 12 }, (_, index) => {
      const n = round * 12 + index;
      if (index === 5) return endOf(n, { wait: 10_000 });
      return endOf(n, index % 4 === 3 ? { wait: 300, signal: AbortSignal.timeout(10 + ((n * 37) % 400)) } : {});
    });
    ends.push(...(await Promise.all(works)));
  }
  const count = (end: string) => ends.filter((each) => each === end).length;
  expect(new Set(ends)).toEqual(new Set(['own', 'TIMEOUT', 'TimeoutError']));
  expect(count('own')).toBeGreaterThanOrEqual(6 * 8);
});

test('a large body that is kept for later is the one that was sent', async () => {
  const bytes = imageOf(1000);
  const answer = await percept.fetch('/v2/digest/of', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', prefer: 'respond-async' },
  });
  expect(answer.status).toBe(202);
  const others = await Promise.all(Array.from({ length: 9 }, (_, index) => endOf(2000 + index)));
  expect(new Set(others)).toEqual(new Set(['own']));
  const { status_url } = (await answer.json()) as { status_url: string };
  const analysis = await waitFor(async () => {
    const body = (await (await percept.fetch(new URL(status_url, percept.url).pathname)).json()) as Analysis;
    return ['succeeded', 'failed'].includes(body.status) && body;
  });
  expect(analysis.result?.sha256).toBe(digestOf(bytes));
});
