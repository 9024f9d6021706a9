import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { testImage } from '../../harness/fixtures/images';
import type { HostFault, HostOptions } from '../../../libs/core/src/inference/host/host-options';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { waitFor } from '../../harness/wait-for';
import { HOST_WORKER, hostPlugin } from '../../harness/compiled';

const [faults, hosts]: [HostFault[], PluginHost[]] = [[], []];

async function open(options: Partial<HostOptions> = {}): Promise<PluginHost> {
  const host = startHost({
    plugins: [hostPlugin('rogue'), hostPlugin('eye')],
    workers: 2,
    workerPath: HOST_WORKER,
    limits: { maxBytes: 2_000_000, maxSide: 4096 },
    models: { modelsDir: '/nowhere', dataDir: '/nowhere' },
    queue: { calls: 3, bytes: 1e7 },
    callTimeoutMs: 20_000,
    report: (fault) => faults.push(fault),
    ...options,
  });
  hosts.push(host);
  await host.ready;
  return host;
}

const call = (host: PluginHost, verb: string, fields = {}, options = {}) => host.call(`rogue.${verb}`, { fields }, options);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Polls for what has no promise: a worker that is being replaced. */
let host: PluginHost;
beforeAll(async () => (host = await open()));
beforeEach(() => faults.splice(0));
afterAll(() => Promise.all(hosts.map((each) => each.close())));

describe('a call', () => {
  test('is answered with its output, the time it took and its stages', async () => {
    const { output, timings, models } = await call(host, 'answer', { n: 7 });
    expect(output).toEqual({ n: 7, processing_time_ms: expect.any(Number) });
    expect(Number.isInteger(output.processing_time_ms)).toBe(true);
    expect(Object.keys(timings)).toEqual(['queue', 'read']);
    expect(models).toEqual([]);
  });

  test('of an unknown capability is refused with the nearest name', async () => {
    await expect(call(host, 'answr')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining("'rogue.answer'"),
    });
  });

  test('runs in a thread with the priority of its process', async () => {
    expect((await call(host, 'priority')).output.n).toBe(getPriority());
  });

  test('with a wrong parameter is refused at the door and in the worker alike', async () => {
    const large = 'x'.repeat(300_000);
    for (const body of [{ n: 'x' }, { n: 'x', image: large }]) {
      const work = host.call('eye.look', { json: Buffer.from(JSON.stringify({ image: 'AAAA', ...body })) });
      await expect(work).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'n' } });
    }
  });
});

describe('an image', () => {
  test('is read from small and large bodies and from uploads', async () => {
    const image = await testImage({ width: 700, height: 500, format: 'bmp' });
    const small = await testImage();
    const answers = await Promise.all([
      host.call('eye.look', { json: Buffer.from(JSON.stringify({ image_data: image.toString('base64') })) }),
      host.call('eye.look', { json: Buffer.from(JSON.stringify({ image_data: small.toString('base64') })) }),
      host.call('eye.look', { fields: { n: '3' }, fromText: true, media: { field: 'image', bytes: Buffer.from(image) } }),
    ]);
    expect(answers.map(({ output }) => [output.width, output.bytes, output.n])).toEqual([
      [700, image.length, 0],
      [96, small.length, 0],
      [700, image.length, 3],
    ]);
  });

  test('moves into the worker instead of being copied, unless others share its memory', async () => {
    const own = Buffer.from(new Uint8Array(await testImage({ width: 500, height: 300, format: 'bmp' })).buffer);
    const shared = Buffer.concat([await testImage(), Buffer.alloc(9)]).subarray(0, -9);
    await host.call('eye.look', { fields: {}, media: { field: 'image', bytes: own } });
    await host.call('eye.look', { fields: {}, media: { field: 'image', bytes: shared } });
    expect(own.length).toBe(0);
    expect(shared.length).toBeGreaterThan(0);
  });

  test('at a URL is fetched by the port, from small and large bodies', async () => {
    const image = await testImage();
    const asked: string[] = [];
    const fetchMedia = async (url: string, { field }: { field: string }) => {
      asked.push(`${field} ${url}`);
      return new Uint8Array(image);
    };
    const fetching = await open({ fetchMedia, workers: 1 });
    const blanks = ' '.repeat(300_000);
    for (const body of ['{"image_url": "http://a/b.jpg", "n": 1}', `{"image_url": "http://a/b.jpg", "n": 1}${blanks}`]) {
      const { output, timings } = await fetching.call('eye.look', { json: Buffer.from(body) });
      expect(output).toMatchObject({ width: 96, n: 1 });
      expect(timings).toHaveProperty('fetch');
    }
    expect(asked).toEqual(['image_url http://a/b.jpg', 'image_url http://a/b.jpg']);
  });

  test('at a URL is refused if nobody fetches', async () => {
    const work = host.call('eye.look', { fields: { image: 'https://example.com/a.jpg' } });
    await expect(work).rejects.toMatchObject({ code: 'MEDIA_FETCH_FAILED', details: { field: 'image' } });
  });

  test('at a URL that never answers ends with the time limit', async () => {
    let aborted = false;
    const fetchMedia = (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Uint8Array>(() => signal.addEventListener('abort', () => (aborted = true)));
    const fetching = await open({ fetchMedia, workers: 1 });
    const work = fetching.call('eye.look', { fields: { image_url: 'http://a/b.jpg' } }, { timeoutMs: 50 });
    await expect(work).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/Send less.*PERCEPT_CALL_TIMEOUT/),
    });
    expect(aborted).toBe(true);
  });
});

