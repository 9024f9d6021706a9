import type { CallInput } from './host';
/** A call's input as it crosses the thread: its buffers move, and are empty on this side afterwards. */
export declare function handOver(input: CallInput): {
    handed: CallInput;
    transfer: ArrayBuffer[];
};
