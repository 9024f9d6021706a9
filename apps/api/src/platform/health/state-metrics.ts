import { Injectable } from '@nestjs/common';
import { Events, Store, Queue } from '@percept/core';
import { DeliveryWorker } from '@percept/webhooks';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from './metrics';
import { readState, type ServiceState } from './state.repository';

/** A scrape must end soon, even if the database is slow. */
const LIMIT_MS = 1_000;
/** Several Prometheus servers may scrape; within this time all get the same answer. */
const FRESH_MS = 2_000;
const DELIVERY_STATES = ['pending', 'sending', 'retrying', 'held'];
const TICK_STATES = ['started', 'skipped', 'failed'];

type Row = [labels: Record<string, string>, value: number];

/** Metrics of the pending work, which come from the database and are the same in every process, and of this process's own work. */
@Injectable()
export class StateMetrics {
  private read: { at: number; state: Promise<ServiceState | undefined> } | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly store: Store,
    events: Events,
    deliveries: DeliveryWorker,
  ) {
    this.count(events, deliveries);
    this.gauge('percept_jobs', 'Jobs by queue and state.', ['queue', 'state'], ({ jobs }) => [
      ...Queue.NAMES.map((queue): Row => [{ queue, state: 'waiting' }, 0]),
      ...jobs.map(({ queue, state, count }): Row => [{ queue, state }, count]),
    ]);
    this.gauge('percept_jobs_overdue_seconds', 'How long the oldest job that may start waits.', ['queue'], ({ overdue }) => [
      ...Queue.NAMES.map((queue): Row => [{ queue }, 0]),
      ...overdue.map(({ queue, ms }): Row => [{ queue }, ms / 1000]),
    ]);
    this.gauge('percept_deliveries_open', 'Webhook deliveries that have not ended, by state.', ['state'], (found) =>
      byState(DELIVERY_STATES, found.deliveries),
    );
    this.gauge('percept_ticks_last_hour', 'Ticks of triggers in the last hour, by what became of them.', ['state'], (found) =>
      byState(TICK_STATES, found.ticks),
    );
    this.gauge('percept_ticks_overdue', 'Ticks that should have started a run a minute ago.', [], (found) => [
      [{}, found.overdueTicks],
    ]);
    this.gauge('percept_projects', 'Projects.', [], (found) => [[{}, found.projects]]);
  }

  private count(events: Events, deliveries: DeliveryWorker): void {
    const registers = [this.metrics.registry];
    const emitted = new Counter({
      name: 'percept_events_total',
      help: 'Events that this process wrote, by type; system.notification by its kind, too.',
      labelNames: ['type', 'kind'],
      registers,
    });
    // Counters start at zero, so that the first event is an increase too.
    for (const type of Events.TYPES.filter((each) => each !== 'system.notification')) emitted.inc({ type }, 0);
    for (const kind of Events.NOTIFICATION_KINDS) emitted.inc({ type: 'system.notification', kind }, 0);
    events.subscribe(async (tx, { type, data }) => {
      const labels = type === 'system.notification' ? { type, kind: String(data['kind']) } : { type };
      tx.afterCommit(() => emitted.inc(labels));
    });
    const attempts = new Counter({
      name: 'percept_delivery_attempts_total',
      help: 'Attempts to deliver a webhook that this process made, by outcome: succeeded, failed.',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of ['succeeded', 'failed']) attempts.inc({ outcome }, 0);
    deliveries.onAttempt = (status) =>
      attempts.inc({ outcome: status !== null && status >= 200 && status < 300 ? 'succeeded' : 'failed' });
  }

  private gauge(name: string, help: string, labelNames: string[], rowsOf: (state: ServiceState) => Row[]): void {
    const state = (): Promise<ServiceState | undefined> => this.state();
    new Gauge({
      ...{ name, help, labelNames, registers: [this.metrics.registry] },
      async collect() {
        const found = await state();
        this.reset();
        for (const [labels, value] of found ? rowsOf(found) : []) this.set(labels, value);
      },
    });
  }

  /** Undefined if the database does not answer in time: a missing value is better than an old one. */
  private state(): Promise<ServiceState | undefined> {
    const now = Date.now();
    if (!this.read || now - this.read.at > FRESH_MS) {
      const found = readState(this.store.reader, now).catch(() => undefined);
      const limit = new Promise<undefined>((resolve) => setTimeout(resolve, LIMIT_MS, undefined).unref());
      this.read = { at: now, state: Promise.race([found, limit]) };
    }
    return this.read.state;
  }
}

const byState = (states: string[], found: { state: string; count: number }[]): Row[] =>
  states.map((state) => [{ state }, found.find((each) => each.state === state)?.count ?? 0]);
