import type { QueueSettings } from './embedded-queue';
import type { Holders } from './holders';
import type { JobHandler, LaneWorker, WorkOptions } from './queue';
/** Claims the jobs of one lane as slots come free and runs its handler on them. */
export declare class EmbeddedLane implements LaneWorker {
    private readonly queue;
    private readonly holders;
    readonly options: WorkOptions;
    private readonly handler;
    private readonly held;
    private readonly ends;
    private turning;
    private again;
    private closing;
    private nextRollCall;
    private timer;
    private readonly store;
    private readonly crashLimit;
    private readonly crashDelayMs;
    constructor(queue: QueueSettings, holders: Holders, options: WorkOptions, handler: JobHandler);
    /** Looks for work now. Calls while it is looking are answered by one more look. */
    wake(): void;
    /** Somebody rang: looks for work, and resolves when there is room for another job. */
    offered(): Promise<void>;
    close(): Promise<void>;
    private turn;
    /** Does what is due and answers when something will be due that there is a free slot for. */
    private look;
    private claim;
    /** Looks after the other holders once in a while. */
    private newlyGone;
    private recover;
    private take;
    private run;
    /** Back at once: that we stop is not the job's fault. */
    private release;
    private crashed;
    private report;
}
