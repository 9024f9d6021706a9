import type { Clock } from '../kernel';
import type { Events, EventType } from '../events';
import type { Store } from '../store';
import { CachedResultRow } from './cached-result.entity';
import { RunItemRow } from './run-item.entity';
/** Another process executes the run now: whatever we would write is dropped. */
export declare class LostClaim extends Error {
    constructor();
}
/** What became of an item, or of one of its steps, with the events that tell of it. */
export interface Entry {
    step: string;
    sort: string;
    changes: Partial<Omit<RunItemRow, 'run_id' | 'step' | 'sort' | 'key' | 'item' | 'ended_at'>>;
    events: {
        type: EventType;
        data: Record<string, unknown>;
    }[];
    /** Results to be found again. */
    caches?: CachedResultRow[];
}
export interface LedgerOptions {
    store: Store;
    events: Events;
    clock: Clock;
    run: {
        id: string;
        claim: string;
    };
    /** Items in flight right now, for the run's row. */
    running: () => number;
}
/** Writes what became of items, many in one transaction: a commit for each would cost more than the work. */
export declare class Ledger {
    private readonly options;
    /** Told once when writing fails: nothing more can be done for the run in this process. */
    private readonly onFailure;
    private waiting;
    private writing;
    private timer;
    private failure;
    private readonly pace;
    constructor(options: LedgerOptions, 
    /** Told once when writing fails: nothing more can be done for the run in this process. */
    onFailure: (error: Error) => void);
    add(entry: Entry): void;
    /** Resolves when there is room for more. */
    room(): Promise<void>;
    /** Resolves when everything that was added is written. @throws LostClaim, or what the database throws. */
    flush(): Promise<void>;
    private begin;
    private write;
    /** Also the proof that the run is still ours. */
    private count;
}
