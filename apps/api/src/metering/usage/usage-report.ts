import type { EntityManager } from 'typeorm';
import { computeLatency, type Latency } from './latency';
import { sumUsage, type UsageRange, type UsageSum } from './usage-count.repository';

export interface Counted {
  requests: number;
  errors: number;
}

/** Requests and errors for each day that had any. @param only requests that the dashboard's pages sent on their own. */
export async function byDay(reader: EntityManager, range: UsageRange, only?: 'dashboard'): Promise<Map<string, Counted>> {
  return counted(await sumUsage(reader, range, 'day', only));
}

export async function byKey(reader: EntityManager, range: UsageRange): Promise<Map<string, Counted>> {
  return counted(await sumUsage(reader, range, 'key_id'));
}

export async function byStatus(reader: EntityManager, range: UsageRange): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (const { status, requests } of await sumUsage(reader, range, 'project_id')) {
    if (status >= 400) statuses.set(status, (statuses.get(status) ?? 0) + requests);
  }
  return statuses;
}

/** The latency covers only successful answers, because a refusal is quick. */
export async function byOperation(
  reader: EntityManager,
  range: UsageRange,
): Promise<Map<string, Counted & { latency: Latency | null }>> {
  const rows = await sumUsage(reader, range, 'operation');
  const counts = counted(rows);
  return new Map(
    [...counts].map(([name, each]) => [
      name,
      { ...each, latency: computeLatency(rows.filter((row) => row.name === name && row.status < 400)) },
    ]),
  );
}

/** Totals of all capability calls. The rest of the API, such as the dashboard's own traffic, is separate. */
export async function capabilityTotals(
  reader: EntityManager,
  range: UsageRange,
): Promise<Counted & { latency_ms: Latency | null; capabilities: { capability: string; requests: number; total_ms: number }[] }> {
  const rows = await sumUsage(reader, range, 'operation', 'calls');
  const sum = (some: UsageSum[]): number => some.reduce((total, { requests }) => total + requests, 0);
  const errors = sum(rows.filter(({ status }) => status >= 400));
  const costs = new Map<string, { capability: string; requests: number; total_ms: number }>();
  for (const { name: capability, requests, total_ms } of rows) {
    const cost = costs.get(capability) ?? { capability, requests: 0, total_ms: 0 };
    costs.set(capability, { capability, requests: cost.requests + requests, total_ms: cost.total_ms + total_ms });
  }
  const capabilities = [...costs.values()].toSorted((one, other) => other.total_ms - one.total_ms);
  return { requests: sum(rows), errors, latency_ms: computeLatency(rows.filter(({ status }) => status < 400)), capabilities };
}

function counted(rows: UsageSum[]): Map<string, Counted> {
  const counts = new Map<string, Counted>();
  for (const { name, status, requests } of rows) {
    const count = counts.get(name) ?? { requests: 0, errors: 0 };
    count.requests += requests;
    if (status >= 400) count.errors += requests;
    counts.set(name, count);
  }
  return counts;
}
