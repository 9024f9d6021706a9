/** A piece of text: literal, or the inside of a `${{ }}`. Offsets count from the text's first character. */
export type Piece = {
    literal: string;
} | {
    expression: string;
    at: number;
};
export declare class UnclosedExpression extends Error {
    readonly offset: number;
    constructor(offset: number);
}
/** Splits text at its `${{ }}`. @throws UnclosedExpression */
export declare function splitText(text: string): Piece[];
