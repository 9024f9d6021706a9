import { type Clock, type Secrets } from '../kernel';
import type { PluginHost } from '../plugins';
import type { Store } from '../store';
import { type Scope } from './cel';
import { type Entry, type Ledger } from './ledger';
import type { Places } from './places';
import type { Plan, Step } from './plan';
import type { ResultCache } from './result-cache';
import { type RowSources } from './row-sources';
import { type StepState } from './run-step.entity';
export interface StepParts {
    store: Store;
    host: PluginHost;
    clock: Clock;
    cache: ResultCache;
    secrets: Secrets;
    plan: Pick<Plan, 'name' | 'predictions' | 'secrets'>;
    /** `careful`: a process ended while it executed the run. */
    run: {
        id: string;
        claim: string;
        folder: string;
        careful: boolean;
    };
    scope: Scope;
    rows: RowSources;
    places: Places;
    ledger: Ledger;
    record: (entry: Entry) => void;
    signal: AbortSignal;
}
export interface StepOutcome {
    state: StepState;
    /** What expressions of later steps see. */
    value: unknown;
}
/** One step of a run: lists its items where that has not been done, runs those that are pending, and judges. */
export declare class StepRun {
    private readonly step;
    private readonly parts;
    private items;
    private readonly slots;
    private readonly concurrency;
    constructor(step: Step, parts: StepParts);
    /** Items in flight. */
    get running(): number;
    settled(): Promise<void>;
    run(): Promise<StepOutcome>;
    private work;
    private wanted;
    private fitting;
    /** What is wrong with the pipeline's data or folders ends the run with a reason; anything else is our fault. */
    private explain;
    private list;
    private end;
    private outcome;
    private failure;
    private countOf;
    /** @throws LostClaim, which rolls the transaction back. */
    private fenced;
}
