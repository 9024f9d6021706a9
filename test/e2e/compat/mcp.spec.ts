import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

let percept: RunningPercept;
let client: Client;
const dataDir = tempDir();
beforeAll(async () => {
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(dataDir, 'files', 'crossing.jpg'));
  percept = await startPercept({ dataDir });
  client = await connect();
});
afterAll(async () => {
  await client.close();
  await percept.stop();
  removeDir(dataDir);
});

const { post, make } = sending(() => percept);

async function connect(key = percept.key, query = ''): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await made.connect(new StreamableHTTPClientTransport(new URL(`${percept.url}/mcp${query}`), { requestInit }));
  return made;
}

const detect = (args: object, from = client): Promise<any> =>
  from.callTool({ name: 'vision_detect', arguments: args as Record<string, unknown> });

describe('the official client over HTTP', () => {
  test('lists a tool for each capability in less than 8 KB, without Base64', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['vision_detect', 'vision_classify', 'text_sentiment', 'predict_timeseries']));
    expect(JSON.stringify(tools).length).toBeLessThan(8192);
    expect(JSON.stringify(tools)).not.toContain('image_data');
  });

  test('a toolset names plugins, and adds the schemas of the answers', async () => {
    const vision = await connect(percept.key, '?toolset=vision,full');
    const { tools } = await vision.listTools();
    expect(tools.every(({ name }) => name.startsWith('vision_'))).toBe(true);
    expect(tools.find(({ name }) => name === 'vision_detect')!.outputSchema!.required).toContain('detections');
    // The client checks the answer against that schema.
    const { structuredContent } = await detect({ image: 'crossing.jpg' }, vision);
    expect(structuredContent.total_objects).toBeGreaterThan(0);
    await vision.close();
  });

  test('a picture of the data folder is analyzed, as on our own route', async () => {
    const { structuredContent, content, isError } = await detect({ image: 'crossing.jpg', min_confidence: 0.5 });
    expect(isError).toBeUndefined();
    expect(structuredContent.detections.map(({ object }: any) => object)).toContain('stop sign');
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  test('a text is judged', async () => {
    const answer: any = await client.callTool({ name: 'text_sentiment', arguments: { text: 'A wonderful day!' } });
    expect(answer.structuredContent.sentiment).toBe('positive');
  });

  test('a cancelled call ends for the client, and the session goes on', async () => {
    const cancel = new AbortController();
    const call = client.callTool({ name: 'vision_analyze', arguments: { image: 'crossing.jpg' } }, undefined, {
      signal: cancel.signal,
    });
    cancel.abort('enough');
    await expect(call).rejects.toThrow(/enough/);
    expect(await client.ping()).toEqual({});
  });
});

