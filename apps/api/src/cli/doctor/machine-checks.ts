import { describeSandbox, findFfmpeg, type Config } from '@percept/core';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { videoSettings } from '../../inference/models/model-paths';
import { ok, problem, warning, type Check } from './finding';

const OLDEST_NODE = [20, 19] as const;
const LOW_DISK = 2 ** 30;
const FULL_DISK = 100 * 2 ** 20;
/** The permission bits of everyone but the owner. */
const OTHERS = 0o077;

const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

export const nodeCheck: Check = {
  name: 'Node',
  look: () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const [oldest, oldestMinor] = OLDEST_NODE;
    const found = `${process.version} on ${process.platform}-${process.arch}`;
    if (major < oldest || (major === oldest && minor < oldestMinor)) return problem(`${found} is too old`, 'Install Node 24.');
    if (major < 22) return warning(`${found} works; it gets no updates any more`, 'Install Node 24.');
    return ok(found);
  },
};

/** All checks of this machine that need the configuration. */
export const machineChecks = (config: Config): Check[] => [
  { name: 'memory and cores', look: () => workersReport(config) },
  { name: 'data folder', look: () => folderReport(config.PERCEPT_DATA_DIR, 'PERCEPT_DATA_DIR') },
  { name: 'cache folder', look: () => folderReport(config.cacheDir, 'PERCEPT_CACHE_DIR') },
  { name: 'disk', look: () => diskReport(config.PERCEPT_DATA_DIR) },
  { name: 'ffmpeg', look: () => ffmpegReport(config) },
  { name: 'sandbox', look: async () => ok(`models of projects run ${await describeSandbox()}`) },
];

function workersReport({ workerPlan }: Config) {
  const { workers, cores, memoryBytes, reason } = workerPlan;
  return ok(`${workers} worker threads on ${cores} cores and ${gigabytes(memoryBytes)} (${reason})`);
}

/** The start creates a missing folder, so its parent is checked. */
function folderReport(folder: string, setting: string) {
  const place = existing(resolve(folder));
  if (!statSync(place).isDirectory()) return problem(`${place} is not a folder`, `Name another: ${setting}.`);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    return problem(
      `${place} cannot be written by this user`,
      `Give this user the right to write it, or name another: ${setting}.`,
    );
  }
  if (place !== resolve(folder)) return ok(`${resolve(folder)} will be created`);
  if ((statSync(place).mode & OTHERS) !== 0)
    return warning(
      `other users of this machine may read ${place}`,
      `chmod 700 ${place}; the service does this when it starts as the owner.`,
    );
  return ok(`${place} can be written`);
}

function existing(folder: string): string {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  return place;
}

function diskReport(folder: string) {
  const place = existing(resolve(folder));
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const detail = `${gigabytes(free)} free for ${place}`;
  const fix = 'Free space, or move PERCEPT_DATA_DIR; PERCEPT_RETENTION_DAYS says how long results are kept.';
  if (free < FULL_DISK) return problem(detail, fix);
  return free < LOW_DISK ? warning(detail, fix) : ok(detail);
}

async function ffmpegReport(config: Config) {
  const { ffmpeg, version, year, source, sandbox } = await findFfmpeg(videoSettings(config));
  const detail = `${ffmpeg}, version ${version}${year === undefined ? '' : ` of ${year}`}, ${await describeSandbox(sandbox)}`;
  if (source !== 'npm') return ok(detail);
  return warning(
    `${detail}, from npm: it gets no security updates`,
    'Install ffmpeg on this machine, for example: apt install ffmpeg.',
  );
}
