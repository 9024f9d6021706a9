import type { Entry } from './document';
import { Fields, plainValue } from './fields';
import type { Findings } from './findings';
import type { InputSpec } from './plan';

const KINDS = ['cron', 'every', 'watch', 'webhook'] as const;

/** What starts a run without being asked: as written, its kind known. */
export interface TriggerSpec {
  kind: (typeof KINDS)[number];
  options: Record<string, unknown>;
}

/** What triggers are read in. */
export interface TriggerScope {
  findings: Findings;
  /** The inputs of the pipeline: what a trigger may give a value for. */
  inputs: readonly InputSpec[];
}

/** Reads the `triggers` of a pipeline; mistakes become findings. */
export function readTriggers(entry: Entry | undefined, { findings }: TriggerScope): TriggerSpec[] {
  if (!entry) return [];
  if (entry.value.kind !== 'list') {
    findings.add(
      entry.value.at,
      "'triggers' must be a list: lines that start with '- cron:', '- every:', '- watch:' or '- webhook:'.",
    );
    return [];
  }
  return entry.value.items.flatMap((node) => {
    const fields = Fields.of(node, 'A trigger', findings);
    const kind = fields && KINDS.find((each) => fields.has(each));
    if (kind) return { kind, options: plainValue(node) as Record<string, unknown> };
    if (fields) findings.add(node.at, `A trigger needs one of ${KINDS.join(', ')}.`);
    return [];
  });
}
