import type { AnswerCalibration, AnswerSection } from '../../registry/manifest';
import { sigmoid } from '../detection';
import { boxFeatures, categoryFeatures, headFeatures, logit, sceneFeatures, type Evidence, type Features } from './evidence';

/** From here on a name is likely, so that its category adds nothing. */
const LIKELY = 0.5;
/** A category is said only from here on: it is a wider claim, so that a wrong one is worse. */
const LIKELY_CATEGORY = 0.6;

/** @returns the probability; a feature without a weight does not count. */
export function probability(weights: Readonly<Record<string, number>>, features: Features): number {
  const sum = Object.entries(features).reduce((all, [name, value]) => all + (weights[name] ?? 0) * value, weights.intercept ?? 0);
  return sigmoid(sum);
}

/**
 * One calibrated probability for each label that the head or the detector knows. A class of the detector counts only where a
 * box supports it. Where no name of a category is likely, the category itself is answered.
 * @param labels of the head and of the detector.
 */
export function answerFrom(evidence: Evidence, section: AnswerSection, labels: readonly string[]): Map<string, number> {
  const answer = namesFrom(evidence, section, labels);
  for (const category of section.categories) {
    const named = [...answer].some(([label, confidence]) => confidence >= LIKELY && evidence.categories.get(label) === category);
    const confidence = probability(section.category, categoryFeatures(category, answer, evidence));
    answer.set(category, named || confidence < LIKELY_CATEGORY ? 0 : confidence);
  }
  return section.calibration ? calibrated(answer, section.calibration, evidence) : answer;
}

/** What is certain to be absent stays so; kinds of scene stay as they are. */
function calibrated(
  answer: ReadonlyMap<string, number>,
  { intercept, slope }: AnswerCalibration,
  { scenes }: Evidence,
): Map<string, number> {
  const likely = (confidence: number) => sigmoid(intercept + slope * logit(confidence));
  return new Map(
    [...answer].map(([label, confidence]) => [label, confidence === 0 || scenes.has(label) ? confidence : likely(confidence)]),
  );
}

/** The names alone, without categories. */
export function namesFrom(evidence: Evidence, section: AnswerSection, labels: readonly string[]): Map<string, number> {
  const { head, boxes, scenes } = evidence;
  const answer = new Map(labels.map((label) => [label, 0]));
  const add = (label: string, likely: number) => answer.set(label, Math.max(likely, answer.get(label) ?? 0));
  for (const [label, box] of boxes) add(label, probability(section.box, boxFeatures(label, box, evidence)));
  for (const label of head.objects.keys()) add(label, probability(section.head, headFeatures(label, evidence)));
  for (const label of scenes.keys()) add(label, probability(section.scene, sceneFeatures(label, evidence)));
  return answer;
}
