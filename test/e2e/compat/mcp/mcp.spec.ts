import { Client, type StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../../harness/percept';
import { sending } from '../../../harness/sending';
import { connecting, REVISIONS, type Revision } from './connect';
import { pipelineCases } from './pipeline-cases';
import { stdioCases } from './stdio-cases';
import { uploadCases } from './upload-cases';

let percept: RunningPercept;
const dataDir = tempDir();
beforeAll(async () => {
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(dataDir, 'files', 'crossing.jpg'));
  percept = await startPercept({ dataDir, env: { PERCEPT_PROJECT_LIMITS: 'uploads_mb=1', PERCEPT_FETCH_ALLOW: '127.0.0.0/8' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(dataDir);
});

const { post, make } = sending(() => percept);
const detectWith = (client: Client, args: Record<string, unknown>): Promise<any> =>
  client.callTool({ name: 'vision_detect', arguments: args });

describe.each(Object.keys(REVISIONS) as Revision[])('the official client with revision %s', (revision) => {
  const connect = connecting(() => percept, revision);
  let client: Client;
  beforeAll(async () => (client = await connect()));
  afterAll(() => client.close());
  const detect = (args: Record<string, unknown>, from = client): Promise<any> => detectWith(from, args);

  test('agrees on the revision, and lists a tool for each capability in less than 1,200 bytes each, without Base64', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['vision_detect', 'vision_classify', 'text_sentiment', 'predict_timeseries']));
    expect(JSON.stringify(tools).length / tools.length).toBeLessThan(1200);
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

  test('a picture by its URL is answered as the same one of the data folder, and a URL without one is an error', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, answer) => {
      asked.push(url);
      if (url === '/crossing.jpg') answer.end(readFileSync(join(EXAMPLES, 'crossing.jpg')));
      else answer.writeHead(404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [byUrl, byPath] = [await detect({ image: `${base}/crossing.jpg` }), await detect({ image: 'crossing.jpg' })];
    const missing = await detect({ image: `${base}/none.jpg` });
    server.close();
    expect(byUrl.structuredContent.detections).toEqual(byPath.structuredContent.detections);
    expect([missing.isError, missing.content[0].text]).toEqual([true, expect.stringMatching(/^MEDIA_FETCH_FAILED: .*404/)]);
    expect(asked).toEqual(['/crossing.jpg', '/none.jpg']);
  });

  test('a cancelled call ends for the client, and the next one is answered', async () => {
    const cancel = new AbortController();
    const call = client.callTool({ name: 'vision_analyze', arguments: { image: 'crossing.jpg' } }, { signal: cancel.signal });
    cancel.abort('enough');
    await expect(call).rejects.toThrow(/enough/);
    const answer: any = await client.callTool({ name: 'text_sentiment', arguments: { text: 'A wonderful day!' } });
    expect(answer.structuredContent.sentiment).toBe('positive');
  });

  test('a call counts, listing does not', async () => {
    const made = await make({ plan: 'free', scopes: ['predict', 'pipelines'] });
    const counted = await connect(made.key);
    await counted.listTools();
    await detect({ image: 'crossing.jpg' }, counted);
    const usage = await fetch(`${percept.url}/v1/usage`, { headers: { authorization: `Bearer ${made.key}` } });
    expect(((await usage.json()) as any).quota.used).toBe(1);
    await counted.close();
  });

  test('a key that may not read files gets an error that says so, and a stranger is refused', async () => {
    const made = await make({ scopes: ['predict'] });
    const limited = await connect(made.key);
    const { isError, content } = await detect({ image: 'crossing.jpg' }, limited);
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining("lacks the scope 'pipelines'")]);
    await limited.close();
    await expect(connect('pk_live_wrong')).rejects.toThrow(/401|No access/);
  });

  test.each([
    ['/etc/passwd', { image: '/etc/passwd' }, /FORBIDDEN/],
    ['a missing file', { image: 'none.jpg' }, /NOT_FOUND/],
    ['Base64', { image: 'data:image/png;base64,AAAA' }, /Base64 is not accepted/],
    ['no picture', {}, /must be an https URL, the handle of an upload or a path/],
    ['an unknown handle', { image: 'upl_none' }, /INVALID_REQUEST.*does not exist, or has expired/],
    ['an annotate that is not true or false', { image: 'crossing.jpg', annotate: 'yes' }, /'annotate': must be true or false/],
    ['an unknown parameter', { image: 'crossing.jpg', colour: 1 }, /'colour'/],
    ['a number out of range', { image: 'crossing.jpg', min_confidence: 7 }, /min_confidence/],
  ])('%s is an error that the model reads', async (_name, args, message) => {
    const { isError, content } = await detect(args);
    expect([isError, content[0].text]).toEqual([true, expect.stringMatching(message)]);
  });

  test('an unknown tool is an error of the protocol', async () => {
    const call = client.callTool({ name: 'nosuch', arguments: {} });
    await expect(call).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('nosuch') });
  });

  uploadCases(() => percept, connect);
  pipelineCases(() => percept, connect);
});

