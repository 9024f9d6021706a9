/** Colours that stand out on photographs and carry white labels. */
export const COLOURS = ['#1c4ed8', '#b91c1c', '#047857', '#7c3aed', '#b45309', '#0e7490'];

/** Colours that do not look like a failure. */
export const STEP_COLOURS = COLOURS.filter((colour) => colour !== '#b91c1c');
