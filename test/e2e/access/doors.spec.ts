import { join } from 'node:path';
import { hostPlugin } from '../../harness/compiled';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { EXAMPLES, percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { connecting } from '../compat/mcp/connect';

/** A run that waits an hour for its next attempt. */
const PIPELINE = `version: 1
name: waits
steps:
  - { id: fails, uses: rogue.throw, retry: { attempts: 2, delay: 1h } }
`;
const MEGABYTE = 1024 * 1024;
const RATE = 5;
const AWS = { 'content-type': 'application/x-amz-json-1.1' };
const scopes = ['predict', 'pipelines'];

const folder = tempDir();
let percept: RunningPercept;
beforeAll(async () => {
  writeStillVideo(join(EXAMPLES, 'crossing.jpg'), join(folder, 'long.mp4'), 12);
  const env = { PERCEPT_PIPELINES_DIR: folder, PERCEPT_DATA_ROOTS: folder, PERCEPT_PLUGINS: hostPlugin('rogue') };
  percept = await startPercept({ env: { ...env, PERCEPT_MAX_CONNECTIONS: '5000,streams=2' } });
  expect((await send('/v2/pipelines/waits', { method: 'PUT', body: { source: PIPELINE } })).status).toBe(201);
});
afterAll(async () => {
  await percept.stop();
  for (const each of [percept.dataDir, folder]) removeDir(each);
});

const { send, post, make } = sending(() => percept);
const connect = connecting(() => percept, '2025-11-25');

interface Door {
  path: string;
  headers: Record<string, string>;
}
const DOORS: Record<string, Door> = {
  Google: { path: '/v1/images:annotate', headers: { 'content-type': 'application/json' } },
  AWS: { path: '/', headers: { ...AWS, 'x-amz-target': 'RekognitionService.DetectLabels' } },
  Azure: { path: '/text/analytics/v3.1/sentiment', headers: { 'content-type': 'application/json' } },
  OpenAI: { path: '/v1/embeddings', headers: { 'content-type': 'application/json' } },
  KServe: { path: '/v2/models/movenet/infer', headers: { 'content-type': 'application/json' } },
};

describe.each(Object.entries(DOORS))('JSON at the door of %s', (_name, { path, headers }) => {
  const said = async (body: string): Promise<string> => {
    const answer = await percept.fetch(path, { method: 'POST', headers, body });
    return `${answer.status} ${await answer.text()}`;
  };

  test('many names, which would take a hundred times their memory, are refused before they are parsed', async () => {
    const names = Array.from({ length: 1_000_000 }, (_, n) => `"long-name-${n}":1`).join(',');
    expect(names.length).toBeGreaterThan(16 * MEGABYTE);
    const few = names.slice(0, names.indexOf(',', 9 * MEGABYTE));
    expect(await said(`{${path.startsWith('/v1') ? few : names}}`)).toMatch(/^4(00|13) .*MB besides/);
  });

  test('values nested 100,000 deep are a mistake of the caller', async () => {
    expect(await said('['.repeat(100_000))).toMatch(/^400 .*64 levels/);
  });
});

test('each call of a batch after the first counts in the minute, as a request of its own would', async () => {
  const limited = await startPercept({ env: { PERCEPT_RATE_PER_MINUTE: String(RATE) } });
  try {
    const body = JSON.stringify({ LanguageCode: 'en', TextList: Array.from({ length: 25 }, () => 'A wonderful day!') });
    const headers = { ...AWS, 'x-amz-target': 'Comprehend_20171127.BatchDetectSentiment' };
    const answer = (await (await limited.fetch('/', { method: 'POST', headers, body })).json()) as any;
    // Twice as many where the minute ended meanwhile.
    expect(answer.ResultList.length).toBeLessThanOrEqual(2 * RATE);
    expect(answer.ErrorList.at(-1)).toMatchObject({ Index: 24, ErrorCode: 'TooManyRequestsException' });
  } finally {
    await limited.stop();
    removeDir(limited.dataDir);
  }
});

describe('MCP', () => {
  test('a video counts its frames, and is refused before the work where the month has no room', async () => {
    const args = { video: join(folder, 'long.mp4'), frame_interval: 1 };
    const watch = async (monthly_limit: number) => {
      const { id, key } = await make({ plan: 'enterprise', monthly_limit, scopes });
      const client = await connect(key);
      const answer: any = await client.callTool({ name: 'vision_video_analyze', arguments: args }, { timeout: 120_000 });
      await client.close();
      return { answer, used: (await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota.used };
    };
    // 120 frames.
    const refused = await watch(1);
    expect([refused.answer.isError, refused.answer.content[0].text]).toEqual([true, expect.stringMatching(/^QUOTA_EXCEEDED/)]);
    expect(refused.used).toBe(0);
    const { answer, used } = await watch(2);
    expect([answer.isError, used]).toEqual([undefined, 2]);
  });

  test('a batch has at most 16 messages', async () => {
    const headers = { accept: 'application/json, text/event-stream' };
    const initialize = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const opened = await post('/mcp', { jsonrpc: '2.0', id: 0, method: 'notifications/initialized' }, { headers });
    expect(opened.status).toBe(400);
    const many = Array.from({ length: 17 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'initialize', params: initialize }));
    const { status, body } = await post('/mcp', many, { headers });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('16 messages')]);
  });

  /** Waits for a run as a tool. @returns what the tool says, and the run, once it has begun. */
  async function waiting(key: string) {
    const client = await connect(key);
    const before = (await send('/v2/runs')).body.runs.map(({ id }: any) => id);
    const call = client.callTool({ name: 'pipeline_run', arguments: { name: 'waits' } }, { timeout: 120_000 });
    const run = await waitFor(async () => {
      return (await send('/v2/runs')).body.runs.find(({ id, status }: any) => !before.includes(id) && status === 'running');
    });
    const said = call.then(async (answer: any) => {
      await client.close();
      return answer.content[0].text as string;
    });
    return { run: run.id as string, said };
  }
  const open = (run: string, key: string): Promise<Response> =>
    fetch(`${percept.url}/v2/runs/${run}/events`, { headers: { authorization: `Bearer ${key}` } });
  const watch = async (run: string, key: string): Promise<number> => {
    const answer = await open(run, key);
    await answer.body?.cancel();
    return answer.status;
  };

  test('who waits for a run has a place among the event streams, and makes room for another project; the run goes on', async () => {
    const before = (await post('/v2/pipelines/waits/runs', {})).body.id;
    const stream = await open(before, percept.key);
    const { run, said } = await waiting(percept.key);
    expect(await watch(run, percept.key)).toBe(503);
    const env = { PERCEPT_DATA_DIR: percept.dataDir };
    await command(['projects', 'create', '--name', 'others'], { env });
    const made = await command(['keys', 'create', '--project', 'others', '--name', 'theirs', '--json', '--scopes', ...scopes], {
      env,
    });
    const { key } = JSON.parse(made.stdout);
    await send('/v2/pipelines/waits', { method: 'PUT', body: { source: PIPELINE }, key });
    const theirs = (await post('/v2/pipelines/waits/runs', {}, { key })).body.id;
    expect(await watch(theirs, key)).toBe(200);
    expect(await said).toMatch(new RegExp(`^OVERLOADED.*${run}`));
    expect((await send(`/v2/runs/${run}`)).body.status).toBe('running');
    await stream.body?.cancel();
    for (const each of [before, run]) await post(`/v2/runs/${each}/cancel`, {});
  });

  test('the wait ends when its key is revoked, and the start is in the audit log', async () => {
    const { id, key } = await make({ scopes });
    const { run, said } = await waiting(key);
    expect((await send(`/v1/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
    // Where the key ends before the step's first attempt, the run that it pays for ends, too.
    expect(await said).toMatch(/^UNAUTHORIZED|FORBIDDEN: The key '.*was revoked/);
    const { entries } = (await send('/v1/audit')).body;
    expect(entries.find(({ target }: any) => target === run)).toMatchObject({ action: 'POST /mcp run', actor_id: id });
    await post(`/v2/runs/${run}/cancel`, {});
  });
});
