import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { detecting, EXAMPLES, percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { describePostgres, PrivatePostgres } from '../../harness/postgres';
import { waitFor } from '../../harness/wait-for';

describePostgres('the service on PostgreSQL', () => {
  const dataDir = tempDir();
  let postgres: PrivatePostgres;
  let env: Record<string, string>;
  let service: RunningPercept;
  const { detect } = detecting(() => service);
  const json = { 'content-type': 'application/json' };

  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
    env = { PERCEPT_DATABASE_URL: await postgres.database() };
    service = await startPercept({ dataDir, env });
  });
  afterAll(async () => {
    await service?.stop();
    await postgres.stop();
    removeDir(dataDir);
  });

  const untilEnded = async (path: string): Promise<Record<string, unknown>> => {
    return waitFor(
      async () => {
        const run = (await (await service.fetch(path)).json()) as Record<string, unknown>;
        return !['queued', 'running'].includes(run['status'] as string) && run;
      },
      { interval: 50 },
    );
  };

  test('lets in who has a key, refuses who has none, and sees at once that a key was revoked', async () => {
    expect((await detect({})).status).toBe(400);
    expect((await detect({}, { authorization: 'Bearer none' })).status).toBe(401);
    const made = await percept(
      ['keys', 'create', '--name', 'second', '--json', '--scopes', 'predict', 'pipelines', 'webhooks', 'admin'],
      { env: { ...env, PERCEPT_DATA_DIR: dataDir } },
    );
    const key = /pk_live_\w+/.exec(made.stdout)![0];
    expect((await detect({}, { authorization: `Bearer ${key}` })).status).toBe(400);
    await percept(['keys', 'revoke', 'second'], { env: { ...env, PERCEPT_DATA_DIR: dataDir } });
    expect((await detect({}, { authorization: `Bearer ${key}` })).status).toBe(401);
  });

  test('a command on an empty database says so and makes nothing there', async () => {
    const empty = await postgres.database();
    const { code, stderr } = await percept(['keys', 'list'], { env: { PERCEPT_DATABASE_URL: empty, PERCEPT_DATA_DIR: dataDir } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/holds no data of Percept\..*PERCEPT_DATABASE_URL/),
    });
    expect(await postgres.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", empty)).toEqual([]);
  });

  test('runs a pipeline and tells a webhook of it', async () => {
    const body = JSON.stringify({ url: 'https://receiver.invalid/hook', events: ['batch.*'] });
    const hook = await service.fetch('/v1/webhooks', { method: 'POST', headers: json, body });
    expect(hook.status).toBe(201);
    const started = await service.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers: json, body: '{}' });
    expect(started.status).toBe(202);
    const run = await untilEnded(started.headers.get('location')!);
    expect(run).toMatchObject({ status: 'succeeded', counts: { failed: 0 } });
    const types = await postgres.query('SELECT event_type FROM webhook_deliveries ORDER BY id', env['PERCEPT_DATABASE_URL']);
    expect(types).toEqual([{ event_type: 'batch.started' }, { event_type: 'batch.completed' }]);
  });

  test('keeps the progress of a video that nobody waits for, and its result', async () => {
    const file = join(dataDir, 'video.mp4');
    writeStillVideo(join(EXAMPLES, 'crossing.jpg'), file, 31);
    const video = { method: 'POST', headers: { 'content-type': 'video/mp4' }, body: new Uint8Array(readFileSync(file)) };
    const accepted = await service.fetch('/v2/vision/video/analyze?frame_interval=5', video);
    expect(accepted.status).toBe(202);
    const { status_url } = (await accepted.json()) as { status_url: string };
    const analysis = await untilEnded(status_url);
    expect(analysis).toMatchObject({ status: 'succeeded', result: { video_info: { total_frames: 310 } } });
    expect(analysis['progress']).toMatchObject({ total_frames: 62 });
  });

  test('goes on when the database was restarted under it', async () => {
    await postgres.down();
    await postgres.up();
    const started = await service.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST', headers: json, body: '{}' });
    expect(started.status).toBe(202);
    expect(await untilEnded(started.headers.get('location')!)).toMatchObject({ status: 'succeeded' });
  });
});
