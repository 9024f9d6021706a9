import type { Page } from 'playwright-core';
import type { Step } from './walk';

export function walkHome(step: Step): void {
  step('the home of a new installation says whether all is well and which steps are left', async ({ page, look, open, post }) => {
    await open('Home');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('Make an API key for your program: done').waitFor();
    await page.getByRole('link', { name: 'Connect a webhook' }).waitFor();
    await page.getByRole('group', { name: 'Free disk' }).getByText(/GB$/).waitFor();
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(200);
    await page.reload();
    await page.getByText('Try a picture in the playground: done').waitFor();
    const calls = page.getByRole('group', { name: 'Calls today' }).locator('.figure');
    await calls.filter({ hasText: /^[1-9]/ }).waitFor();
    // The hour under the pointer is told in words; the arrow keys do the same.
    const chart = page.getByRole('img', { name: /^\d+ requests? in 24 hours, / });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/ – .* · \d+ requests? · \d+ errors? · p95 /).waitFor();
    await chart.blur();
    await page
      .getByRole('list', { name: 'Processing time by capability' })
      .getByText(/in \d+ calls?$/)
      .first()
      .waitFor();
    await look('home-new');
  });

  step('an address that does not exist gets a page that says so, and a program JSON', async ({ page, look, percept }) => {
    const response = await page.goto(`${percept.url}/pipelnes`);
    expect(response!.status()).toBe(404);
    await page.getByRole('heading', { level: 2, name: 'No such page' }).waitFor();
    await look('not-found');
    await page.getByRole('main').getByRole('link', { name: 'Pipelines' }).click();
    await page.getByRole('heading', { level: 2, name: 'Pipelines' }).waitFor();
    for (const path of ['/pipelnes', '/v2/pipelnes']) {
      const answer = await fetch(`${percept.url}${path}`, { headers: { accept: path.startsWith('/v2') ? 'text/html' : '*/*' } });
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
}

const MINUTE = 60_000;
const STEP = 5_000;

async function letMinutePass(page: Page): Promise<void> {
  for (let passed = 0; passed < MINUTE; passed += STEP) {
    await page.clock.runFor(STEP);
    // What was asked is answered by then.
    await page.evaluate("fetch('/health/live').then(() => 0)");
  }
}

export function walkIdle(step: Step): void {
  step('a page that nobody watches asks at most 6 times a minute, and at once when somebody comes back', async (walk) => {
    const { browser, page, percept } = walk;
    const context = await browser.newContext();
    await context.addCookies(await page.context().cookies());
    const other = await context.newPage();
    await other.clock.install();
    for (const path of ['/', '/pipelines', '/models']) {
      await other.goto(percept.url + path);
      await other.getByRole('heading', { level: 2 }).first().waitFor();
      await other.waitForLoadState('networkidle');
      // Who opened it is there for the first minute.
      await letMinutePass(other);
      let count = 0;
      other.on('request', (request) => (count += request.url().endsWith('/health/live') ? 0 : 1));
      await letMinutePass(other);
      expect([path, Math.max(count, 6)]).toEqual([path, 6]);
      other.removeAllListeners('request');
    }
    await other.clock.runFor(STEP);
    const asked = other.waitForRequest(/\/v2\/models$/);
    await other.mouse.move(300, 300);
    await asked;
    await context.close();
  });
}

export function walkPhone(step: Step): void {
  step(
    'on a phone the menu is a sheet over the page: a tap beside it closes it, and so does Escape',
    async ({ page, button, open }) => {
      await open('Home');
      const wide = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 800 });
      const menu = page.getByRole('navigation', { name: 'Pages' });
      await button('Menu').click();
      await menu.getByRole('link', { name: 'Logs' }).waitFor();
      expect((await menu.boundingBox())!.width).toBeLessThan(320);
      await page.mouse.click(370, 400);
      await button('Menu').and(page.locator('[aria-expanded=false]')).waitFor();
      await button('Menu').click();
      await page.keyboard.press('Escape');
      await button('Menu').and(page.locator('[aria-expanded=false]')).waitFor();
      await page.setViewportSize(wide);
    },
  );
}

export function walkPalette(step: Step): void {
  step('a few letters lead to any page, pipeline or capability, by keyboard alone', async ({ page, look, open }) => {
    await open('Home');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('detect fol');
    await page.getByRole('option', { name: /detect-folder/ }).waitFor();
    await look('palette');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'detect-folder' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('sentiment');
    await page.getByRole('option', { name: /^text\.sentiment/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('text', { exact: false }).first().waitFor();
    await page.waitForURL(/capability=text\.sentiment/);
  });
}

export function walkFinishedHome(step: Step): void {
  step('the home names what fails, leads there, and shows no first steps once they are done', async ({ page, look, percept }) => {
    await page.goto(percept.url);
    await page.getByRole('status').getByRole('link', { name: 'Deliveries to my receiver fail' }).waitFor();
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    await look('home');
    await page.getByRole('link', { name: 'Deliveries to my receiver fail' }).click();
    await page.getByRole('heading', { level: 2, name: 'my receiver' }).waitFor();
  });
}
