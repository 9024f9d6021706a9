import type { Page } from 'playwright-core';
import { faultsOf } from './browser';
import type { Step, Walk } from './walk';

/** The part that says so, wherever a file of the dashboard is missing. */
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part of the dashboard could not be shown' });

/** A page of somebody signed in who has none of the dashboard's files in the cache. */
async function withFreshPage({ browser, page, percept }: Walk, work: (fresh: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  try {
    const fresh = await context.newPage();
    fresh.setDefaultTimeout(30_000);
    await fresh.goto(percept.url);
    await fresh.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
    await work(fresh);
  } finally {
    await context.close();
  }
}

const menu = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

export function walkFailedFiles(step: Step): void {
  step('a page that stays open over an update says so and offers to reload', (walk) =>
    withFreshPage(walk, async (page) => {
      const home = `${walk.percept.url}/`;
      await page.clock.install();
      await page.reload();
      await heading(page, 'Home').waitFor();
      await page.route(home, async (route) => {
        const body = (await (await route.fetch()).text()).replace(/index-[\w-]+\.js/, 'index-newer.js');
        await route.fulfill({ body, contentType: 'text/html' });
      });
      const notice = page.getByText('Percept was updated.');
      // On a slow machine the look of the page's beginning may still be under way, and then counts for this one.
      for (let looks = 0; looks < 10 && !(await notice.isVisible()); looks++) {
        await page.clock.fastForward(301_000);
        await notice.waitFor({ timeout: 3_000 }).catch(() => {});
      }
      await notice.waitFor();
      await page.unroute(home);
      await page.getByRole('button', { name: 'Reload' }).click();
      await heading(page, 'Home').waitFor();
      expect(await page.getByText('Percept was updated.').count()).toBe(0);
    }),
  );

  step('a page whose file an upgrade took away is reloaded once, by itself', (walk) =>
    withFreshPage(walk, async (page) => {
      // The old file is gone; the new index.html names another, here the same one from the second load on.
      let loads = 1;
      await page.route(/\/assets\/usage-/, (route) => (loads === 1 ? route.fulfill({ status: 404 }) : route.fallback()));
      page.on('load', () => loads++);
      await menu(page, 'Usage').click();
      await heading(page, 'Usage').waitFor();
      expect(loads).toBe(2);
    }),
  );

  step('a file that stays missing does not reload the page for ever, and "Try again" brings the page once it is back', (walk) =>
    withFreshPage(walk, async (page) => {
      const usage = /\/assets\/usage-[\w-]+\.js/;
      let loads = 1;
      page.on('load', () => loads++);
      await page.route(usage, (route) => route.fulfill({ status: 404 }));
      await menu(page, 'Usage').click();
      await failure(page).getByText('The service answers').waitFor();
      expect(loads).toBe(2);
      // Everything else still works.
      await menu(page, 'API Keys').click();
      await heading(page, 'API Keys').waitFor();
      await menu(page, 'Usage').click();
      await failure(page).waitFor();
      await page.unroute(usage);
      await failure(page).getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Usage').waitFor();
    }),
  );

  step('offline, a page says so in its place, and "Try again" works once the connection is back', (walk) =>
    withFreshPage(walk, async (page) => {
      await page.context().setOffline(true);
      await menu(page, 'Models').click();
      await failure(page).getByText('The service does not answer').waitFor();
      walk.faults.push(...(await faultsOf(page, 'failed-file')));
      const again = failure(page).getByRole('button', { name: 'Try again' });
      await again.click();
      // Not the browser's own error page.
      await failure(page).getByText('The service does not answer').waitFor();
      await page.context().setOffline(false);
      await again.click();
      await heading(page, 'Models').waitFor();
    }),
  );

  step('a chart that cannot be loaded leaves the form and the answer beside it as they are', (walk) =>
    withFreshPage(walk, async (page) => {
      await page.route(/\/assets\/forecast-chart-/, (route) => route.abort());
      await menu(page, 'Playground').click();
      await page.getByRole('tab', { name: 'Forecast' }).click();
      await page.getByRole('textbox', { name: 'Series' }).fill('2026-01-01,1\n2026-01-02,2\n2026-01-03,3\n2026-01-04,5');
      await page.getByRole('button', { name: 'Forecast', exact: true }).click();
      await failure(page).getByText('The service answers').waitFor();
      await page.getByText(/Answered in [\d,]+ ms/).waitFor();
      expect(await page.getByRole('textbox', { name: 'Series' }).inputValue()).toContain('2026-01-04,5');
    }),
  );
}
