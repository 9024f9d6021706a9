import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { people } from '../harness/fixtures/faces';
import { yard } from '../harness/fixtures/yard';
import type { Step, Walk } from './walk';

const EACH = 6;

export function walkCollections(step: Step): void {
  walkPictures(step);
  walkTeaching(step);
  walkCancelling(step);
  walkTexts(step);
  walkFaces(step);
}

interface Named {
  name: string;
  bytes: Buffer;
}

/** Drops files on a part of the page, as a reader does from the folder. */
async function dropOn(page: Page, target: Locator, files: readonly Named[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const dataTransfer = await page.evaluateHandle((each) => {
    const { DataTransfer, File, atob } = globalThis as unknown as {
      DataTransfer: new () => { items: { add(file: object): void } };
      File: new (parts: Uint8Array[], name: string, options: object) => object;
      atob(text: string): string;
    };
    const transfer = new DataTransfer();
    for (const { name, base64 } of each) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!);
      transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
    }
    return transfer;
  }, sent);
  await target.dispatchEvent('drop', { dataTransfer });
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const counts = (page: Page, name: string, entries: string): Promise<void> =>
  section(page, name).getByRole('heading').getByText(entries, { exact: true }).waitFor();

async function make({ page, open, button }: Walk, name: string, kind: string): Promise<void> {
  await open('Collections');
  await button('New collection').click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('What it has').selectOption(kind);
  await form.getByRole('button', { name: 'Create the collection' }).click();
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
}

const yards = (kind: 'open' | 'closed', from = 0): Promise<Named[]> =>
  Promise.all(
    Array.from({ length: EACH }, async (_, index) => ({
      name: `${kind}-${index}.jpg`,
      bytes: await yard(kind, from + index),
    })),
  );

function walkPictures(step: Step): void {
  step('pictures are dropped into classes; a broken one is told and stops no other', async (walk) => {
    const { page, look, open } = walk;
    await open('Collections');
    await page.getByText('No collections yet').waitFor();
    await make(walk, 'gate', 'states');
    await page.getByRole('textbox', { name: 'New class' }).fill('open');
    const broken = { name: 'torn.jpg', bytes: Buffer.from('no picture') };
    await dropOn(page, section(page, 'New class'), [...(await yards('open')), broken]);
    await counts(page, 'open', `${EACH} pictures`);
    await page.getByText(`${EACH} of ${EACH + 1} were added`).waitFor();
    await page.getByText(/^torn\.jpg: /).waitFor();
    // Without a name they wait for one.
    await dropOn(page, section(page, 'New class'), await yards('closed'));
    await counts(page, 'Without a class', `${EACH} pictures`);
    await look('collection');
  });

  step(
    'pictures are chosen by click and moved into a class, dragged from class to class, and deleted',
    async ({ page, look }) => {
      const waiting = section(page, 'Without a class');
      for (let index = 1; index <= EACH; index++)
        await waiting.getByRole('button', { name: `picture ${index} of Without a class` }).click();
      await page.getByText(`${EACH} pictures chosen`).waitFor();
      await look('collection-chosen');
      await page.getByLabel('Another class').fill('closed');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await counts(page, 'closed', `${EACH} pictures`);
      await waiting.waitFor({ state: 'detached' });
      // One that shows the bars is put among the others, to be confused later.
      await section(page, 'closed').getByRole('listitem').first().dragTo(section(page, 'open').getByRole('heading'));
      await counts(page, 'open', `${EACH + 1} pictures`);
      await counts(page, 'closed', `${EACH - 1} pictures`);
      await dropOn(page, section(page, 'closed'), [{ name: 'tree.jpg', bytes: await yard('tree', 1) }]);
      await counts(page, 'closed', `${EACH} pictures`);
      await section(page, 'closed')
        .getByRole('listitem')
        .nth(EACH - 1)
        .waitFor();
      await section(page, 'closed').getByRole('button', { name: 'picture 1 of closed' }).click();
      await page.getByRole('region', { name: 'Chosen' }).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await counts(page, 'closed', `${EACH - 1} pictures`);
    },
  );

  step('a picture that is dropped finds those like it', async ({ page, percept, look }) => {
    await page.getByRole('tab', { name: 'Find alike' }).click();
    const path = join(percept.dataDir, 'searched.jpg');
    writeFileSync(path, await yard('closed', 40));
    await page.setInputFiles('input[type=file]', path);
    const found = page.getByRole('list', { name: 'Most alike' }).getByRole('listitem');
    await found.nth(2 * EACH - 1).waitFor();
    expect(await found.first().innerText()).toMatch(/^\w+, \d+ % alike$/);
    await look('collection-find');
  });
}

