import { join } from 'node:path';
import { hasBrowser } from './browser';
import { signIn, signOut } from './access';
import { walkAnyCapability } from './playground/any-capability';
import { walkDocument } from './playground/document';
import { walkFailedFiles } from './failed-files';
import { walkCollections } from './collections';
import { walkProjects } from './projects';
import { walkGuide } from './guide';
import { walkPipelines, walkSchedule } from './pipelines';
import { walkFinishedHome, walkHome, walkIdle, walkPalette, walkPhone } from './home';
import { walkLogs } from './logs';
import { walkPlayground } from './playground/playground';
import { walkReference } from './reference';
import { walkSavedMeanwhile } from './saved-meanwhile';
import { walkSteady } from './steady';
import { walkTold } from './told';
import { startWalk, type Step, type Walk } from './walk';
import { makeEndpoint, walkCustomerPage, walkDeliveries, walkEditing } from './webhooks';
import { walkWrongFiles } from './playground/wrong-files';
import { writeCatalogue } from '../harness/fixtures/catalogue';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../harness/percept';

let percept: RunningPercept;
beforeAll(async () => {
  const dataDir = tempDir();
  const { mirror } = writeCatalogue(dataDir, join(dataDir, 'models'));
  const env = { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', PERCEPT_WORKERS: '1', PERCEPT_MODELS_MIRROR: mirror };
  const more = { PERCEPT_REQUEST_LOG: 'all,bodies', PERCEPT_FACE_RECOGNITION: 'on' };
  const roots = { PERCEPT_DATA_ROOTS: `${join(dataDir, 'files')},${join(ROOT, 'examples')}` };
  percept = await startPercept({ dataDir, env: { ...env, ...more, ...roots } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

if (!hasBrowser)
  process.stderr.write('test/dashboard/dashboard.spec.ts: no /usr/bin/chromium (or CHROMIUM), the page itself is not tried.\n');

(hasBrowser ? describe : describe.skip)('the dashboard in a browser', () => {
  let walk: Walk;
  beforeAll(async () => {
    walk = await startWalk(percept);
  });
  afterAll(async () => {
    await walk?.browser.close();
    walk?.receiver.close();
  });
  const step: Step = (promise, work) => test(promise, () => work(walk).catch((error: unknown) => failed(error, walk)));

  signIn(step);
  walkProjects(step);
  walkHome(step);
  walkIdle(step);
  walkLogs(step);
  walkPlayground(step);
  walkPalette(step);
  walkPhone(step);
  walkAnyCapability(step);
  walkDocument(step);
  walkWrongFiles(step);
  walkCollections(step);
  walkFailedFiles(step);
  makeEndpoint(step);
  walkEditing(step);
  walkPipelines(step);
  walkDeliveries(step);
  walkCustomerPage(step);
  walkSchedule(step);
  walkSavedMeanwhile(step);
  walkTold(step);
  walkReference(step);
  walkGuide(step);
  walkFinishedHome(step);
  walkSteady(step);
  signOut(step);

  test('every page keeps to WCAG AA in light and in dark, and fits 380 px', () => expect(walk.faults).toEqual([]));

  test('nothing went wrong on the page meanwhile', () => expect(walk.problems).toEqual([]));
});

/** Adds what the page showed to the error. */
async function failed(error: unknown, { page }: Walk): Promise<never> {
  const shown = await page.innerText('body').catch(String);
  if (error instanceof Error) error.message += `\n${page.url()} shows:\n${shown.slice(0, 2_000)}`;
  throw error;
}
