/** The known name that a mistyped one most likely meant; undefined where none is near. */
export declare function nearest(name: string, known: readonly string[]): string | undefined;
/** ` Did you mean 'x'?` or nothing. */
export declare function didYouMean(name: string, known: readonly string[]): string;
