import type { Events } from '../events';
import type { Clock } from '../kernel';
import type { Transaction } from '../store';
import type { RunState, RunView } from './pipelines';
export interface End {
    status: Extract<RunState, 'succeeded' | 'partial' | 'failed' | 'cancelled'>;
    error?: string;
    outputs?: RunView['outputs'];
}
export interface EndParts {
    events: Events;
    clock: Clock;
}
/** Ends a run and tells of it, in one transaction. @returns whether the run was still under that claim. */
export declare function endRun(tx: Transaction, run: {
    id: string;
    claim: string | null;
}, end: End, { events, clock }: EndParts): Promise<boolean>;
