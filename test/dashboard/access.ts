import { ComprehendClient, DetectSentimentCommand } from '@aws-sdk/client-comprehend';
import { execFileSync } from 'node:child_process';
import { Secret, TOTP } from 'otpauth';
import { isOnPath } from '../harness/programs';
import { newPage } from './browser';
import type { Step } from './walk';

export function signIn(step: Step): void {
  step('who is not signed in is asked to, and comes back to where they were', async ({ page, look, button, percept }) => {
    await page.goto(`${percept.url}/keys`);
    await page.waitForURL(/\/sign-in\?next=%2Fkeys$/);
    await page.getByLabel('Password of the administrator').waitFor();
    await look('sign-in');
    await page.getByLabel('Password of the administrator').fill('a guess of mine');
    await button('Sign in').click();
    await page.getByText(/percept admin link.* makes a link/).waitFor();
  });

  step('the link of the first start signs in once', async ({ page, percept, browser }) => {
    const link = /http\S+\/sign-in#token=\S+/.exec(percept.firstAccess)![0];
    await page.goto(link);
    await page.waitForURL(`${percept.url}/`);
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: 'admin' }).waitFor();
    const other = await newPage(browser);
    await other.goto(link);
    await other.getByText(/was used already/).waitFor();
    await other.close();
  });

  step('a key is generated, shown once, and its curl line works', async (walk) => {
    const { page, look, button, open } = walk;
    await open('API Keys');
    await button('Generate New Key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('shop window');
    await look('new-key');
    await button('Generate key').click();
    const key = (await page.getByTestId('new-key').locator('pre').innerText()).trim();
    expect(key).toMatch(/^pk_live_\w+$/);
    const line = await page.getByTestId('first-call').locator('pre').innerText();
    if (isOnPath('curl')) {
      const answer = execFileSync('sh', ['-c', line.replace(/^curl/, 'curl -s')], { encoding: 'utf8' });
      expect(JSON.parse(answer)).toMatchObject({ sentiment: 'positive' });
    } else process.stderr.write('The curl line of a new key was not tried: curl is not on this machine.\n');
    await page.getByLabel('Use a client that you already have').first().click();
    await page.getByRole('option', { name: 'KServe, Triton' }).click();
    expect(await page.getByTestId('client-lines').locator('pre').innerText()).toContain(`Bearer ${key}`);
    await button('Close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'shop window' }).waitFor();
    expect(await page.content()).not.toContain(key);
    walk.key = key;
    await look('keys');
  });

  step('a key with a pair for AWS shows the lines of its clients once, and the pair works', async ({ page, button }) => {
    await button('Generate New Key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('robots');
    await page.getByRole('checkbox', { name: 'Add an AWS key pair' }).check();
    await button('Generate key').click();
    const lines = await page.getByTestId('client-lines').locator('pre').innerText();
    const of = (name: string): string => new RegExp(`export ${name}=(\\S+)`).exec(lines)![1]!;
    const client = new ComprehendClient({
      endpoint: of('AWS_ENDPOINT_URL'),
      region: of('AWS_REGION'),
      credentials: { accessKeyId: of('AWS_ACCESS_KEY_ID'), secretAccessKey: of('AWS_SECRET_ACCESS_KEY') },
    });
    const { Sentiment } = await client.send(new DetectSentimentCommand({ Text: 'Lovely.', LanguageCode: 'en' }));
    expect(Sentiment).toBe('POSITIVE');
    client.destroy();
    await button('Close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(of('AWS_SECRET_ACCESS_KEY'));
    await page.getByRole('row', { name: /robots/ }).waitFor();
  });

  step('a key is rotated: the new secret is shown once and works, the old one is refused', async (walk) => {
    const { page, button, post } = walk;
    const row = page.getByRole('row', { name: /shop window/ });
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const key = (await page.getByTestId('new-key').locator('pre').innerText()).trim();
    await button('Close').click();
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(401);
    walk.key = key;
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(200);
  });
}

export function signOut(step: Step): void {
  step('a revoked key is refused at once', async ({ page, open, post }) => {
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(200);
    await open('API Keys');
    await page
      .getByRole('row', { name: /shop window/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /shop window.*revoked/ }).waitFor();
    expect((await post('/v2/text/sentiment', { text: 'Lovely.' })).status).toBe(401);
  });

  step('a password is set and signs in again after signing out', async ({ page, look, button }) => {
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByLabel('New password').fill('correct horse battery');
    await button('Set password').click();
    await page.getByText('The password is set.').waitFor();
    await look('account');
    await button('Sign out').click();
    await page.getByLabel('Password of the administrator').fill('correct horse battery');
    await button('Sign in').click();
    await page.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
  });

  step('signing out everywhere ends the sessions of other browsers too', async ({ page, button, browser, percept }) => {
    const other = await newPage(browser);
    await other.goto(percept.url);
    await other.getByLabel('Password of the administrator').fill('correct horse battery');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('link', { name: 'admin' }).waitFor();
    await page.getByRole('link', { name: 'admin' }).click();
    await button('Sign out everywhere').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByLabel('Password of the administrator').waitFor();
    await other.reload();
    await other.getByLabel('Password of the administrator').waitFor();
    await other.close();
  });

  step('one-time codes are set up with an app, and signing in takes one', async ({ page, look, button }) => {
    const password = async () => {
      await page.getByLabel('Password of the administrator').fill('correct horse battery');
    };
    await password();
    await button('Sign in').click();
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByRole('cell', { name: /this one/ }).waitFor();
    await page.getByLabel('Password, to set up codes').fill('correct horse battery');
    await button('Set up codes').click();
    await page.getByRole('img', { name: 'The secret as a QR code' }).waitFor();
    const secret = (await page.getByTestId('totp-secret').locator('pre').innerText()).trim();
    await look('one-time-codes');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code from your app').fill(app.generate());
    await button('Turn codes on').click();
    await page.getByText('Signing in needs a code from your app.').waitFor();
    await button('Sign out').click();
    await password();
    await button('Sign in').click();
    await page.getByText(/the one-time code is wrong/).waitFor();
    // The code after the one that was used: clocks may differ by as much.
    await page.getByLabel('One-time code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await button('Sign in').click();
    await page.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
  });
}
