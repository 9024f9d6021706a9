import type { Browser, CDPSession } from 'playwright-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultsOf, hasBrowser, newPage, startBrowser } from '../../../test/dashboard/browser';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { Service } from '../service';
import { scrollGallery } from './gallery';
import { doTasks } from './tasks';

const PAGES = {
  home: '/',
  playground: '/playground',
  logs: '/logs',
  pipelines: '/pipelines',
  webhooks: '/webhooks',
  models: '/models',
};
const MORE = {
  docs: '/docs',
  guide: '/guide/reference/capabilities',
  plugins: '/plugins',
  keys: '/keys',
  usage: '/usage',
  editor: '/pipelines/receipts',
};
const IDLE_MS = 60_000;
const QUICK_IDLE_MS = 3_000;

interface Visit {
  /** Kilobytes over the wire with an empty cache. */
  kilobytes: number;
  /** Milliseconds from the start of the navigation until its heading is there and the main thread is free. */
  readyMs: number;
  /** Requests a minute while nobody touches it, and those of them that ask for the session. */
  idle: number;
  session: number;
}

async function measure({ quick }: MeasureOptions, later: Later): Promise<Report> {
  if (!hasBrowser) throw new Error('This bench needs Chromium: install it, or name it with CHROMIUM.');
  // Without sign-in the pages ask for the same.
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-pictures-'));
  later(() => rmSync(folder, { recursive: true }));
  const pages = { PERCEPT_AUTH: 'off', PERCEPT_PRELOAD: '' };
  const service = await Service.start({ ...pages, PERCEPT_DATA_ROOTS: folder, PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true' });
  later(() => service.stop());
  const browser = await startBrowser();
  later(() => browser.close());
  const window = quick ? QUICK_IDLE_MS : IDLE_MS;
  const visits: [string, Visit][] = [];
  for (const [name, path] of Object.entries({ ...PAGES, ...MORE }))
    visits.push([name, await loaded(browser, service.url + path)]);
  // All at once: each waits for a minute.
  await Promise.all(
    visits.map(async ([name, visit]) =>
      Object.assign(visit, await idleOf(browser, service.url + { ...PAGES, ...MORE }[name], window)),
    ),
  );
  const faults = await faultsOfAll(browser, service.url);
  const tasks = await doTasks(browser, service, join(folder, 'tasks'));
  const gallery = await scrollGallery(browser, service, { folder, quick });
  const most = (of: (visit: Visit) => number): number => Math.max(...visits.map(([, visit]) => of(visit)));
  return {
    name: 'dashboard',
    ratios: {},
    figures: {
      largest_page_kb: most(({ kilobytes }) => kilobytes),
      slowest_page_ms: most(({ readyMs }) => readyMs),
      idle_requests_a_minute: most(({ idle }) => idle),
      idle_session_requests_a_minute: most(({ session }) => session),
      gallery_frames_a_second: gallery.framesPerSecond,
      gallery_longest_gap_ms: gallery.longestMs,
      axe_faults: faults.length,
    },
    tables: [
      {
        title: 'A page of the dashboard in Chromium',
        head: ['page', 'KB with an empty cache', 'ms until ready', 'requests a minute when idle', 'of them for the session'],
        rows: visits.map(([name, { kilobytes, readyMs, idle, session }]) => [name, kilobytes, readyMs, idle, session]),
      },
      {
        title: 'Six tasks from the home page: a choice from a list is two clicks, and the seconds are those of the pages',
        head: ['task', 'clicks', 'texts typed', 'seconds'],
        rows: tasks,
      },
      {
        title:
          'The gallery of a run, scrolled from the first picture to the last, a step in each frame: frames drawn, by the trace of Chromium',
        head: ['items', 'cards at the end', 'seconds', 'frames a second', 'ms longest without a frame'],
        rows: [[gallery.items, gallery.cards, gallery.seconds, gallery.framesPerSecond, gallery.longestMs]],
      },
      ...(faults.length > 0
        ? [{ title: 'What keeps pages from WCAG AA or 380 px', head: ['fault'], rows: faults.map((fault) => [fault]) }]
        : []),
    ],
  };
}

/** What axe finds on each page, in light and dark, and what does not fit a phone. */
async function faultsOfAll(browser: Browser, url: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, path] of Object.entries({ ...PAGES, ...MORE })) {
    const page = await newPage(browser);
    await page.goto(url + path);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    faults.push(...(await faultsOf(page, name)));
    await page.close();
  }
  return faults;
}

async function loaded(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools: CDPSession = await context.newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  const startedAt = performance.now();
  await page.goto(url);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done()))');
  const readyMs = Math.round(performance.now() - startedAt);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { kilobytes: Math.round(bytes / 102.4) / 10, readyMs, idle: 0, session: 0 };
}

/** What a page asks for when nobody touches it. In its first minute, who opened it is still there: counted is the one after it. */
async function idleOf(browser: Browser, url: string, window: number): Promise<Pick<Visit, 'idle' | 'session'>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await sleep(window);
  let [idle, session] = [0, 0];
  page.on('request', (request) => {
    idle++;
    if (new URL(request.url()).pathname === '/v1/session') session++;
  });
  await sleep(window);
  await context.close();
  const perMinute = (count: number): number => Math.round((count * 60_000) / window);
  return { idle: perMinute(idle), session: perMinute(session) };
}

export const dashboard: Measurement = {
  name: 'dashboard',
  summary:
    'Pages of the dashboard in Chromium: kilobytes, time until ready, requests while idle; axe; clicks and seconds of six tasks; frames of a gallery.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
