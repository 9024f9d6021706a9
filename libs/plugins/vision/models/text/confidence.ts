import type { ReadCharacter } from './ctc';

/*
 * Share of characters that are right = sigmoid(START + SLOPE × logit(mean probability of the characters)). Fitted on 1,398 lines
 * of thirty receipts; after fitting on one half, what is said and what is right differ by 0.011 on the other, and by 0.018 the
 * other way round.
 */
const START = 0.165;
const SLOPE = 0.792;

/**
 * The share of the line's characters that are probably right, 0..1; 0 if nothing was read.
 * @param unread number of signs that were left out.
 */
export function computeLineConfidence(characters: readonly ReadCharacter[], unread = 0): number {
  const seen = characters.filter(({ character }) => character !== ' ');
  if (seen.length === 0) return 0;
  const mean = meanProbability(seen);
  const probability = Math.min(1 - 1e-4, Math.max(1e-4, mean));
  return shareRead(seen, unread) / (1 + Math.exp(-START - SLOPE * Math.log(probability / (1 - probability))));
}

/** The share of a line's signs that were read; signs that were left out count as wrong. */
export const shareRead = (characters: readonly ReadCharacter[], unread: number): number =>
  unread === 0 ? 1 : characters.length / (characters.length + unread);

/** Returns 0 if there are no characters. */
export const meanProbability = (characters: readonly ReadCharacter[]): number =>
  characters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, characters.length);
