import type { DocNode, Entry } from './document';
import type { Findings } from './findings';
/** The fields of a map, read with their types; whatever does not fit becomes a finding and reads as undefined. */
export declare class Fields {
    readonly at: number;
    private readonly findings;
    private readonly byName;
    private constructor();
    /** The fields of a value that must be a map; undefined, with a finding, where it is none. */
    static of(node: DocNode, what: string, findings: Findings): Fields | undefined;
    /** Refuses every field that is not known, so that a slip of the pen is never silently ignored. */
    only(known: readonly string[], options: {
        planned?: readonly string[];
        what: string;
    }): this;
    has(name: string): boolean;
    entry(name: string): Entry | undefined;
    get entries(): Entry[];
    require(names: readonly string[], what: string): void;
    text(name: string): string | undefined;
    integer(name: string, min: number, max: number): number | undefined;
    number(name: string): number | undefined;
    boolean(name: string): boolean | undefined;
    /** Milliseconds. */
    duration(name: string, maxMs: number): number | undefined;
    oneOf<T extends string>(name: string, values: readonly T[]): T | undefined;
    texts(name: string): {
        value: string;
        at: number;
    }[];
    private scalar;
}
/** The value without its places: for defaults and the like, where nothing is interpolated. */
export declare function plainValue(node: DocNode): unknown;
