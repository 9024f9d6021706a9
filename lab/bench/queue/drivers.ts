import { PrivatePostgres, withoutPostgres } from '../../../test/harness/postgres';
import { PrivateRedis, withoutRedis } from '../../../test/harness/redis';
import type { Later } from '../runner/cleanup';
import type { MeasureOptions } from '../runner/command';
import { QueueSite, type QueuePlace } from './queue-site';

export interface Driver {
  name: string;
  /** An empty one. */
  place(): Promise<QueuePlace>;
}

/** The drivers that this machine has what they need for. */
export async function drivers(later: Later, say: MeasureOptions['say']): Promise<Driver[]> {
  const embedded: Driver = { name: 'embedded', place: async () => ({}) };
  const missing = withoutPostgres ?? withoutRedis;
  if (missing) {
    say(missing);
    return [embedded];
  }
  const postgres = await PrivatePostgres.start();
  later(() => postgres.stop());
  const redis = await PrivateRedis.start();
  later(() => redis.stop());
  return [embedded, { name: 'bull', place: async () => ({ url: await postgres.database(), redis: redis.url() }) }];
}

/** Measures on an empty database. */
export async function onSite<T>(driver: Driver, work: (site: QueueSite) => Promise<T>): Promise<T> {
  const site = new QueueSite(await driver.place());
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}
