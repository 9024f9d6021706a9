import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../harness/percept';
import { describeS3, PrivateS3 } from '../harness/s3';
import { sending } from '../harness/sending';
import { waitFor } from '../harness/wait-for';

const MARK = 'apples-of-the-orchard';
const FILES = 200;

/** Attack 18: a key of a new project lists and reads the files of all, and writes over the objects of others. */
describeS3('files and objects of others', () => {
  const dir = tempDir();
  let s3: PrivateS3;
  let service: RunningPercept;
  let attacker: string;

  beforeAll(async () => {
    s3 = await PrivateS3.start('photos');
    await s3.put('s3://photos/orchard/rows.jsonl', `{"mark":"${MARK}"}\n`);
    mkdirSync(join(dir, 'orchard'));
    for (let n = 0; n < FILES; n++) writeFileSync(join(dir, 'orchard', `${n}.csv`), `mark\n${MARK}\n`);
    const env = { ...s3.env, PERCEPT_S3_BUCKETS: 'photos', PERCEPT_DATA_ROOTS: dir };
    service = await startPercept({ env });
    const { id } = (await post('/v2/projects', { name: 'attacker' })).body;
    const terms = { name: 'theirs', scopes: ['predict', 'pipelines'] };
    attacker = (await post('/v1/keys', terms, { headers: { 'percept-project': id } })).body.key;
  });
  afterAll(async () => {
    await service?.kill();
    await s3?.stop();
    for (const each of [dir, ...(service ? [service.dataDir] : [])]) removeDir(each);
  });
  const { send, post } = sending(() => service);

  /** @returns everything that the key can read of the run, and of its outputs. */
  async function attack(key: string, lines: string): Promise<string> {
    const source = `version: 1\nname: take\n${lines}`;
    const saved = await send('/v2/pipelines/take', { method: 'PUT', key, body: { source } });
    if (saved.status > 201) return JSON.stringify(saved.body);
    const started = await post('/v2/pipelines/take/runs', {}, { key });
    if (started.status !== 202) return JSON.stringify(started.body);
    const run = await waitFor(async () => {
      const { body } = await send(`/v2/runs/${started.body.id}`, { key });
      return body.ended_at !== null && body;
    });
    const headers = { authorization: `Bearer ${key}` };
    const rows = await fetch(`${service.url}/v2/runs/${run.id}/artifacts/rows.jsonl`, { headers });
    return JSON.stringify([run, (await send(`/v2/runs/${run.id}/items`, { key })).body, await rows.text()]);
  }

  const rows = (source: string): string =>
    `steps:\n  - id: all\n    for_each: { ${source}, as: it }\n    steps: [{ id: a, uses: text.sentiment, with: { text: "good" } }]\n    collect: { it: "\${{ it }}" }\noutputs: [{ jsonl: rows.jsonl, rows: "\${{ all.rows }}" }]\n`;
  const read = (file: string): string => `steps:\n  - { id: a, uses: table.read, with: { file: "${file}" } }\n`;
  const over = (path: string): string =>
    `steps:\n  - { id: a, uses: text.sentiment, with: { text: "good" } }\noutputs: [{ jsonl: "${path}", rows: "\${{ [a] }}" }]\n`;

  const ways = (): string[] =>
    [dir, `${dir}/orchard`, `${dir}/./orchard`, '../../orchard', 's3://photos', 's3://photos/orchard'].flatMap((at) => [
      rows(`files: "${at}/**/*.{csv,jsonl}"`),
      rows(`files: "${at}/*"`),
      rows(`csv: "${at}/0.csv"`),
      rows(`jsonl: "${at}/rows.jsonl"`),
      read(`${at}/0.csv`),
      read(`${at}/rows.jsonl`),
      over(`${at}/rows.jsonl`),
    ]);

  test('nothing is listed, read or replaced', async () => {
    // The ways are ways: the first project reads the files.
    expect(await attack(service.key, rows(`csv: "${dir}/orchard/0.csv"`))).toContain(MARK);
    const found: string[] = [];
    for (const way of ways()) {
      const seen = await attack(attacker, way);
      if (seen.includes(MARK) || /"total":[1-9]\d/.test(seen)) found.push(`${way}: ${seen.slice(0, 500)}`);
    }
    process.stdout.write(`Attack 18: ${ways().length} pipelines after the files of others, ${found.length} saw any.\n`);
    expect(found).toEqual([]);
    expect(await s3.text('s3://photos/orchard/rows.jsonl')).toContain(MARK);
  });
});
