import type { LineCounter } from 'yaml';
import { PerceptError } from '../kernel';
import type { Finding } from './pipelines';
/** What refuses a pipeline with mistakes: the first as the reason, all of them as a list. */
export declare function refuseFindings(findings: Finding[]): PerceptError;
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
