import type { SceneSection } from '../../manifest';

type Confidences = ReadonlyMap<string, number>;

/** How much is left when each label takes its weighted part away. */
function remaining(weights: Readonly<Record<string, number>>, confidences: Confidences): number {
  return Object.entries(weights).reduce((left, [label, weight]) => left * (1 - weight * (confidences.get(label) ?? 0)), 1);
}

/**
 * Kinds of scene: what the head says of one, or what names and objects together make of it, whichever is more; objects that
 * speak against it lower both. The head's other scenes stay as they are.
 * @param names what the head names. @param presence of the detector's classes.
 */
export function fuseScenes(head: Confidences, names: Confidences, presence: Confidences, scenes: readonly SceneSection[]) {
  const fused = new Map(head);
  const shown = new Map([...names, ...head]);
  for (const scene of scenes) {
    const joint = 1 - remaining(scene.head, shown) * remaining(scene.objects, presence);
    const said = Math.max(joint, head.get(scene.label) ?? 0);
    fused.set(scene.label, said * remaining(scene.against, presence));
  }
  return fused;
}
