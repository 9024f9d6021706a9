import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { newId, PerceptError, toJson } from '../kernel';
import { safeAgent } from '../kernel/net';
import type { RunResponse } from '../pipelines/runs/entities';
import { databaseNow } from '../durable/database';
import { fire, type FiringContext } from './firing';
import { HookLimit } from './hook-limit';
import { hashOfToken } from './hook-token';
import { inputsFor } from './inputs';
import { readHookBody, triggerSource, triggerSources, type HookReceipt, type HookRequest } from '../pipelines/trigger-sources';
import { findScheduleByToken } from './storage/schedule.repository';
import { StartedTriggers } from './started-triggers';
import { readTrigger, readTriggers, type Trigger } from './sync';
import { recordTicks } from './tick-history';
import type { TickEntity } from './storage/tick.entity';
import { addTick, countDue, dueTicks, getTick, settleTick } from './storage/tick.repository';

export interface SchedulesOptions extends FiringContext {
  log: { error(fields: object, message: string): void };
  /** Calls per minute that this process accepts for an address of a webhook trigger; unlimited when absent. */
  hooksPerMinute?: number;
  /** ms since the epoch; the database's clock when absent. */
  now?: () => Promise<number>;
  pollMs?: number;
  /** The connections of triggers that check a request; only to public addresses when absent. */
  outbound?: () => Dispatcher;
  /** How often the triggers of the pipelines are read again. */
  syncMs?: number;
}

const POLL_INTERVAL_MS = 1_000;
const SYNC_MS = 5_000;
const MAX_DUE = 100;
const MINUTE_MS = 60_000;
/** How many ticks of one project may wait for runs (`overlap: queue`) when an address is called. */
const MAX_WAITING = 1_000;

/** Runs the triggers of the served pipelines. Any number of processes may do so: each tick fires once. */
export class Schedules {
  private triggers = new Map<string, Trigger>();
  private readonly started: StartedTriggers;
  private readonly closing = new AbortController();
  private polling: Promise<void> | undefined;
  private syncAt = 0;
  private readonly now: () => Promise<number>;
  private readonly hookLimit: HookLimit;

  constructor(private readonly options: SchedulesOptions) {
    const { store, log, pipelines, files = pipelines.files, hooksPerMinute = Infinity } = options;
    this.hookLimit = new HookLimit(hooksPerMinute);
    this.now = options.now ?? (() => databaseNow(store.reader));
    const report = (error: unknown, { id, kind }: Trigger['row']) =>
      log.error({ err: error, schedule: id, kind, plugin: triggerSources.pluginOf(kind) }, 'A trigger failed and goes on.');
    this.started = new StartedTriggers({ store, files, now: this.now, report });
  }

  /** Polls from now on, until it is closed. */
  start(): void {
    this.polling ??= this.follow();
  }

