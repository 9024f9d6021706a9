import type { Job, JobContext } from '../queue';
import type { Catalogue } from './catalogue';
import { type ExecutionParts } from './execution';
export interface RunWorkerParts extends ExecutionParts {
    catalogue: Catalogue;
    /** How long a closing process waits for the calls that are under way. */
    drainMs: number;
}
/** Does the jobs of the lane `runs`: takes a run up where it was, executes it and ends it. */
export declare class RunWorker {
    private readonly parts;
    private readonly executing;
    constructor(parts: RunWorkerParts);
    /** Ends the run at once where this process executes it. */
    cancel(runId: string): void;
    work(job: Job, context: JobContext): Promise<void>;
    private execute;
    /** Marks the run as ours; undefined where there is nothing to do. */
    private begin;
    private end;
    /** Leaves the run to whoever takes it up next; the queue hands the job back when this returns. */
    private leave;
    private lookForCancel;
}
