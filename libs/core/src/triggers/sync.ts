import { DEFAULT_PROJECT } from '../kernel';
import type { Pipelines } from '../pipelines/runs';
import type { ScheduledPipeline, TriggerSpec } from '../pipelines/language';
import type { Store } from '../durable/database';
import { writeDefinition } from './definition';
import type { ScheduleEntity } from './storage/schedule.entity';
import { endPause, findSchedules, saveSchedule, updateSchedule } from './storage/schedule.repository';
import { removeLost } from './retention';
import { triggerSource } from '../pipelines/trigger-sources';

/** A trigger of a served pipeline and its row in the database. */
export interface Trigger {
  row: ScheduleEntity;
  spec: TriggerSpec;
  pipeline: ScheduledPipeline;
}

/** The stored id of a trigger, `<pipeline>/<trigger>`. */
export const scheduleId = (projectId: string, trigger: string): string =>
  projectId === DEFAULT_PROJECT ? trigger : `${projectId}/${trigger}`;

const STARTS_PAUSED = "Its pipeline says 'paused: true'. Resume it to start.";

/** Reads the triggers of the served pipelines. A new or changed trigger starts from now. Ends pauses that are over. */
export async function readTriggers(store: Store, pipelines: Pipelines, now: number): Promise<Map<string, Trigger>> {
  const rows = await findSchedules(store.reader);
  for (const row of rows)
    if (row.paused_until !== null && row.paused_until <= now) await store.transaction((tx) => endPause(tx.manager, row, now));
  const known = new Map(rows.map((row) => [row.id, row]));
  const triggers = new Map<string, Trigger>();
  for (const pipeline of await pipelines.registry.scheduled()) {
    for (const spec of pipeline.triggers) {
      const id = scheduleId(pipeline.payer.projectId, `${pipeline.name}/${spec.id}`);
      const before = known.get(id);
      const same = before && before.removed_at === null && before.definition === writeDefinition(spec);
      const row = same ? before : await renew(store, { id, pipeline, spec, now });
      triggers.set(id, { row, spec, pipeline });
    }
  }
  const gone = [...known.values()].filter(({ id, removed_at }) => removed_at === null && !triggers.has(id));
  for (const { id } of gone) await store.transaction((tx) => updateSchedule(tx.manager, id, { removed_at: now }));
  await removeLost(store, new Set(gone.map(({ project_id }) => project_id)));
  return triggers;
}

/** Finds the trigger of a schedule in its pipeline. Other pipelines are read only if the trigger has changed or its pause ends. */
export async function readTrigger(
  store: Store,
  pipelines: Pipelines,
  { row, now }: { row: ScheduleEntity; now: number },
): Promise<Trigger | undefined> {
  const { id, project_id, definition, removed_at, paused_until } = row;
  const pipeline = await pipelines.registry.scheduledOne(row.pipeline, project_id);
  const spec = pipeline?.triggers.find((each) => scheduleId(project_id, `${row.pipeline}/${each.id}`) === id);
  if (!pipeline || !spec) return undefined;
  const isSame = removed_at === null && definition === writeDefinition(spec) && (paused_until ?? Infinity) > now;
  return isSame ? { row, spec, pipeline } : (await readTriggers(store, pipelines, now)).get(id);
}

/** Several processes may see the change. The first one writes it. */
function renew(
  store: Store,
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
    paused_until: null,
    resumed_at: now,
  };
  return store.transaction(({ manager }) =>
    saveSchedule(manager, { id, definition }, (before) => {
      const token_hash = (triggerSource(kind).hasAddress && before?.token_hash) || null;
      return { id, project_id: pipeline.payer.projectId, pipeline: pipeline.name, token_hash, ...fresh };
    }),
  );
}
