import { type Secrets } from '../kernel';
import { type Caller } from './calling';
import { type Scope } from './cel';
import type { Entry } from './ledger';
import type { Plan, Step } from './plan';
import type { RunItemRow } from './run-item.entity';
export interface ItemWork {
    runId: string;
    step: Step;
    /** What the item's expressions see besides the item and its own steps. */
    scope: Scope;
    caller: Caller;
    pipeline: string;
    predictions: Plan['predictions'];
    secrets: {
        names: readonly string[];
        values: Secrets;
    };
    now: () => number;
    /** Takes what is to be written. */
    record: (entry: Entry) => void;
}
/** Runs the steps of one item and records what became of it. Throws only when the run is stopped. */
export declare function runItem(item: RunItemRow, work: ItemWork): Promise<void>;
