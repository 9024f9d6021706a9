import type { CapabilityDefinition } from '../plugins';
import { type Catalogue } from './catalogue';
import type { Finding } from './pipelines';
import { type Plan } from './plan';
export interface Parsed {
    /** Undefined where there are findings. */
    plan: Plan | undefined;
    /** In the order of the text. */
    findings: Finding[];
    /** SHA-256 of the text, hex. */
    revision: string;
}
/** Reads and checks the text of a pipeline. Never throws: mistakes are findings, several at once. */
export declare function parsePipeline(source: string, file: string, catalogue: Catalogue): Parsed;
/** The mistakes of a pipeline, given the capabilities that it may use: needs no database and no running host. */
export declare function checkPipeline(source: string, file: string, capabilities: ReadonlyMap<string, CapabilityDefinition>): Finding[];
