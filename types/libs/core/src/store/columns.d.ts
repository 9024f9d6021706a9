/** A point in time as ms since the epoch. PostgreSQL's driver answers a bigint as text, hence the transformer. */
export declare const epochMs: {
    readonly type: "bigint";
    readonly transformer: {
        readonly to: (value: unknown) => unknown;
        readonly from: (value: unknown) => number | null;
    };
};
/** A JSON value in a text column: both databases have it, and the text comes back as it was written. */
export declare const jsonText: {
    readonly type: "text";
    readonly transformer: {
        readonly to: (value: unknown) => string | null | undefined;
        readonly from: (value: unknown) => unknown;
    };
};
