import { parseDuration } from '@percept/core';
import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number. */
export function whole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}

/** Reads a duration. @returns milliseconds. */
export function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms) return ms;
  throw new InvalidArgumentError('It must be a duration such as 30s or 2m.');
}

/** Reads a list separated by commas. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
