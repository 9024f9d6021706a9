import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPage } from './pages';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';
import { testWith } from '../../harness/programs';

const PAGES = ['guides/quick-start.md', 'guides/how-to.md', 'reference/rest.md', 'reference/forecast.md'];
const commands = PAGES.flatMap((page) =>
  readPage(join('docs', page))
    .blocks.filter(({ language, marks }) => language === 'sh' && !marks.includes('illustration'))
    .map(({ line, text }) => ({ place: `${page}:${line}`, text })),
);

let service: RunningPercept;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-pages-'));
  copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(folder, 'photo.jpg'));
  // curl prints no progress, and fails if the response is an error.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  service = await startPercept({ env: { PERCEPT_PIPELINES_DIR: join(folder, 'pipelines') } });
});
afterAll(async () => {
  await service?.stop();
  removeDir(folder);
  removeDir(service.dataDir);
});

// The pages say port 3000; the test takes a free one. What a page's commands write, its later ones find.
testWith('curl').each(commands)('$place does what the page says, as it is pasted', async ({ text }) => {
  const env = {
    ...process.env,
    PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`,
    CURL_HOME: folder,
    PERCEPT: service.url,
    PERCEPT_KEY: service.key,
    PERCEPT_DATA_DIR: service.dataDir,
    PERCEPT_CACHE_DIR: CACHE_DIR,
  };
  const command = text.replaceAll('http://127.0.0.1:3000', service.url);
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: folder, env });
  expect(stdout).not.toBe('');
});