describe('a plugin that misbehaves', () => {
  test.each(['throw', 'stray'])("fails its own call, and the caller sees nothing of the inside: '%s'", async (verb) => {
    await expect(call(host, verb)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.not.stringMatching(/secret|nobody/),
    });
    expect(faults.map(({ reason }) => reason).join()).toMatch(/a secret of the inside|nobody awaits me/);
  });

  test.each(['lie', 'strange', 'huge'])("is caught answering against its output class: '%s'", async (verb) => {
    await expect(call(host, verb)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(faults).toEqual([{ capability: `rogue.${verb}`, reason: expect.stringContaining(`rogue.${verb}`) }]);
  });

  test.each(['exit', 'hang', 'spin'])("loses its worker, which is replaced, and harms no other call: '%s'", async (verb) => {
    await waitFor(() => host.stats().busy === 0);
    const before = host.stats().restarts;
    const beside = call(host, 'sleep', { n: 500 });
    const code = await outcome(call(host, verb, {}, verb === 'exit' ? {} : { timeoutMs: 2_000 }));
    expect(code).toBe(verb === 'exit' ? 'INTERNAL' : 'TIMEOUT');
    expect((await beside).output.n).toBe(500);
    await waitFor(() => host.stats().restarts > before);
    const both = await Promise.all([call(host, 'thread'), call(host, 'thread'), call(host, 'answer')]);
    expect(both).toHaveLength(3);
  });

  test('keeps its worker if it heeds the signal', async () => {
    const single = await open({ workers: 1 });
    expect(await outcome(call(single, 'heed', {}, { timeoutMs: 50 }))).toBe('TIMEOUT');
    await waitFor(() => single.stats().busy === 0);
    expect(single.stats().restarts).toBe(0);
  });

  test('that throws after its answer fails nobody, and its worker is replaced', async () => {
    const single = await open({ workers: 1 });
    expect(await outcome(call(single, 'late'))).toBe('done');
    expect(await outcome(call(single, 'sleep', { n: 60 }))).toBe('done');
    await waitFor(() => single.stats().restarts > 0);
    expect(await outcome(call(single, 'answer'))).toBe('done');
    expect(faults).toContainEqual({ reason: expect.stringContaining('thrown after the answer') });
  });

  test('that eats memory without end loses its worker, not the process', async () => {
    const small = await open({ workers: 1, heapMb: 48 });
    await expect(call(small, 'eat')).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('memory') });
    expect(await outcome(call(small, 'answer'))).toBe('done');
  });
});

