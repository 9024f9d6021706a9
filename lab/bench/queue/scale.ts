import { SQLITE_PACKAGE } from '../../../libs/core/src/durable/database/sqlite';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { installed } from '../../peers';
import type { Report } from '../runner/report';
import { median } from '../runner/statistics';
import { drivers, onSite } from './drivers';

/** What one run is of: items that wait, and items that do nothing. */
const SIZES = { waiting: { items: 2_000, itemMs: 50 }, nothing: { items: 20_000, itemMs: 0 } };
const QUICK: typeof SIZES = { waiting: { items: 40, itemMs: 5 }, nothing: { items: 200, itemMs: 0 } };
type What = keyof typeof SIZES;
/** The part of the items that each process has in a first turn, which does not count. */
const WARM_UP = 0.5;
/** A run of items that do nothing takes two seconds: the median of a few says more. */
const TURNS: Record<What, number> = { waiting: 1, nothing: 5 };

interface Rate {
  driver: string;
  what: What;
  processes: number;
  /** Items per second. */
  rate: number;
  /** What an item costs the worker processes: a busy neighbour changes it less than the rate. */
  cpuMs: number;
}

function report(rates: readonly Rate[]): Report {
  const rateOf = (driver: string, what: What, processes: number) =>
    rates.find((each) => each.driver === driver && each.what === what && each.processes === processes)?.rate;
  const most = Math.max(...rates.map(({ processes }) => processes));
  const found: Record<string, number> = {};
  const figures: Record<string, number> = {};
  for (const [driver, suffix] of [['bull', ''] as const, ['embedded', '_sqlite'] as const]) {
    for (const [what, name] of [['waiting', 'one_run'] as const, ['nothing', 'nothing'] as const]) {
      const [one, many] = [rateOf(driver, what, 1), rateOf(driver, what, most)];
      if (one && many) found[`${name}_${most}_vs_1${suffix}`] = many / one;
    }
    for (const { processes, cpuMs } of rates.filter((each) => each.driver === driver && each.what === 'nothing')) {
      if (!Number.isNaN(cpuMs)) figures[`cpu_ms_per_item_${processes}${suffix}`] = cpuMs;
    }
    const items = rateOf(driver, 'nothing', most);
    if (items) figures[driver === 'bull' ? 'items_per_s_postgres' : 'items_per_s_sqlite'] = items;
  }
  return {
    name: 'scale',
    against: installed('bull', 'ioredis', SQLITE_PACKAGE),
    ratios: found,
    figures,
    tables: [
      {
        title: 'Items of one run per second, and what an item costs the workers: processes with 4 items in flight each',
        head: ['driver', 'items', 'processes', 'items/s', 'CPU ms'],
        rows: rates.map(({ driver, what, processes, rate, cpuMs }) => [driver, what, processes, rate, cpuMs]),
      },
    ],
  };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const sizes = quick ? QUICK : SIZES;
  const rates: Rate[] = [];
  for (const driver of await drivers(later, say)) {
    for (const what of ['waiting', 'nothing'] as const) {
      for (const processes of quick ? [1, 2] : [1, 2, 4]) {
        const { items } = sizes[what];
        const turns = await onSite(driver, async (site) => {
          // New processes spend their first second on compiling what they run: each gets the same work to warm up.
          await site.runs({ runs: 1, ...sizes[what], items: items * WARM_UP * processes }, processes);
          const measured: Pick<Rate, 'rate' | 'cpuMs'>[] = [];
          while (measured.length < (quick ? 1 : TURNS[what])) {
            const perSecond = await site.runs({ runs: 1, ...sizes[what] }, processes);
            measured.push({ rate: perSecond, cpuMs: site.workerCpuMs / items });
          }
          return measured;
        });
        const [rate, cpuMs] = [median(turns.map((turn) => turn.rate)), median(turns.map((turn) => turn.cpuMs))];
        say(`${driver.name}, ${what}, ${processes} processes: ${rate.toFixed(0)} items/s, ${cpuMs.toFixed(2)} ms of CPU each`);
        rates.push({ driver: driver.name, what, processes, rate, cpuMs });
      }
    }
  }
  return report(rates);
}

export const scale: Measurement = {
  name: 'scale',
  summary: 'One run with 1, 2 and 4 worker processes, on SQLite and on PostgreSQL with Redis.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
