import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { removeDir, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { PrivateS3, withoutS3 } from '../../harness/s3';
import { waitFor } from '../../harness/wait-for';

const PIPELINE = `version: 1
name: words
steps:
  - id: words
    for_each: { items: [good, bad], as: word }
    steps:
      - { id: mood, uses: text.sentiment, with: { text: '\${{ word }}' } }
    collect: { word: '\${{ word }}' }
outputs:
  - { csv: words.csv, rows: '\${{ words.rows }}' }
`;

describePostgres('a backup of an installation with PostgreSQL', () => {
  let commands: Commands;
  let postgres: PrivatePostgres;
  let s3: PrivateS3 | undefined;
  let dir: string;
  let archive: string;
  let url: string;
  let key: string;
  let run: string;
  beforeAll(async () => {
    commands = openCommands();
    dir = tempDir();
    archive = join(dir, 'percept.tar.gz');
    postgres = await PrivatePostgres.start();
    s3 = withoutS3 ? undefined : await PrivateS3.start('percept');
    url = await postgres.database();
  });
  afterAll(async () => {
    await commands.close();
    await s3?.stop();
    await postgres.stop();
    removeDir(dir);
  });

  /** With a bucket where the machine has a server for it. */
  const settings = (database: string): Record<string, string> => ({
    PERCEPT_DATABASE_URL: database.replace('percept@', 'percept:secret%20word@'),
    ...(s3 && { ...s3.env, PERCEPT_STORAGE_URL: 's3://percept/files' }),
  });
  const on = (folder: string, args: string[], env: Record<string, string>): Promise<Finished> =>
    commands.run(args, { cwd: dir, env: { PERCEPT_DATA_DIR: join(dir, folder), ...env } });
  const rowsOf = async (service: RunningPercept): Promise<string> =>
    (await service.fetch(`/v2/runs/${run}/artifacts/words.csv`)).text();

  test('has its database, taken while it works; pg_dump is never shown the password', async () => {
    const service = await startPercept({ dataDir: join(dir, 'first'), env: settings(url) });
    key = service.key;
    const file = join(dir, 'words.yaml');
    writeFileSync(file, PIPELINE);
    const access = { PERCEPT_URL: service.url, PERCEPT_KEY: key };
    expect(await on('first', ['pipelines', 'push', file], access)).toMatchObject({ code: 0 });
    const started = await on('first', ['pipelines', 'start', 'words', '--wait', '--json'], access);
    run = (JSON.parse(started.stdout) as { id: string }).id;
    expect(await rowsOf(service)).toBe('word\ngood\nbad\n');
    const made = await on('first', ['backup', archive, '--json'], settings(url));
    expect({ ...made, report: JSON.parse(made.stdout) as object }).toMatchObject({
      code: 0,
      report: { database: 'postgresql', contents: expect.arrayContaining(['percept.dump', 'webhook-secrets.key']) as string[] },
    });
    await service.stop();
  });

  test('is restored into an empty database and folder: its key, pipeline, run and files are there', async () => {
    const empty = await postgres.database();
    const env = settings(empty);
    expect(await on('second', ['restore', archive], env)).toMatchObject({ code: 0 });
    expect(existsSync(join(dir, 'second', 'percept.dump'))).toBe(false);
    const service = await startPercept({ dataDir: join(dir, 'second'), env, key });
    const { status } = (await (await service.fetch(`/v2/runs/${run}`)).json()) as { status: string };
    expect(status).toBe('succeeded');
    expect(await rowsOf(service)).toBe('word\ngood\nbad\n');
    const again = (await (
      await service.fetch('/v2/pipelines/words/runs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json()) as { id: string };
    const state = async () => ((await (await service.fetch(`/v2/runs/${again.id}`)).json()) as { status: string }).status;
    await waitFor(async () => (await state()) === 'succeeded');
    await service.stop();
  });

  test('is refused where it would destroy something, and then changes nothing', async () => {
    const full = await on('third', ['restore', archive], settings(url));
    expect(full).toMatchObject({ code: 2, stderr: expect.stringMatching(/has tables already\. Create an empty one \(createdb/) });
    const none = await on('third', ['restore', archive], {});
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/has a database of PostgreSQL: name an empty one/) });
    expect(existsSync(join(dir, 'third')) ? readdirSync(join(dir, 'third')).filter((name) => !isFolder(name)) : []).toEqual([]);
    const away = settings('postgres://percept@127.0.0.1:1/percept');
    cpSync(join(dir, 'first'), join(dir, 'fourth'), { recursive: true });
    const failed = await on('fourth', ['backup', 'away.tar.gz'], away);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/pg_dump failed.*127\.0\.0\.1.*refused/s) });
    expect(failed.stderr).not.toContain('secret');
    expect(existsSync(join(dir, 'away.tar.gz'))).toBe(false);
  });

  test('a backup of SQLite is not restored beside PostgreSQL', async () => {
    expect(await on('fifth', ['keys', 'create', '--init', '--name', 'first'], {})).toMatchObject({ code: 0 });
    expect(await on('fifth', ['backup', join(dir, 'lite.tar.gz')], {})).toMatchObject({ code: 0 });
    const refused = await on('sixth', ['restore', join(dir, 'lite.tar.gz')], settings(await postgres.database()));
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/SQLite, which does not move into PostgreSQL/) });
  });
});

/** Those that every command makes in a data folder. */
const isFolder = (name: string): boolean => ['cache', 'files', 'runs', 'models', 'analyses', 'pipelines'].includes(name);
