import { type ModelPlaces, type Stock } from '../store';
import type { ModelSource, ModelTask, ModelTasks } from '../tasks';
import { NativeGate } from './native-gate';
/** A model that runs: what its task promises, and what its keeper needs. */
export interface Running<T extends ModelTask = ModelTask> {
    runner: ModelTasks[T];
    /** Runs it once on an empty picture, so that the first call does not pay for the first run. */
    warm(): Promise<void>;
    close(): Promise<void>;
}
/** The models of one thread. */
export interface Models extends ModelSource {
    /** Runs every model once that was loaded since the last time. */
    warm(): Promise<void>;
    /**
     * Goes over to other models: what changed is loaded and warmed beside the old one, then takes its place. What cannot be
     * loaded stays as it was. Only between calls: the old ones are ended.
     * @returns why models could not be loaded.
     */
    restock(stock: Stock): Promise<{
        name: string;
        reason: string;
    }[]>;
    /** Ends the sessions; the source is of no use afterwards. */
    close(): Promise<void>;
}
/** The models on hand, or the folders that hold them. */
export type OpenOptions = ({
    stock: Stock;
} | ModelPlaces) & {
    /** Passed with every native call; whoever may end this thread closes it first. */
    gate?: NativeGate;
};
/** Models on hand, each loaded when it is first asked for. For use inside a worker thread: running them blocks it. */
export declare function openModels(options: OpenOptions): Models;
