import type { Step } from './walk';

const DAY_MS = 86_400_000;

export function walkLogs(step: Step): void {
  step('why a request failed is found by its id, with the field at fault', async ({ page, look, button, open, post }) => {
    const refused = await post('/v2/text/sentiment', { text: 'Lovely.', langage: 'en' });
    const id = refused.headers.get('x-request-id')!;
    await open('Logs');
    await page.getByRole('cell', { name: 'text.sentiment' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    await page.getByRole('table', { name: 'Requests' }).getByRole('button').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: id }).click();
    await page.getByRole('group', { name: 'Error' }).getByText('langage', { exact: true }).waitFor();
    await page.getByText('text: text of 7').waitFor();
    await page.getByRole('group', { name: 'Sent' }).getByText('"langage": "en"').waitFor();
    await page.getByRole('group', { name: 'Answered' }).getByText('INVALID_REQUEST').waitFor();
    await look('log-entry');
    await button('Close').click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByLabel('Status').selectOption('4xx');
    await page.waitForURL(/\/logs\?status=4xx$/);
    await page.getByRole('button', { name: id }).waitFor();
    await page.getByRole('img', { name: /^\d+ requests? in 24 hours, [1-9]\d* errors?$/ }).waitFor();
    await look('logs');
    const dayOf = (time: number): string => new Date(time).toLocaleDateString('sv');
    await page.getByLabel('Day').fill(dayOf(Date.now() - DAY_MS));
    await page.getByText('No requests match.').waitFor();
    await page.getByLabel('Day').fill(dayOf(Date.now()));
    await page.getByRole('button', { name: id }).waitFor();
    await page.getByLabel('Day').fill('');
  });

  step('followed live, a request appears by itself', async ({ page, button, post }) => {
    await button('Follow live').click();
    const refused = await post('/v2/text/sentiment', { texts: [] });
    await page.getByRole('button', { name: refused.headers.get('x-request-id')! }).waitFor();
    await button('Live').click();
  });
}
