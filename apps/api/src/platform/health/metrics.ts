import { Injectable } from '@nestjs/common';
import { PluginHost } from '@percept/core';
import { mainThreadLag } from './main-thread-lag';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const LAG_STATISTICS = [
  ['median', 50],
  ['p99', 99],
  ['max', 100],
] as const;

/** The metrics that Prometheus scrapes at /metrics. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'percept_http_requests_total',
    help: 'HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.registry],
  });
  private readonly calls = new Histogram({
    name: 'percept_call_duration_seconds',
    help: 'Calls of a capability from the parsed request to the answer, by outcome (ok or the error code).',
    labelNames: ['capability', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly stages = new Histogram({
    name: 'percept_stage_duration_seconds',
    help: 'Stages of a call: queue, decode, inference and so on.',
    labelNames: ['capability', 'stage'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly runCalls = new Histogram({
    name: 'percept_run_call_duration_seconds',
    help: 'Calls of a capability for the items of runs, by outcome (ok or the error code).',
    labelNames: ['capability', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly removed = new Counter({
    name: 'percept_retention_removed_total',
    help: 'Rows that were removed because their retention was over, by kind.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  constructor(host: PluginHost) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('percept_workers', 'Worker threads.', () => host.stats().workers);
    this.gauge('percept_workers_busy', 'Worker threads with a call under way.', () => host.stats().busy);
    this.gauge('percept_queue_calls', 'Calls that wait for a worker.', () => host.stats().queued);
    this.gauge('percept_queue_bytes', 'Bytes of media that wait for a worker.', () => host.stats().queuedBytes);
    const lag = mainThreadLag();
    new Gauge({
      name: 'percept_main_thread_lag_seconds',
      help: 'How late the thread that serves requests does what is due, over the last minute.',
      labelNames: ['statistic'],
      registers: [this.registry],
      collect() {
        for (const [statistic, percentile] of LAG_STATISTICS) this.set({ statistic }, lag.ms(percentile) / 1000);
      },
    });
    new Counter({
      name: 'percept_worker_restarts_total',
      help: 'Worker threads that were replaced since the start.',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(host.stats().restarts);
      },
    });
  }

  observeRequest(route: string, method: string, status: number): void {
    this.requests.inc({ route, method, status });
  }

  observeCall(capability: string, outcome: string, durationMs: number, stages: Record<string, number> = {}): void {
    this.calls.observe({ capability, outcome }, durationMs / 1000);
    for (const [stage, ms] of Object.entries(stages)) this.stages.observe({ capability, stage }, ms / 1000);
  }

  observeRunCall(capability: string, outcome: string, durationMs: number): void {
    this.runCalls.observe({ capability, outcome }, durationMs / 1000);
  }

  observeRemoved(kind: string, count: number): void {
    this.removed.inc({ kind }, count);
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
