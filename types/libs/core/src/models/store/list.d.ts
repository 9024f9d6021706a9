import type { ModelPlaces } from './prepare';
/** A model as the command line and the API show it; what is not known of a broken one is null. */
export interface ModelEntry {
    name: string;
    task: string | null;
    version: string | null;
    /** `unprepared`: waits for `models prepare`. */
    state: 'ready' | 'unprepared' | 'broken';
    licence: string | null;
    digest: string | null;
    file: string | null;
    /** Why a broken model is broken. */
    reason: string | null;
}
/** Every model of the folder, broken ones too. */
export declare function listModels(places: ModelPlaces): ModelEntry[];
