import type { BlockStep } from './plan';
import { type Shape } from './shapes';
import { type Draft, type StepScope } from './steps';
/** What expressions outside may know of a block. */
export declare function blockShape(): Shape;
/** Reads a `for_each` block with its own steps. `siblings` are the ids of the list that it stands in. */
export declare function readBlock(draft: Draft, siblings: readonly string[], scope: StepScope): BlockStep;