  private async follow(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.poll().catch((error: unknown) =>
        this.options.log.error({ err: error }, 'Polling the schedules failed; the next poll follows.'),
      );
      await sleep(this.options.pollMs ?? POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Records the ticks since the last poll and starts the runs of those that are due. */
  async poll(): Promise<void> {
    const now = await this.now();
    const { store, syncMs = SYNC_MS, pipelines } = this.options;
    if (performance.now() >= this.syncAt) {
      this.triggers = await readTriggers(store, pipelines, now);
      this.syncAt = performance.now() + syncMs;
      if (this.polling) await this.started.update(this.triggers.values());
    }
    for (const trigger of this.triggers.values()) await recordTicks(store, trigger, now);
    for (const tick of await dueTicks(store.reader, now, MAX_DUE)) {
      const trigger = this.triggers.get(tick.schedule_id);
      if (trigger && !this.closing.signal.aborted) await fire(tick, trigger, this.options, now);
      else if (!this.closing.signal.aborted) await this.skip(tick);
    }
  }

  /**
   * Starts a run by the address of a trigger, or answers a sender that only checks the address. A repeated `once` returns the run
   * that it started before.
   * @throws NOT_FOUND for an unknown address, UNAUTHORIZED for a sender that the trigger does not trust, CONFLICT if it is paused
   * or another run is in progress, INVALID_REQUEST, RATE_LIMITED.
   */
  async hook(
    token: string,
    request: HookRequest,
    once?: string,
  ): Promise<{ run: RunResponse } | { answer: Record<string, string> }> {
    const known = await findScheduleByToken(this.options.store.reader, hashOfToken(token));
    const at = await this.now();
    if (known) this.hookLimit.take(known.id, at);
    // Reads the pipeline for known addresses only.
    const trigger = known && (await readTrigger(this.options.store, this.options.pipelines, { row: known, now: at }));
    if (!trigger) throw PerceptError.notFound('This hook');
    const received = await this.receive(trigger, request, at);
    if ('refused' in received) return this.refuse(trigger.row.id, received.refused, at);
    if ('answer' in received) return received;
    const sent = inputsFor(trigger.spec.input, received.value);
    return { run: await this.startOnce(trigger, { ...sent, ...received.inputs }, { once, sent, at }) };
  }

  private async receive({ row, spec }: Trigger, request: HookRequest, now: number): Promise<HookReceipt> {
    const { pipelines, outbound = () => safeAgent() } = this.options;
    const context = {
      secret: (name: string) => pipelines.secret(name, row.project_id),
      agent: outbound,
      now,
    };
    const source = triggerSource(spec.kind);
    return source.receive?.(request, spec.settings, context) ?? { value: await readHookBody(request) };
  }

  /**
   * Adds the refusal to the trigger's history, at most one a minute: anybody can send any number of requests.
   * @throws UNAUTHORIZED.
   */
  private async refuse(schedule_id: string, reason: string, at: number): Promise<never> {
    const tick = { schedule_id, ref: `refused ${Math.floor(at / MINUTE_MS)}`, at, fire_at: at, state: 'skipped' as const };
    await this.options.store.transaction((tx) => addTick(tx.manager, { ...tick, reason: `A request was refused: ${reason}.` }));
    const message = 'The signature of this request is missing, wrong or too old. The history of the trigger says why.';
    throw new PerceptError('UNAUTHORIZED', message);
  }

  private async startOnce(
    trigger: Trigger,
    inputs: Record<string, unknown>,
    { once, sent, at }: { once?: string; sent: Record<string, unknown>; at: number },
  ): Promise<RunResponse> {
    const { row, spec } = trigger;
    if (row.paused_at !== null) throw new PerceptError('CONFLICT', `The trigger is paused: ${row.paused_reason}`);
    const ref = once ? `once ${once}` : newId('tick');
    const { store, pipelines } = this.options;
    if ((await countDue(store.reader, row.project_id)) >= MAX_WAITING) throw tooManyWait();
    await store.transaction((tx) => addTick(tx.manager, { schedule_id: row.id, ref, at, fire_at: at, state: 'due', inputs }));
    const tick = await getTick(store.reader, { schedule_id: row.id, ref });
    // Headers and query may differ from one attempt of a sender to the next.
    const others = Object.keys(inputs).filter((name) => !(name in sent));
    const before = Object.entries(tick.inputs ?? {}).filter(([name]) => !others.includes(name));
    if (toJson(Object.fromEntries(before)) !== toJson(sent))
      throw new PerceptError('CONFLICT', `The Idempotency-Key '${once}' was used for another request: use a new key.`);
    const run = tick.state === 'due' ? await fire(tick, trigger, this.options, at) : undefined;
    if (run) return run;
    const after = await getTick(store.reader, { id: tick.id });
    if (after.run_id) return pipelines.get(after.run_id);
    if (after.state === 'failed') {
      const reason = after.reason!;
      throw new PerceptError('INVALID_REQUEST', reason, { details: { field: spec.input ?? 'body', reason } });
    }
    throw new PerceptError('CONFLICT', after.reason ?? 'A run that it started before is in progress; this one is queued.');
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.polling;
    await this.started.close();
  }

  /** Skips a tick whose trigger is gone. */
  private async skip({ id }: TickEntity): Promise<void> {
    const reason = 'The pipeline does not have this trigger any more.';
    await this.options.store.transaction((tx) => settleTick(tx.manager, id, { state: 'skipped', reason }));
  }
}

function tooManyWait(): PerceptError {
  const message = `${MAX_WAITING} calls wait for the runs of those before: try again later, or write 'overlap: skip' or 'overlap: allow' into the trigger.`;
  return new PerceptError('RATE_LIMITED', message, { retryAfterS: 60 });
}
