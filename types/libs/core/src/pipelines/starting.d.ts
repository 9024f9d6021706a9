import { type Clock, type Secrets } from '../kernel';
import type { Plan } from './plan';
import type { StartOptions } from './pipelines';
import type { RunRow } from './run.entity';
export interface Starting {
    plan: Plan;
    source: string;
    file: string;
    options: StartOptions;
}
/**
 * The row of a new run. What can be known of its inputs, folders and outputs is checked before it is accepted.
 * @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN.
 */
export declare function newRun({ plan, source, file, options }: Starting, { clock, dataDir, secrets }: {
    clock: Clock;
    dataDir: string;
    secrets: Secrets;
}): Promise<RunRow>;
