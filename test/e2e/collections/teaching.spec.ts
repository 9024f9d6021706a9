import sharp from 'sharp';
import { yard, YARD_KINDS as KINDS, type YardKind as Kind } from '../../harness/fixtures/yard';
import { percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({});
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});
const { post, send } = sending(() => percept);

async function add(name: string, kind: Kind, number: number, label: string = kind): Promise<string> {
  const image = (await yard(kind, number)).toString('base64');
  const { status, body } = await post(`/v2/collections/${name}/entries`, { image, label });
  expect(status).toBe(201);
  return body.id;
}

async function classified(kind: Kind | 'tree', number: number, model = 'gate'): Promise<string[]> {
  const image = (await yard(kind, number)).toString('base64');
  const { status, body } = await post('/v2/vision/classify', { image, model });
  expect([status, status === 200 ? '' : JSON.stringify(body)]).toEqual([200, '']);
  return body.classifications.map(({ label }: { label: string }) => label);
}

test('what cannot be taught yet is told: one class, one picture, no labels', async () => {
  await post('/v2/collections', { name: 'gate', kind: 'states' });
  const trained = await post('/v2/collections/gate/train', {});
  expect([trained.status, trained.body.error.message]).toEqual([409, expect.stringContaining('has no label,')]);
  await add('gate', 'open', 0);
  expect((await post('/v2/collections/gate/train')).body.error.message).toMatch(/has one label,/);
  await add('gate', 'closed', 0);
  expect((await post('/v2/collections/gate/train')).body.error.message).toMatch(/'closed' has 1 entry/);
  expect((await post('/v2/collections/none/train')).status).toBe(404);
  expect((await post('/v2/collections/gate/train', { region: [0, 0, 2, 1] })).body.error.details.field).toBe('region');
});

test('twelve pictures of each state make a model that tells new ones apart, and says nothing of a stranger', async () => {
  for (const kind of KINDS) for (let number = 1; number <= 12; number++) await add('gate', kind, number);
  const twice = await add('gate', 'open', 1, 'closed');
  // A folder that is sent again must not make the model look better than it is.
  const copy = await add('gate', 'open', 2);
  const { status, body } = await post('/v2/collections/gate/train');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    model: 'gate',
    version: '1',
    classes: [{ label: 'closed' }, { label: 'open', entries: 13 }, { label: 'truck', entries: 12 }],
  });
  expect(body.warnings).toEqual([
    '1 entry is a copy of another of its class: each counts once.',
    expect.stringContaining('show the same picture'),
  ]);
  expect(body.warnings[1]).toContain(twice);
  for (const id of [twice, copy]) await send(`/v2/collections/gate/entries/${id}`, { method: 'DELETE' });
  const again = await post('/v2/collections/gate/train');
  expect(again.body).toMatchObject({ version: '2', warnings: [] });
  const { accuracy, interval } = again.body;
  expect(accuracy).toBeGreaterThanOrEqual(0.9);
  expect([interval[0] < accuracy, interval[1] >= accuracy]).toEqual([true, true]);
  const model = await send('/v2/models/gate');
  expect(model.body).toMatchObject({ task: 'image-classification', version: '2', labels: 3, own: true });
  const found = [];
  for (const kind of KINDS) for (let number = 20; number < 24; number++) found.push((await classified(kind, number))[0] === kind);
  expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(10);
  expect(await classified('tree', 20)).toEqual([]);
});

test('a model that became worse stays out, unless it is forced; other models keep their names', async () => {
  const wrong = [];
  for (let number = 30; number < 42; number++) {
    wrong.push(await add('gate', 'open', number, 'closed'), await add('gate', 'closed', number, 'open'));
  }
  const refused = await post('/v2/collections/gate/train');
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('the earlier one stays')]);
  expect((await send('/v2/models/gate')).body.version).toBe('2');
  const forced = await post('/v2/collections/gate/train', { force: true });
  expect(forced.body).toMatchObject({ version: '3' });
  expect(forced.body.confused.length).toBeGreaterThan(0);
  const taken = await post('/v2/collections/gate/train', { model: 'classifier' });
  expect([taken.status, taken.body.error.message]).toEqual([409, expect.stringContaining('was not taught here')]);
});

