import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../ffmpeg-programs';
import { limitedCommand } from './bounded';
import { describeSandbox, findSandbox, firstThatWorks, inSandbox, weakerSandbox, type Sandbox } from './sandbox';

const run = promisify(execFile);
/** Runs a program as ffmpeg is run. @returns all that it said. */
async function said(program: string, args: readonly string[], sandbox: Sandbox, files: string[] = []): Promise<string> {
  const { stdout, stderr } = await run(...limitedCommand(program, args, inSandbox(sandbox, files))).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}
const NO_SANDBOX: Sandbox = { name: 'none', hidesFiles: false, command: [], rejected: [] };

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'percept-sandbox-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('a sandbox that the machine lacks, or that keeps the network, is not used, and the reason is kept', async () => {
  const { name, rejected } = await firstThatWorks([['percept-has-no-such-program'], ['env', '--']]);
  expect(name).toBe('none');
  const reasons =
    process.platform === 'linux'
      ? ['percept-has-no-such-program: is not installed', 'env: it keeps the network']
      : [expect.stringContaining('Linux')];
  expect(rejected).toEqual(reasons);
});

test('what a shell would run is an argument like any other', async () => {
  const odd = ['$(id)', '`id`', '; id', '| id', '-v', '"', "'"];
  for (const each of [await findSandbox(), NO_SANDBOX])
    expect((await said('printf', ['%s\\n', ...odd], each)).trim().split('\n')).toEqual(odd);
});

test('the program gets neither secrets of the environment nor the right to write a file', async () => {
  process.env['PERCEPT_SECRET_TEST'] = 'hidden';
  const sandbox = await findSandbox();
  const environment = await said('env', [], sandbox);
  expect([environment.includes('hidden'), environment.includes('PATH=')]).toEqual([false, true]);
  delete process.env['PERCEPT_SECRET_TEST'];
  if (process.platform === 'win32') return;
  const written = join(folder, 'written');
  for (const each of [sandbox, NO_SANDBOX]) await said('sh', ['-c', `echo text > ${written}`], each);
  expect(existsSync(written) ? readFileSync(written, 'utf8') : '').toBe('');
});

test('a program reads the files that it is given and no others, also beside them, above them and of the system', async () => {
  const sandbox = await findSandbox();
  if (!sandbox.hidesFiles) return process.stderr.write(`skipped: runs ${await describeSandbox(sandbox)}\n`);
  const [given, secret] = ['given', 'secret'].map((name) => join(folder, name)) as [string, string];
  for (const file of [given, secret]) writeFileSync(file, `it is ${file}`);
  const read = (file: string, where: Sandbox) => said('cat', [file], where, [given]);
  expect(await read(given, sandbox)).toBe(`it is ${given}`);
  for (const file of [secret, join(folder, 'given', '..', 'secret'), `/proc/${process.pid}/environ`, '/etc/passwd']) {
    expect(await read(file, NO_SANDBOX)).not.toMatch(/No such file|Not a directory/);
    expect(await read(file, sandbox)).toMatch(/No such file|Not a directory/);
  }
  expect((await said('ls', ['-A', folder], sandbox, [given])).trim()).toBe('given');
});

test('a program that runs in no such sandbox gets the next best one, which says why', async () => {
  const sandbox = await findSandbox();
  const weaker = await weakerSandbox(sandbox, 'lacks its libraries');
  expect(weaker.command).not.toEqual(sandbox.name === 'none' ? undefined : sandbox.command);
  expect([weaker.hidesFiles, weaker.rejected]).toEqual([false, expect.arrayContaining([`${sandbox.name}: lacks its libraries`])]);
});

describe('ffmpeg in the sandbox', () => {
  let sandbox: Sandbox;
  let server: Server;
  let connections = 0;
  beforeAll(async () => {
    sandbox = await findSandbox();
    server = createServer((socket) => {
      connections++;
      socket.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => server.close());

  test('opens no TCP connection, which the same ffmpeg does without it', async () => {
    if (sandbox.name === 'none') return process.stderr.write(`skipped: no sandbox here (${sandbox.rejected.join('; ')})\n`);
    const { ffmpeg } = await findFfmpeg({});
    const read = [
      '-v',
      'error',
      '-i',
      `tcp://127.0.0.1:${(server.address() as AddressInfo).port}?timeout=2000000`,
      '-f',
      'null',
      '-',
    ];
    await said(ffmpeg, read, NO_SANDBOX);
    expect(connections).toBe(1);
    expect(await said(ffmpeg, read, sandbox)).toMatch(/Network is unreachable|Connection refused|Input\/output error/);
    expect(connections).toBe(1);
  });

  test('reads a file', async () => {
    const file = join(folder, 'pixels.raw');
    writeFileSync(file, Buffer.from([255, 0, 0]));
    const { ffmpeg } = await findFfmpeg({});
    const read = [
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pixel_format',
      'rgb24',
      '-video_size',
      '1x1',
      '-i',
      file,
      '-f',
      'framemd5',
      '-',
    ];
    expect(await said(ffmpeg, read, sandbox, [file])).toMatch(/0, +0, +0, +1, +3,/);
  });
});
