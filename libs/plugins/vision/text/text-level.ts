/** How finely text is answered. */
export const TEXT_LEVELS = ['line', 'word', 'character'] as const;
export type TextLevel = (typeof TEXT_LEVELS)[number];
