import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { newPage } from '../../../test/dashboard/browser';
import { waitFor } from '../../../test/harness/wait-for';
import { ROOT, type Service } from '../service';

const EXAMPLES = join(ROOT, 'examples', 'images');

/** What somebody does by hand, counted. A choice from a list is two clicks: it is opened, and one is chosen. */
class Hand {
  clicks = 0;
  texts = 0;

  constructor(readonly page: Page) {}

  async click(place: Locator): Promise<void> {
    await place.click();
    this.clicks++;
  }

  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.clicks += 2;
  }

  /** A click into the field, and the text. */
  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.clicks++;
    this.texts++;
  }

  /** An entry of the menu. */
  menu(label: string): Promise<void> {
    return this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label, exact: true }));
  }

  button(name: string): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }));
  }
}

interface Task {
  name: string;
  work: (hand: Hand) => Promise<void>;
}

const TASKS: Task[] = [
  {
    name: 'Find out why a request of a day failed',
    async work(hand) {
      await hand.menu('Logs');
      await hand.write(hand.page.getByLabel('Day'), new Date().toLocaleDateString('sv'));
      await hand.choose(hand.page.getByLabel('Status'), 'Any error');
      await hand.click(hand.page.getByRole('table', { name: 'Requests' }).getByRole('button').first());
      await hand.page.getByRole('group', { name: 'Error' }).getByText('langage', { exact: true }).waitFor();
    },
  },
  {
    name: 'Retry the failed items of a run',
    async work(hand) {
      await hand.menu('Pipelines');
      await hand.click(hand.page.getByRole('link', { name: /^run_/ }).first());
      await hand.button('Retry failed');
      await hand.page.getByText('2 of 2 items').waitFor();
      await hand.page.getByText('succeeded', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Change the events of a webhook',
    async work(hand) {
      await hand.menu('Webhooks');
      await hand.click(hand.page.getByRole('link', { name: 'my receiver' }));
      await hand.button('Edit');
      await hand.click(hand.page.getByRole('checkbox', { name: 'batch.failed' }));
      await hand.button('Save');
      await hand.page.getByText('Events: batch.completed, batch.failed').waitFor();
    },
  },
  {
    name: 'Compare two models on one picture',
    async work(hand) {
      const { page } = hand;
      await hand.menu('Playground');
      await hand.click(page.getByRole('tab', { name: 'All capabilities' }));
      await page.getByLabel('Capability').waitFor();
      const text = page.getByLabel('Capability').locator('option', { hasText: /^vision\.text:/ });
      await hand.choose(page.getByLabel('Capability'), await text.innerText());
      await hand.click(page.getByRole('button', { name: 'crossing' }));
      await hand.button('Try it');
      await hand.button('Pin to compare');
      const latin = page.getByLabel('model', { exact: true }).locator('option', { hasText: /^ocr-latin/ });
      await hand.choose(page.getByLabel('model', { exact: true }), await latin.innerText());
      await hand.button('Try it');
      await page.getByRole('group', { name: 'Newest' }).getByText('model ocr-latin').waitFor();
    },
  },
  {
    name: 'Make a key for a colleague who may only predict',
    async work(hand) {
      await hand.menu('API Keys');
      await hand.button('Generate New Key');
      await hand.write(hand.page.getByRole('textbox', { name: 'Name' }), 'colleague');
      await hand.button('Generate key');
      await hand.page.getByTestId('new-key').waitFor();
    },
  },
  {
    name: 'Stop a schedule for a week',
    async work(hand) {
      await hand.menu('Pipelines');
      await hand.click(hand.page.getByRole('link', { name: 'by-the-clock' }).first());
      await hand.click(hand.page.getByRole('tab', { name: 'Schedule' }));
      await hand.button('Pause …');
      await hand.choose(hand.page.getByLabel('Pause it'), 'for a week');
      await hand.button('Pause');
      await hand.page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
];

const PARTIAL = (folder: string): string => `version: 1
name: some-fail
steps:
  - id: photos
    for_each: { files: '${folder}/*.jpg', as: photo, tolerate: 90% }
    steps: [{ id: detect, uses: vision.detect, with: { image: '\${{ photo.path }}' } }]
`;

const BY_THE_CLOCK = `version: 1
name: by-the-clock
triggers: [{ id: nightly, cron: 0 3 * * * }]
steps: [{ id: look, uses: text.sentiment, with: { text: Lovely. } }]
`;

/** What the tasks are about: a refused request, a run with a failed item that can be repaired, an endpoint, a schedule. */
async function prepare(service: Service, folder: string): Promise<void> {
  const send = async (method: string, path: string, body: string | object): Promise<Record<string, unknown>> => {
    const type = typeof body === 'string' ? 'application/yaml' : 'application/json';
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': type };
    const sent = { method, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
    return (await (await fetch(`${service.url}${path}`, sent)).json()) as Record<string, unknown>;
  };
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(EXAMPLES, 'desk.jpg'), join(folder, 'desk.jpg'));
  writeFileSync(join(folder, 'fruit.jpg'), 'no image');
  await send('PUT', '/v2/pipelines/by-the-clock', BY_THE_CLOCK);
  await send('PUT', '/v2/pipelines/some-fail', PARTIAL(folder));
  const { id } = await send('POST', '/v2/pipelines/some-fail/runs', {});
  await waitFor(async () => {
    const answer = await fetch(`${service.url}/v2/runs/${String(id)}`, { headers: { authorization: `Bearer ${service.key}` } });
    return ((await answer.json()) as { status: string }).status === 'partial';
  });
  copyFileSync(join(EXAMPLES, 'fruit.jpg'), join(folder, 'fruit.jpg'));
  const events = ['batch.completed'];
  await send('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', description: 'my receiver', events });
  await send('POST', '/v2/text/sentiment', { text: 'Lovely.', langage: 'en' });
}

/** Each task from the home page: its clicks, the texts that are typed, and the seconds that the pages take for them. */
export async function doTasks(browser: Browser, service: Service, folder: string): Promise<(string | number)[][]> {
  await prepare(service, folder);
  const rows: (string | number)[][] = [];
  for (const { name, work } of TASKS) {
    const page = await newPage(browser);
    await page.goto(service.url);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const hand = new Hand(page);
    const startedAt = performance.now();
    await work(hand);
    rows.push([name, hand.clicks, hand.texts, Math.round((performance.now() - startedAt) / 100) / 10]);
    await page.close();
  }
  return rows;
}
