export interface WalkOptions {
    /** Goes into folders that are links, though never in circles. */
    followLinks: boolean;
}
/**
 * Streams the absolute paths below a folder that fit a pattern: `*` and `?` within a name, `**` for any folders, `[abc]`
 * and `{a,b}`. Names match whatever their case: cameras write .JPG. Holds no folder's list in memory.
 * @throws PerceptError INVALID_REQUEST for a pattern that would take for ever; the system's error for an unreadable folder.
 */
export declare function walk(folder: string, pattern: string, options: WalkOptions): AsyncGenerator<string>;
