export interface ModelPlaces {
    /** Folder with a folder for each model that comes with Percept. */
    modelsDir: string;
    /** The same of the users' own models; it need not exist. */
    ownModelsDir?: string;
    /** Folder of what Percept writes; prepared models go into its `models`. */
    dataDir: string;
    /** Names of the models that answer a task where a request names none, where it is not the manifest's `default: true`. */
    defaults?: Readonly<Record<string, string>>;
}
/** One model's preparation, told when it starts and when it is done. */
export interface PrepareProgress {
    name: string;
    state: 'converting' | 'ready';
    /** Counts from 1. */
    index: number;
    total: number;
}
export interface PrepareOptions extends ModelPlaces {
    onProgress?: (progress: PrepareProgress) => void;
    /** Hears of each model that cannot be prepared; without it they are thrown. */
    onProblem?: (problem: string) => void;
}
/**
 * Converts the models that are not converted yet. Needs no network. Several processes may do it at once.
 * @returns the names of the models that were converted now.
 * @throws Error with a line per model that cannot be prepared, after all the others were, where nobody hears of them.
 */
export declare function prepareModels(options: PrepareOptions): Promise<string[]>;
