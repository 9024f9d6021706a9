import { type Manifest } from '../manifest';
import { type ModelLocation } from './location';
import type { ModelPlaces } from './prepare';
/** A model that may be loaded: plain data, so that it crosses threads and processes. */
export interface StockedModel extends ModelLocation {
    name: string;
    /** From the users' folder, not one of ours. */
    own: boolean;
    /** Where its manifest is. */
    folder: string;
    manifest: Manifest;
    /** Another one as soon as the weights or any word of the manifest changes. */
    revision: string;
}
export interface BrokenModel {
    name: string;
    own: boolean;
    reason: string;
}
/** The models on hand, and those that would be if they were not broken. */
export interface Stock {
    models: StockedModel[];
    broken: BrokenModel[];
    /** Names of the models that answer a task where a request names none, by task; else the manifests say it. */
    defaults: Readonly<Record<string, string>>;
}
/** Reads every manifest and the digest of every file; loads nothing. A broken model keeps nobody from using the others. */
export declare function readStock(places: ModelPlaces): Stock;
