import { brightness } from '../harness/fixtures/tiny-models';
import { waitFor } from '../harness/wait-for';
import type { Step } from './walk';

const MANY_ITEMS = 20_000;

export function walkTold(step: Step): void {
  step('what was used, the models and the plugins are told', async ({ page, look, open }) => {
    await open('Usage');
    await page.getByRole('row', { name: /vision\.detect \d/ }).waitFor();
    await page
      .getByRole('table', { name: 'Cost by key' })
      .getByRole('row', { name: /^dashboard .*\d m?s, \d+ %.*in [\d,]+ calls/ })
      .waitFor();
    await look('usage');
    await page.getByText(/other requests, including [\d,]+ requests of this dashboard/).click();
    await page
      .getByRole('table', { name: 'Other requests' })
      .getByRole('row', { name: /GET \/v1\/keys/ })
      .waitFor();
    await open('Models');
    await page.getByRole('row', { name: /^centernet/ }).waitFor();
    // Its licence is not known.
    await page.getByRole('checkbox', { name: /^Good for companies/ }).check();
    await page.getByRole('row', { name: /^centernet/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^blazeface/ }).waitFor();
    // None of the box has docs of its own.
    await page.route('**/v2/plugins', async (route) => {
      const body = (await (await route.fetch()).json()) as { plugins: { name: string; docs: string | null }[] };
      body.plugins[0]!.docs = 'https://example.com/vision';
      await route.fulfill({ json: body });
    });
    await open('Plugins');
    const docs = page.getByRole('link', { name: 'Documentation of vision' });
    expect([await docs.getAttribute('href'), await docs.getAttribute('rel')]).toEqual([
      'https://example.com/vision',
      'noreferrer',
    ]);
    await page.unroute('**/v2/plugins');
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
    await button('Make default: tiny for image-classification').click();
    await page.getByText('tiny is the default for image-classification.').waitFor();
    await page.getByRole('row', { name: /^tiny \d.*the default/ }).waitFor();
    await page.getByRole('row', { name: /^entities \d.*the default/ }).waitFor();
    await button('Read the card of blazeface').click();
    await page.getByRole('heading', { name: 'BlazeFace' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    const blazeface = page.getByRole('row', { name: /^blazeface/ });
    await blazeface.getByText(/^face-detection: \d capabilities$/).click();
    await blazeface.getByRole('link', { name: 'vision.faces' }).waitFor();
    await look('models');
    // What a model of one's own is good at, beside the default.
    await button('Make default: classifier for image-classification').click();
    await page.getByRole('row', { name: /^classifier \d.*the default/ }).waitFor();
    await button('See tiny in pictures').click();
    const pictures = page.getByRole('list', { name: 'Sample pictures' }).getByRole('listitem');
    await waitFor(async () => (await pictures.count()) === 10);
    await waitFor(async () => (await page.getByText('Answering …').count()) === 0);
    expect(await pictures.first().locator('figcaption').allInnerTexts()).toEqual([
      expect.stringMatching(/^tiny\n[^]*%/),
      expect.stringMatching(/^classifier\n[^]*%/),
    ]);
    await page.getByRole('dialog').getByText('crossing in poor light').waitFor();
    await look('model-pictures');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  step('what failed stays in sight while it is asked again, until there is an answer', async ({ page, percept }) => {
    const models = '**/v2/models';
    let asked = 0;
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(models, async (route) => {
      if (++asked === 1) return route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'Not now.' } } });
      await held;
      return route.continue();
    });
    // A page that has never had an answer.
    await page.goto(`${percept.url}/models`);
    const failure = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await failure.waitFor();
    await waitFor(() => asked > 1);
    expect([await failure.isVisible(), await page.getByRole('status', { name: 'Loading' }).count()]).toEqual([true, 0]);
    answer();
    await page.getByRole('row', { name: /^centernet/ }).waitFor();
    expect(await failure.count()).toBe(0);
    await page.unroute(models);
  });

  step('what is typed stays, even faster than the page can follow', async ({ page, button, open }) => {
    await open('Models');
    await button('Upload a model').click();
    const editor = page.getByRole('textbox', { name: 'model.yaml' });
    await editor.fill('');
    const typed = Array.from({ length: 100 }, (_, number) => `${number}.`).join('');
    // One letter in each task of the browser: keys that waited while it was busy come like this.
    await page.evaluate(`(async () => {
      for (const letter of '${typed}') {
        document.execCommand('insertText', false, letter);
        await new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = done;
          port2.postMessage(0);
        });
      }
    })()`);
    expect((await editor.innerText()).trim()).toBe(typed);
    await page.reload();
  });

  step('an ONNX file is uploaded with its model.yaml, checked by line, and its speed is measured', async (walk) => {
    const { page, look, button, open } = walk;
    const { page: manifest, onnx } = brightness(['bright', 'dim']);
    await open('Models');
    await button('Upload a model').click();
    await page.getByText('A name and an ONNX file are missing.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('mine');
    const editor = page.getByRole('textbox', { name: 'model.yaml' });
    await editor.fill(manifest.replace('licence', 'license'));
    await page.getByText("license is not a field of a manifest. Did you mean 'licence'?").first().waitFor();
    expect(await button('Upload').isDisabled()).toBe(true);
    await look('model-upload');
    await editor.fill(manifest);
    const choose = async (bytes: Uint8Array): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await button('ONNX file').click();
      await (await chooser).setFiles({ name: 'net.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    };
    await choose(Buffer.from('no network'));
    await button('Upload').click();
    await page.getByText(/^Model 'mine'/).waitFor();
    await choose(onnx);
    await button('Upload').click();
    await page.getByRole('row', { name: /^mine \d.*your own.*ready/ }).waitFor();
    await button('Measure the speed of mine').click();
    await page.getByRole('row', { name: /^mine .* ms on a picture/ }).waitFor();
    await page.reload();
    const mine = page.getByRole('row', { name: /^mine .* ms on a picture/ });
    await mine.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^All projects lose this model/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await mine.waitFor({ state: 'detached' });
  });

  step('the audit log says who changed what, leads to the request, and is searched', async ({ page, look, open }) => {
    await open('Audit log');
    // There are many entries, and only the rows in view are on the page.
    await page.getByLabel('Search').fill('keys/:id/ROTATE');
    await page.getByRole('row', { name: /admin.*Rotated key.*POST \/v1\/keys\/:id\/rotate.*key_/ }).waitFor();
    await look('audit');
    await page.getByLabel('Search').fill('ROTATE-secret');
    await page.getByRole('row', { name: /Rotated the secret of webhook/ }).waitFor();
    await page.getByRole('row', { name: /Rotated key/ }).waitFor({ state: 'detached' });
    await page.getByLabel('Search').fill('nothing like that');
    await page.getByText('No entry contains “nothing like that”.').waitFor();
  });

  step('a run of 20,000 items scrolls to its end with few rows on the page', async ({ page, percept }) => {
    await page.route(/\/v2\/runs\/[^/]+\/items/, (route) => route.fulfill({ json: itemsPage(new URL(route.request().url())) }));
    const { runs } = (await (await percept.fetch('/v2/runs')).json()) as { runs: { id: string }[] };
    await page.goto(`${percept.url}/runs/${runs[0]!.id}`);
    const last = page.getByText(`item-${MANY_ITEMS - 1}`);
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('row', { name: /item-0 / }).waitFor();
    await waitFor(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return (await last.count()) > 0;
    });
    expect(await page.getByRole('table', { name: 'Items' }).getAttribute('aria-rowcount')).toBe(String(MANY_ITEMS + 1));
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.unroute(/\/v2\/runs\/[^/]+\/items/);
  });
}

/** A page of the items of a run that is longer than any test could wait for. */
function itemsPage({ searchParams }: URL): object {
  const [from, size] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit') ?? 50)];
  const end = Math.min(from + size, MANY_ITEMS);
  const items = Array.from({ length: end - from }, (_, index) => ({
    ...{ step: 'photos', key: `item-${from + index}`, state: 'succeeded', attempts: 1, cached: false, results: {}, error: null },
  }));
  return { items, ...(end < MANY_ITEMS && { next_cursor: String(end) }) };
}
