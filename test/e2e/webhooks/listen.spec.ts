import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { signedHeaders } from '@percept/webhooks';
import { percept, removeDir, ROOT, startPercept, tempDir } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

test('a receiver without a secret makes one, and what it prints subscribes it', async () => {
  const service = await startPercept({ env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' } });
  const receiver = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'webhooks', 'listen', '--port', '0']);
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const untilPrinted = async (pattern: RegExp): Promise<RegExpExecArray> => {
    return waitFor(async () => {
      const match = pattern.exec(printed);
      if (!match && receiver.exitCode !== null) throw new Error(`the receiver ended: ${printed}`);
      return match;
    });
  };
  const [, body] = await untilPrinted(/-d '(\{.*\})'/);
  const headers = { 'content-type': 'application/json' };
  expect((await service.fetch('/v1/webhooks', { method: 'POST', headers, body: body! })).status).toBe(201);
  expect((await service.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers, body: '{}' })).status).toBe(202);
  await untilPrinted(/batch\.completed: signature right → 200/);
  receiver.kill('SIGINT');
  expect((await once(receiver, 'exit'))[0]).toBe(0);
  await service.stop();
  removeDir(service.dataDir);
});

test('a receiver that cannot subscribe says why, and ends', async () => {
  const dataDir = tempDir();
  const args = ['webhooks', 'listen', '--subscribe', '--port', '0'];
  const { code, stderr } = await percept(args, { env: { PERCEPT_DATA_DIR: dataDir, PERCEPT_KEY: '', PORT: '1' } });
  removeDir(dataDir);
  expect(code).toBe(1);
  expect(stderr).toMatch(/No service answers on http:\/\/127\.0\.0\.1:1, the one of the data folder/);
});

const WEBHOOKS = [join(ROOT, 'bin', 'percept'), 'webhooks', 'listen', '--port', '0'];

/** Runs a receiver, sends it these bodies as signed, and answers its exit code and its last line. */
async function judged(options: string[], bodies: { body: string; signed?: string }[]): Promise<[number, string]> {
  const secret = 'correct horse battery staple';
  const receiver = spawn(process.execPath, [...WEBHOOKS, '--secret', secret, ...options]);
  let printed = '';
  receiver.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(receiver, 'exit');
  await waitFor(() => /Listening on \S+\. /.test(printed));
  const url = /Listening on (\S+)\. /.exec(printed)![1]!;
  for (const { body, signed = body } of bodies) {
    await fetch(url, { method: 'POST', body, headers: signedHeaders([secret], 'evt_1', signed, new Date()) }).catch(
      () => undefined,
    );
  }
  const [code] = (await ended) as [number];
  return [code, printed.trim().split('\n').at(-1)!];
}

test.each([
  [
    'ends well when the count is reached',
    ['--script', '500,reset,200', '--count', '1'],
    3,
    '{}',
    0,
    /^3 requests, 1 events, 1 taken; 0 wrong/,
  ],
  ['fails when the count is not reached in time', ['--count', '2', '--wait', '2s'], 1, '{}', 1, /1 taken/],
  ['fails on a wrong signature', ['--wait', '2s'], 1, '{"other":1}', 1, /1 wrong signatures/],
  ['takes duplicates when it is not strict', ['--wait', '2s'], 2, '{}', 0, /1 duplicates/],
  ['fails on duplicates when it is strict', ['--wait', '2s', '--strict'], 2, '{}', 1, /1 duplicates/],
] as const)('a receiver %s', async (_, options, times, signed, code, said) => {
  const [exit, last] = await judged([...options], Array(times).fill({ body: '{}', signed }));
  expect(last).toMatch(said);
  expect(exit).toBe(code);
});