describe('pipelines and resources', () => {
  const REVIEWS = `version: 1
name: reviews-of-day
description: Judges reviews.
inputs:
  words: { type: array, description: The reviews. }
  steps: { type: integer, default: 1, min: 1 }
steps:
  - id: each
    for_each: { items: '\${{ inputs.words }}', as: word }
    steps:
      - { id: mood, uses: text.sentiment, with: { text: '\${{ word }}' } }
    collect: { mood: '\${{ mood.sentiment }}' }
outputs:
  - { jsonl: moods.jsonl, rows: '\${{ each.rows }}' }
`;
  const words = ['A wonderful day!', 'The food was horrible and the staff were rude.'];
  const run = (name: string, args: object, options?: object): Promise<any> =>
    client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, options);
  const read = async (uri: string): Promise<any> => (await client.readResource({ uri })).contents[0];
  beforeAll(async () => {
    const headers = { authorization: `Bearer ${percept.key}`, 'content-type': 'application/yaml' };
    const saved = await fetch(`${percept.url}/v2/pipelines/reviews-of-day`, { method: 'PUT', headers, body: REVIEWS });
    expect([saved.status, await saved.text()]).toEqual([201, expect.stringContaining('reviews-of-day')]);
  });

  test('a pipeline is a tool with its inputs; the short list has one tool for all', async () => {
    const all = await connect(percept.key, '?toolset=pipelines');
    const own = (await all.listTools()).tools.find(({ name }) => name === 'run_reviews-of-day')!;
    expect(own.inputSchema).toMatchObject({
      properties: { words: { type: 'array', description: 'The reviews.' }, steps: { type: 'integer', default: 1, minimum: 1 } },
      required: ['words'],
    });
    await all.close();
    const short = (await client.listTools()).tools.filter(({ name }) => name.includes('run'));
    expect(short.map(({ name }) => name)).toEqual(['pipeline_run']);
    expect(JSON.stringify(short)).toContain('reviews-of-day');
  });

  test('a call runs it to its end, with progress and links to what it wrote', async () => {
    const progress: number[] = [];
    const onprogress = (each: { progress: number }) => void progress.push(each.progress);
    const { structuredContent, content, isError } = await run('run_reviews-of-day', { words }, { onprogress });
    expect([isError, structuredContent.status, structuredContent.counts.succeeded]).toEqual([undefined, 'succeeded', 2]);
    expect(progress.at(-1)).toBe(2);
    const links = content.filter(({ type }: any) => type === 'resource_link');
    expect(links.map(({ name }: any) => name)).toEqual([expect.stringContaining('items of'), 'moods.jsonl']);
    const rows = (await read(links[1].uri)).text
      .trim()
      .split('\n')
      .map((row: string) => JSON.parse(row).mood);
    expect(rows.sort()).toEqual(['negative', 'positive']);
    expect(JSON.parse((await read(links[0].uri)).text).rows).toHaveLength(2);
    const uri = `percept://runs/${structuredContent.run}`;
    expect(JSON.parse((await read(uri)).text)).toMatchObject({ status: 'succeeded', pipeline: 'reviews-of-day' });
    const { resources } = await client.listResources();
    const uris = resources.map((each) => each.uri);
    expect(uris).toEqual(expect.arrayContaining([uri, 'percept://pipelines/reviews-of-day', 'percept://models/centernet']));
    expect((await read('percept://pipelines/reviews-of-day')).text).toBe(REVIEWS);
    expect(JSON.parse((await read('percept://models/centernet')).text).name).toBe('centernet');
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(5);
  });

  test('cancelling the call cancels the run', async () => {
    const cancel = new AbortController();
    const many = Array.from({ length: 3_000 }, (_, index) => `Text number ${index} of a long list.`);
    const call = run('pipeline_run', { name: 'reviews-of-day', inputs: { words: many } }, { signal: cancel.signal });
    const newest = async () => (await sending(() => percept).send('/v2/runs?limit=1')).body.runs[0];
    await waitFor(async () => (await newest())?.counts.total === 3_000);
    cancel.abort('enough');
    await expect(call).rejects.toThrow(/enough/);
    await waitFor(async () => (await newest()).status === 'cancelled');
  });

  test.each([
    ['an unknown pipeline', 'run_nosuch', {}, /NOT_FOUND: .*nosuch/],
    ['a missing input', 'run_reviews-of-day', {}, /inputs.words.*required/],
    ['an input of another type', 'pipeline_run', { name: 'reviews-of-day', inputs: { words: 3 } }, /inputs.words.*array/],
    ['no name', 'pipeline_run', {}, /'name': must be the name/],
    ['inputs that are a list', 'pipeline_run', { name: 'reviews-of-day', inputs: [] }, /'inputs': must be an object/],
    ['an unknown argument', 'pipeline_run', { name: 'reviews-of-day', input: {} }, /'input': is not known/],
  ])('%s is an error that the model reads', async (_name, tool, args, message) => {
    const { isError, content } = await run(tool, args);
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(message)]);
  });

  test('what does not exist, or is of others, is an error of the protocol', async () => {
    for (const uri of [
      'percept://runs/nosuch',
      'percept://models/nosuch',
      'percept://nosuch',
      'file:///etc/passwd',
      'percept://%E0/a',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
    const limited = await connect((await make({ scopes: ['predict'] })).key);
    const { resources } = await limited.listResources();
    expect(resources.every(({ uri }) => uri.startsWith('percept://models/'))).toBe(true);
    const refused = limited.readResource({ uri: 'percept://pipelines/reviews-of-day' });
    await expect(refused).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining("scope 'pipelines'") });
    expect((await limited.listTools()).tools.map(({ name }) => name)).not.toContain('pipeline_run');
    await limited.close();
  });
});

