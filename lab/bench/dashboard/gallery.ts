import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { newPage } from '../../../test/dashboard/browser';
import { waitFor } from '../../../test/harness/wait-for';
import { ROOT, type Service } from '../service';

const EXAMPLES = join(ROOT, 'examples', 'images');
const ITEMS = 1_000;
const QUICK_ITEMS = 50;
/** Pixels by which each frame scrolls: at 50 frames a second two windows a second. */
const STEP = 32;

const pipeline = (folder: string): string => `version: 1
name: many-pictures
steps:
  - id: photos
    for_each: { files: '${folder}/*', as: photo }
    steps: [{ id: detect, uses: vision.detect, with: { image: '\${{ photo.path }}' }, cache: 1d }]
`;

/** Runs a pipeline over this many pictures. @returns the id of the run. */
async function runOf(service: Service, folder: string, items: number): Promise<string> {
  mkdirSync(folder);
  const names = readdirSync(EXAMPLES);
  for (let n = 0; n < items; n++) {
    const name = names[n % names.length]!;
    copyFileSync(join(EXAMPLES, name), join(folder, `${String(n).padStart(4, '0')}${extname(name)}`));
  }
  const ask = async (method: string, path: string, body?: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${service.key}`, ...(body && { 'content-type': 'application/yaml' }) };
    return (await (await fetch(`${service.url}${path}`, { method, headers, body })).json()) as Record<string, unknown>;
  };
  await ask('PUT', '/v2/pipelines/many-pictures', pipeline(folder));
  const { id } = await ask('POST', '/v2/pipelines/many-pictures/runs');
  await waitFor(async () => (await ask('GET', `/v2/runs/${String(id)}`))['ended_at'] !== null);
  return String(id);
}

export interface Scrolled {
  items: number;
  cards: number;
  seconds: number;
  /** Of the trace: frames that were drawn in a second, and the longest time without one. */
  framesPerSecond: number;
  longestMs: number;
}

/** The gallery of a run, scrolled from its first card to its last without a stop. */
export async function scrollGallery(
  browser: Browser,
  service: Service,
  { folder, quick }: { folder: string; quick: boolean },
): Promise<Scrolled> {
  const items = quick ? QUICK_ITEMS : ITEMS;
  const run = await runOf(service, join(folder, 'many'), items);
  const page = await newPage(browser);
  await page.goto(`${service.url}/runs/${run}`);
  const cards = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await cards.first().scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'] });
  const startedAt = performance.now();
  await page.evaluate(scrollToLast(items));
  const seconds = (performance.now() - startedAt) / 1_000;
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ts: number }[] };
  const drawn = trace.traceEvents.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1_000);
  const gaps = drawn.toSorted((one, other) => one - other).map((ts, index, all) => ts - (all[index - 1] ?? ts));
  const found = await cards.count();
  await page.close();
  return {
    ...{ items, cards: found, seconds: Math.round(seconds * 10) / 10 },
    framesPerSecond: Math.round((drawn.length / seconds) * 10) / 10,
    longestMs: Math.round(Math.max(0, ...gaps)),
  };
}

/** Runs in the page: a step in each frame, until the last card is in sight. */
const scrollToLast = (items: number): string => `new Promise((done) => {
  const list = document.querySelector('ul[aria-label=Pictures]');
  const step = () => {
    const last = list.children[${items} - 1];
    if (last && last.getBoundingClientRect().top < innerHeight) return done();
    scrollBy(0, ${STEP});
    requestAnimationFrame(step);
  };
  step();
})`;
