/** `30s`, `5m`, `2h`, `1d`, `250ms` → milliseconds; undefined where the text is no duration. */
export declare function parseDuration(text: string): number | undefined;
