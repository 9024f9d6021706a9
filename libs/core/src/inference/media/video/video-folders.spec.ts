import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeVideoFolder, outlastThread, removeVideosOfDeadProcesses, removeVideosOfThread } from './video-folders';

let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'percept-folders-'));
});
afterEach(() => rmSync(temporary, { recursive: true }));

test('what a thread leaves behind is removed, but for what outlasts it', async () => {
  const [mine, kept] = [await makeVideoFolder(temporary), await makeVideoFolder(temporary)];
  const theirs = join(temporary, `percept-video-${process.pid}-7-x`);
  mkdirSync(theirs);
  writeFileSync(join(theirs, 'video.mp4'), 'x');
  writeFileSync(join(kept, 'video.mp4'), 'x');
  const file = await outlastThread(join(kept, 'video.mp4'));
  removeVideosOfThread(7, temporary);
  expect([mine, theirs, dirname(file)].map((folder) => existsSync(folder))).toEqual([true, false, true]);
});

test('where there is no folder of temporary files, there is nothing to remove', () => {
  expect(() => removeVideosOfThread(7, join(temporary, 'none'))).not.toThrow();
});

test('a video elsewhere stays where it is', async () => {
  expect(await outlastThread('/somewhere/video.mp4')).toBe('/somewhere/video.mp4');
});

test('the first start removes what killed processes left behind, and nothing of those that live', () => {
  const ended = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
  const names = [
    `percept-video-${ended}-3-x`,
    `percept-video-${process.pid}-3-x`,
    `percept-video-${process.ppid}-3-x`,
    'other-1-2-x',
  ];
  for (const name of names) mkdirSync(join(temporary, name));
  removeVideosOfDeadProcesses(temporary);
  expect(readdirSync(temporary).sort()).toEqual(names.slice(2).sort());
  mkdirSync(join(temporary, names[0]!));
  // A second host of this process may find videos of the first.
  removeVideosOfDeadProcesses(temporary);
  expect(readdirSync(temporary)).toContain(names[0]);
});
