/** The levels of detail of a text answer. */
export const TEXT_LEVELS = ['line', 'word', 'character'] as const;
export type TextLevel = (typeof TEXT_LEVELS)[number];
