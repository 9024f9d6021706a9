import type { Manifest } from './manifest';
/** What no single field can tell. */
export declare function contradictions(manifest: Manifest): string[];
