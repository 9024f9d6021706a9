import { waitFor } from '../harness/wait-for';
import type { Step } from './walk';

/** Of the window, in pixels. */
const HEIGHT = 800;

export function walkGuide(step: Step): void {
  step(
    'the guide shows the pages of docs/ with their images, and its search leads to a heading',
    async ({ page, look, percept }) => {
      await page.goto(percept.url);
      await page.getByRole('link', { name: 'Guide', exact: true }).click();
      await page.getByRole('heading', { level: 2, name: 'Documentation' }).waitFor();
      await page.getByRole('link', { name: 'Dashboard', exact: true }).last().click();
      await page.getByRole('heading', { level: 2, name: 'Dashboard' }).waitFor();
      expect(page.url()).toBe(`${percept.url}/guide/guides/dashboard`);
      // It fails for an image that is not there.
      await page
        .locator('main img')
        .evaluateAll((images: { decode(): Promise<void> }[]) => Promise.all(images.map((image) => image.decode())));
      expect(await page.locator('main img').count()).toBeGreaterThan(2);
      await look('guide');
      await page.getByLabel('Search the guide').fill('rotate the secrt');
      await page
        .getByRole('navigation', { name: 'Found' })
        .getByRole('link', { name: /^How to receive webhooks › / })
        .first()
        .click();
      await page.waitForURL(/\/guide\/guides\/webhooks#.+/);
      const anchor = decodeURIComponent(new URL(page.url()).hash.slice(1));
      await waitFor(async () => ((await page.locator(`[id="${anchor}"]`).boundingBox())?.y ?? HEIGHT) < HEIGHT);
      await page.getByLabel('Search the guide').fill('zyzzyx');
      await page.getByText('No page contains “zyzzyx”.').waitFor();
      await page.goto(`${percept.url}/guide/no/such`);
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      await page.goto(percept.url);
    },
  );
}
