import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from '../../harness/percept';
import type { Step } from '../walk';

export function walkAnyCapability(step: Step): void {
  step('any capability has a form from its schema, a sample to try, and its answer in every form', async (walk) => {
    const { page, look, button, open } = walk;
    await open('Plugins');
    await page.getByRole('link', { name: 'Try it: vision.detect' }).click();
    await page.getByLabel('Capability').waitFor();
    await button('crossing').click();
    await page.getByText('crossing.jpg').waitFor();
    // Only models of its own task are to choose from.
    const models = page.getByLabel('model', { exact: true }).locator('option');
    await models.nth(1).waitFor({ state: 'attached' });
    expect(await models.allInnerTexts()).toEqual(['The default', expect.stringMatching(/^centernet · object-detection/)]);
    await page.getByLabel('min_confidence').fill('0.3');
    await button('Try it').click();
    await page.getByRole('img', { name: /marks: .*stop sign/ }).waitFor();
    await page
      .getByRole('group', { name: 'In words' })
      .getByText(/^\d+ detections: .*stop sign \d+ %/)
      .waitFor();
    // Every mark is named in the list, with or without room for its label.
    const marks = Number(await page.locator('canvas').getAttribute('data-marks'));
    expect(await page.getByRole('list', { name: 'Marks' }).getByRole('button').count()).toBe(marks);
    expect(await page.getByText('Only objects of these kinds').locator('code').innerText()).toBe('person');
    await look('capability-picture');
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('table', { name: 'detections' }).getByRole('cell', { name: 'stop sign' }).waitFor();
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByText("-F 'min_confidence=0.3'").waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('requests.post(').waitFor();
  });

  step('two settings are compared side by side, and the last tries stay', async ({ page, look, button }) => {
    await button('Pin to compare').click();
    await page.getByLabel('min_confidence').fill('0.9');
    await button('Try it').click();
    await page.getByRole('group', { name: 'Recent calls' }).getByRole('button').nth(1).waitFor();
    const [pinned, newest] = [page.getByRole('group', { name: 'Pinned' }), page.getByRole('group', { name: 'Newest' })];
    await pinned.getByText('min_confidence 0.3').waitFor();
    await newest.getByText('min_confidence 0.9').waitFor();
    await look('capability-compared');
  });

  step('where nothing was sure enough, words say so, and what came nearest', async ({ page, look, button }) => {
    await page.getByLabel('Capability').selectOption('vision.classify');
    await button('crossing').click();
    await page.getByLabel('confidence_threshold').fill('1');
    await button('Try it').click();
    await page.getByText(/^Nothing reached 1; nearest: stop sign \d\d %, [\w ]+ \d\d %, [\w ]+ \d\d %\.$/).waitFor();
    await look('capability-nothing-reached');
    await page.getByLabel('Capability').selectOption('vision.detect');
    await button('crossing').click();
  });

  step(
    'what is wrong stands beside its field; a refused file takes the last picture away',
    async ({ page, look, button, percept }) => {
      await page.getByLabel('min_confidence').fill('7');
      await button('Try it').click();
      await page.locator('.mantine-TextInput-error').filter({ hasText: 'must' }).waitFor();
      await page.getByText('Not accepted: see the field marked above.').waitFor();
      await look('capability-wrong');
      await page.getByLabel('Capability').selectOption('table.sort');
      await page.getByLabel('rows').fill('[{');
      await button('Try it').click();
      await page.getByText(/This is not valid JSON/).waitFor();
      await page.getByRole('tab', { name: 'Image' }).click();
      await page.setInputFiles('input[type=file]', join(EXAMPLES, 'desk.jpg'));
      await page.locator('canvas').waitFor();
      const large = join(percept.dataDir, 'larger.bin');
      writeFileSync(large, '');
      truncateSync(large, 50 * 1024 * 1024 + 1);
      await page.setInputFiles('input[type=file]', large);
      await page.getByText(/Choose a file of at most 50 MB/).waitFor();
      expect(await page.locator('canvas').count()).toBe(0);
    },
  );
}
