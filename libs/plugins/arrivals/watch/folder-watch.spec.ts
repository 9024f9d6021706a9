import type { TriggerContext, TriggerEvent } from '@percept/sdk/pipelines';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AllowedPaths } from '../../../../test/harness/kinds';
import { remains, waitFor } from '../../../../test/harness/wait-for';
import { FolderWatch } from './folder-watch';

/** As on a network drive: the system says nothing about what other machines write. */
jest.mock('node:fs', () => ({
  ...jest.requireActual<object>('node:fs'),
  watch: () => Object.assign(new EventEmitter(), { close: () => {}, ref: () => {}, unref: () => {} }),
}));

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-drive-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Watches the folder, until its first file is found. */
async function watched(pollMs?: number) {
  const events: TriggerEvent[] = [];
  const context: Partial<TriggerContext> = {
    paths: await AllowedPaths.of({ base: '.', roots: [folder], closed: (path) => path.includes('prj_other') }),
    fire: async (event) => void events.push(event),
    report: (error) => {
      throw error;
    },
  };
  writeFileSync(join(folder, 'first.jpg'), 'x');
  const watch = new FolderWatch({ path: folder, pattern: '*.jpg', settleMs: 1, pollMs }, context as TriggerContext);
  await waitFor(() => events.length === 1);
  return { watch, files: () => events.map(({ value }) => value) };
}

test('a folder that is polled fires without events of the system', async () => {
  const { watch, files } = await watched(20);
  mkdirSync(join(folder, 'prj_other'));
  writeFileSync(join(folder, 'prj_other', 'secret.jpg'), 'x');
  writeFileSync(join(folder, 'second.jpg'), 'x');
  await waitFor(() => files().length === 2);
  expect(files()).toEqual([join(folder, 'first.jpg'), join(folder, 'second.jpg')]);
  await watch.close();
});

test('a folder that is not polled fires for nothing that the system does not report', async () => {
  const { watch, files } = await watched();
  writeFileSync(join(folder, 'second.jpg'), 'x');
  await remains(() => files().length === 1, { ms: 300 });
  await watch.close();
});
