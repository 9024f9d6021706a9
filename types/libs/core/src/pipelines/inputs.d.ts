import type { Entry } from './document';
import type { Findings } from './findings';
import { type InputSpec } from './plan';
import { type Shape } from './shapes';
export declare const NAME: RegExp;
/** Reads the `inputs` of a pipeline. */
export declare function readInputs(entry: Entry | undefined, findings: Findings): InputSpec[];
/**
 * The values of all inputs, defaults included.
 * @throws PerceptError INVALID_REQUEST naming the first input at fault as `inputs.<name>`.
 */
export declare function checkInputs(specs: readonly InputSpec[], given: Record<string, unknown>): Record<string, unknown>;
/** What expressions may know of `inputs`. */
export declare function inputsShape(specs: readonly InputSpec[]): Shape;
