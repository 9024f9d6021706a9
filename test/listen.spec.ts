import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { removeDir, ROOT, startPercept } from './percept';

test('a receiver without a secret makes one, and what it prints subscribes it', async () => {
  const percept = await startPercept({ env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' } });
  const receiver = spawn(process.execPath, [join(ROOT, 'bin', 'percept'), 'webhooks', 'listen', '--port', '0']);
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const untilPrinted = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(printed);
      if (match) return match;
      if (receiver.exitCode !== null) throw new Error(`the receiver ended: ${printed}`);
      await new Promise((resume) => setTimeout(resume, 20));
    }
  };
  const [, body] = await untilPrinted(/-d '(\{.*\})'/);
  const headers = { 'content-type': 'application/json' };
  expect((await percept.fetch('/v1/webhooks', { method: 'POST', headers, body: body! })).status).toBe(201);
  expect((await percept.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers, body: '{}' })).status).toBe(202);
  await untilPrinted(/batch\.completed: signature right → 200/);
  receiver.kill('SIGINT');
  expect((await once(receiver, 'exit'))[0]).toBe(0);
  await percept.stop();
  removeDir(percept.dataDir);
});