describe('the rules of our own routes', () => {
  test('a call counts, listing does not', async () => {
    const made = await make({ plan: 'free', scopes: ['predict', 'pipelines'] });
    const counted = await connect(made.key);
    await counted.listTools();
    await detect({ image: 'crossing.jpg' }, counted);
    const used = (await (
      await fetch(`${percept.url}/v1/usage`, { headers: { authorization: `Bearer ${made.key}` } })
    ).json()) as any;
    expect(used.quota.used).toBe(1);
    await counted.close();
  });

  test('a key that may not read files gets an error that says so', async () => {
    const made = await make({ scopes: ['predict'] });
    const limited = await connect(made.key);
    const { isError, content } = await detect({ image: 'crossing.jpg' }, limited);
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining("lacks the scope 'pipelines'")]);
    await limited.close();
  });

  test('strangers are refused, and a session of another key does not exist', async () => {
    await expect(connect('pk_live_wrong')).rejects.toThrow(/401|No access/);
    const made = await make({ scopes: ['predict'] });
    const session = (client.transport as unknown as StreamableHTTPClientTransport).sessionId!;
    const headers = { 'mcp-session-id': session, accept: 'application/json, text/event-stream' };
    const stolen = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key: made.key, headers });
    expect([stolen.status, stolen.body.error.code]).toEqual([404, -32_001]);
  });
});

describe('bad input', () => {
  test.each([
    ['/etc/passwd', { image: '/etc/passwd' }, /FORBIDDEN/],
    ['a missing file', { image: 'none.jpg' }, /NOT_FOUND/],
    ['Base64', { image: 'data:image/png;base64,AAAA' }, /Base64 is not accepted/],
    ['no picture', {}, /must be an https URL or a path/],
    ['an unknown parameter', { image: 'crossing.jpg', colour: 1 }, /'colour'/],
    ['a number out of range', { image: 'crossing.jpg', min_confidence: 7 }, /min_confidence/],
  ])('%s is an error that the model reads', async (_name, args, message) => {
    const { isError, content } = await detect(args);
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(message)]);
  });

  test('an unknown tool, a message before the session, a page of another site and GET are refused', async () => {
    await expect(client.callTool({ name: 'nosuch', arguments: {} })).rejects.toThrow(/-32602.*nosuch/);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await post('/mcp', message)).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code: -32_600 } } });
    const { host } = new URL(percept.url);
    const statusOf = async (origin: string) => (await post('/mcp', message, { headers: { origin } })).status;
    // The page of the service itself is let in: only the session is missing.
    expect([await statusOf(`http://${host}`), await statusOf('http://127.0.0.1:1')]).toEqual([400, 403]);
    expect([await statusOf('https://evil.example'), await statusOf('null')]).toEqual([403, 403]);
    expect((await percept.fetch('/mcp')).status).toBe(405);
    const unknown = { 'mcp-session-id': 'nosuch' };
    expect((await post('/mcp', message, { headers: unknown })).status).toBe(404);
  });
});

test('percept mcp serves the same tools over standard input and output', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'bin', 'percept'), 'mcp', '--toolset', 'vision'],
    env: { ...(process.env as Record<string, string>), PERCEPT_DATA_DIR: dataDir, PERCEPT_CACHE_DIR: CACHE_DIR },
    stderr: 'ignore',
  });
  const local = new Client({ name: 'test', version: '1' });
  await local.connect(transport);
  const { structuredContent } = await detect({ image: join(EXAMPLES, 'crossing.jpg') }, local);
  expect(structuredContent.total_objects).toBeGreaterThan(0);
  await local.close();
});
