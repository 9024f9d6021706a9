import type { JobContext } from './queue';
import { type ClaimedJob } from './statements';
/** A claimed job in the hands of its handler. */
export declare class HeldJob {
    readonly job: ClaimedJob;
    private readonly onPostponed;
    /** Finished or postponed, and committed. */
    settled: boolean;
    /** Somebody else has it now, or it is gone: nothing that we write about it counts any more. */
    lost: boolean;
    private readonly abort;
    constructor(job: ClaimedJob, onPostponed: () => void);
    get key(): string;
    readonly context: JobContext;
    /** Tells the handler to stop. */
    stop(reason: string): void;
    lose(): void;
    private settle;
}
