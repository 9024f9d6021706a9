/** The scene or the activity that cannot be told. */
export const UNKNOWN = 'unknown';
