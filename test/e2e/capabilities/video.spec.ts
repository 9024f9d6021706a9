import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending, type Answer } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const PATH = '/v2/vision/video/analyze';
const IMAGE = join(EXAMPLES, 'crossing.jpg');

let scratch: string;
let percept: RunningPercept;
/** Has the short video. */
let far: Server;
/** Two seconds; more than the half minute that is waited for; so long that nobody sees its end. */
const videos: Record<'short' | 'long' | 'endless', Uint8Array> = {} as never;
beforeAll(async () => {
  scratch = tempDir();
  for (const [name, seconds] of Object.entries({ short: 2, long: 31, endless: 600 })) {
    const file = join(scratch, `${name}.mp4`);
    writeStillVideo(IMAGE, file, seconds);
    videos[name as keyof typeof videos] = new Uint8Array(readFileSync(file));
  }
  far = createServer((_, response) => response.end(videos.short)).listen(0, '127.0.0.1');
  await once(far, 'listening');
  percept = await startPercept({
    env: {
      PERCEPT_WORKERS: '2',
      PERCEPT_FETCH_ALLOW: '127.0.0.0/8',
      PERCEPT_DATA_ROOTS: scratch,
    },
  });
});
afterAll(async () => {
  far.close();
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(scratch);
});

const { send, post, make } = sending(() => percept);
const analyze = async (
  video: keyof typeof videos,
  frameInterval: number,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await percept.fetch(`${PATH}?frame_interval=${frameInterval}`, {
    method: 'POST',
    headers: { 'content-type': 'video/mp4', ...headers },
    body: videos[video],
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
};

async function until(url: string, holds: (analysis: any) => boolean): Promise<any> {
  return waitFor(
    async () => {
      const { body } = await send(url);
      if (body.status === 'failed' && !holds(body)) throw new Error(JSON.stringify(body.error));
      return holds(body) && body;
    },
    { interval: 50 },
  );
}
const isUnderWay = ({ progress }: any): boolean => (progress?.processed_frames ?? 0) > 0;
const hasEnded = ({ ended_at }: any): boolean => ended_at !== null;

/** Decoders that the service has under it. */
const decoders = (): number =>
  processes().filter((line) => line.startsWith(`${percept.process.pid} `) && line.includes('showinfo')).length;

/** `parent arguments` of each process. A bare Linux has no `ps`. */
function processes(): string[] {
  if (process.platform !== 'linux') {
    const printed = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' });
    return printed.split('\n').map((line) => line.trim());
  }
  return readdirSync('/proc').flatMap((id) => {
    try {
      const read = (file: string) => readFileSync(join('/proc', id, file), 'utf8');
      const parent = /\) \S (\d+) /.exec(read('stat'))![1];
      return [`${parent} ${read('cmdline').replaceAll('\0', ' ')}`];
    } catch {
      return [];
    }
  });
}

test('a video with Prefer: respond-async is accepted with 202, and its result is that of the call that waits', async () => {
  const accepted = await analyze('short', 5, { prefer: 'respond-async' });
  expect([accepted.status, accepted.headers.get('location')]).toEqual([202, accepted.body.status_url]);
  const { status, progress, result } = await until(accepted.body.status_url, hasEnded);
  expect(status).toBe('succeeded');
  const waited = await analyze('short', 5);
  expect(waited.status).toBe(200);
  expect(result.timeline).toHaveLength(4);
  for (const part of ['video_info', 'timeline', 'scenes', 'tracks', 'summary']) expect(result[part]).toEqual(waited.body[part]);
  expect(progress).toMatchObject({ processed_frames: 4, total_frames: 4, percent: 100 });
});

describe('a video counts a request for each 100 frames that are analysed', () => {
  /** Starts a run with one video of 6,000 frames. Keeping and starting it count as two requests. */
  const run = async (monthly_limit: number) => {
    const { id, key } = await make({ plan: 'enterprise', monthly_limit, scopes: ['predict', 'pipelines'] });
    const payer = sending(() => ({ ...percept, key }));
    const name = `watch-${monthly_limit}`;
    const source = `version: 1
name: ${name}
steps:
  - id: watch
    uses: vision.video.analyze
    with: { video: "${join(scratch, 'endless.mp4')}", frame_interval: 1 }
`;
    await payer.send(`/v2/pipelines/${name}`, { method: 'PUT', body: { source } });
    const { body } = await payer.post(`/v2/pipelines/${name}/runs`, {});
    const used = async () => (await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota.used;
    return { url: `/v2/runs/${body.id}`, used };
  };

  test('in a run too: it fails before the work where the month has no room', async () => {
    const { url, used } = await run(61);
    const ended = await waitFor(async () => {
      const { body } = await send(url);
      return ['failed', 'succeeded'].includes(body.status) && body;
    });
    expect([ended.status, ended.error]).toEqual(['failed', expect.stringContaining('QUOTA_EXCEEDED')]);
    expect(await used()).toBe(2);
  });

  test('in a run that is cancelled what was analysed counts', async () => {
    const { url, used } = await run(62);
    await waitFor(async () => (await used()) === 62);
    await post(`${url}/cancel`, {});
    await waitFor(async () => (await used()) < 12);
    expect(await used()).toBeGreaterThan(2);
  });

  const begin = async (monthly_limit: number) => {
    const { id, key } = await make({ plan: 'enterprise', monthly_limit });
    const { body } = await analyze('endless', 1, { prefer: 'respond-async', authorization: `Bearer ${key}` });
    const used = async () => (await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota.used;
    return { url: body.status_url, used };
  };

  test('it is refused before the work where the month has no room, and counts nothing', async () => {
    const { url, used } = await begin(59);
    const { error } = await waitFor(async () => {
      const { body } = await send(url);
      return hasEnded(body) && body;
    });
    expect(error.code).toBe('QUOTA_EXCEEDED');
    await waitFor(async () => (await used()) === 0);
  });

  test('all of them count from the start; cancelling gives back what was not analysed', async () => {
    const { url, used } = await begin(60);
    await waitFor(async () => (await used()) === 60);
    await post(`${url}/cancel`, {});
    await waitFor(async () => (await used()) < 10);
    expect(await used()).toBeGreaterThan(0);
  });
});

test('a video is fetched from its URL, or taken from a data URI', async () => {
  const { body: sent } = await analyze('short', 30);
  const at = `http://127.0.0.1:${(far.address() as AddressInfo).port}/short.mp4`;
  const uri = `data:video/mp4;base64,${Buffer.from(videos.short).toString('base64')}`;
  for (const named of [{ video_url: at }, { video: uri }]) {
    const { status, body } = await post(PATH, { ...named, frame_interval: 30 });
    expect([status, body.video_info, body.timeline]).toEqual([200, sent.video_info, sent.timeline]);
  }
  const broken = await post(PATH, { video_url: `${at}?`.replace('127.0.0.1', '169.254.169.254'), frame_interval: 30 });
  expect([broken.status, broken.body.error.code]).toEqual([400, 'MEDIA_FETCH_FAILED']);
});

test('a video of more than half a minute is accepted though nobody asked, and its progress is told as events until it ends', async () => {
  const { status, body } = await analyze('long', 4);
  expect(status).toBe(202);
  const stream = await percept.fetch(`${body.status_url}/events`);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const events = (await stream.text())
    .split('\n\n')
    .map((event) => ({ name: /^event: (.*)$/m.exec(event)?.[1], data: /^data: (.*)$/m.exec(event)?.[1] }))
    .flatMap(({ name, data }) => (data ? [{ name, state: JSON.parse(data) }] : []));
  expect(events.map(({ name }) => name)).toEqual([...events.slice(1).map(() => 'progress'), 'end']);
  const told = events.flatMap(({ state }) => (state.progress ? [state.progress] : []));
  expect(told.length).toBeGreaterThan(0);
  const { processed_frames: done, total_frames: all, percent, eta_seconds: eta } = told[0];
  expect([all, percent]).toEqual([78, Math.round((done / all) * 100)]);
  expect(eta).toBeGreaterThanOrEqual(0);
  const counts = told.map(({ processed_frames }) => processed_frames);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  const { state } = events.at(-1)!;
  expect([state.status, state.result.timeline.length]).toEqual(['succeeded', 78]);
  expect(state.progress).toEqual({ processed_frames: 78, total_frames: 78, percent: 100, eta_seconds: 0 });
});

describe('while a video is looked at that takes long', () => {
  let url: string;
  let waiting: string;
  beforeAll(async () => {
    url = (await analyze('endless', 1)).body.status_url;
    await until(url, isUnderWay);
  });

  test('images are answered, and another video waits for its turn', async () => {
    waiting = (await analyze('short', 5, { prefer: 'respond-async' })).body.status_url;
    const image = readFileSync(IMAGE).toString('base64');
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/v2/vision/detect', { image })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await send(url)).body.status).toBe('running');
    expect((await send(waiting)).body.status).toBe('queued');
    expect(decoders()).toBe(1);
  });

  test('cancelling ends its decoder and gives its worker to the one that waits', async () => {
    const { status, body } = await post(`${url}/cancel`);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect((await until(waiting, hasEnded)).status).toBe('succeeded');
    await waitFor(() => decoders() === 0);
    const { status: still, result, progress } = (await send(url)).body;
    expect([still, result]).toEqual(['cancelled', null]);
    expect(progress.processed_frames).toBeLessThan(progress.total_frames);
    expect((await post(`${url}/cancel`)).status).toBe(409);
  });
});
