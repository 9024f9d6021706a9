import type { AnswerSection } from '@percept/sdk/models';
import { sigmoid } from '../detection';
import { boxFeatures, nameFeatures, type Evidence, type NameEvidence } from './evidence';
import type { NameTree } from './name-tree';

/** The head gives every name some probability; lower values are noise. */
const MIN_NAME = 0.02;

type Weights = Readonly<Record<string, number>>;

/** The log odds; a feature without a weight does not count. */
export function logOdds(weights: Weights, features: NameEvidence): number {
  return Object.entries(features).reduce((all, [name, value]) => all + (weights[name] ?? 0) * value, weights.intercept ?? 0);
}

/** How likely a name is. */
interface Likelihood {
  /** Puts names in order. */
  likely: number;
  /** What is shown: at most as much, because a wrong name does more harm than a missing one. */
  confidence: number;
}

/** From this probability on, an image counts as a document or a screenshot. */
const MIN_KIND = 0.5;

/**
 * How likely each name is that the head or a box supports, and each kind of scene, a document and a screenshot. A wider name is never
 * less likely than the names below it. Names and scenes are those of photographs: a document has none.
 */
export function answerFrom(evidence: Evidence, section: AnswerSection): Map<string, Likelihood> {
  const { head, names, boxes, scenes, tree } = evidence;
  const answer = new Map<string, Likelihood>();
  const raise = (name: string, likely: number, confidence = likely) => {
    const before = answer.get(name) ?? { likely: 0, confidence: 0 };
    answer.set(name, { likely: Math.max(likely, before.likely), confidence: Math.max(confidence, before.confidence) });
  };
  for (const [name, value] of names) {
    if (value < MIN_NAME) continue;
    const features = nameFeatures(name, evidence);
    const odds = logOdds(section.name, features);
    raise(name, sigmoid(odds), sigmoid(odds - logOdds(section.caution, features)));
  }
  for (const [label, box] of boxes) raise(label, sigmoid(logOdds(section.box, boxFeatures(label, box, evidence))));
  for (const [name, { likely, confidence }] of [...answer])
    for (const wider of tree.ancestors(name)) raise(wider, likely, confidence);
  for (const [label, confidence] of scenes) raise(label, confidence);
  const noPhotograph = [...head.kinds.values()].reduce((sum, each) => sum + each, 0);
  const rest = noPhotograph >= MIN_KIND ? 1 - noPhotograph : 1;
  for (const each of answer.values()) for (const key of ['likely', 'confidence'] as const) each[key] *= rest;
  for (const [kind, likely] of head.kinds) raise(kind, likely);
  return answer;
}

/** A name precedes the next wider one if it is at least this share as likely. */
const SPECIFIC = 0.35;

/**
 * Sorts names, likeliest first. A wider name does not compete with the names below it: all of them stand where it does, and it follows
 * the likeliest of them, unless that is much less likely. So faint names can be left out without sorting the others again.
 */
export function rank(answer: ReadonlyMap<string, Likelihood>, tree: NameTree): string[] {
  const likely = (name: string) => answer.get(name)!.likely;
  const below = new Map<string | undefined, string[]>();
  for (const name of [...answer.keys()].sort((one, other) => likely(other) - likely(one))) {
    const wider = tree.ancestors(name).find((each) => answer.has(each));
    below.set(wider, [...(below.get(wider) ?? []), name]);
  }
  /** The likeliest name, the wider ones that follow it, and then the rest. */
  const family = (name: string): { chain: string[]; rest: string[] } => {
    const [first, ...others] = (below.get(name) ?? []).map(family);
    if (!first) return { chain: [name], rest: [] };
    const rest = [...first.rest, ...others.flatMap(all)];
    const isSure = likely(below.get(name)![0]!) >= SPECIFIC * likely(name);
    return isSure ? { chain: [...first.chain, name], rest } : { chain: [name], rest: [...first.chain, ...rest] };
  };
  const all = ({ chain, rest }: ReturnType<typeof family>) => [...chain, ...rest];
  return (below.get(undefined) ?? []).map(family).flatMap(all);
}
