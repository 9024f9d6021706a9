import type { ObjectStorageRules } from '../durable/object-storage';
import { AllowedPaths, PerceptError } from '../kernel';
import type { Store } from '../durable/database';
import { inputsFor } from './inputs';
import { updateSchedule } from './storage/schedule.repository';
import { triggerSource, type StartedTrigger, type TriggerContext, type TriggerEvent } from './sources';
import type { Trigger } from './sync';
import { addTick, knownRefs } from './storage/tick.repository';

export interface StartedTriggersOptions {
  store: Store;
  roots: readonly string[];
  objects: ObjectStorageRules;
  now: () => Promise<number>;
  /** Logs a failure that a trigger survives. */
  report: (error: unknown) => void;
}

/** The triggers of this process that wait for events. */
export class StartedTriggers {
  private readonly started = new Map<string, StartedTrigger>();

  constructor(private readonly options: StartedTriggersOptions) {}

  /** Starts the triggers that are new and closes those that are gone. */
  async update(triggers: Iterable<Trigger>): Promise<void> {
    const wanted = new Map([...triggers].map((trigger) => [keyOf(trigger), trigger]));
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
      else this.options.report(error);
    }
  }

  private async contextOf(trigger: Trigger): Promise<TriggerContext> {
    const { roots, report, objects, store } = this.options;
    const known = (refs: readonly string[]) => knownRefs(store.reader, trigger.row.id, refs);
    const paths = await AllowedPaths.of({ base: '.', roots });
    return { roots, paths, objects: objects.for(paths), report, known, fire: (event) => this.addTick(trigger, event) };
  }

  private async addTick({ row, spec }: Trigger, { ref, value }: TriggerEvent): Promise<void> {
    const at = await this.options.now();
    const inputs = inputsFor(spec.input, value);
    const tick = { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs } as const;
    await this.options.store.transaction((tx) => addTick(tx.manager, tick));
  }

  /** The reason is shown with the schedule. */
  private async pause({ row }: Trigger, paused_reason: string): Promise<void> {
    if (row.paused_at !== null) return;
    const paused_at = await this.options.now();
    await this.options.store.transaction((tx) => updateSchedule(tx.manager, row.id, { paused_at, paused_reason }));
  }
}

/** A trigger with other settings, or another input, is another trigger. */
const keyOf = ({ row, spec }: Trigger): string => JSON.stringify([row.id, spec.settings, spec.input]);
