/** What went wrong between us and another server. */
export type OutboundFailureKind = 'dns' | 'refused' | 'timeout' | 'reset' | 'certificate' | 'forbidden_address' | 'network';
export interface OutboundFailure {
    kind: OutboundFailureKind;
    /** A sentence without a full stop. */
    reason: string;
}
/** Sorts an error of undici, of the network or of an AbortSignal. */
export declare function outboundFailure(error: unknown): OutboundFailure;
