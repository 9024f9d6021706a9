import type { AddressInfo } from 'node:net';
import type { Step } from './walk';

export function makeEndpoint(step: Step): void {
  step('an endpoint is made', async ({ page, look, button, open, receiver }) => {
    await open('Webhooks');
    await look('webhooks-empty');
    await button('New endpoint').click();
    const { port } = receiver.address() as AddressInfo;
    await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/hook`);
    await page.getByRole('textbox', { name: 'Description' }).fill('my receiver');
    await page.getByRole('checkbox', { name: 'batch.completed' }).check();
    await button('Create endpoint').click();
    await page.getByText(/^whsec_\S+$/).waitFor();
    await button('Close').click();
    await page.getByRole('link', { name: 'my receiver' }).waitFor();
    await look('webhooks');
  });
}

export function walkEditing(step: Step): void {
  step('an endpoint is edited: events, and a filter that is tried on events while it is written', async (walk) => {
    const { page, look, button, open } = walk;
    await open('Webhooks');
    await page.locator('summary').filter({ hasText: 'batch.failed' }).click();
    await page.getByText('"error": "Too many items failed."').waitFor();
    await page.getByRole('link', { name: 'JSON Schema of batch.failed' }).waitFor();
    await page.getByRole('link', { name: 'my receiver' }).click();
    await button('Edit').click();
    await page.getByRole('checkbox', { name: 'batch.failed' }).check();
    await page.getByRole('textbox', { name: 'Filter' }).fill('data.status = 1');
    await page.getByText(/^At character \d+: /).waitFor();
    await page.getByRole('textbox', { name: 'Filter' }).fill("type.startsWith('batch.')");
    await page.getByText(/^Lets through 3 of \d+ events\.$/).waitFor();
    await look('webhook-edit');
    await page.getByRole('textbox', { name: 'Custom headers' }).fill('x-token: mine');
    await page.getByLabel('Attempts per delivery').fill('3');
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Events: batch.completed, batch.failed').waitFor();
    await page.getByText("type.startsWith('batch.')").waitFor();
    await page.getByText('Sending: at most 3 attempts, no rate limit, headers x-token').waitFor();
    await button('Edit').click();
    await page.getByText('Now: x-token').waitFor();
    await button('Close').click();
  });
}

export function walkCustomerPage(step: Step): void {
  step('a link shows a customer the endpoints, deliveries and usage, without a session', async (walk) => {
    const { browser, page, look, button, open } = walk;
    await open('Webhooks');
    await button('Customer page').click();
    await page.getByRole('textbox', { name: 'Customer' }).fill('Anna');
    await button('Create link').click();
    const link = await page.getByTestId('customer-link').locator('pre').innerText();
    await button('Close').click();
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('table', { name: 'Endpoints' }).getByText('my receiver').waitFor();
    // As it was before its first attempt, when it is looked at; then as it is.
    let looks = 0;
    await other.route(/\/v2\/customer\/deliveries\//, async (route) => {
      if (++looks > 1) return route.continue();
      const now = (await (await route.fetch()).json()) as object;
      return route.fulfill({ json: { ...now, state: 'pending', attempts: [], ended_at: null, next_attempt_at: null } });
    });
    const tried = other.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: / after [1-9]\d* attempts?/ });
    await tried.first().getByRole('button').click();
    const details = other.getByRole('dialog');
    await details.getByText('Not sent yet: it is queued.').waitFor();
    await details.getByText(/^Attempt 1, /).waitFor();
    expect(await details.getByText('Not sent yet').count()).toBe(0);
    await other.unrouteAll({ behavior: 'ignoreErrors' });
    await other.goto(`${link.slice(0, -1)}_`);
    await other.reload();
    await other.getByText('This link has expired or was withdrawn. Ask for a new one.').waitFor();
    await context.close();
    const before = page.url();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await look('customer');
    await page.goto(before);
    await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor();
  });
}

export function walkDeliveries(step: Step): void {
  step(
    'its delivery is seen with payload and response, and replayed under the same id',
    async ({ page, look, button, open, received }) => {
      await open('Webhooks');
      await page.getByRole('link', { name: 'my receiver' }).click();
      await page.getByRole('cell', { name: /batch\.completed/ }).waitFor();
      await page.getByRole('cell').getByText('succeeded', { exact: true }).waitFor();
      await button('Details').click();
      await page
        .getByRole('dialog')
        .getByText(/"type": "batch.completed"/)
        .waitFor();
      await page.getByRole('dialog').getByText('thanks').waitFor();
      await page.getByText('Request headers').click();
      await page.getByText(/^webhook-id: evt_[^]*\nx-token: \(hidden\)$/m).waitFor();
      await look('delivery');
      await button('Close').click();
      await button('Replay').click();
      await page.getByText(/^2, the last: 200$/).waitFor();
      expect(received.map(({ id }) => id)).toEqual([received[0]!.id, received[0]!.id]);
      await page.getByRole('group', { name: 'Attempts that arrived' }).getByText('100 %').waitFor();
      await look('webhook');
    },
  );

  step('its secret is rotated and shown once; the breaker opens when nothing arrives', async (walk) => {
    const { page, percept, look, button, answers } = walk;
    await button('Rotate secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(/^whsec_\S+$/).waitFor();
    await look('webhook-rotated');
    await button('Close').click();
    answers.status = 500;
    const test = `/v1/webhooks/${page.url().split('/').at(-1)}/test`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'batch.completed' });
    for (let sent = 0; sent < 12; sent++)
      expect((await percept.fetch(test, { method: 'POST', headers, body })).status).toBeLessThan(300);
    await page.getByText('breaker open').waitFor();
    await look('webhook-breaker');
    await page.getByRole('combobox', { name: 'State' }).selectOption('succeeded');
    await page.getByText(/^2, the last: 200$/).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('BATCH.completed');
    await page.getByRole('combobox', { name: 'Created in the' }).selectOption('last hour');
    await button('Replay many').click();
    expect(await page.getByLabel('Containing this text, id, status or reason').inputValue()).toBe('BATCH.completed');
    await page.getByRole('checkbox', { name: 'arrived', checked: true }).waitFor();
    await page.getByRole('dialog').getByText('1 delivery').waitFor();
    await look('webhook-replay');
    await button('Send again').click();
    await page.getByText('1 of 1 are queued again.').waitFor();
    await button('Close').click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such event');
    await page.getByText('No deliveries match.').waitFor();
  });
}
