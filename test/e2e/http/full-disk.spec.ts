import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, tempDir } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

/** Mounts a small disk. @returns whether this user may. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('on a full disk the service is not ready and says why, and keeps no part of a file, until there is room again', async () => {
  const dataDir = tempDir();
  if (!mountSmallDisk(dataDir)) {
    removeDir(dataDir);
    return console.log('Skipped: only root may mount a small tmpfs.');
  }
  try {
    const service = await startPercept({ dataDir });
    const ready = async () => {
      const answer = await fetch(`${service.url}/health/ready`);
      return { code: answer.status, ...((await answer.json()) as object) } as Record<string, unknown>;
    };
    // The outcome of each write holds for a moment, and not for the same one.
    const until = async (code: number, isDataFolderReady: boolean) => {
      return waitFor(
        async () => {
          const answer = await ready();
          return answer['code'] === code && (answer['data_folder'] === 'ready') === isDataFolderReady && answer;
        },
        { interval: 50 },
      );
    };
    try {
      expect(await ready()).toMatchObject({ code: 200, data_folder: 'ready' });
      const filler = join(dataDir, 'filler');
      expect(() => writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024))).toThrow(/ENOSPC/);
      expect(await until(503, false)).toMatchObject({
        status: 'not ready',
        workers: 'ready',
        data_folder: 'cannot be written: the disk is full (ENOSPC)',
      });
      // There is room for a part of the file.
      truncateSync(filler, statSync(filler).size - 100_000);
      const body = Buffer.concat([readFileSync(join(EXAMPLES, 'crossing.jpg')), Buffer.alloc(1_000_000)]);
      for (const path of ['/v2/uploads', '/v2/vision/detect/async']) {
        const answer = await service.fetch(path, { method: 'POST', body, headers: { 'content-type': 'image/jpeg' } });
        expect({ path, status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
          ...{ path, status: 503 },
          error: { code: 'OVERLOADED', message: expect.stringContaining('The disk of the service is full') as string },
        });
      }
      expect([...readdirSync(join(dataDir, 'uploads')), ...readdirSync(join(dataDir, 'analyses'))]).toEqual(['owner']);
      rmSync(filler);
      expect(await until(200, true)).toMatchObject({ status: 'ok', database: 'ready', data_folder: 'ready' });
    } finally {
      await service.kill();
    }
  } finally {
    execFileSync('umount', [dataDir]);
    removeDir(dataDir);
  }
});
