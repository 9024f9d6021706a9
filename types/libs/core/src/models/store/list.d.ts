import type { Stock } from './stock';
/** A model as the command line and the API show it; what is not known of a broken one is null. */
export interface ModelEntry {
    name: string;
    task: string | null;
    version: string | null;
    /** `unprepared`: waits for `models prepare`. `broken`: what was there before answers, where it has a version. */
    state: 'ready' | 'unprepared' | 'broken';
    /** Whether it answers its task where a request names no model. */
    default: boolean;
    /** Whether it is of the users' folder. */
    own: boolean;
    licence: string | null;
    source: string | null;
    /** SHA-256 of the weights, hex. */
    digest: string | null;
    /** How many labels it knows. */
    labels: number | null;
    /** Why a broken model is broken. */
    reason: string | null;
}
/** Every model, broken ones too, by name. */
export declare function listModels(stock: Stock): ModelEntry[];
