/** The label of a scene or an activity that cannot be recognised. */
export const UNKNOWN = 'unknown';
