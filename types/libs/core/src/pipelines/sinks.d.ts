import type { Entry } from './document';
import type { Findings } from './findings';
import { type Sink } from './plan';
import type { Shapes } from './shapes';
/** What outputs are read in. */
export interface SinkScope {
    findings: Findings;
    /** `inputs` and `run`: a path must be known before anything runs. */
    pathShapes: Shapes;
    /** The outcomes of the steps too. */
    shapes: Shapes;
}
/** Reads the `outputs` of a pipeline. */
export declare function readSinks(entry: Entry | undefined, scope: SinkScope): Sink[];
