import { readdirSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { percept, removeDir, tempDir } from '../../harness/percept';

let home: string;
beforeAll(() => (home = tempDir()));
afterAll(() => removeDir(home));

const help = (XDG_CACHE_HOME: string) => percept(['--help'], { env: { XDG_CACHE_HOME, NODE_COMPILE_CACHE: '' } });
const canCache = 'enableCompileCache' in nodeModule;

(canCache ? test : test.skip)("a command keeps its compiled code in the user's cache (Node 22.8 and later)", async () => {
  expect(await help(home)).toMatchObject({ code: 0, stderr: '' });
  const [version] = readdirSync(join(home, 'percept', 'compiled'));
  expect(readdirSync(join(home, 'percept', 'compiled', version!)).length).toBeGreaterThan(20);
});

test('a cache that cannot be written stops no command', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  expect(await help(file)).toMatchObject({ code: 0, stderr: '' });
});
