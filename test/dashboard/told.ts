import type { Step } from './walk';

export function walkTold(step: Step): void {
  step('what was used, the models and the plugins are told', async ({ page, look, open }) => {
    await open('Usage');
    await page.getByRole('row', { name: /vision\.detect \d/ }).waitFor();
    await look('usage');
    await open('Models');
    await page.getByRole('row', { name: /centernet/ }).waitFor();
    await open('Plugins');
    await page.getByRole('cell', { name: 'vision.detect', exact: true }).waitFor();
    await look('plugins');
  });

  step('a model of the catalogue is pulled, and is listed as soon as it is there', async ({ page, look, button, open }) => {
    await open('Models');
    await button('Pull tiny').click();
    await page.getByRole('table', { name: 'Catalogue' }).getByText('in your folder').waitFor();
    await page
      .getByRole('table', { name: 'Models' })
      .getByRole('row', { name: /^tiny \d.*your own.*ready/ })
      .waitFor();
    await look('models');
  });
}
