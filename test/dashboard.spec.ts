import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { faultsOf, hasBrowser, markedPixels, newPage, startBrowser } from './browser';
import { writeStillClip } from './fixtures/still-clip';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from './percept';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', PERCEPT_WORKERS: '1' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

if (!hasBrowser)
  process.stderr.write('test/dashboard.spec.ts: no /usr/bin/chromium (or CHROMIUM), the page itself is not tried.\n');

(hasBrowser ? describe : describe.skip)('the dashboard in a browser', () => {
  let browser: Browser;
  let page: Page;
  let receiver: Server;
  const problems: string[] = [];
  const faults: string[] = [];
  const received: { id: string; type: string }[] = [];
  let key = '';

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(JSON.parse(body) as { id: string; type: string });
        response.end('thanks');
      });
    }).listen(0, '127.0.0.1');
    browser = await startBrowser();
    page = await newPage(browser);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Minified React|Warning:/.test(message.text())) problems.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    receiver.close();
  });

  const look = async (name: string) => void faults.push(...(await faultsOf(page, name)));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = async (label: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: label, exact: true }).waitFor();
  };
  const post = (path: string, body: object) =>
    fetch(`${percept.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('who is not signed in is asked to, and comes back to where they were', async () => {
    await page.goto(`${percept.url}/keys`);
    await page.waitForURL(/\/sign-in\?next=%2Fkeys$/);
    await page.getByLabel('Password of the administrator').waitFor();
    await look('sign-in');
    await page.getByLabel('Password of the administrator').fill('a guess of mine');
    await button('Sign in').click();
    await page.getByText(/percept admin link.* makes a link/).waitFor();
  });

  test('the link of the first start signs in once', async () => {
    const link = /http\S+\/sign-in\?token=\S+/.exec(percept.output())![0];
    await page.goto(link);
    await page.waitForURL(`${percept.url}/`);
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: 'admin' }).waitFor();
    const other = await newPage(browser);
    await other.goto(link);
    await other.getByText(/was used already/).waitFor();
    await other.close();
  });

  test('a key is generated, shown once, and its curl line works', async () => {
    await open('API Keys');
    await button('Generate New Key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('shop window');
    await look('new-key');
    await button('Generate key').click();
    key = (await page.getByTestId('new-key').locator('pre').innerText()).trim();
    expect(key).toMatch(/^pk_live_\w+$/);
    const line = await page.getByTestId('first-call').locator('pre').innerText();
    const answer = execFileSync('bash', ['-c', line.replace(/^curl/, 'curl -s')], { encoding: 'utf8' });
    expect(JSON.parse(answer)).toMatchObject({ sentiment: 'positive' });
    await button('Close').click();
    await page.getByRole('cell', { name: 'shop window' }).waitFor();
    expect(await page.content()).not.toContain(key);
    await look('keys');
  });

  test('a picture in the playground has boxes drawn over it', async () => {
    await open('Playground');
    await page.setInputFiles('input[type=file]', join(EXAMPLES, 'crossing.jpg'));
    const canvas = page.locator('canvas');
    await page.getByText(/Answered in \d+ ms/).waitFor();
    const marks = Number(await canvas.getAttribute('data-marks'));
    expect(marks).toBeGreaterThan(0);
    expect(await canvas.getAttribute('aria-label')).toMatch(new RegExp(`^The picture with ${marks} marks: \\w`));
    expect(await markedPixels(page)).toBeGreaterThan(200);
    await look('playground');
  });

  test('a clip has its progress, can be cancelled, and has its timeline under the player', async () => {
    await page.getByRole('tab', { name: 'Clip' }).click();
    const clip = join(percept.dataDir, 'crossing.mp4');
    // So many frames that it is still at it when it is cancelled.
    writeStillClip(join(EXAMPLES, 'crossing.jpg'), clip, 60);
    await page.getByLabel('Look at every Nth frame').fill('1');
    await page.setInputFiles('input[type=file]', clip);
    await page.getByText(/^\d+ of 600 frames · \d+ s to go$/).waitFor();
    await button('Cancel').click();
    await page.getByText(/^Cancelled/).waitFor();
    const short = join(percept.dataDir, 'short.mp4');
    writeStillClip(join(EXAMPLES, 'crossing.jpg'), short);
    await page.getByLabel('Look at every Nth frame').fill('10');
    await page.setInputFiles('input[type=file]', short);
    await page.getByText(/Answered in \d+ ms/).waitFor();
    const objects = page.getByRole('region', { name: 'Objects' }).getByRole('img');
    expect(await objects.first().getAttribute('aria-label')).toMatch(/^[\w ]+: 0:00\.0 to 0:02\.0$/);
    await page
      .getByRole('region', { name: 'Activities' })
      .getByRole('img', { name: /^no motion: / })
      .waitFor();
    expect(Number(await page.locator('svg[data-boxes]').getAttribute('data-boxes'))).toBeGreaterThan(0);
    await page
      .getByLabel('The clip')
      .evaluate('(clip) => clip.error === null && clip.readyState > 0 || Promise.reject(clip.error)');
    await look('playground-clip');
  });

  test('a text has its entities marked, and a series its forecast drawn', async () => {
    await page.getByRole('tab', { name: 'Text' }).click();
    await button('Analyse').click();
    await page.locator('mark').first().waitFor();
    await look('playground-text');
    await page.getByRole('tab', { name: 'Forecast' }).click();
    await button('Forecast').click();
    await page.getByRole('img', { name: /36 known points and 12 predicted/ }).waitFor();
    await look('playground-forecast');
  });

  test('an endpoint is made', async () => {
    await open('Webhooks');
    await look('webhooks-empty');
    await button('New endpoint').click();
    const { port } = receiver.address() as AddressInfo;
    await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole('textbox', { name: 'Description' }).fill('my receiver');
    await page.getByRole('checkbox', { name: 'batch.completed' }).check();
    await button('Create endpoint').click();
    await page.getByText(/^whsec_\S+$/).waitFor();
    await button('Close').click();
    await page.getByRole('link', { name: 'my receiver' }).waitFor();
    await look('webhooks');
  });

  test('a pipeline is written, its mistake shown at its line, then it runs to the end before our eyes', async () => {
    await open('Pipelines');
    await button('New pipeline').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('look-at-all');
    await button('Write it').click();
    const editor = page.getByRole('textbox', { name: 'Text of look-at-all' });
    await editor.waitFor();
    const text = (await editor.innerText()).replaceAll('\n\n', '\n');
    await editor.fill(text.replace('vision.detect', 'vision.detekt'));
    await page.getByRole('list', { name: 'Mistakes' }).getByText("Did you mean 'vision.detect'?").waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await look('pipeline-mistake');
    await editor.fill(text);
    await button('Save').click();
    await page.getByRole('img', { name: 'photos: for each item vision.detect' }).waitFor();
    await look('pipeline');
    await button('Run').click();
    await button('Start the run').click();
    await page.waitForURL(/\/runs\/run_/);
    await page.getByText('5 of 5 items').waitFor();
    await page.getByText('succeeded', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'objects.jsonl' }).waitFor();
    await page.getByText('Result of detect').nth(4).waitFor();
    await look('run');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'objects.jsonl' }).click(),
    ]);
    expect(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(5);
    await open('Pipelines');
    await page.getByRole('link', { name: 'look-at-all' }).first().waitFor();
    await look('pipelines');
  });

  test('completion offers what the schema has', async () => {
    await page.getByRole('link', { name: 'look-at-all' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Text of look-at-all' });
    await editor.press('Control+End');
    await page.keyboard.type('tri');
    await page.getByRole('option', { name: 'triggers' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('its delivery is seen with payload and response, and replayed under the same id', async () => {
    await open('Webhooks');
    await page.getByRole('link', { name: 'my receiver' }).click();
    await page.getByRole('cell', { name: /batch\.completed/ }).waitFor();
    await page.getByText('succeeded', { exact: true }).first().waitFor();
    await button('Details').click();
    await page
      .getByRole('dialog')
      .getByText(/"type": "batch.completed"/)
      .waitFor();
    await page.getByRole('dialog').getByText('thanks').waitFor();
    await look('delivery');
    await button('Close').click();
    await button('Replay').click();
    await page.getByText(/^2, the last: 200$/).waitFor();
    expect(received.map(({ id }) => id)).toEqual([received[0]!.id, received[0]!.id]);
    await look('webhook');
  });

  test('what was used, the models and the plugins are told', async () => {
    await open('Usage');
    await page.getByRole('row', { name: /vision\.detect 5/ }).waitFor();
    await look('usage');
    await open('Models');
    await page.getByRole('row', { name: /centernet/ }).waitFor();
    await look('models');
    await open('Plugins');
    await page.getByRole('cell', { name: 'vision.detect' }).waitFor();
    await look('plugins');
  });

  test('a revoked key is refused at once', async () => {
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(200);
    await open('API Keys');
    await page
      .getByRole('row', { name: /shop window/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /shop window.*revoked/ }).waitFor();
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(401);
  });

  test('a password is set and signs in again after signing out', async () => {
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByLabel('New password').fill('correct horse battery');
    await button('Set password').click();
    await page.getByText('The password is set.').waitFor();
    await look('account');
    await button('Sign out').click();
    await page.getByLabel('Password of the administrator').fill('correct horse battery');
    await button('Sign in').click();
    await page.getByRole('heading', { level: 2, name: 'Playground' }).waitFor();
  });

  test('every page keeps to WCAG AA in light and in dark, and fits 380 px', () => expect(faults).toEqual([]));

  test('nothing went wrong on the page meanwhile', () => expect(problems).toEqual([]));
});
