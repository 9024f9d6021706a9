import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** The folder's name holds its process and thread. */
const NAME = /^percept-video-(\d+)-(\d+)-/;
const nameFor = (thread: number): string => `percept-video-${process.pid}-${thread}-`;
/** The main thread, which ends with the process. */
const MAIN = 0;

/** Makes a temporary folder for one video of this thread. */
export function makeVideoFolder(root = tmpdir()): Promise<string> {
  return mkdtemp(join(root, nameFor(threadId)));
}

/** Makes a video outlast this thread, if it has its own folder. @returns its new path. */
export async function outlastThread(file: string): Promise<string> {
  const folder = dirname(file);
  if (!NAME.test(basename(folder))) return file;
  const kept = basename(folder).replace(NAME, nameFor(MAIN));
  await rename(folder, join(dirname(folder), kept));
  return join(dirname(folder), kept, basename(file));
}

/** Writes media of a call that is answered later into a file that outlasts this thread. */
export async function keepForLater(bytes: Uint8Array): Promise<string> {
  const file = join(await makeVideoFolder(), 'media');
  await writeFile(file, bytes);
  return outlastThread(file);
}

/** Removes the folders of an ended thread: a terminated thread removes nothing itself. */
export function removeVideosOfThread(thread: number, root = tmpdir()): void {
  removeFolders(root, (pid, of) => pid === process.pid && of === thread);
}

let removed = false;

/** Removes the folders of killed processes. Call it once, before this process opens a video. */
export function removeVideosOfDeadProcesses(root = tmpdir()): void {
  if (removed) return;
  removed = true;
  // In a container each start has the same process id, so a folder with this id is left from an earlier start.
  removeFolders(root, (pid) => pid === process.pid || !isAlive(pid));
}

function removeFolders(root: string, isUnused: (pid: number, thread: number) => boolean): void {
  for (const name of namesIn(root)) {
    const [, pid, thread] = NAME.exec(name) ?? [];
    if (pid === undefined || !isUnused(Number(pid), Number(thread))) continue;
    try {
      rmSync(join(root, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
}

/** Returns no names if the folder does not exist: a video that needs it reports that. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
