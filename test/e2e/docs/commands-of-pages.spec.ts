import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPage } from './pages';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';
import { brightness } from '../../harness/fixtures/tiny-models';
import { freePort } from '../../harness/postgres';
import { testWith } from '../../harness/programs';

const PAGES = [
  'guides/quick-start.md',
  'guides/how-to.md',
  'guides/how-to-operate.md',
  'reference/rest.md',
  'reference/forecast.md',
];
const commands = PAGES.flatMap((page) =>
  readPage(join('docs', page))
    .blocks.filter(({ language, marks }) => language === 'sh' && !marks.includes('illustration'))
    .map(({ line, text }) => ({ place: `${page}:${line}`, text })),
);

/** What a command with the text prints, where more than something matters. */
const PRINTED: [command: string, printed: RegExp][] = [
  ['> receipts.yaml', /^.*,,,photo\.jpg,true$/m],
  ['.summary', /"dominant_objects"/],
  // The third step is `notify`, which is skipped unless the forecast is low.
  ['> stock-alert.yaml', /3 succeeded, 0 failed/],
  ['> nightly.yaml', /nightly\/1|under `triggers`/],
  ['> receiver.py', /^received batch\.completed$/m],
  ['> call.py', /^positive\n[1-9]/m],
  ['models/daylight', /"label":"day"[^]*daylight is the default/],
  ['keys rotate', /^pk_live_\w+\n[^]*\npk_live_\w+\nRevoked/m],
  ['curl -sD -', /^server-timing: .*inference;dur=/m],
  ['percept restore', /^Restored .*restored as it was/m],
  ['percept doctor', /0 problems/],
  ['logs --search', /"operation":"vision\.detect"/],
];

let service: RunningPercept;
let folder: string;
let receiverPort: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-pages-'));
  receiverPort = await freePort();
  copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(folder, 'photo.jpg'));
  copyFileSync(join(ROOT, 'examples', 'videos', 'harbour.mp4'), join(folder, 'clip.mp4'));
  writeFileSync(join(folder, 'net.onnx'), brightness(['day', 'night']).onnx);
  // curl prints no progress, and fails if the response is an error.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  service = await startPercept({
    cwd: folder,
    dataDir: join(folder, 'data'),
    env: { PERCEPT_PIPELINES_DIR: join(folder, 'pipelines'), PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' },
  });
});
afterAll(async () => {
  await service?.stop();
  removeDir(folder);
});

// The pages say ports 3000 and 8000; the test takes free ones. What a page's commands write, its later ones find.
testWith('curl').each(commands)('$place does what the page says, as it is pasted', async ({ text }) => {
  const env = {
    ...process.env,
    PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`,
    CURL_HOME: folder,
    PERCEPT: service.url,
    PERCEPT_KEY: service.key,
    PERCEPT_DATA_DIR: service.dataDir,
    PERCEPT_CACHE_DIR: CACHE_DIR,
    // Instead of `pip install`.
    PYTHONPATH: join(ROOT, 'clients', 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const command = text.replaceAll('http://127.0.0.1:3000', service.url).replaceAll(/(127\.0\.0\.1\W+)8000/g, `$1${receiverPort}`);
  const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: folder, env });
  expect(stdout).not.toBe('');
  for (const [part, printed] of PRINTED) if (text.includes(part)) expect(stdout).toMatch(printed);
});