test('a project teaches models of its own, and a region belongs to the model', async () => {
  const env = { PERCEPT_DATA_DIR: percept.dataDir };
  await command(['projects', 'create', '--name', 'yard'], { env });
  const scopes = ['--scopes', 'predict', 'admin'];
  const made = await command(['keys', 'create', '--project', 'yard', '--name', 'theirs', '--json', ...scopes], { env });
  const { key } = JSON.parse(made.stdout) as { key: string };
  expect((await post('/v2/collections/gate/train', {}, { key })).status).toBe(404);
  await post('/v2/collections', { name: 'doors' }, { key });
  const crop = { x: 60, y: 60, width: 300, height: 240 };
  for (const kind of ['open', 'closed'] as const)
    for (let number = 0; number < 8; number++) {
      const image = (await yard(kind, number)).toString('base64');
      expect((await post('/v2/collections/doors/entries', { image, crop, label: kind }, { key })).status).toBe(201);
    }
  const region = [60 / 420, 60 / 320, 300 / 420, 240 / 320];
  const trained = await post('/v2/collections/doors/train', { model: 'door', region }, { key });
  expect(trained).toMatchObject({ status: 200, body: { model: 'door', version: '1' } });
  const image = (await yard('closed', 21)).toString('base64');
  const answer = await post('/v2/vision/classify', { image, model: 'door' }, { key });
  expect(answer.body.classifications[0]).toMatchObject({ label: 'closed' });
  expect((await post('/v2/vision/classify', { image, model: 'door' })).status).toBe(400);
  // Its versions are its own, and it takes nothing back that all projects have.
  await post('/v2/collections/doors/train', { model: 'door', region, force: true }, { key });
  expect((await post('/v2/models/door/rollback', {}, { key })).body).toMatchObject({ version: '1' });
  expect((await post('/v2/models/door/rollback', {})).status).toBe(404);
  const gate = async () => (await send('/v2/models/gate')).body.version;
  const before = await gate();
  expect([(await post('/v2/models/gate/rollback', {}, { key })).status, await gate()]).toEqual([409, before]);
});

/** A small gate at one place of a picture that is something else each time. */
async function farAway(kind: Kind, number: number): Promise<string> {
  const small = await sharp(await yard(kind, number))
    .resize(280, 213)
    .toBuffer();
  const noise = {
    create: {
      width: 1200,
      height: 800,
      channels: 3,
      background: '#888' as const,
      noise: { type: 'gaussian' as const, mean: 100 + number * 3, sigma: 60 },
    },
  };
  const picture = sharp(noise as sharp.SharpOptions).composite([{ input: small, left: 800, top: 500 }]);
  return (await picture.jpeg().toBuffer()).toString('base64');
}
const REGION = [800 / 1200, 500 / 800, 280 / 1200, 213 / 800];

test('whole pictures are cut to a region, which belongs to the model; how far that is can be followed', async () => {
  await post('/v2/collections', { name: 'corner', kind: 'states' });
  for (const kind of ['open', 'closed'] as const)
    for (let number = 0; number < 10; number++)
      expect((await post('/v2/collections/corner/entries', { image: await farAway(kind, number), label: kind })).status).toBe(
        201,
      );
  expect((await send('/v2/collections/corner')).body.training).toBeNull();
  expect((await send('/v2/collections/corner/train')).status).toBe(404);
  const body = { region: REGION, crop: true };
  const [first, second] = await Promise.all([1, 2].map(() => post('/v2/collections/corner/train/async', body)));
  const [begun, refused] = first!.status === 202 ? [first!, second!] : [second!, first!];
  expect(begun).toMatchObject({ status: 202, body: { model: 'corner', status: 'running', stage: 'waiting', region: REGION } });
  expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('is being taught') } } });
  const events = await (await percept.fetch('/v2/collections/corner/train/events')).text();
  const states = [...events.matchAll(/^data: (.*)$/gm)].map(
    ([, json]) => JSON.parse(json!) as { stage: string; done: number; total: number },
  );
  expect(new Set(states.map(({ stage, total }) => `${stage} of ${total}`))).toContain('learning of 21');
  const { body: training } = await send('/v2/collections/corner/train');
  expect(training).toMatchObject({ status: 'succeeded', reason: null, result: { model: 'corner', version: '1' } });
  expect(training.result.accuracy).toBeGreaterThanOrEqual(0.9);
  expect((await send('/v2/collections/corner')).body.training).toEqual(training);
  const named: boolean[] = [];
  for (const kind of ['open', 'closed'] as const)
    for (let number = 20; number < 24; number++) {
      const { body: found } = await post('/v2/vision/classify', { image: await farAway(kind, number), model: 'corner' });
      if (found.classifications.length > 0) named.push(found.classifications[0].label === kind);
    }
  expect(named).not.toContain(false);
  expect(named.length).toBeGreaterThanOrEqual(4);
});

test('a teaching that fails says why; a region needs pictures, and crop needs kept ones', async () => {
  const field = async (name: string, body: object) =>
    (await post(`/v2/collections/${name}/train`, body)).body.error.details.field;
  expect(await field('corner', { crop: true })).toBe('crop');
  expect(await field('corner', { region: [0.5, 0, 0.6, 1] })).toBe('region');
  await post('/v2/collections', { name: 'notes', kind: 'texts' });
  expect(await field('notes', { region: REGION })).toBe('region');
  await post('/v2/collections', { name: 'bare', kind: 'states', keep_pictures: false });
  for (const kind of ['open', 'closed'] as const) for (const number of [1, 2]) await add('bare', kind, number);
  const bare = await post('/v2/collections/bare/train/async', { region: REGION, crop: true });
  expect(bare).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('no picture is kept of them') } },
  });
  for (let number = 0; number < 10; number++)
    await post('/v2/collections/corner/entries', { image: await farAway('open', number), label: 'closed' });
  await post('/v2/collections/corner/train/async', {});
  await percept.fetch('/v2/collections/corner/train/events').then((response) => response.text());
  expect((await send('/v2/collections/corner/train')).body).toMatchObject({
    status: 'failed',
    result: null,
    reason: expect.stringContaining('the earlier one stays'),
  });
});
