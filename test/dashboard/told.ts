import type { Step } from './walk';

export function walkTold(step: Step): void {
  step('what was used, the models and the plugins are told', async ({ page, look, open }) => {
    await open('Usage');
    await page.getByRole('row', { name: /vision\.detect 5/ }).waitFor();
    await look('usage');
    await open('Models');
    await page.getByRole('row', { name: /centernet/ }).waitFor();
    await look('models');
    await open('Plugins');
    await page.getByRole('cell', { name: 'vision.detect' }).waitFor();
    await look('plugins');
  });
}
