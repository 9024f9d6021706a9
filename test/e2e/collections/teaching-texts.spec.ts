import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { bin, environment, removeDir, startPercept, type Finished, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** Texts that lab/eval is judged on; here they teach. */
const TICKETS = join(__dirname, '..', '..', '..', 'lab', 'eval', 'texts', 'tickets.tsv');

let percept: RunningPercept;
let commands: Commands;
beforeAll(async () => {
  commands = openCommands();
  percept = await startPercept({});
});
afterAll(async () => {
  await commands.close();
  await percept.stop();
  removeDir(percept.dataDir);
});
const { post, send } = sending(() => percept);
const run = (args: string[]): Promise<Finished> =>
  commands.run(args, { env: { PERCEPT_DATA_DIR: percept.dataDir, PERCEPT_URL: percept.url, PERCEPT_KEY: percept.key } });

const tickets = readFileSync(TICKETS, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])
  .filter(([label]) => ['billing', 'delivery', 'login'].includes(label));
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('percept models train makes a router of the rows of a CSV, and text.classify answers with it', async () => {
  const file = join(percept.dataDir, 'tickets.csv');
  const seen = tickets.filter((_, index) => index % 3 > 0);
  writeFileSync(file, `body,team,id\n${seen.map(([label, text], id) => `${quoted(text)},${label},${id}`).join('\n')}\n`);
  const args = ['models', 'train', 'tickets', '--from', file, '--text', 'body'];
  expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('has the columns body, team, id') });
  const western = join(percept.dataDir, 'western.csv');
  writeFileSync(western, 'body,team\nB\u00fccher,shop\n', 'latin1');
  expect(await run(['models', 'train', 'tickets', '--from', western])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("western.csv': byte 12 is not UTF-8: save it in UTF-8."),
  });
  const trained = await run([...args, '--label', 'team', '--json']);
  expect([trained.code, trained.stderr]).toEqual([0, '']);
  expect(JSON.parse(trained.stdout)).toMatchObject({ model: 'tickets', version: '1', classes: [{ label: 'billing' }, {}, {}] });
  expect((await send('/v2/models/tickets')).body).toMatchObject({ task: 'text-classification', labels: 3 });
  let right = 0;
  const rest = tickets.filter((_, index) => index % 3 === 0);
  for (const [label, text] of rest) {
    const { status, body } = await post('/v2/text/classify', { text, model: 'tickets', confidence_threshold: 0 });
    expect(status).toBe(200);
    if (body.classifications[0]?.label === label) right++;
  }
  expect(right / rest.length).toBeGreaterThanOrEqual(0.85);
  const stranger = await post('/v2/text/classify', { text: 'Owls hunt at night and sleep in hollow trees.', model: 'tickets' });
  expect(stranger.body.classifications).toEqual([]);
  expect(await run([...args, '--label', 'team'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--replace') });
  const again = await run([...args, '--label', 'team', '--replace']);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Version 2 of tickets')]);
});

/** A collection that takes long to teach: its vectors are noise. */
async function noise(name: string): Promise<void> {
  const { embedding, model } = (await post('/v2/text/embed', { text: 'x' })).body;
  await post('/v2/collections', { name, kind: 'texts' });
  let state = 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const vector = Buffer.from(Float32Array.from(embedding, next).buffer).toString('base64');
    return JSON.stringify({
      label: `class ${index % 20}`,
      text: `${index}`,
      vector,
      model: model.name,
      model_version: model.version,
    });
  });
  const imported = await percept.fetch(`/v2/collections/${name}/import`, { method: 'POST', body: lines.join('\n') });
  expect(imported.status).toBe(200);
}

test('a teaching is cancelled by a call, by percept models train --cancel and by Ctrl-C: no model is left of it', async () => {
  await noise('noise');
  expect((await post('/v2/collections/noise/train/cancel')).status).toBe(404);
  const started = await post('/v2/collections/noise/train/async');
  const cancelled = await post('/v2/collections/noise/train/cancel');
  expect([started.status, cancelled.status]).toEqual([202, 200]);
  expect(cancelled.body).toMatchObject({ status: 'cancelled', result: null, reason: expect.stringContaining('was cancelled') });
  const late = await post('/v2/collections/noise/train/cancel');
  expect([late.status, late.body.error.message]).toEqual([409, 'The teaching has ended already (cancelled).']);
  // The client that waits for it is told, too.
  const waiting = post('/v2/collections/noise/train');
  const isRunning = async () => (await send('/v2/collections/noise/train')).body.status === 'running';
  await waitFor(isRunning);
  expect(await run(['models', 'train', 'noise', '--cancel'])).toMatchObject({
    code: 0,
    stdout: 'The teaching of noise is cancelled.\n',
  });
  expect(await waiting).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('was cancelled') } } });
  const env = environment({ PERCEPT_DATA_DIR: percept.dataDir, PERCEPT_URL: percept.url, PERCEPT_KEY: percept.key });
  const child = spawn(process.execPath, [bin(), 'models', 'train', 'noise'], { env });
  const says: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => says.push(chunk.toString()));
  const ended = once(child, 'close');
  await waitFor(isRunning);
  child.kill('SIGINT');
  expect([(await ended)[0], says.join('')]).toEqual([1, expect.stringContaining('It was cancelled, and no model was changed.')]);
  // A teaching that comes after them has its turn when they have stopped.
  expect((await post('/v2/collections/tickets/train', { model: 'later' })).status).toBe(200);
  expect((await send('/v2/models/noise')).status).toBe(404);
  expect((await send('/v2/collections/noise/train')).body).toMatchObject({ status: 'cancelled', result: null });
});

