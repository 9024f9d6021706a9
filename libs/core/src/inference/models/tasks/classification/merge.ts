import type { SceneSection } from '../../registry/manifest';
import type { HeadAnswer } from './head';

type Confidences = ReadonlyMap<string, number>;

/** How much is left when each label takes its weighted part away. */
function remaining(weights: Readonly<Record<string, number>>, confidences: Confidences): number {
  return Object.entries(weights).reduce((left, [label, weight]) => left * (1 - weight * (confidences.get(label) ?? 0)), 1);
}

/**
 * One confidence for each label: of the head and the detector the one that is more sure. A scene is what the head says of it
 * or what scenes and objects together make of it, whichever is more; objects that speak against it lower both.
 * @param presence of the detector's classes.
 */
export function mergeLabels(head: HeadAnswer, presence: Confidences, scenes: readonly SceneSection[]): Map<string, number> {
  const merged = new Map<string, number>([...head.objects, ...head.scenes]);
  for (const [label, confidence] of presence) merged.set(label, Math.max(confidence, merged.get(label) ?? 0));
  for (const scene of scenes) {
    const fused = 1 - remaining(scene.head, head.scenes) * remaining(scene.objects, presence);
    const said = Math.max(fused, head.scenes.get(scene.label) ?? 0);
    merged.set(scene.label, said * remaining(scene.against, presence));
  }
  return merged;
}
