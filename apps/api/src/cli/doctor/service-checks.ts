import { inspectDatabase, readStorageRules, listModels, Queue, type Config } from '@percept/core';
import { join, resolve } from 'node:path';
import { checkAddress } from '../../service/lifecycle/listening';
import { modelPaths, TRIAL_PROCESS } from '../../inference/models/model-paths';
import { declaredBy, usablePlugins } from '../../inference/plugins/usable-plugins';
import { ok, problem, warning, type Check } from './finding';

/** Leases and signatures tolerate a small clock skew. */
const MAX_SKEW_MS = 2_000;

/** Checks of the service's parts and of the servers that it uses. */
export const serviceChecks = (config: Config): Check[] => [
  { name: 'models', look: () => modelsReport(config) },
  { name: 'plugins', look: () => pluginsReport(config) },
  { name: 'port', look: () => portReport(config) },
  { name: 'database', look: () => databaseReport(config) },
  ...(config.PERCEPT_DATABASE_URL ? [{ name: 'clock', look: () => clockReport(config) }] : []),
  ...(config.PERCEPT_REDIS_URL ? [{ name: 'Redis', look: () => redisReport(config) }] : []),
  ...(config.PERCEPT_STORAGE_URL ? [{ name: 'object storage', look: () => storageReport(config) }] : []),
];

async function modelsReport(config: Config) {
  const models = await listModels(modelPaths(config), { trialPath: TRIAL_PROCESS });
  const broken = models.filter(({ state }) => state === 'broken');
  if (broken.length > 0) {
    const reasons = broken.map(({ name, reason }) => `The model '${name}' is broken: ${reason}`);
    return problem(reasons.join('\n'), 'Fix its model.yaml or its weights, or remove its folder.');
  }
  const unmade = models.filter(({ state, task }) => state === 'unprepared' && !config.unusedTasks.includes(task!)).length;
  return ok(`${models.length} found${unmade > 0 ? `; the first start converts ${unmade} of them` : ''}`);
}

async function pluginsReport(config: Config) {
  const { plugins, capabilities, rejected } = declaredBy(await usablePlugins(config));
  const [first] = rejected;
  if (first) return problem(`${first.source} is left out: ${first.reason}`, 'Fix it, or remove it from the configuration.');
  return ok(`${plugins.length} with ${capabilities.size} capabilities`);
}

/** A running service uses the port, which is as it should be. */
async function portReport(config: Config) {
  try {
    await checkAddress(config);
    return ok(`${config.PORT} on ${config.PERCEPT_HOST} is free`);
  } catch (error) {
    if (await answersAsPercept(config)) return ok(`Percept answers on port ${config.PORT}`);
    throw error;
  }
}

async function answersAsPercept({ PORT, PERCEPT_HOST }: Config): Promise<boolean> {
  const host = ['0.0.0.0', '::'].includes(PERCEPT_HOST) ? '127.0.0.1' : PERCEPT_HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(3_000) });
    return Object.hasOwn((await answer.json()) as object, 'workers');
  } catch {
    return false;
  }
}

const inspected = ({ PERCEPT_DATABASE_URL: url, PERCEPT_DATA_DIR }: Config) =>
  inspectDatabase({ url: url || undefined, file: resolve(join(PERCEPT_DATA_DIR, 'percept.sqlite')) });

async function databaseReport(config: Config) {
  const { place, hasData } = await inspected(config);
  return ok(hasData ? place : `${place}: empty, the first start creates its tables`);
}

async function clockReport(config: Config) {
  const { clockSkewMs = 0 } = await inspected(config);
  const detail = `${(Math.abs(clockSkewMs) / 1_000).toFixed(1)} s ${clockSkewMs < 0 ? 'ahead of' : 'behind'} PostgreSQL`;
  if (Math.abs(clockSkewMs) <= MAX_SKEW_MS) return ok(detail);
  return warning(detail, 'Synchronize the clocks of all machines, for example with chrony.');
}

async function redisReport({ PERCEPT_REDIS_URL }: Config) {
  await Queue.checkRedis(PERCEPT_REDIS_URL);
  return ok('answers, keeps its jobs, and returns a notification');
}

async function storageReport(config: Config) {
  const objects = readStorageRules(config);
  try {
    for await (const page of objects.storage.list(objects.ownObject('')!, { limit: 1 })) if (page.length > 0) break;
    return ok(`${config.PERCEPT_STORAGE_URL} can be listed`);
  } finally {
    await objects.storage.close();
  }
}
