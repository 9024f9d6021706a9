import { percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

describe('a service with one capability preloaded', () => {
  let percept: RunningPercept;
  beforeAll(async () => (percept = await startPercept({ env: { PERCEPT_PRELOAD: 'table.sort' } })));
  afterAll(async () => {
    await percept?.stop();
    if (percept) removeDir(percept.dataDir);
  });

  const warm = async () => ((await (await percept.fetch('/health/ready')).json()) as { warm: string[] }).warm;
  const judge = () =>
    percept.fetch('/v2/text/sentiment', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text": "What a lovely day."}',
    });

  test('is ready, and says which capabilities are warm', async () => {
    expect((await percept.fetch('/health/ready')).status).toBe(200);
    expect(await warm()).toEqual(['table.sort']);
  });

  test('sets up another one at its first call, whose Server-Timing says how long that took', async () => {
    const [first, second] = [await judge(), await judge()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('server-timing')).toMatch(/queue;dur=[\d.]+, setup;dur=[\d.]+, read;/);
    expect(second.headers.get('server-timing')).not.toContain('setup');
    expect(await warm()).toEqual(['table.sort', 'text.sentiment']);
  });
});

test('a capability that is not there stops the start with the nearest name', async () => {
  const dataDir = tempDir();
  const started = await command(['serve'], { env: { PERCEPT_DATA_DIR: dataDir, PORT: '0', PERCEPT_PRELOAD: 'vision.detct' } });
  removeDir(dataDir);
  expect(started.code).toBe(2);
  expect(started.stderr).toContain(
    "PERCEPT_PRELOAD names 'vision.detct', which is not a capability. Did you mean 'vision.detect'?",
  );
});
