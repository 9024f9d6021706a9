import type { Scope } from './cel';
import type { Sink } from './plan';
export interface OutputPlace {
    /** As the pipeline names it. */
    name: string;
    path: string;
}
/** The folder of a run over HTTP; absolute, however the data folder is named. */
export declare function runFolderOf(dataDir: string, runId: string): string;
/**
 * Where an output goes: relative to `base`, or, for a run over HTTP, inside the run's own folder.
 * @throws PerceptError INVALID_REQUEST for a path that leads out of the run's folder.
 */
export declare function outputPlace(sink: Sink, scope: Scope, at: {
    base: string | null;
    runFolder: string;
}): Promise<OutputPlace>;
