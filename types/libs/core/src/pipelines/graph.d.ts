import type { Findings } from './findings';
import type { PipelineGraph } from './pipelines';
import type { Step } from './plan';
/** The steps of a plan and what each waits for, for people to look at. */
export declare function graphOf(steps: readonly Step[]): PipelineGraph;
interface Node {
    id: string;
    after: readonly string[];
}
/**
 * The steps in an order in which each comes after what it needs, otherwise as written.
 * Steps that wait for each other are a finding, and the order is then the written one.
 */
export declare function inOrder<T extends Node>(steps: readonly T[], placeOf: (step: T) => number, findings: Findings): T[];
export {};
