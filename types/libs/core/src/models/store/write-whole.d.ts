/**
 * Writes a file so that nobody ever sees half of it: another process finds either nothing or all of it, whatever happens.
 * Two processes that write the same file at once both succeed; the later one's stays.
 */
export declare function writeWhole(file: string, bytes: Uint8Array): Promise<void>;
