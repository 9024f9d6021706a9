import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PromisedAnswers } from '../../harness/document';
import { percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

const textOf = (name: string, comment: string) =>
  `# ${comment}\nversion: 1\nname: ${name}\nsteps:\n  - { id: words, uses: text.sentiment, with: { text: good } }\n`;

let dir: string;
let percept: RunningPercept;
let promised: PromisedAnswers;
beforeAll(async () => {
  dir = tempDir();
  mkdirSync(join(dir, 'pipelines'));
  percept = await startPercept({ env: { PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') } });
  promised = await PromisedAnswers.of(percept.url);
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});

interface Answer {
  status: number;
  body: Record<string, any>;
  tag: string | null;
}

async function ask(method: string, name: string, { body, ...headers }: Record<string, string> = {}): Promise<Answer> {
  const path = `/v2/pipelines/${name}`;
  const response = await percept.fetch(path, {
    method,
    body,
    headers: { ...headers, ...(body && { 'content-type': 'application/yaml' }) },
  });
  const answer = await response.text();
  const given = { status: response.status, body: answer ? (JSON.parse(answer) as Answer['body']) : {} };
  // Every answer is what the OpenAPI document says that it is.
  if (answer) expect([method, promised.breaches(method, path, given)]).toEqual([method, []]);
  return { ...given, tag: response.headers.get('etag') };
}

const NEW = { 'if-none-match': '*' };
const tagOf = async (name: string) => (await ask('GET', name)).tag!;

test('changes are saved over what they began from only, if the caller says so', async () => {
  const save = (comment: string, headers: Record<string, string> = {}) =>
    ask('PUT', 'shared', { body: textOf('shared', comment), ...headers });
  const first = (await save('first', NEW)).tag!;
  expect(first).toMatch(/^"[0-9a-f]{64}"$/);
  expect(await tagOf('shared')).toBe(first);

  const hers = await save('hers', { 'if-match': first });
  expect(hers).toMatchObject({ status: 200, body: { number: 2 } });
  const { revision } = hers.body as { revision: string };
  const message = `'shared' has changed since your changes began: the newest revision is ${revision}. Get it, and save your changes to that.`;
  expect(await save('his', { 'if-match': first })).toMatchObject({
    status: 409,
    body: { error: { code: 'CONFLICT', message, details: { field: 'If-Match' } } },
  });
  expect((await ask('GET', 'shared')).body.source).toBe(textOf('shared', 'hers'));
  // A repeated request whose response was lost.
  expect(await save('hers', { 'if-match': first })).toMatchObject({ status: 200, body: { number: 2 } });
  expect(await save('his', { 'if-match': hers.tag! })).toMatchObject({ status: 200, body: { number: 3 } });
  expect(await save('any')).toMatchObject({ status: 200, body: { number: 4 } });
});

test('of two who save at once, one is told', async () => {
  const { tag } = await ask('PUT', 'raced', { body: textOf('raced', 'first') });
  const both = ['hers', 'his'].map((comment) => ask('PUT', 'raced', { body: textOf('raced', comment), 'if-match': tag! }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a pipeline that was deleted meanwhile stays deleted, and a new one takes no name that is in use', async () => {
  const save = (headers: Record<string, string>, comment = 'mine') =>
    ask('PUT', 'gone', { body: textOf('gone', comment), ...headers });
  const { tag } = await save(NEW);
  expect(await save(NEW, 'another')).toMatchObject({
    status: 409,
    body: { error: { message: "There is a pipeline called 'gone': choose another name." } },
  });
  await ask('DELETE', 'gone');
  expect(await save({ 'if-match': tag! })).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('it does not exist. Save it without If-Match to create it.') } },
  });
  expect(await save(NEW)).toMatchObject({ status: 201, body: { number: 3 } });
});

test('a file of the folder counts as it was read', async () => {
  const file = join(dir, 'pipelines', 'filed.yaml');
  writeFileSync(file, textOf('filed', 'as it was'));
  const read = await tagOf('filed');
  writeFileSync(file, textOf('filed', 'changed'));
  const save = (headers: Record<string, string>) => ask('PUT', 'filed', { body: textOf('filed', 'mine'), ...headers });
  expect(await save({ 'if-match': read })).toMatchObject({ status: 409 });
  expect(await save(NEW)).toMatchObject({ status: 409 });
  expect(await save({ 'if-match': await tagOf('filed') })).toMatchObject({ status: 201 });
  rmSync(file);
});

test('conditions that name no revision are refused, and nothing is saved', async () => {
  for (const [name, value] of [
    ...['', '*', 'abc', '"a", "b"'].map((tag) => ['If-Match', tag] as const),
    ['If-None-Match', '"a"'] as const,
  ])
    expect([value, await ask('PUT', 'odd', { body: textOf('odd', 'any'), [name]: value })]).toMatchObject([
      value,
      { status: 400, body: { error: { details: { field: name } } } },
    ]);
  expect(await ask('GET', 'odd')).toMatchObject({ status: 404 });
});

test('another project has pipelines and revisions of its own', async () => {
  const env = { PERCEPT_DATA_DIR: percept.dataDir };
  await command(['projects', 'create', '--name', 'stranger'], { env });
  const scopes = ['--scopes', 'pipelines'];
  const made = await command(['keys', 'create', '--project', 'stranger', '--name', 'theirs', '--json', ...scopes], { env });
  const theirs = { authorization: `Bearer ${(JSON.parse(made.stdout) as { key: string }).key}` };
  const ours = await ask('PUT', 'both', { body: textOf('both', 'ours'), ...NEW });
  // Our revision is none of theirs, and our name is free for them.
  expect(await ask('PUT', 'both', { body: textOf('both', 'any'), 'if-match': ours.tag!, ...theirs })).toMatchObject({
    status: 409,
    body: { error: { message: expect.not.stringContaining(ours.tag!.slice(1, -1)) } },
  });
  expect(await ask('PUT', 'both', { body: textOf('both', 'theirs'), ...NEW, ...theirs })).toMatchObject({ status: 201 });
  expect(await tagOf('both')).toBe(ours.tag);
});