test('a taught model goes back to an earlier version, and forward again', async () => {
  const model = async () => (await send('/v2/models/tickets')).body;
  const second = await model();
  expect([second.version, second.earlier_versions]).toEqual(['2', ['1']]);
  expect(await run(['models', 'rollback', 'tickets'])).toMatchObject({ code: 0, stdout: expect.stringContaining('version 1') });
  const first = await model();
  expect([first.version, first.earlier_versions]).toEqual(['1', ['2']]);
  const { headers } = await post('/v2/text/classify', { text: 'I was charged twice.', model: 'tickets' });
  expect(headers.get('percept-models')).toMatch(/^tickets[^,]*\b1\b/);
  expect(await run(['models', 'rollback', 'tickets', '--to', '7'])).toMatchObject({
    stderr: expect.stringContaining("no version '7'. Kept: 2."),
  });
  expect((await post('/v2/models/tickets/rollback', { version: '../../1' })).status).toBe(404);
  // Teaching counts on from the highest.
  await post('/v2/collections/tickets/entries', { text: 'The invoice shows a wrong address.', label: 'billing' });
  expect((await post('/v2/models/train', { collection: 'tickets', force: true })).body).toMatchObject({ version: '3' });
  const third = await model();
  expect([third.earlier_versions, third.digest === second.digest]).toEqual([['2', '1'], false]);
  expect((await post('/v2/models/tickets/rollback', {})).body).toMatchObject({ version: '2', digest: second.digest });
  expect((await post('/v2/models/tickets/rollback', { version: '3' })).body).toMatchObject({ digest: third.digest });
  const never = await post('/v2/models/classifier/rollback', {});
  expect([never.status, never.body.error.message]).toEqual([409, expect.stringContaining('no earlier version')]);
  expect((await post('/v2/models/nobody/rollback', {})).status).toBe(404);
});

test('a model for texts answers no picture, and none of another kind takes its place', async () => {
  const image = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const asked = await post('/v2/vision/classify', { image, model: 'tickets' });
  expect([asked.status, asked.body.error.message]).toEqual([400, expect.stringContaining('is a model for text-classification')]);
  const text = await post('/v2/text/classify', { text: 'Hello', model: 'classifier' });
  expect([text.status, text.body.error.message]).toEqual([400, expect.stringContaining('is a model for image-classification')]);
  const collection = await post('/v2/models/train', { collection: 'missing' });
  expect(collection.status).toBe(404);
});

test('a folder for each class teaches pictures; one that cannot be read is left out and told', async () => {
  const folder = join(percept.dataDir, 'lamps');
  for (const [label, colour] of [
    ['on', '#fe8'],
    ['off', '#223'],
  ] as const) {
    mkdirSync(join(folder, label), { recursive: true });
    for (let number = 0; number < 6; number++) {
      const shape = `<circle cx="${60 + 5 * number}" cy="60" r="30" fill="${colour}"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="160" height="120" fill="#777"/>${shape}</svg>`;
      writeFileSync(join(folder, label, `${number}.png`), await sharp(Buffer.from(svg)).png().toBuffer());
    }
  }
  writeFileSync(join(folder, 'on', 'broken.jpg'), 'not a picture');
  const trained = await run(['models', 'train', 'lamp', '--from', folder]);
  expect([trained.code, trained.stdout]).toEqual([0, expect.stringContaining('Version 1 of lamp names')]);
  expect(trained.stderr).toContain('broken.jpg');
  expect((await send('/v2/models/lamp')).body).toMatchObject({ task: 'image-classification', labels: 2 });
  const taken = await post('/v2/models/train', { collection: 'lamp', model: 'tickets' });
  expect([taken.status, taken.body.error.message]).toEqual([409, expect.stringContaining('is for text-classification')]);
  expect(await run(['models', 'train', 'lamp', '--from', join(folder, 'on')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a folder of pictures for each class'),
  });
  // Where no model can be taught, the pictures that were left out are the reason.
  mkdirSync(join(folder, 'dim'));
  writeFileSync(join(folder, 'dim', 'phone.heic'), 'not a picture');
  for (const label of ['off', 'on']) rmSync(join(folder, label, '0.png'));
  const { code, stderr } = await run(['models', 'train', 'lamp', '--from', folder, '--replace']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('phone.heic')]);
  for (const number of [1, 2, 3, 4, 5]) rmSync(join(folder, 'off', `${number}.png`));
  expect(await run(['models', 'train', 'lamp', '--from', folder, '--replace'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/broken\.jpg: [^]*one label/),
  });
});
