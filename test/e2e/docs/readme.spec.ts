import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { percept as command, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { testWith } from '../../harness/programs';
import { waitFor } from '../../harness/wait-for';

const withCurl = testWith('curl');

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const SHELL_BLOCKS = [...README.matchAll(/^```sh\n([^]*?)^```$/gm)].map((match) => match[1]!.trim());
const CURLS = SHELL_BLOCKS.filter((block) => block.startsWith('curl '));
const LISTEN = 'bin/percept webhooks listen --subscribe';
const PIPELINE = /^```yaml\n([^]*?)^```$/m.exec(README)![1]!;

let percept: RunningPercept;
let scratch: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'percept-readme-'));
  // A relative folder, as the default is one.
  percept = await startPercept({ dataDir: relative(ROOT, tempDir()), env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(scratch);
});

/** The README says port 3000; the tests take a free one. Nothing else of a line is changed. */
async function paste(line: string): Promise<Record<string, unknown>> {
  const command = line.replaceAll('http://127.0.0.1:3000', percept.url);
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: ROOT,
    env: { ...process.env, PERCEPT_KEY: percept.key },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('the README starts with a clone and with an image, which keeps its data where the volume is', () => {
  const clone = README.indexOf('git clone ');
  const image = README.indexOf('docker run ');
  expect(clone).toBeGreaterThan(0);
  expect(image).toBeGreaterThan(README.indexOf('npm ci && npm start'));
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const [, port, volume] = /docker run .*-p 127\.0\.0\.1:3000:(\d+) -v [\w-]+:(\S+) /.exec(README)!;
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, 'm'));
  expect(dockerfile).toMatch(new RegExp(`^VOLUME ${volume}$`, 'm'));
  expect(dockerfile).toContain(`PERCEPT_DATA_DIR=${volume} `);
  expect(README).toContain(`docker exec percept cat ${volume}/first-access.txt`);
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string };
  expect(README).toContain(`npm install -g ${name} && percept serve`);
});

test('the README has its two commands, two curl lines and a receiver', () => {
  expect(SHELL_BLOCKS).toContain('npm ci && npm start');
  expect(SHELL_BLOCKS).toContain('npm ci && npm test');
  expect(CURLS).toHaveLength(2);
  expect(SHELL_BLOCKS).toContain(LISTEN);
});

withCurl('the first curl line finds objects', async () => {
  const answer = await paste(CURLS[0]!);
  expect(answer['total_objects']).toBeGreaterThan(0);
});

withCurl('the second curl line runs a pipeline to its end', async () => {
  const run = await paste(CURLS[1]!);
  expect(run).toMatchObject({ pipeline: 'detect-folder', id: expect.stringMatching(/^run_/) });
  const seen = await waitFor(
    async () => {
      const view = (await (await percept.fetch(`/v2/runs/${run['id'] as string}`)).json()) as Record<string, unknown>;
      return view['status'] !== 'queued' && view['status'] !== 'running' && view;
    },
    { interval: 100 },
  );
  expect(seen).toMatchObject({ status: 'succeeded', error: null });
});

withCurl('the receiver subscribes itself, prints the events, and leaves no webhook behind', async () => {
  const [program, ...args] = LISTEN.split(' ');
  const env = { ...process.env, PERCEPT_KEY: percept.key, PERCEPT_DATA_DIR: resolve(ROOT, percept.dataDir) };
  const receiver = spawn(join(ROOT, program!), [...args, '--port', '0', '--count', '1'], { env });
  let printed = '';
  receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(receiver, 'close');
  const webhooks = async () => ((await (await percept.fetch('/v1/webhooks')).json()) as { webhooks: object[] }).webhooks;
  const isSubscribed = async () => {
    expect(receiver.exitCode).toBeNull();
    return (await webhooks()).length > 0;
  };
  await waitFor(isSubscribed, { interval: 100 });
  await paste(CURLS[1]!);
  expect(await ended).toEqual([0, null]);
  expect(printed).toMatch(/batch\.started: signature right/);
  expect(await webhooks()).toEqual([]);
});

withCurl('the lines that the first start prints work as pasted', async () => {
  const printed = [...percept.output().matchAll(/^ {2}(curl .*)$/gm)].map((match) => match[1]!);
  expect(printed).toHaveLength(2);
  for (const line of printed) expect((await paste(line))['error'] ?? null).toBeNull();
  expect(percept.output()).toContain(`  ${LISTEN} `);
});

test("the README's pipeline is sound", async () => {
  const file = join(scratch, 'pipeline.yaml');
  writeFileSync(file, PIPELINE);
  expect(await command(['pipeline', 'validate', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') });
});
