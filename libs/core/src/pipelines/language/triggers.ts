import { globMatcher } from './syntax/glob-matcher';
import { Cron } from 'croner';
import { suggest, parseDuration } from '../../kernel';
import type { Entry } from './syntax/document';
import { Fields, plainValue } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { hasTimeZone, readWhen, type When } from './trigger-times';
import type { InputSpec } from './plan';

const KINDS = ['cron', 'every', 'watch', 'webhook'] as const;
const RULES = ['overlap', 'pause_after', 'paused'] as const;
const CATCH_UP = ['catch_up', 'catch_up_window', 'catch_up_limit'] as const;
const KNOWN = {
  cron: ['cron', 'timezone', 'jitter', ...CATCH_UP],
  every: ['every', 'start', 'jitter', ...CATCH_UP],
  watch: ['watch', 'pattern', 'input', 'settle'],
  webhook: ['webhook', 'input'],
} as const;

export const OVERLAPS = ['skip', 'queue', 'cancel_previous', 'allow'] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** What starts a run without being asked. */
export interface TriggerSpec {
  kind: (typeof KINDS)[number];
  /** Names the trigger where a pipeline has several; its place in the list otherwise. */
  id: string;
  /** Values for inputs of the pipeline. */
  inputs: Record<string, unknown>;
  /** While a run of the trigger is under way. */
  overlap: Overlap;
  /** Failed runs in a row after which it is paused; never when undefined. */
  pauseAfter?: number;
  /** Waits to be resumed before it fires for the first time. */
  paused: boolean;
  /** Of cron and every. */
  when?: When;
  watch?: { folder: string; pattern: string; settleMs: number };
  /** The input that gets the file's path, or the body that came. */
  input?: string;
}

/** What triggers are read in. */
export interface TriggerScope {
  findings: Diagnostics;
  /** The inputs of the pipeline: what a trigger may give a value for. */
  inputs: readonly InputSpec[];
}

const DAY_MS = 86_400_000;

/** Reads the `triggers` of a pipeline; mistakes become findings. */
export function readTriggers(entry: Entry | undefined, scope: TriggerScope): TriggerSpec[] {
  if (!entry) return [];
  const { findings } = scope;
  if (entry.value.kind !== 'list') {
    findings.add(
      entry.value.at,
      "'triggers' must be a list: lines that start with '- cron:', '- every:', '- watch:' or '- webhook:'.",
    );
    return [];
  }
  const names = new Set<string>();
  return entry.value.items.flatMap((node, place) => {
    const fields = Fields.of(node, 'A trigger', findings);
    if (!fields) return [];
    const kind = KINDS.find((each) => fields.has(each));
    if (!kind) {
      const [first] = fields.entries;
      const hint = first ? suggest(first.key, KINDS) : '';
      findings.add(node.at, `A trigger needs one of ${KINDS.join(', ')}.${hint}`);
      return [];
    }
    const spec = readTrigger(kind, { fields, place }, scope);
    if (names.has(spec.id)) findings.add(node.at, `Two triggers are called '${spec.id}'.`);
    names.add(spec.id);
    return [spec];
  });
}

function readTrigger(
  kind: TriggerSpec['kind'],
  { fields, place }: { fields: Fields; place: number },
  { findings, inputs }: TriggerScope,
): TriggerSpec {
  fields.only(['id', 'inputs', ...RULES, ...KNOWN[kind]], { what: `A trigger with '${kind}'` });
  const when = kind === 'cron' || kind === 'every' ? readTimes(kind, fields, findings) : undefined;
  const watch = kind === 'watch' ? readWatch(fields) : undefined;
  const input = fields.text('input') ?? (kind === 'watch' ? 'file' : undefined);
  if (input && !inputs.some(({ name }) => name === input)) {
    const reason = `The pipeline has no input '${input}' for what the trigger brings. Declare it under 'inputs', or name another: input: NAME.`;
    findings.add(fields.entry('input')?.value.at ?? fields.at, reason);
  }
  return {
    kind,
    id: fields.text('id') ?? String(place + 1),
    inputs: readInputs(fields, { findings, inputs }),
    overlap: fields.oneOf('overlap', OVERLAPS) ?? (kind === 'cron' || kind === 'every' ? 'skip' : 'allow'),
    pauseAfter: fields.integer('pause_after', 1, 1_000),
    paused: fields.boolean('paused') ?? false,
    when,
    watch,
    input,
  };
}

function readTimes(kind: 'cron' | 'every', fields: Fields, findings: Diagnostics): When {
  const when = readWhen(fields);
  if (when.timezone !== undefined && !hasTimeZone(when.timezone)) {
    findings.add(fields.entry('timezone')!.value.at, `'${when.timezone}' is no time zone; give a name such as Europe/Berlin.`);
    when.timezone = undefined;
  }
  if (kind === 'cron') {
    const pattern = fields.text('cron');
    try {
      if (pattern && !new Cron(pattern, { paused: true }).nextRun()) throw new Error('it never comes');
    } catch (error) {
      findings.add(fields.entry('cron')!.value.at, `'cron' cannot be read: ${(error as Error).message.replace(/^\w+: /, '')}.`);
    }
    return { ...when, cron: pattern };
  }
  const text = fields.text('every');
  const everyMs = text === undefined ? undefined : parseDuration(text);
  if (text !== undefined && (!everyMs || everyMs < 1_000)) {
    findings.add(fields.entry('every')!.value.at, "'every' must be a duration from 1s on, such as 15m, 6h or 2d.");
  }
  return { ...when, everyMs };
}

function readWatch(fields: Fields): TriggerSpec['watch'] {
  const pattern = fields.text('pattern') ?? '*';
  try {
    globMatcher(pattern);
  } catch {
    fields.refuse('pattern', "has too many '*' in a name, or is too long");
  }
  return {
    folder: fields.text('watch') ?? '.',
    pattern,
    settleMs: fields.duration('settle', DAY_MS) ?? 2_000,
  };
}

function readInputs(fields: Fields, { findings, inputs }: TriggerScope): Record<string, unknown> {
  const given = fields.entry('inputs');
  if (!given) return {};
  if (given.value.kind !== 'map') {
    findings.add(given.value.at, "The 'inputs' of a trigger must be a map of 'name: value' lines.");
    return {};
  }
  for (const { key, at } of given.value.entries) {
    if (!inputs.some(({ name }) => name === key)) findings.add(at, `The pipeline has no input '${key}'.`);
  }
  return plainValue(given.value) as Record<string, unknown>;
}
