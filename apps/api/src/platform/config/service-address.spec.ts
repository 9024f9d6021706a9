import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addServiceAddress, readServiceAddress, removeServiceAddress } from './service-address';

const [FIRST, SECOND] = ['http://127.0.0.1:3000', 'http://127.0.0.1:3001'];
const config = { PERCEPT_DATA_DIR: mkdtempSync(join(tmpdir(), 'percept-address-')), PERCEPT_HOST: '127.0.0.1', PORT: 80 };
afterAll(() => rmSync(config.PERCEPT_DATA_DIR, { recursive: true }));

test('commands use the first process that serves, whichever process starts or ends meanwhile', async () => {
  expect(readServiceAddress(config)).toBe('http://127.0.0.1:80');
  const first = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  addServiceAddress(config, FIRST, first.pid);
  addServiceAddress(config, SECOND);
  expect(readServiceAddress(config)).toBe(FIRST);
  removeServiceAddress(config);
  expect(readServiceAddress(config)).toBe(FIRST);
  addServiceAddress(config, SECOND);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(readServiceAddress(config)).toBe(SECOND);
  removeServiceAddress(config);
  removeServiceAddress(config, first.pid);
  expect(readServiceAddress(config)).toMatch(/:300[01]$/);
});
