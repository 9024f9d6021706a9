import { type ErrorCode } from '../kernel';
import type { Transaction } from '../store';
import type { Scope } from './cel';
import type { Places } from './places';
import type { Step } from './plan';
import { RunItemRow } from './run-item.entity';
type Listed = Pick<RunItemRow, 'sort' | 'key' | 'item'> & {
    refused?: {
        code: ErrorCode;
        reason: string;
    };
};
/** The items of a step, in batches; a step outside of blocks has one. */
export declare function listItems(step: Step, scope: Scope, places: Places): AsyncGenerator<Listed[]>;
/** Adds items that are not there yet: a listing that was cut off starts again and doubles nothing. */
export declare function addItems(tx: Transaction, at: {
    run_id: string;
    step: string;
}, items: readonly Listed[], now: number): Promise<void>;
export {};
