import type { Presence } from './presence';
/**
 * An exclusive lock on a file of its own, which the system drops at the moment when the process dies. All processes on one
 * SQLite file share a machine, so this is certain.
 */
export declare class LockFile implements Presence {
    private readonly file;
    private held;
    constructor(file: string);
    appear(): Promise<void>;
    disappear(): Promise<void>;
    gone(ids: readonly string[]): Promise<string[]>;
}
