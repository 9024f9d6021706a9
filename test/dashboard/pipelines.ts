import { readFileSync } from 'node:fs';
import type { Step } from './walk';

export function walkPipelines(step: Step): void {
  step(
    'a pipeline is written, its mistake shown at its line, then it runs to the end before our eyes',
    async ({ page, look, button, open }) => {
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
    },
  );

  step('completion offers what the schema has', async ({ page }) => {
    await page.getByRole('link', { name: 'look-at-all' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Text of look-at-all' });
    await editor.press('Control+End');
    await page.keyboard.type('tri');
    await page.getByRole('option', { name: 'triggers' }).waitFor();
    await page.keyboard.press('Escape');
  });
}
