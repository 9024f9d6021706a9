import type { Model } from '../models/model';
import type { PipelineSummary, Run, Schedule } from '../pipelines/answers';
import type { Webhook } from '../webhooks/queries';
import type { Overview } from './queries';
import { counted } from '../parts/text/counted';

export interface Concern {
  text: string;
  /** The page where the problem can be solved. */
  href: string;
}

/** The data of the home page. Fields that have not arrived yet are absent. */
export interface Facts {
  overview?: Overview;
  runs?: readonly Run[];
  webhooks?: readonly Webhook[];
  schedules?: readonly Schedule[];
  pipelines?: readonly PipelineSummary[];
  models?: readonly Model[];
}

/** A disk is nearly full below this free share or this many free bytes. */
const LOW_DISK_SHARE = 0.05;
const LOW_DISK_BYTES = 2 * 1024 ** 3;
const LOW_MEMORY_SHARE = 0.05;
/** With fewer calls, the share of errors means little. */
const FEWEST_CALLS = 20;
const MANY_ERRORS = 0.05;
/** Reasons of automatic pauses. A pause by a person or by the pipeline's own text is intended. */
const BY_ITSELF = /failed in a row|which pays for its runs/;
const DAY_MS = 86_400_000;
const MAX_PIPELINES = 3;

/** Everything that needs attention, most serious first. Empty if all is well. */
export function findConcerns(facts: Facts, now = Date.now()): Concern[] {
  const { overview, runs = [], webhooks = [], schedules = [], pipelines = [], models = [] } = facts;
  return [
    ...(overview ? [...machineConcerns(overview), ...callConcerns(overview)] : []),
    ...webhooks.filter(isFailing).map(({ id, description, url }) => ({
      text: `Deliveries to ${description ?? url} fail`,
      href: `/webhooks/${id}`,
    })),
    ...runConcerns(runs, now),
    ...schedules
      .filter(({ paused_at, paused_reason }) => paused_at && BY_ITSELF.test(paused_reason ?? ''))
      .map(({ pipeline, paused_reason }) => ({
        text: `A trigger of ${pipeline} is paused: ${paused_reason}`,
        href: `/pipelines/${pipeline}`,
      })),
    ...pipelines
      .filter(({ findings }) => findings.length > 0)
      .map(({ name, findings }) => ({
        text: `${name} has ${counted(findings.length, 'mistake')} and cannot run`,
        href: `/pipelines/${name}`,
      })),
    ...models
      .filter(({ state }) => state === 'broken')
      .map(({ name }) => ({ text: `The model ${name} is broken`, href: '/models' })),
  ];
}

/** At most one concern per pipeline, however many of its runs failed within a day. */
function runConcerns(runs: readonly Run[], now: number): Concern[] {
  const failed = runs.filter(
    ({ status, ended_at }) => (status === 'failed' || status === 'partial') && now - Date.parse(ended_at ?? '') < DAY_MS,
  );
  const pipelines = [...new Set(failed.map(({ pipeline }) => pipeline))].slice(0, MAX_PIPELINES);
  return pipelines.map((pipeline) => {
    const its = failed.filter((run) => run.pipeline === pipeline);
    const { id, counts } = its[0]!;
    if (its.length > 1)
      return { text: `${counted(its.length, 'run')} of ${pipeline} failed in part or whole`, href: `/pipelines/${pipeline}` };
    const text =
      counts.failed > 0 ? `${counted(counts.failed, 'item')} failed in a run of ${pipeline}` : `A run of ${pipeline} failed`;
    return { text, href: `/runs/${id}` };
  });
}

export const isFailing = ({ active, disabled_reason, circuit, failing_since }: Webhook): boolean =>
  active ? Boolean(failing_since) || circuit === 'open' : Boolean(disabled_reason);

function machineConcerns({ machine }: Overview): Concern[] {
  const { free_disk_bytes, total_disk_bytes, free_memory_bytes, total_memory_bytes } = machine;
  const concerns: Concern[] = [];
  if (free_disk_bytes < Math.max(LOW_DISK_BYTES, total_disk_bytes * LOW_DISK_SHARE))
    concerns.push({ text: 'The disk of the data folder is nearly full', href: '/usage' });
  if (free_memory_bytes < total_memory_bytes * LOW_MEMORY_SHARE)
    concerns.push({ text: 'The machine has nearly no free memory', href: '/usage' });
  return concerns;
}

function callConcerns({ today: { requests, errors } }: Overview): Concern[] {
  if (requests < FEWEST_CALLS || errors / requests < MANY_ERRORS) return [];
  return [{ text: `${Math.round((errors / requests) * 100)} % of today's calls failed`, href: '/logs?status=error' }];
}
