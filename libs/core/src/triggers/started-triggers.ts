import { PerceptError } from '../kernel';
import type { FileAccess } from '../pipelines/runs';
import type { Store } from '../durable/database';
import { inputsFor } from './inputs';
import { updateSchedule } from './storage/schedule.repository';
import { triggerSource, type StartedTrigger, type TriggerContext, type TriggerEvent } from '../pipelines/trigger-sources';
import type { Trigger } from './sync';
import { addTick, knownRefs } from './storage/tick.repository';

interface StartedTriggersOptions {
  store: Store;
  files: FileAccess;
  now: () => Promise<number>;
  /** Logs a failure that a trigger survives. */
  report: (error: unknown, trigger: Trigger['row']) => void;
}

/** The triggers of this process that wait for events. */
export class StartedTriggers {
  private readonly started = new Map<string, StartedTrigger>();

  constructor(private readonly options: StartedTriggersOptions) {}

  /** Starts new triggers and closes those that are gone. */
  async update(triggers: Iterable<Trigger>): Promise<void> {
    const granted = new Map<string, unknown>();
    const wanted = new Map<string, Trigger>();
    for (const trigger of triggers) {
      if (!triggerSource(trigger.spec.kind).start) continue;
      const { project_id } = trigger.row;
      if (!granted.has(project_id)) granted.set(project_id, await this.options.files.granted(project_id));
      wanted.set(keyOf(trigger, granted.get(project_id)), trigger);
    }
    for (const [key, trigger] of this.started) {
      if (wanted.has(key)) continue;
      this.started.delete(key);
      await trigger.close();
    }
    for (const [key, trigger] of wanted) if (!this.started.has(key)) await this.start(key, trigger);
  }

  async close(): Promise<void> {
    await Promise.all([...this.started.values()].map((each) => each.close()));
    this.started.clear();
  }

  private async start(key: string, trigger: Trigger): Promise<void> {
    const source = triggerSource(trigger.spec.kind);
    if (!source.start) return;
    try {
      this.started.set(key, await source.start(trigger.spec.settings, await this.contextOf(trigger)));
    } catch (error) {
      if (error instanceof PerceptError) await this.pause(trigger, error.message);
      else this.options.report(error, trigger.row);
    }
  }

  private async contextOf(trigger: Trigger): Promise<TriggerContext> {
    const { files, store } = this.options;
    const report = (error: unknown): void => this.options.report(error, trigger.row);
    const { project_id } = trigger.row;
    const known = (refs: readonly string[]) => knownRefs(store.reader, trigger.row.id, refs);
    const [roots, paths] = [await files.roots(project_id), await files.paths(project_id)];
    const objects = await files.objects(project_id, paths);
    return { roots, paths, objects, report, known, fire: (event) => this.addTick(trigger, event) };
  }

  private async addTick({ row, spec }: Trigger, { ref, value }: TriggerEvent): Promise<void> {
    const at = await this.options.now();
    const inputs = inputsFor(spec.input, value);
    const tick = { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs } as const;
    await this.options.store.transaction((tx) => addTick(tx.manager, tick));
  }

  /** Pauses the schedule, which shows the reason. */
  private async pause({ row }: Trigger, paused_reason: string): Promise<void> {
    if (row.paused_at !== null) return;
    const paused_at = await this.options.now();
    await this.options.store.transaction((tx) => updateSchedule(tx.manager, row.id, { paused_at, paused_reason }));
  }
}

/**
 * Identifies a started trigger. When its settings, its input or the granted folders change, it counts as another trigger and is
 * started again.
 */
const keyOf = ({ row, spec }: Trigger, granted: unknown): string => JSON.stringify([row.id, spec.settings, spec.input, granted]);
