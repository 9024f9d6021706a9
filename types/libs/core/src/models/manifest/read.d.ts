import { type ModelFolder } from './manifest';
/** The folders that hold a manifest, by name; folders without one (weights in waiting, notes) are left alone. */
export declare function modelFolders(modelsDir: string): string[];
/** @throws Error with a line per mistake: file:line:column, the field and what it must be. */
export declare function readManifest(folder: string): ModelFolder;
