import type { StageTimer } from '../models';
/** Adds up where the time of one call goes. */
export declare class Stages implements StageTimer {
    /** Milliseconds by stage. */
    readonly ms: Record<string, number>;
    time<T>(stage: string, work: () => Promise<T>): Promise<T>;
}
