/** An attribute as TensorFlow.js writes it: texts are Base64, integers may be decimal texts. */
export interface RawAttribute {
    s?: string;
    i?: string | number;
    f?: number;
    b?: boolean;
    type?: string;
    shape?: {
        dim?: {
            size: string | number;
        }[];
    };
    list?: {
        s?: string[];
        i?: (string | number)[];
    };
}
/** The attributes of one node, read by kind; an absent one is its kind's empty value, as in TensorFlow. */
export declare class Attributes {
    private readonly raw;
    constructor(raw: Record<string, RawAttribute>);
    text(name: string): string;
    texts(name: string): string[];
    integer(name: string): number;
    integers(name: string): number[];
    flag(name: string): boolean;
    /** `DT_FLOAT`, `DT_INT32`, … */
    type(name: string): string;
    /** Sizes of the axes; -1 for one that is unknown. */
    shape(name: string): number[];
}
