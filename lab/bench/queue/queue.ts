import { SQLITE_PACKAGE } from '../../../libs/core/src/durable/database/sqlite';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { hasPeer, installed } from '../../peers';
import { GRAPHILE_WORKER, graphileJobs } from './graphile-site';
import { drivers, onSite, type Driver } from './drivers';
import { warmUp } from './queue-site';
import { computing } from '../probes/computing';
import type { Report } from '../runner/report';
import { bounds, interleave, ratios, spread, type Spread } from '../runner/statistics';

const PROCESSES = [1, 2, 4];
const QUICK_PROCESSES = [1, 2];

/** What is measured, by `<driver> <what> <processes>`. */
type Rates = Record<string, number[]>;

/** Graphile Worker has its jobs in the same PostgreSQL. */
const GRAPHILE = 'graphile';
/** More processes cannot speed up jobs more than computing. */
const LIMIT = 'computing';
/** Nor more than processes that share nothing, because each has a database of its own. */
const APART = 'apart';

/** Against one process of the same driver, and Bull against embedded, each in the same round. */
function compared(rates: Rates, names: readonly string[], processes: readonly number[]): Record<string, Spread> {
  const found: Record<string, Spread> = {};
  for (const what of ['runs', 'jobs']) {
    for (const driver of names) {
      for (const count of processes.slice(1)) {
        found[`${driver}_${what}_${count}_vs_1`] = spread(
          ratios(rates[`${driver} ${what} ${count}`]!, rates[`${driver} ${what} 1`]!),
        );
      }
    }
    if (names.length < 2) continue;
    for (const count of processes) {
      found[`bull_vs_embedded_${what}_${count}`] = spread(
        ratios(rates[`bull ${what} ${count}`]!, rates[`embedded ${what} ${count}`]!),
      );
    }
  }
  const most = processes.at(-1);
  found[`${LIMIT}_${most}_vs_1`] = spread(ratios(rates[`${LIMIT} rounds ${most}`]!, rates[`${LIMIT} rounds 1`]!));
  if (rates[`${GRAPHILE} jobs 1`]) {
    for (const count of processes) {
      const name = count === most ? 'vs_graphile_worker' : `vs_graphile_worker_${count}`;
      found[name] = spread(ratios(rates[`bull jobs ${count}`]!, rates[`${GRAPHILE} jobs ${count}`]!));
    }
    found[`graphile_jobs_${most}_vs_1`] = spread(ratios(rates[`${GRAPHILE} jobs ${most}`]!, rates[`${GRAPHILE} jobs 1`]!));
  }
  if (rates['bull jobs 1']) {
    found[`${APART}_jobs_${most}_vs_1`] = spread(ratios(rates[`${APART} jobs ${most}`]!, rates['bull jobs 1']));
    found[`bull_vs_${APART}_jobs_${most}`] = spread(ratios(rates[`bull jobs ${most}`]!, rates[`${APART} jobs ${most}`]!));
  }
  return found;
}

/** Jobs per second of each driver and number of processes. */
function jobRates(rates: Rates): Record<string, number> {
  const names = Object.keys(rates).filter((key) => key.includes(' jobs '));
  return Object.fromEntries(names.map((key) => [key.replace(' jobs ', '_jobs_per_s_'), spread(rates[key]!).median]));
}

function report(rates: Rates, found: [string, Spread][], counts: Record<string, number>): Report {
  const row = (key: string) => {
    const { median, min, max } = spread(rates[key]!);
    return [...key.split(' '), median, min, max];
  };
  return {
    name: 'queue',
    against: installed('bull', 'ioredis', ...(hasPeer(GRAPHILE_WORKER) ? [GRAPHILE_WORKER] : []), SQLITE_PACKAGE),
    ratios: Object.fromEntries(found.map(([name, { median }]) => [name, median])),
    figures: Object.assign({}, ...found.map(([name, each]) => bounds(name, each)), jobRates(rates), counts) as Record<
      string,
      number
    >,
    tables: [
      {
        title: 'Items of runs, and jobs of the queue, per second: worker processes on one database',
        head: ['driver', 'what', 'processes', 'median', 'min', 'max'],
        rows: Object.keys(rates).map(row),
      },
    ],
  };
}

/** @returns jobs per second of this many processes that share a database. */
function jobRate(driver: Driver, jobs: number, processes: number, busy: Rates): Promise<number> {
  return onSite(driver, async (site) => {
    await site.jobs(warmUp(jobs, processes), processes);
    const rate = await site.jobs(jobs, processes);
    (busy[`${driver.name}_busy_cores_${processes}`] ??= []).push(site.busyCores);
    return rate;
  });
}

/** @returns jobs per second of this many processes at the same time, each with its own database and its part of the jobs. */
async function apart(driver: Driver, jobs: number, processes: number): Promise<number> {
  const part = Math.ceil(jobs / processes);
  const rates = await Promise.all(Array.from({ length: processes }, () => jobRate(driver, part, 1, {})));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const [jobs, runs, items] = quick ? [100, 4, 10] : [20_000, 16, 200];
  const found = await drivers(later, say);
  const contestants: Record<string, () => Promise<number>> = {};
  const busy: Rates = {};
  const processes = quick ? QUICK_PROCESSES : PROCESSES;
  for (const count of processes) {
    contestants[`${LIMIT} rounds ${count}`] = () => computing(count);
    for (const driver of found) {
      contestants[`${driver.name} runs ${count}`] = () => onSite(driver, (site) => site.runs({ runs, items }, count));
      contestants[`${driver.name} jobs ${count}`] = () => jobRate(driver, jobs, count, busy);
      if (driver.name === 'bull') {
        if (count > 1) contestants[`${APART} jobs ${count}`] = () => apart(driver, jobs, count);
        if (hasPeer(GRAPHILE_WORKER))
          contestants[`${GRAPHILE} jobs ${count}`] = async () => graphileJobs((await driver.place()).url!, jobs, count);
      }
    }
  }
  say(`Taking turns: ${runs} runs of ${items} items, and ${jobs} jobs …`);
  const rates = await interleave(contestants, quick ? 1 : 2);
  const names = found.map(({ name }) => name);
  return report(rates, Object.entries(compared(rates, names, processes)), {
    ...Object.fromEntries(Object.entries(busy).map(([name, cores]) => [name, spread(cores).median])),
    jobs,
    runs,
    items_of_a_run: items,
  });
}

export const queue: Measurement = {
  name: 'queue',
  summary: 'Both drivers of the queue side by side, with 1, 2 and 4 worker processes; beside Graphile Worker.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
