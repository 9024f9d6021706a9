import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../../../../../../test/harness/wait-for';
import { notifierContract } from '../notifier.contract';
import { FolderNotifier } from './folder-notifier';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-wake-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

notifierContract('folder', async () => new FolderNotifier(folder));

test('wakes the workers of another process, and those of the other queues not', async () => {
  const [one, two] = [new FolderNotifier(folder), new FolderNotifier(folder)];
  const woken: string[] = [];
  for (const queue of ['runs', 'items'] as const) {
    two.subscribe(queue, { wake: () => void woken.push(queue), hasRoom: async () => undefined });
  }
  await waitFor(() => {
    one.notify('items');
    return woken.length > 0;
  });
  expect(new Set(woken)).toEqual(new Set(['items']));
  await Promise.all([one.close(), two.close()]);
});

test('leaves no file behind when it is closed, and removes those of killed processes', async () => {
  const notifier = new FolderNotifier(folder);
  for (const name of ['runs.killed', 'runs.alive']) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, 'runs.killed'), 0, 0);
  notifier.subscribe('runs', { wake: () => undefined, hasRoom: async () => undefined });
  notifier.notify('items');
  await waitFor(() => readdirSync(folder).some((name) => name.startsWith('items.')));
  await notifier.close();
  expect(readdirSync(folder)).toEqual(['runs.alive']);
});
