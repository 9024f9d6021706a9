import { Inject, Injectable } from '@nestjs/common';
import { Store } from '@percept/core';
import { computeLatency } from '../usage/latency';
import type { LogHourResponse } from './log-responses';
import { countHours, type HourCount, type LogFilter } from './request-log.repository';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Other processes write their requests a few seconds late. */
const SETTLED_MS = 300_000;
/** The current hour is counted again after this time. */
const FRESH_MS = 60_000;

interface Known {
  at: number;
  hours: LogHourResponse[];
}

/** Requests, errors and latencies by hour. */
@Injectable()
export class LogHours {
  /** The counts of each project. A past hour is counted only once. */
  private readonly known = new Map<string, Known>();

  constructor(@Inject(Store) private readonly store: Pick<Store, 'reader'>) {}

  /** All hours from `from` to `to` (ms since the epoch), including those without requests. */
  async of(filter: LogFilter, from: number, to: number): Promise<LogHourResponse[]> {
    const first = Math.floor(from / HOUR_MS);
    const counts = await countHours(this.store.reader, { ...filter, from: Math.max(from, first * HOUR_MS), to });
    const length = Math.max(0, Math.floor(to / HOUR_MS) - first + 1);
    return Array.from({ length }, (_, index) =>
      toHour(
        first + index,
        counts.filter(({ hour }) => hour === first + index),
      ),
    );
  }

  /** The last 24 hours of a project, without the dashboard's own requests. */
  async ofDay(projectId: string, now = Date.now()): Promise<LogHourResponse[]> {
    const known = this.known.get(projectId);
    if (known && now - known.at < FRESH_MS) return known.hours;
    const first = Math.floor(now / HOUR_MS) - DAY_HOURS + 1;
    const over = (known?.hours ?? []).filter(({ hour }) => {
      const began = Date.parse(hour);
      return began >= first * HOUR_MS && began + HOUR_MS + SETTLED_MS < known!.at;
    });
    const last = over.at(-1);
    const from = last ? Date.parse(last.hour) + HOUR_MS : first * HOUR_MS;
    const hours = [...over, ...(await this.of({ projectId }, from, now))].slice(-DAY_HOURS);
    this.known.set(projectId, { at: now, hours });
    return hours;
  }
}

function toHour(hour: number, counts: readonly HourCount[]): LogHourResponse {
  const sum = (some: readonly HourCount[]): number => some.reduce((all, { requests }) => all + requests, 0);
  const latency = computeLatency(counts.filter(({ failed }) => !failed));
  return {
    hour: new Date(hour * HOUR_MS).toISOString(),
    requests: sum(counts),
    errors: sum(counts.filter(({ failed }) => failed)),
    p50_ms: latency?.p50 ?? null,
    p95_ms: latency?.p95 ?? null,
  };
}
