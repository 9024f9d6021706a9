import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { EXAMPLES } from '../../harness/percept';
import type { Step } from '../walk';

/** What the page says about a file, which is never that the service is away. */
async function expectSaid(page: Page, said: RegExp): Promise<void> {
  await page.getByRole('alert').filter({ hasText: said }).waitFor();
  expect(await page.getByText('The service cannot be reached').count()).toBe(0);
}

export function walkWrongFiles(step: Step): void {
  step('a wrong file in the playgrounds is answered with what is wrong with it and what is expected', async (walk) => {
    const { page, button, look, open, percept } = walk;
    const write = (name: string, text: string): string => {
      const path = join(percept.dataDir, name);
      writeFileSync(path, text);
      return path;
    };
    const choose = (path: string) => page.setInputFiles('input[type=file]', path);
    const large = write('large.bin', '');
    truncateSync(large, 50 * 1024 * 1024 + 1);
    const text = write('notes.txt', 'No pixels here.');

    await open('Playground');
    await page.getByRole('tab', { name: 'Forecast' }).click();
    await choose(join(EXAMPLES, 'desk.jpg'));
    await expectSaid(page, /'desk\.jpg' is not a text file in UTF-8\. A series is text with one point per line/);
    await choose(write('german.csv', 'Tag;Wert\n2026-01-01;12,5\n2026-01-02;13,5'));
    await button('Forecast').click();
    await expectSaid(page, /Line 2, '2026-01-01;12,5', is not a point\. A series is text/);
    await look('playground-wrong-series');
    await choose(write('dates.csv', '01/02/2026,1\n02/02/2026,2\n03/02/2026,3'));
    await button('Forecast').click();
    await expectSaid(page, /INVALID_REQUEST.*ISO 8601 date/);

    await page.getByRole('tab', { name: 'Image' }).click();
    await choose(text);
    await expectSaid(page, /UNSUPPORTED_MEDIA/);
    await choose(large);
    await expectSaid(page, /'large\.bin' has 50\.1 MB\. Choose a file of at most 50 MB/);

    await page.getByRole('tab', { name: 'Video' }).click();
    await choose(text);
    await expectSaid(page, /UNSUPPORTED_MEDIA/);
    await choose(large);
    await expectSaid(page, /'large\.bin' has 50\.1 MB/);
  });
}
