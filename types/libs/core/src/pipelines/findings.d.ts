import type { LineCounter } from 'yaml';
import type { Finding } from './pipelines';
/** Gathers the mistakes of one pipeline, by offset in its text. */
export declare class Findings {
    private readonly file;
    private readonly lines;
    private readonly found;
    constructor(file: string, lines: LineCounter);
    get any(): boolean;
    add(offset: number, message: string): void;
    /** In the order of the text. */
    list(): Finding[];
}
