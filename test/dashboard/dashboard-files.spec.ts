import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, ROOT, startPercept } from '../harness/percept';

const PAGE = join(ROOT, 'apps', 'dashboard');
const MAX_PAGE = 300 * 1024;
const MAX_ALL = 350 * 1024;
/** In a process of its own: the generator is a module that Jest cannot import. */
const PRINT_TYPES = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk));
process.stdin.on('end', async () => process.stdout.write(await require('./dist/tools/dashboard-types.js').typesOf(JSON.parse(text))));`;

test('the client of the page is typed by the document of its service', async () => {
  const percept = await startPercept({ env: { PERCEPT_WORKERS: '1' } });
  try {
    const document = JSON.stringify(await (await percept.fetch('/openapi.json')).json());
    const types = execFileSync(process.execPath, ['-e', PRINT_TYPES], { cwd: ROOT, input: document, encoding: 'utf8' });
    // `npm run dashboard:types` writes it again.
    expect(readFileSync(join(PAGE, 'src', 'api', 'schema.d.ts'), 'utf8') === types).toBe(true);
  } finally {
    await percept.stop();
    removeDir(percept.dataDir);
  }
});

describe('the scripts', () => {
  const assets = join(PAGE, 'dist', 'assets');
  const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const weigh = (names: Iterable<string>, form: 'br' | 'gz') =>
    [...names].reduce((sum, name) => sum + statSync(join(assets, `${name}.${form}`)).size, 0);

  /** The script and all that it imports; what it may import later too, unless it is the menu of all pages. */
  function needs(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, later, other] of text.matchAll(/(?:from|import)\s*(\()?["'`]\.\/([\w-]+\.js)["'`]/g))
      if (!later || !name.startsWith('index-')) needs(other!, found);
    return found;
  }

  test('are under 350 KB all together as browsers get them, which is Brotli', () => {
    expect(all.length).toBeGreaterThan(5);
    expect(weigh(all, 'br')).toBeLessThan(MAX_ALL);
  });

  test('are under 300 KB for every page if there is gzip only, as over plain HTTP', () => {
    const frame = all.filter((name) => name.startsWith('index-'));
    expect(frame).toHaveLength(1);
    for (const page of ['playground', 'pipeline', 'run', 'models', 'webhook', 'keys', 'usage', 'home', 'logs']) {
      const entry = all.filter((name) => name.startsWith(`${page}-`)).sort((a, b) => weigh([b], 'gz') - weigh([a], 'gz'))[0]!;
      const its = new Set([...needs(frame[0]!), ...needs(entry)]);
      expect(its.size).toBeGreaterThan(5);
      expect([page, weigh(its, 'gz') < MAX_PAGE]).toEqual([page, true]);
    }
  });
});
