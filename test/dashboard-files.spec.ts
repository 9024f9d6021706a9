import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, ROOT, startPercept } from './percept';

const PAGE = join(ROOT, 'apps', 'api', 'dashboard');
const MOST_SCRIPT = 300 * 1024;
/** In a process of its own: the generator is a module that Jest cannot import. */
const PRINT_TYPES = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk));
process.stdin.on('end', async () => process.stdout.write(await require('./dist/tools/dashboard-types.js').typesOf(JSON.parse(text))));`;

test('the page fits its service: scripts under 300 KB as browsers get them, a client typed by the document', async () => {
  const percept = await startPercept({ env: { PERCEPT_WORKERS: '1' } });
  try {
    const document = JSON.stringify(await (await percept.fetch('/openapi.json')).json());
    const types = execFileSync(process.execPath, ['-e', PRINT_TYPES], { cwd: ROOT, input: document, encoding: 'utf8' });
    // `npm run dashboard:types` writes it anew.
    expect(readFileSync(join(PAGE, 'src', 'api', 'schema.d.ts'), 'utf8') === types).toBe(true);
  } finally {
    await percept.stop();
    removeDir(percept.dataDir);
  }
  const assets = join(PAGE, 'dist', 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js.br'));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)).toBeLessThan(MOST_SCRIPT);
});
