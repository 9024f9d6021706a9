import type { SceneSection } from '@percept/sdk/models';

type Confidences = ReadonlyMap<string, number>;

/** What remains after each label takes away its weighted share. */
function remaining(weights: Readonly<Record<string, number>>, confidences: Confidences): number {
  return Object.entries(weights).reduce((left, [label, weight]) => left * (1 - weight * (confidences.get(label) ?? 0)), 1);
}

/**
 * Confidences of the kinds of scene. Each is the higher of the head's own value and the one made from names and objects; objects
 * that speak against it lower both. The head's other scenes stay as they are.
 * @param names the head's names.
 * @param presence of the detector's classes.
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