describe('the wire', () => {
  const accept = 'application/json, text/event-stream';
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const initialize = (protocolVersion: string) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  /** A message of a revision without sessions. */
  const modern = (revision: string, headers: Record<string, string> = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const named = { accept, 'mcp-protocol-version': revision, 'mcp-method': list.method, ...headers };
    return post('/mcp', { ...list, params: { _meta } }, { headers: named });
  };

  test('a message before the session, an unknown session and one of another key are refused', async () => {
    expect(await post('/mcp', list)).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code: -32_600 } } });
    const unknown = { 'mcp-session-id': 'nosuch' };
    expect((await post('/mcp', list, { headers: unknown })).status).toBe(404);
    const client = await connecting(() => percept, '2025-11-25')();
    const { sessionId } = client.transport as unknown as StreamableHTTPClientTransport;
    const headers = { 'mcp-session-id': sessionId!, accept };
    const { key } = await make({ scopes: ['predict'] });
    const stolen = await post('/mcp', list, { key, headers });
    expect([stolen.status, stolen.body.error.code]).toEqual([404, -32_001]);
    const strange = await post('/mcp', list, { headers: { ...headers, 'mcp-protocol-version': '1999-01-01' } });
    expect([strange.status, strange.body.error.message]).toEqual([400, expect.stringContaining('1999-01-01')]);
    await client.close();
  });

  test('an unknown revision: a session gets the newest one, a single message the list of those that are known', async () => {
    const opened = await percept.fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(initialize('1999-01-01')),
    });
    expect(await opened.text()).toContain('"protocolVersion":"2025-11-25"');
    expect((await modern('2026-07-28')).body.result.tools.length).toBeGreaterThan(5);
    const { status, body } = await modern('2099-01-01');
    expect([status, body.error]).toMatchObject([400, { code: -32_022, data: { supported: ['2026-07-28'] } }]);
  });

  test('headers that contradict the message, broken JSON, pages of other sites and GET are refused', async () => {
    const lying = await modern('2026-07-28', { 'mcp-method': 'tools/call' });
    expect([lying.status, lying.body.error.code]).toEqual([400, -32_020]);
    const headers = { 'content-type': 'application/json', accept };
    const broken = await percept.fetch('/mcp', { method: 'POST', headers, body: '{' });
    expect([broken.status, await broken.json()]).toMatchObject([400, { jsonrpc: '2.0', error: { code: -32_700 } }]);
    const { host } = new URL(percept.url);
    const statusOf = async (origin: string) => (await post('/mcp', list, { headers: { origin } })).status;
    // The page of the service itself is let in: only the session is missing.
    expect([await statusOf(`http://${host}`), await statusOf('http://127.0.0.1:1')]).toEqual([400, 403]);
    expect([await statusOf('https://evil.example'), await statusOf('null')]).toEqual([403, 403]);
    expect((await percept.fetch('/mcp')).status).toBe(405);
  });
});

stdioCases(() => percept, dataDir);
