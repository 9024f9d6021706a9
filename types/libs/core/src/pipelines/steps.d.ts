import type { Catalogue } from './catalogue';
import type { DocNode } from './document';
import { Fields } from './fields';
import type { Findings } from './findings';
import type { CallStep } from './plan';
import type { Shape, Shapes } from './shapes';
export declare const DAY_MS = 86400000;
/** Names that expressions know already, or will. */
export declare const RESERVED: string[];
/** What steps are read in: which capabilities there are, and what their expressions may refer to. */
export interface StepScope {
    catalogue: Catalogue;
    findings: Findings;
    /** `inputs`, `run`, and inside a block the item and the steps outside. */
    shapes: Shapes;
    /** Those that `secrets` names; known only inside of `with`. */
    secrets: Shape;
    /** Gathers the names that a block's steps refer to, for the block itself. */
    outer?: Set<string>;
}
/** A step before its fields are read: all ids of a list must be known first. */
export interface Draft {
    id: string;
    at: number;
    idAt: number;
    fields: Fields;
}
/** The steps of a list with their ids, which must differ from each other and from what is taken. */
export declare function readDrafts(node: DocNode | undefined, at: number, taken: readonly string[], findings: Findings): Draft[];
/** What expressions may know of the outcome of a step. */
export declare function outcomeShape(draft: Draft, catalogue: Catalogue): Shape;
/** Reads a step that calls a capability. `siblings` are the ids of its list. */
export declare function readCall(draft: Draft, siblings: readonly string[], scope: StepScope): CallStep;
/** The steps of the same list that must end first: those referred to, and those of `needs`. */
export declare function readAfter(fields: Fields, used: ReadonlySet<string>, siblings: readonly string[], findings: Findings): string[];
/** Of the names that were referred to, those of rows. */
export declare function lookedInto(used: ReadonlySet<string>): string[];
