import type { AnswerSection, Classification } from '@percept/sdk/models';
import { sigmoid } from '../detection';
import { boxFeatures, nameFeatures, type Evidence, type NameEvidence } from './evidence';

/** The head gives every name some probability; lower values are noise. */
const MIN_NAME = 0.02;

/** @returns the probability; a feature without a weight does not count. */
export function probability(weights: Readonly<Record<string, number>>, features: NameEvidence): number {
  const sum = Object.entries(features).reduce((all, [name, value]) => all + (weights[name] ?? 0) * value, weights.intercept ?? 0);
  return sigmoid(sum);
}

/** From this probability on, an image counts as a document or a screenshot. */
const MIN_KIND = 0.5;

/**
 * One calibrated probability for each name that the head or a box supports, for each kind of scene, and for documents and screenshots.
 * A wider name is never less probable than the names below it. Names and scenes are those of photographs: a document has none.
 */
export function answerFrom(evidence: Evidence, section: AnswerSection): Map<string, number> {
  const { head, names, boxes, scenes, tree } = evidence;
  const answer = new Map<string, number>();
  const raise = (name: string, likely: number) => answer.set(name, Math.max(likely, answer.get(name) ?? 0));
  for (const [name, value] of names) if (value >= MIN_NAME) raise(name, probability(section.name, nameFeatures(name, evidence)));
  for (const [label, box] of boxes) raise(label, probability(section.box, boxFeatures(label, box, evidence)));
  for (const [name, likely] of [...answer]) for (const wider of tree.ancestors(name)) raise(wider, likely);
  for (const [label, confidence] of scenes) raise(label, confidence);
  const noPhotograph = [...head.kinds.values()].reduce((sum, each) => sum + each, 0);
  if (noPhotograph >= MIN_KIND) for (const [name, likely] of answer) answer.set(name, likely * (1 - noPhotograph));
  for (const [kind, likely] of head.kinds) raise(kind, likely);
  return answer;
}

/** A name precedes the next wider one if it has at least this share of that one's probability. */
const SPECIFIC = 0.35;

/**
 * Sorts names, most likely first. A wider name does not compete with the names below it: it follows the likeliest of them,
 * unless they are all much less likely. The widest names, such as `animal`, always follow.
 */
export function rank(names: readonly Classification[]): Classification[] {
  const depth = ({ parents = [] }: Classification) => parents.length;
  const best = new Map<string, Classification>();
  for (const name of names)
    for (const wider of name.parents ?? []) if (name.confidence > (best.get(wider)?.confidence ?? -1)) best.set(wider, name);
  const keys = new Map<string, number>();
  for (const name of names.toSorted((one, other) => depth(other) - depth(one))) {
    const below = best.get(name.label);
    const isBehind = below !== undefined && (depth(name) === 0 || below.confidence >= SPECIFIC * name.confidence);
    keys.set(name.label, isBehind ? keys.get(below.label)! : name.confidence);
  }
  return names.toSorted((one, other) => keys.get(other.label)! - keys.get(one.label)! || depth(other) - depth(one));
}
