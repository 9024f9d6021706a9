/** A call that waits for a worker. */
export interface Waiting {
    patient: boolean;
    bytes: number;
    /** Called when a worker is free. */
    start(): void;
}
export interface LineLimits {
    calls: number;
    bytes: number;
}
/**
 * The calls that wait, first come first served. Live ones are bounded and go first; patient ones (batches) are bounded
 * by who sends them and get every fourth turn, so that neither starves the other.
 */
export declare class Line {
    private readonly limits;
    private readonly workers;
    private readonly live;
    private readonly patient;
    /** Places taken by calls whose media are still being fetched. */
    held: number;
    private sincePatient;
    private liveBytes;
    /** Mean milliseconds of the recent calls; undefined before the first. */
    private meanMs;
    constructor(limits: LineLimits, workers: number);
    get size(): number;
    get bytes(): number;
    /** @throws PerceptError OVERLOADED with the seconds after which the line has probably moved. */
    checkRoom(bytes: number): void;
    join(call: Waiting): void;
    /** Drops a call that no longer waits; false where it did not wait any more. */
    leave(call: Waiting): boolean;
    next(): Waiting | undefined;
    finished(ms: number): void;
    private retryAfterS;
}
