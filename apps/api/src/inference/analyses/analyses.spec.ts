import { Config, Queue, type Store } from '@percept/core';
import { queueTables } from '../../../../../libs/core/src/durable/queue';
import { eventTables } from '../../../../../libs/core/src/durable/events';
import { openStore } from '../../../../../libs/core/src/durable/database';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePostgres, PrivatePostgres } from '../../../../../test/harness/postgres';
import type { Caller } from '../../access/auth/caller';
import { Analyses, analysisTables } from './analyses';
import { KeptMedia } from './uploaded-media';

const ALL = [queueTables, eventTables, analysisTables];
const HALF_A_MEGABYTE = Buffer.alloc(512 * 1024);
let dataDir: string;
let url: string | undefined;
let store: Store;
let queue: Queue;
let analyses: Analyses;

const contract = (): void => {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'percept-analyses-'));
    const [entities, migrations] = [ALL.flatMap((each) => each.entities), ALL.flatMap((each) => each.migrations)];
    store = await openStore({ file: join(dataDir, 'db'), url, entities, migrations });
    queue = new Queue({ store });
    const config = Object.assign(new Config(), { PERCEPT_DATA_DIR: dataDir, PERCEPT_PROJECT_LIMITS: 'analyses_mb=1' });
    analyses = new Analyses(store, queue, new KeptMedia(config), config);
  });
  afterEach(async () => {
    await queue.close();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });

  const accept = (projectId: string, json: Buffer = HALF_A_MEGABYTE) => {
    const caller = { kind: 'key', id: 'key_1', projectId } as Caller;
    return analyses.accept({ capability: 'vision.detect', input: { json }, caller, requestId: 'req_1' });
  };
  const kept = (): string[] => readdirSync(join(dataDir, 'analyses')).filter((name) => name !== 'owner');

  test('what waits of a project takes no more of the disk than it may, and nothing of what is refused stays there', async () => {
    const both = [await accept('a'), await accept('a')];
    await expect(accept('a')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/1 MB.*cancel them/),
    });
    expect(kept().sort()).toEqual(both.map(({ id }) => id).sort());
    await accept('b');
    await analyses.cancel(both[0]!.id, 'a');
    await accept('a');
    expect(kept()).toHaveLength(3);
  });

  test('of many that come at once no more are accepted', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => accept('a')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(kept()).toHaveLength(2);
  });

  test('one alone is accepted, however large', async () => {
    await accept('a', Buffer.alloc(3 * 1024 * 1024));
    await expect(accept('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
};

describe('in a file', contract);

describePostgres('on PostgreSQL', () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => (postgres = await PrivatePostgres.start()));
  beforeEach(async () => (url = await postgres.database()));
  afterAll(() => postgres.stop());
  contract();
});