describe('a full line', () => {
  test('refuses with OVERLOADED and the time to come back, and lets patient calls wait', async () => {
    const single = await open({ workers: 1 });
    const first = call(single, 'sleep', { n: 300 });
    const waiting = [1, 2, 3].map(() => call(single, 'sleep', { n: 1 }));
    await waitFor(() => single.stats().queued === 3);
    expect(single.stats()).toMatchObject({ workers: 1, busy: 1, queued: 3 });
    await expect(call(single, 'answer')).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterS: expect.any(Number) });
    const patient = Array.from({ length: 20 }, () => call(single, 'answer', {}, { patient: true }));
    const all = await Promise.all([first, ...waiting, ...patient].map(outcome));
    expect(new Set(all)).toEqual(new Set(['done']));
  });

  test('reads a small body before it waits, and one with an image in it only in the worker', async () => {
    const single = await open({ workers: 1 });
    const first = call(single, 'sleep', { n: 300 });
    const waiting = [1, 2, 3].map(() => call(single, 'sleep', { n: 1 }));
    await waitFor(() => single.stats().queued === 3);
    const wrong = (bytes: number) => Buffer.from(JSON.stringify({ n: 'x', image: 'A'.repeat(bytes) }));
    expect(await outcome(single.call('eye.look', { json: wrong(4) }))).toBe('INVALID_REQUEST');
    expect(await outcome(single.call('eye.look', { json: wrong(20_000) }))).toBe('OVERLOADED');
    await Promise.all([first, ...waiting]);
  });

  test('counts the bytes that wait', async () => {
    const single = await open({ workers: 1, queue: { calls: 50, bytes: 500_000 } });
    const first = call(single, 'sleep', { n: 300 });
    const send = () => upload(single, 400_000);
    const second = send();
    await waitFor(() => single.stats().queuedBytes === 400_000);
    expect(await outcome(send())).toBe('OVERLOADED');
    await Promise.all([first, outcome(second)]);
  });

  test('drops a call whose time runs out or whose caller leaves, before it starts', async () => {
    const single = await open({ workers: 1 });
    const first = call(single, 'sleep', { n: 300 });
    const leaving = new AbortController();
    const gone = call(single, 'exit', {}, { signal: leaving.signal });
    const late = call(single, 'exit', {}, { timeoutMs: 20 });
    leaving.abort(new Error('the caller has left'));
    await expect(gone).rejects.toThrow('the caller has left');
    expect(await outcome(late)).toBe('OVERLOADED');
    expect(await outcome(first)).toBe('done');
    expect(single.stats()).toMatchObject({ queued: 0, restarts: 0 });
  });
});

/** An upload of bytes that are not an image. */
function upload(to: PluginHost, bytes: number): Promise<unknown> {
  return to.call('eye.look', { fields: {}, media: { field: 'image', bytes: new Uint8Array(bytes) } });
}

describe('a worker that ends while it is being loaded', () => {
  test('is replaced too, and until then the host is not ready', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'percept-frail-'));
    const MARK = join(dataDir, 'end-while-loading');
    const frail = await open({ workerPath: hostPlugin('frail-worker'), admission: { secrets: { MARK } } });
    writeFileSync(MARK, '');
    expect(await outcome(call(frail, 'exit'))).toBe('INTERNAL');
    for (const ready of [false, true]) await waitFor(() => frail.isReady() === ready);
    const all = await Promise.all(Array.from({ length: 8 }, () => outcome(call(frail, 'sleep', { n: 50 }, { patient: true }))));
    expect([...new Set(all)]).toEqual(['done']);
    rmSync(dataDir, { recursive: true });
  });
});

describe('closing', () => {
  test('lets calls under way end and refuses the others', async () => {
    const closing = await open({ workers: 1 });
    const under = call(closing, 'sleep', { n: 100 });
    const waiting = outcome(call(closing, 'answer'));
    await closing.close();
    expect(await outcome(under)).toBe('done');
    expect(await waiting).toBe('OVERLOADED');
    expect(await outcome(call(closing, 'answer'))).toBe('OVERLOADED');
    expect(closing.isReady()).toBe(false);
  });
});
