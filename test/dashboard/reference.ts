import type { Step } from './walk';

export function walkReference(step: Step): void {
  step(
    'the API reference finds an operation, shows its fields and programs, and calls it',
    async ({ page, look, button, percept, key }) => {
      await page.goto(`${percept.url}/docs`);
      await page.getByRole('heading', { level: 2, name: 'API reference' }).waitFor();
      await page.getByLabel('Search the operations').fill('sentiment');
      await page.getByRole('link', { name: 'Analyze sentiment POST' }).click();
      await page.getByRole('heading', { level: 2, name: 'Analyze sentiment' }).waitFor();
      await page.getByRole('list', { name: 'Body: JSON' }).getByText('text', { exact: true }).waitFor();
      await page.getByText(`curl ${percept.url}/v2/text/sentiment`).waitFor();
      await look('api-reference');
      await page.getByLabel('API key').fill('pk_wrong');
      await button('Send POST').click();
      await page.getByText(/^Answered 401 in/).waitFor();
      await page.getByLabel('API key').fill(key);
      await button('Send POST').click();
      await page.getByText(/^Answered 200 in/).waitFor();
      // The link of a capability leads to its operation, and Back leads back.
      await page.goto(`${percept.url}/docs#/POST/v2/vision/detect`);
      await page.getByRole('heading', { level: 2, name: 'Detect objects' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 2, name: 'Analyze sentiment' }).waitFor();
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
    },
  );
}
