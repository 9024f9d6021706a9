import type { Pipelines } from '../pipelines/runs';
import type { ScheduledPipeline, TriggerSpec } from '../pipelines/language';
import type { Store, Transaction } from '../durable/database';
import { writeDefinition } from './definition';
import { ScheduleEntity } from './schedule.entity';
import { triggerSource } from './sources';

/** A trigger of a served pipeline and its row in the database. */
export interface Trigger {
  row: ScheduleEntity;
  spec: TriggerSpec;
  pipeline: ScheduledPipeline;
}

export const scheduleId = (pipeline: string, trigger: string): string => `${pipeline}/${trigger}`;

const STARTS_PAUSED = "Its pipeline says 'paused: true'. Resume it to start.";

/** Reads the triggers of the served pipelines; a new or changed one starts from now. */
export async function readTriggers(store: Store, pipelines: Pipelines, now: number): Promise<Map<string, Trigger>> {
  const known = new Map((await store.reader.find(ScheduleEntity)).map((row) => [row.id, row]));
  const triggers = new Map<string, Trigger>();
  for (const pipeline of await pipelines.registry.scheduled()) {
    for (const spec of pipeline.triggers) {
      const id = scheduleId(pipeline.name, spec.id);
      const before = known.get(id);
      const same = before && before.removed_at === null && before.definition === writeDefinition(spec);
      const row = same ? before : await store.transaction((tx) => renew(tx, { id, pipeline, spec, now }));
      triggers.set(id, { row, spec, pipeline });
    }
  }
  const gone = [...known.values()].filter(({ id, removed_at }) => removed_at === null && !triggers.has(id));
  for (const { id } of gone) await store.transaction((tx) => tx.manager.update(ScheduleEntity, { id }, { removed_at: now }));
  return triggers;
}

/** Several processes may see the change: the first one writes it. */
async function renew(
  { manager }: Transaction,
  { id, pipeline, spec, now }: { id: string; pipeline: ScheduledPipeline; spec: TriggerSpec; now: number },
): Promise<ScheduleEntity> {
  const { kind } = spec;
  const definition = writeDefinition(spec);
  const fresh = {
    definition,
    kind,
    removed_at: null,
    anchor: now,
    cursor: now,
    paused_at: spec.paused ? now : null,
    paused_reason: spec.paused ? STARTS_PAUSED : null,
    resumed_at: now,
  };
  const before = await manager.findOneBy(ScheduleEntity, { id });
  if (before?.definition === definition) {
    // The pipeline was missing for a while or had a mistake: the trigger keeps its position and its address.
    await manager.update(ScheduleEntity, { id }, { removed_at: null });
    return { ...before, removed_at: null };
  }
  const token_hash = (triggerSource(kind).hasAddress && before?.token_hash) || null;
  const row: ScheduleEntity = { id, pipeline: pipeline.name, token_hash, ...fresh };
  if (before) await manager.update(ScheduleEntity, { id }, row);
  else await manager.createQueryBuilder().insert().into(ScheduleEntity).values(row).orIgnore().updateEntity(false).execute();
  return manager.findOneByOrFail(ScheduleEntity, { id });
}
