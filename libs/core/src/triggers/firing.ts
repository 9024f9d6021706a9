import { PerceptError } from '../kernel';
import { ENDED, type RunResponse } from '../pipelines/runs/entities';
import type { FileAccess, Pipelines } from '../pipelines/runs';
import type { RunMetering } from '../pipelines/runs/calls';
import type { Store, Transaction } from '../durable/database';
import type { ScheduleEntity } from './storage/schedule.entity';
import { findSchedule, lockIfActive, updateSchedule } from './storage/schedule.repository';
import { triggerSource } from '../pipelines/trigger-sources';
import type { Trigger } from './sync';
import type { TickEntity } from './storage/tick.entity';
import { lastTicks, settleTick } from './storage/tick.repository';

export interface FiringContext {
  store: Store;
  pipelines: Pipelines;
  /** Which folders each project may read; those of `pipelines` when absent. */
  files?: FileAccess;
  /** Everybody counts as able to pay when absent. */
  checkPayer?: RunMetering['whyEnded'];
}

/** Thrown if another process has started the run of this tick, or somebody has paused its schedule. */
class NotToStart extends Error {}

/** How many earlier runs `overlap` checks. */
const MAX_RUNS_CHECKED = 20;

/** Starts the run of a due tick, or records why it does not run. @returns the run that this call started. */
export async function fire(
  tick: TickEntity,
  trigger: Trigger,
  context: FiringContext,
  now: number,
): Promise<RunResponse | undefined> {
  const { row, spec } = trigger;
  // Triggers are read only every few seconds, so somebody may have paused or resumed this one since.
  Object.assign(row, await findSchedule(context.store.reader, row.id));
  if (row.paused_at !== null) return undefined;
  const reason = (await whyUnpaid(trigger, context)) ?? (await whyFailing(trigger, context));
  if (reason !== undefined) {
    await pause(row, reason, { store: context.store, now });
    // A file waits until the trigger resumes. A caller of an address is told about the pause and may call again.
    const { clock, hasAddress } = triggerSource(spec.kind);
    if (clock || hasAddress) await settle(context.store, tick, { state: 'skipped', reason: `The trigger is paused: ${reason}` });
    return undefined;
  }
  const running = spec.overlap === 'allow' ? [] : await runsInProgress(row.id, context);
  if (running.length > 0) {
    if (spec.overlap === 'queue') return undefined;
    if (spec.overlap === 'skip') {
      const reason = `The run ${running[0]!.id} that it started before was still in progress (overlap: skip).`;
      await settle(context.store, tick, { state: 'skipped', reason });
      return undefined;
    }
    for (const { id } of running) await context.pipelines.cancel(id).catch(unlessEnded);
  }
  return start(tick, trigger, context);
}

async function start(
  tick: TickEntity,
  { spec, pipeline }: Trigger,
  { store, pipelines, files = pipelines.files }: FiringContext,
): Promise<RunResponse | undefined> {
  const alongside = async ({ manager }: Transaction, run_id: string): Promise<void> => {
    if (!(await lockIfActive(manager, tick.schedule_id))) throw new NotToStart();
    if (!(await settleTick(manager, tick.id, { state: 'started', run_id }))) throw new NotToStart();
  };
  const inputs = { ...spec.inputs, ...tick.inputs };
  const roots = await files.roots(pipeline.payer.projectId);
  try {
    return await pipelines.start(pipeline.source, pipeline.file, { payer: pipeline.payer, inputs, roots, alongside });
  } catch (error) {
    if (error instanceof NotToStart) return undefined;
    if (!(error instanceof PerceptError) || error.status >= 500) throw error;
    await settle(store, tick, { state: 'failed', reason: error.message });
    return undefined;
  }
}

/** Ends the tick if it is still due: another process may have been first. */
async function settle(store: Store, { id }: TickEntity, end: Pick<TickEntity, 'state' | 'reason'>): Promise<void> {
  await store.transaction((tx) => settleTick(tx.manager, id, end));
}

async function runsInProgress(schedule_id: string, { store, pipelines }: FiringContext): Promise<RunResponse[]> {
  const ticks = await lastTicks(store.reader, { schedule_id, states: ['started'], limit: MAX_RUNS_CHECKED });
  const runs = await Promise.all(ticks.map(({ run_id }) => pipelines.get(run_id!).catch(unlessEnded)));
  return runs.filter((run) => run !== undefined).filter(({ status }) => !ENDED.includes(status));
}

/** Why nobody pays for the run any more. */
async function whyUnpaid({ pipeline }: Trigger, { checkPayer, pipelines }: FiringContext): Promise<string | undefined> {
  if (!(await checkPayer?.(pipeline.payer))) return undefined;
  // Triggers are read only every few seconds, so somebody else may have saved the pipeline since.
  pipeline.payer = await pipelines.registry.payer(pipeline.name, pipeline.payer.projectId);
  const ended = await checkPayer!(pipeline.payer);
  return ended && `${ended} Save the pipeline with another key, then resume the trigger.`;
}

async function whyFailing({ row, spec }: Trigger, { store, pipelines }: FiringContext): Promise<string | undefined> {
  const limit = spec.pauseAfter;
  if (limit === undefined) return undefined;
  const last = await lastTicks(store.reader, { schedule_id: row.id, states: ['started', 'failed'], limit });
  if (last.length < limit || last.some(({ at }) => at < row.resumed_at)) return undefined;
  for (const { run_id } of last) {
    const run = run_id ? await pipelines.get(run_id).catch(unlessEnded) : undefined;
    if (run && run.status !== 'failed') return undefined;
  }
  return `${limit} runs failed in a row.`;
}

/** Pauses the schedule, which shows the reason. */
async function pause(row: ScheduleEntity, paused_reason: string, { store, now }: { store: Store; now: number }): Promise<void> {
  const paused = { paused_at: now, paused_reason };
  Object.assign(row, paused);
  await store.transaction((tx) => updateSchedule(tx.manager, row.id, paused));
}

/** Ignores that a run which has ended or was removed cannot be cancelled. */
function unlessEnded(error: unknown): undefined {
  if (error instanceof PerceptError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return undefined;
  throw error;
}
