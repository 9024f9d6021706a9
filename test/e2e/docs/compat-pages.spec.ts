import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { isOnPath, testWith } from '../../harness/programs';
import { readPage } from './pages';

const OURS = 'http://127.0.0.1:3000';
/** What the pages have for a key. */
const A_KEY = 'pk_live_…';

let service: RunningPercept;
const folder = tempDir();
beforeAll(async () => {
  copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(folder, 'photo.jpg'));
  service = await startPercept({ cwd: folder, dataDir: join(folder, 'data') });
});
afterAll(async () => {
  await service.stop();
  removeDir(folder);
});

/** The only block of a page in a language, for the service of the test. */
function block(page: string, language: string): string {
  const found = readPage(join('docs', 'compat', page)).blocks.filter((each) => each.language === language);
  expect(found).toHaveLength(1);
  return found[0]!.text.replaceAll(OURS, service.url).replaceAll('127.0.0.1:3000', new URL(service.url).host);
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`,
  PERCEPT_KEY: service.key,
  PERCEPT_DATA_DIR: service.dataDir,
  PERCEPT_CACHE_DIR: CACHE_DIR,
});
async function printed(program: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd: folder, env: environment() })).stdout;
}

testWith('aws')('aws.md: a pair is made and used as the page says', async () => {
  expect(await printed('sh', '-ec', block('aws.md', 'sh'))).toContain('"Labels"');
});

testWith('curl')('google.md: curl reads objects as the page says', async () => {
  expect(await printed('sh', '-ec', block('google.md', 'sh'))).toContain('"localizedObjectAnnotations"');
});

testWith('curl')('azure.md: curl analyzes an image as the page says', async () => {
  expect(JSON.parse(await printed('sh', '-ec', block('azure.md', 'sh'))).objectsResult.values.length).toBeGreaterThan(0);
});

testWith('curl')('openai.md: curl reads vectors as the page says', async () => {
  expect(JSON.parse(await printed('sh', '-ec', block('openai.md', 'sh'))).data).toHaveLength(2);
});

const hasTriton = isOnPath('python3') && spawnSync('python3', ['-c', 'import tritonclient.http']).status === 0;
if (!hasTriton) process.stderr.write("Skipped test: tritonclient is not installed: pip install 'tritonclient[http]'\n");
(hasTriton ? test : test.skip)("kserve.md: Triton's client prints outputs", async () => {
  expect(await printed('python3', '-c', block('kserve.md', 'python'))).toContain("'name'");
});

test('kserve.md: the model answers the input that the page names', async () => {
  const text = block('kserve.md', 'python');
  const [, name, shape, datatype] = /InferInput\("(\w+)", (\[\d+\]), "(\w+)"\)/.exec(text)!;
  const [, model] = /infer\("(\w+)"/.exec(text)!;
  const data = [readFileSync(join(folder, 'photo.jpg')).toString('base64')];
  const body = JSON.stringify({ inputs: [{ name, shape: JSON.parse(shape!), datatype, data }] });
  const headers = { 'content-type': 'application/json' };
  const answer = await service.fetch(`/v2/models/${model}/infer`, { method: 'POST', headers, body });
  expect([answer.status, ((await answer.json()) as any).outputs?.length]).toEqual([200, expect.any(Number)]);
});

test('deepstack.md: a frame gets an answer at the address and with the key of the configuration', async () => {
  const { percept } = parse(block('deepstack.md', 'yaml')).detectors;
  expect([percept.type, percept.api_key]).toEqual(['deepstack', A_KEY]);
  const form = new FormData();
  form.append('api_key', service.key);
  form.append('image', new Blob([readFileSync(join(folder, 'photo.jpg'))]), 'image');
  const answer = await fetch(percept.api_url, { method: 'POST', body: form });
  expect(await answer.json()).toMatchObject({ success: true, predictions: expect.any(Array) });
});

test('mcp.md: each server of the configuration lists the tools', async () => {
  const { mcpServers } = JSON.parse(block('mcp.md', 'json').replaceAll(A_KEY, service.key));
  const far = 'https://percept.example.com';
  for (const { url, headers, command, args = [], env } of Object.values<any>(mcpServers)) {
    const transport: Transport = url
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      : new StdioClientTransport({
          command,
          args: args.map((each: string) => (each === far ? service.url : each)),
          env: { ...(environment() as Record<string, string>), ...env },
          stderr: 'ignore',
        });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('vision_detect');
    await client.close();
  }
});
