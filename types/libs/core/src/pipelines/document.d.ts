import { Findings } from './findings';
export declare const MAX_SOURCE_BYTES: number;
export interface Entry {
    key: string;
    /** Offset of the key. */
    at: number;
    value: DocNode;
}
export interface MapNode {
    kind: 'map';
    at: number;
    entries: Entry[];
}
export interface ListNode {
    kind: 'list';
    at: number;
    items: DocNode[];
}
export interface ScalarNode {
    kind: 'scalar';
    at: number;
    value: string | number | boolean | null;
    /** Offset of the text's first character where the source holds the text as it is; undefined for folded or escaped text. */
    textAt: number | undefined;
}
/** A YAML value with its place in the text. Aliases are resolved. */
export type DocNode = MapNode | ListNode | ScalarNode;
export interface ReadDocument {
    root: DocNode | undefined;
    findings: Findings;
}
/** Reads one YAML document. Never throws: whatever is wrong with the text becomes a finding. */
export declare function readDocument(source: string, file: string): ReadDocument;
