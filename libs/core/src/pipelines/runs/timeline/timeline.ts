import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { RunEntity } from '../entities';
import { joinCalls, type RecordedCall } from '../context/call-times';
import type { RunCallsEntity } from './run-calls.entity';
import { pagesOfCalls } from './run-calls.repository';
import type { RunTimelineResponse, TimelineLane, TimelineSpan, TimelineStep } from './timeline-response';

/** The most bars in an answer. Further calls are joined with their neighbours on the same lane. */
const MAX_SPANS = 2_000;

interface Call extends RecordedCall {
  runAttempt: number;
  block: string;
}

interface Lane extends Pick<TimelineLane, 'host' | 'process' | 'worker'> {
  calls: Call[];
}

/** When and where the calls of a run waited and worked: sums for each step, and single calls for each worker. */
export async function buildTimeline(
  manager: EntityManager,
  { id, created_at, ended_at }: Pick<RunEntity, 'id' | 'created_at' | 'ended_at'>,
): Promise<RunTimelineResponse> {
  const lanes = new Map<string, Lane>();
  const steps = new Map<string, Call>();
  for await (const page of pagesOfCalls(manager, id)) {
    for (const row of page) addRow(row, lanes, steps);
    await nextTurn();
  }
  const sorted = [...lanes.values()].toSorted(byPlace);
  const all = sorted.reduce((sum, { calls }) => sum + calls.length, 0);
  const short = sorted.map((lane) => ({ ...lane, calls: joinNeighbours(lane.calls, all) }));
  return {
    from: new Date(created_at).toISOString(),
    to: ended_at === null ? null : new Date(ended_at).toISOString(),
    joined: short.some(({ calls }) => calls.some((call) => call.calls > 1)),
    steps: [...steps.values()].map((call) => toStep(call, created_at)),
    lanes: short.map(({ calls, ...place }) => ({ ...place, spans: calls.map((call) => toSpan(call, created_at)) })),
  };
}

function addRow(row: RunCallsEntity, lanes: Map<string, Lane>, steps: Map<string, Call>): void {
  const { host, process, step: block, attempt: runAttempt } = row;
  for (const recorded of row.calls) {
    const call = { ...recorded, runAttempt, block };
    const { worker } = recorded;
    const place = JSON.stringify([host, process, worker]);
    const lane = lanes.get(place) ?? { host, process, worker, calls: [] };
    lane.calls.push(call);
    lanes.set(place, lane);
    const key = JSON.stringify([runAttempt, block, recorded.step]);
    const sum = steps.get(key);
    steps.set(key, sum ? { ...sum, ...joinCalls(sum, call) } : call);
  }
}

function byPlace(one: Lane, other: Lane): number {
  const order = one.host.localeCompare(other.host) || one.process - other.process;
  return order || (one.worker ?? Infinity) - (other.worker ?? Infinity) || 0;
}

/** Sorts the calls by start. If all lanes together have too many, successive calls of one step are joined. */
function joinNeighbours(calls: readonly Call[], all: number): Call[] {
  const sorted = calls.toSorted((one, other) => one.from - other.from);
  if (all <= MAX_SPANS) return sorted;
  const wanted = Math.max(1, Math.floor((MAX_SPANS * calls.length) / all));
  const [first, last] = [sorted[0]!.from, Math.max(...sorted.map(({ to }) => to))];
  const kinds = new Set(sorted.map(({ block, step, runAttempt }) => `${runAttempt} ${block} ${step}`)).size;
  const width = Math.max(1, (last - first) / Math.max(1, Math.floor(wanted / kinds)));
  const parts = new Map<string, Call>();
  for (const call of sorted) {
    const key = `${Math.floor((call.from - first) / width)} ${call.runAttempt} ${call.block} ${call.step}`;
    const part = parts.get(key);
    parts.set(key, part ? { ...part, ...joinCalls(part, call) } : call);
  }
  return [...parts.values()];
}

function toStep(call: Call, zero: number): TimelineStep {
  const { runAttempt: attempt, block: step, from, to, waited: waited_ms, worked: worked_ms, calls, failed } = call;
  const times = { start_ms: from - zero, end_ms: to - zero, waited_ms, worked_ms };
  return { attempt, step, call: call.step, ...times, calls, failed };
}

const toSpan = (call: Call, zero: number): TimelineSpan => ({
  ...toStep(call, zero),
  ...{ item: call.item, call_attempt: call.attempt, error: call.error },
});
