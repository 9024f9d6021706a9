import { PerceptError } from '../kernel';
import { ENDED, type RunResponse } from '../pipelines/runs/entities';
import type { Pipelines } from '../pipelines/runs';
import type { Store, Transaction } from '../durable/database';
import { ScheduleEntity } from './schedule.entity';
import type { Trigger } from './sync';
import { TickEntity } from './tick.entity';

export interface FiringContext {
  store: Store;
  pipelines: Pipelines;
  /** Folders that runs may read. */
  roots: readonly string[];
}

/** Another process was first. */
class Taken extends Error {}

/** How many earlier runs are looked at for one that is still under way. */
const LOOK_BACK = 20;

/** Starts the run of a due tick, or writes down why not. @returns the run; undefined where none was started here. */
export async function fire(
  tick: TickEntity,
  trigger: Trigger,
  parts: FiringContext,
  now: number,
): Promise<RunResponse | undefined> {
  const { row, spec } = trigger;
  if (row.paused_at !== null) return undefined;
  if (await pausedByFailures(trigger, parts, now)) {
    if (spec.when) await settle(parts.store, tick, { state: 'skipped', reason: `The trigger is paused: ${row.paused_reason}` });
    return undefined;
  }
  const running = spec.overlap === 'allow' ? [] : await underWay(row.id, parts);
  if (running.length > 0) {
    if (spec.overlap === 'queue') return undefined;
    if (spec.overlap === 'skip') {
      const reason = `The run ${running[0]!.id} that it started before was still under way (overlap: skip).`;
      await settle(parts.store, tick, { state: 'skipped', reason });
      return undefined;
    }
    for (const { id } of running) await parts.pipelines.cancel(id).catch(unlessEnded);
  }
  return start(tick, trigger, parts);
}

async function start(
  tick: TickEntity,
  { spec, pipeline }: Trigger,
  { store, pipelines, roots }: FiringContext,
): Promise<RunResponse | undefined> {
  const alongside = async ({ manager }: Transaction, run_id: string): Promise<void> => {
    const mine = await manager.update(TickEntity, { id: tick.id, state: 'due' }, { state: 'started', run_id });
    if (mine.affected !== 1) throw new Taken();
  };
  const inputs = { ...spec.inputs, ...tick.inputs };
  try {
    return await pipelines.start(pipeline.source, pipeline.file, { inputs, roots, alongside });
  } catch (error) {
    if (error instanceof Taken) return undefined;
    if (!(error instanceof PerceptError) || error.status >= 500) throw error;
    await settle(store, tick, { state: 'failed', reason: error.message });
    return undefined;
  }
}

/** Only a tick that is due still: two processes may have looked at it. */
async function settle(store: Store, { id }: TickEntity, fate: Pick<TickEntity, 'state' | 'reason'>): Promise<void> {
  await store.transaction((tx) => tx.manager.update(TickEntity, { id, state: 'due' }, fate));
}

async function underWay(schedule_id: string, { store, pipelines }: FiringContext): Promise<RunResponse[]> {
  const where = { schedule_id, state: 'started' } as const;
  const ticks = await store.reader.find(TickEntity, { where, order: { at: 'DESC' }, take: LOOK_BACK });
  const runs = await Promise.all(ticks.map(({ run_id }) => pipelines.get(run_id!).catch(unlessEnded)));
  return runs.filter((run): run is RunResponse => run !== undefined && !ENDED.includes(run.status));
}

async function pausedByFailures({ row, spec }: Trigger, { store, pipelines }: FiringContext, now: number): Promise<boolean> {
  const most = spec.pauseAfter;
  if (most === undefined) return false;
  const where = [
    { schedule_id: row.id, state: 'started' as const },
    { schedule_id: row.id, state: 'failed' as const },
  ];
  const last = await store.reader.find(TickEntity, { where, order: { at: 'DESC' }, take: most });
  if (last.length < most || last.some(({ at }) => at < row.resumed_at)) return false;
  for (const { run_id } of last) {
    const run = run_id ? await pipelines.get(run_id).catch(unlessEnded) : undefined;
    if (run && run.status !== 'failed') return false;
  }
  row.paused_at = now;
  row.paused_reason = `${most} runs failed one after the other.`;
  const { paused_at, paused_reason } = row;
  await store.transaction((tx) => tx.manager.update(ScheduleEntity, { id: row.id }, { paused_at, paused_reason }));
  return true;
}

/** A run that has ended, or is gone, needs no cancelling. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof PerceptError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return undefined;
  throw error;
}