/** Draws around the gate with the pointer, and makes the part wider by the keyboard. */
async function drawRegion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look at a part' }).click();
  const picture = page.getByRole('img', { name: 'One of the pictures, to draw on' });
  const { x, y, width, height } = (await picture.boundingBox())!;
  await page.mouse.move(x + 0.1 * width, y + 0.2 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.5 * width, y + 0.5 * height);
  await page.mouse.move(x + 0.9 * width, y + 0.9 * height);
  await page.mouse.up();
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  await expect(Promise.all(['Left, %', 'Top, %'].map((name) => field(name).inputValue()))).resolves.toEqual(['10', '20']);
  await field('Width, %').press('ArrowUp');
  expect(await field('Width, %').inputValue()).toBe('81');
}

function walkTeaching(step: Step): void {
  step('a model is taught, says how good it is and what it confuses', async ({ page, look, button }) => {
    await page.getByRole('tab', { name: 'Teach' }).click();
    await page.getByText('closed has 5, open has 7: 10 are better.').waitFor();
    await drawRegion(page);
    await look('collection-region');
    await button('Teach').click();
    await page.getByText(/^(Looking at that part of the pictures: \d+ of 12|Learning, .*: \d+ of 21 rounds)$/).waitFor();
    await page.getByText('gate 1 is taught').waitFor();
    await page.getByText(/it named \d+ % \(between \d+ % and \d+ %\) correctly/).waitFor();
    const confused = page.getByRole('region', { name: 'open taken for closed' });
    await confused.getByRole('img', { name: 'open, taken for closed' }).first().waitFor();
    await confused.getByRole('list', { name: 'Some of closed' }).getByRole('img').first().waitFor();
    await look('collection-confused');
  });

  step(
    'a picture that was in the wrong class goes to the right one beside those of it, and the model is better; it is tried at once',
    async (walk) => {
      const { page, button, look, percept } = walk;
      await button('It is closed').first().click();
      await page.getByText('Settled. Teach again.').waitFor();
      await button('Teach').click();
      await page.getByText('gate 2 is taught').waitFor();
      const path = join(percept.dataDir, 'now.jpg');
      writeFileSync(path, await yard('closed', 41));
      await page.setInputFiles('input[type=file]', path);
      await page.getByText(/^(None of the classes; most like )?closed \(\d+ %\)$/).waitFor();
      await look('collection-taught');
      await button('Go back to the version before').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Go back to the version before' }).click();
      await page.getByText('gate answers with version 1 again.').waitFor();
      await walk.open('Models');
      await page.getByRole('cell', { name: /^gate/ }).waitFor();
    },
  );
}

/** Texts of many classes whose vectors tell nothing apart: a model learns from them for long. */
async function makeNoise({ percept }: Walk, name: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const embedded = await percept.fetch('/v2/text/embed', { method: 'POST', headers, body: '{"text":"x"}' });
  const { embedding, model } = (await embedded.json()) as { embedding: number[]; model: { name: string; version: string } };
  let state = 1;
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const vector = Buffer.from(Float32Array.from(embedding, next).buffer).toString('base64');
    const of = { model: model.name, model_version: model.version };
    return JSON.stringify({ label: `class ${index % 20}`, text: `${index}`, vector, ...of });
  });
  await percept.fetch('/v2/collections', { method: 'POST', headers, body: JSON.stringify({ name, kind: 'texts' }) });
  const imported = await percept.fetch(`/v2/collections/${name}/import`, { method: 'POST', body: lines.join('\n') });
  expect(imported.status).toBe(200);
}

