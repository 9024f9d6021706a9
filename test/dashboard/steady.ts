import type { Page, Route } from 'playwright-core';
import { waitFor } from '../harness/wait-for';
import type { Step, Walk } from './walk';

const PAGES = [
  '/',
  '/playground',
  '/logs',
  '/pipelines',
  '/pipelines/detect-folder',
  '/webhooks',
  '/models',
  '/collections',
  '/collections/gate',
  '/usage',
  '/account',
];
/** Less is not seen, and no click misses. */
const TOLERATED_PX = 8;

export function walkSteady(step: Step): void {
  for (const path of PAGES) step(`on ${path}, what comes late moves nothing that can be clicked`, (walk) => tryPage(path, walk));
}

async function tryPage(path: string, { page, percept }: Walk): Promise<void> {
  const held: Route[] = [];
  const api = /^\/v[12]\//;
  await page.route(
    ({ pathname }) => api.test(pathname),
    (route) => (route.request().resourceType() === 'eventsource' ? route.continue() : void held.push(route)),
  );
  try {
    await page.goto(`${percept.url}${path}`);
    await waitFor(() => held.length > 0);
    const moved = await page.evaluate(movedSinceLast, TOLERATED_PX);
    // The last one first: what was asked for first mostly stands higher up, and would move the rest.
    for (let route = held.pop(); route; route = await next(page, held)) {
      await route.continue();
      // None if the page no longer wants it.
      const answer = await route.request().response();
      await answer?.finished();
      moved.push(...(await page.evaluate(movedSinceLast, TOLERATED_PX)));
    }
    expect(moved).toEqual([]);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/** The next answer to let through; undefined when the page has all. */
async function next(page: Page, held: Route[]): Promise<Route | undefined> {
  const loading = page.getByRole('status', { name: 'Loading' });
  await waitFor(async () => held.length > 0 || (await loading.count()) === 0);
  return held.pop();
}

interface Seen {
  tagName: string;
  textContent: string;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { x: number; y: number; width: number };
}

/** Of the page, which these types do not know. */
interface Window {
  document: { querySelectorAll(selector: string): Iterable<Seen> };
  requestAnimationFrame(drawn: (time: number) => void): void;
  places?: Map<Seen, { x: number; y: number }>;
}

/** Runs in the page, when it has drawn: what stands elsewhere than when it was called before. */
async function movedSinceLast(tolerated: number): Promise<string[]> {
  const window = globalThis as unknown as Window;
  for (let frames = 0; frames < 3; frames++) await new Promise((drawn) => window.requestAnimationFrame(drawn));
  const places = (window.places ??= new Map());
  const parts = ['a', 'button', 'input', 'select', 'textarea', 'summary'].flatMap((tag) => [`main ${tag}`, `header ${tag}`]);
  return [...window.document.querySelectorAll(parts.join())].flatMap((element) => {
    const { x, y, width } = element.getBoundingClientRect();
    const before = places.get(element);
    if (width > 0) places.set(element, { x, y });
    if (width === 0 || !before || Math.hypot(x - before.x, y - before.y) <= tolerated) return [];
    return [
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}: ${before.x}, ${before.y} to ${x}, ${y}`,
    ];
  });
}
