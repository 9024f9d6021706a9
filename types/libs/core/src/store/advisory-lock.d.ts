import type { Presence } from './presence';
/**
 * A session of PostgreSQL that holds an advisory lock: the server drops it when the connection ends, and that is when the
 * process dies. A connection may also break under a process that lives; hence the grace, in which it comes back.
 */
export declare class AdvisoryLock implements Presence {
    private readonly url;
    private readonly id;
    private readonly graceMs;
    private client;
    private since;
    private readonly missing;
    constructor(url: string, id: string, graceMs: number);
    appear(): Promise<void>;
    disappear(): Promise<void>;
    gone(ids: readonly string[]): Promise<string[]>;
    private lose;
}