function walkCancelling(step: Step): void {
  step('a teaching that takes long is cancelled, and leaves no model', async (walk) => {
    const { page, percept, open, button } = walk;
    await makeNoise(walk, 'noise');
    await open('Collections');
    await page.getByRole('link', { name: 'noise' }).click();
    await page.getByRole('tab', { name: 'Teach' }).click();
    await button('Teach').click();
    await page.getByRole('progressbar', { name: 'Teaching' }).waitFor();
    await button('Cancel').click();
    await page.getByText('It was cancelled, and no model was changed.').waitFor();
    await button('Cancel').waitFor({ state: 'detached' });
    expect((await percept.fetch('/v2/models/noise')).status).toBe(404);
    await percept.fetch('/v2/collections/noise', { method: 'DELETE' });
  });
}

function walkTexts(step: Step): void {
  step('texts are added by line, found by what they say, and deleted with their class', async (walk) => {
    const { page, look, button } = walk;
    await make(walk, 'tickets', 'texts');
    await page.getByRole('textbox', { name: 'Texts', exact: true }).fill('My parcel has not arrived.\nThe parcel is lost.');
    await page.getByRole('textbox', { name: 'Class', exact: true }).fill('delivery');
    await button('Add 2 texts').click();
    await counts(page, 'delivery', '2 texts');
    await page.getByRole('textbox', { name: 'Texts', exact: true }).fill('I was charged twice.');
    await page.getByRole('textbox', { name: 'Class', exact: true }).fill('billing');
    await button('Add 1 text').click();
    await counts(page, 'billing', '1 text');
    await look('collection-texts');
    await page.getByRole('tab', { name: 'Find alike' }).click();
    await page.getByLabel('A text').fill('Mein Paket ist nicht angekommen.');
    await button('Find').click();
    await page.getByRole('list', { name: 'Most alike' }).getByText('My parcel has not arrived.').first().waitFor();
    await page.getByRole('tab', { name: 'Texts' }).click();
    await section(page, 'billing').getByRole('button', { name: 'Delete the class' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the class' }).click();
    await section(page, 'billing').waitFor({ state: 'detached' });
  });
}

function walkFaces(step: Step): void {
  const jpeg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).flatten().jpeg().toBuffer();
  step('people have names: who is in a picture is told, and a person is deleted', async (walk) => {
    const { page, look, percept } = walk;
    await make(walk, 'people', 'faces');
    for (const [name, svg] of [
      ['Ada', people.dark],
      ['Ben', people.stern],
    ] as const) {
      await page.getByRole('textbox', { name: 'New person' }).fill(name);
      await dropOn(page, section(page, 'New person'), [{ name: 'face.jpg', bytes: await jpeg(svg) }]);
      await counts(page, name, '1 picture');
    }
    await look('collection-people');
    await page.getByRole('tab', { name: 'Who is it?' }).click();
    const path = join(percept.dataDir, 'door.jpg');
    writeFileSync(path, await jpeg(people.stern));
    await page.setInputFiles('input[type=file]', path);
    await page.getByText(/^1 face: Ben, \d+ % alike$/).waitFor();
    await look('collection-who');
    await page.getByRole('tab', { name: 'People' }).click();
    await section(page, 'Ben').getByRole('button', { name: 'Delete the person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the person' }).click();
    await section(page, 'Ben').waitFor({ state: 'detached' });
    await section(page, 'Ada').waitFor();
  });

  step('a collection is deleted', async ({ page, look, button }) => {
    await button('Delete the collection').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the collection' }).click();
    await page.getByRole('heading', { level: 2, name: 'Collections' }).waitFor();
    await page.getByRole('link', { name: 'people' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'gate' }).waitFor();
    await look('collections');
  });
}
