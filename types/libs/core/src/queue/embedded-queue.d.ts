import type { Bell } from './bell';
import { type Clock } from '../kernel';
import type { Store, Transaction } from '../store';
import { type AddOptions, type JobHandler, type Lane, type LaneWorker, Queue, type QueueLog, type WorkOptions } from './queue';
export interface EmbeddedQueueOptions {
    store: Store;
    /** Wakes other processes; without one they see new jobs with their next sweep. */
    bell?: Bell;
    log?: QueueLog;
    clock?: Clock;
    /** How long a claim holds without a sign of life. */
    leaseMs?: number;
    renewMs?: number;
    /** Longest time until a job of another process, or one whose time has come, is seen. */
    sweepMs?: number;
    /** See `WorkOptions.crashLimit`. */
    crashLimit?: number;
    /** Wait after the first crash; four times as long after each further one. */
    crashDelayMs?: number;
}
/** The options with their defaults. */
export type QueueSettings = Required<Omit<EmbeddedQueueOptions, 'bell'>> & Pick<EmbeddedQueueOptions, 'bell'>;
/** Jobs are rows beside what they are about. Any number of processes may work on them; a bell, where there is one, wakes them. */
export declare class EmbeddedQueue extends Queue {
    private readonly options;
    private readonly holders;
    private readonly lanes;
    private renewal;
    constructor(options: EmbeddedQueueOptions);
    add(tx: Transaction, lane: Lane, ref: string, options?: AddOptions): Promise<void>;
    work(options: WorkOptions, handler: JobHandler): LaneWorker;
    cancel(tx: Transaction, lane: Lane, refs: string[]): Promise<void>;
    close(): Promise<void>;
    private ring;
    /** One statement for all leases. A job that it does not find has been taken away from us. */
    private renew;
}
