import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../service';

/** Seldom, since answering takes time from what is measured; the service itself tells how long it took. */
const POLL_MS = 1_000;

interface Run {
  id: string;
  status: string;
  counts: { total: number; succeeded: number };
  created_at: string;
  ended_at: string | null;
  error: string | null;
}

export interface RunAsked {
  name: string;
  /** Its text, if it is not among the pipelines yet. */
  source?: string;
  inputs: Record<string, unknown>;
  /** How many items must succeed. */
  items: number;
}

/** One run of a pipeline from the request to its end. @returns seconds by the service's own times. @throws Error when items fail. */
export async function runToEnd({ url, key }: Service, { name, source, inputs, items }: RunAsked): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body: unknown): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  if (source !== undefined) await send('PUT', `/v2/pipelines/${name}`, { source });
  const { id } = (await (await send('POST', `/v2/pipelines/${name}/runs`, { inputs })).json()) as Run;
  for (;;) {
    await sleep(POLL_MS);
    const run = (await (await fetch(`${url}/v2/runs/${id}`, { headers })).json()) as Run;
    if (run.status === 'queued' || run.status === 'running') continue;
    if (run.status !== 'succeeded' || run.counts.succeeded !== items) {
      throw new Error(`The run ended as ${run.status} with ${run.counts.succeeded} of ${items} items: ${run.error}`);
    }
    return (Date.parse(run.ended_at!) - Date.parse(run.created_at)) / 1000;
  }
}
