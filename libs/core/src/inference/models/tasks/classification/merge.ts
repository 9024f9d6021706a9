import type { SceneSection } from '../../registry/manifest';
import type { HeadAnswer } from './head';

type Confidences = ReadonlyMap<string, number>;

/** How much is left when each label takes its weighted part away. */
function remaining(weights: Readonly<Record<string, number>>, confidences: Confidences): number {
  return Object.entries(weights).reduce((left, [label, weight]) => left * (1 - weight * (confidences.get(label) ?? 0)), 1);
}

/**
 * Kinds of scene: what the head says of one, or what scenes and objects together make of it, whichever is more; objects that
 * speak against it lower both. The head's other scenes stay as they are.
 * @param presence of the detector's classes.
 */
export function fuseScenes(head: HeadAnswer, presence: Confidences, scenes: readonly SceneSection[]): Map<string, number> {
  const fused = new Map(head.scenes);
  for (const scene of scenes) {
    const joint = 1 - remaining(scene.head, head.scenes) * remaining(scene.objects, presence);
    const said = Math.max(joint, head.scenes.get(scene.label) ?? 0);
    fused.set(scene.label, said * remaining(scene.against, presence));
  }
  return fused;
}

/**
 * One confidence for each label where the manifest has no weights for an answer: of the head and the detector the one that is
 * more sure.
 * @param presence of the detector's classes.
 */
export function mergeLabels(head: HeadAnswer, presence: Confidences, scenes: Confidences): Map<string, number> {
  const merged = new Map<string, number>(head.objects);
  for (const [label, confidence] of presence) merged.set(label, Math.max(confidence, merged.get(label) ?? 0));
  for (const [label, confidence] of scenes) merged.set(label, confidence);
  return merged;
}
