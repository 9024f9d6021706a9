import type { Entry } from './document';
import type { Findings } from './findings';
import type { InputSpec } from './plan';
declare const KINDS: readonly ["cron", "every", "watch", "webhook"];
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
export declare function readTriggers(entry: Entry | undefined, { findings }: TriggerScope): TriggerSpec[];
export {};
