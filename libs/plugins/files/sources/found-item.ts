import type { FoundItem } from '@percept/sdk/pipelines';

/** Formats a number so that texts sort as their numbers do. */
export const sortByNumber = (number: number): string => String(number).padStart(9, '0');

export const invalidRecord = (reason: string): FoundItem['refused'] => ({ code: 'INVALID_REQUEST', reason });
