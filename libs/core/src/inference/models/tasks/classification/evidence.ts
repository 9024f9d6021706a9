import type { DetectedObject } from '../../runtime';
import type { HeadAnswer } from './head';
import type { NameTree } from './name-tree';

/** The strongest box of a class of the detector. */
interface SupportingBox {
  confidence: number;
  /** Part of the image that it covers, 0 to 1. */
  area: number;
  /** From the image's centre to the box's centre, in parts of the image's sides. */
  distance: number;
}

/** What head and detector say of an image, from which one answer is made. */
export interface Evidence {
  head: HeadAnswer;
  /** Probability of each name of the head and of each wider name. */
  names: ReadonlyMap<string, number>;
  /** By class of the detector; a class without a box is missing. */
  boxes: ReadonlyMap<string, SupportingBox>;
  /** Kinds of scene, fused from head and objects. */
  scenes: ReadonlyMap<string, number>;
  tree: NameTree;
}

/** Numbers that speak for or against a name, by the name of their weight in the manifest. */
export type Features = Readonly<Record<string, number>>;

/** Images with several such boxes are of the kind that the detector was taught with: each box is likelier right. */
const SURE_BOX = 0.7;
const MIN_PROBABILITY = 1e-3;
export const logit = (probability: number) => {
  const inside = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(inside / (1 - inside));
};

/** What the head says without what counts as impossible: most of a thousand names, of which each feature would ask again. */
export function likelyOf({ objects, scenes }: HeadAnswer): HeadAnswer {
  return { objects: new Map([...objects].filter(([, value]) => value >= MIN_PROBABILITY)), scenes };
}

const highest = (values: Iterable<number>) => Math.max(0, ...values);
const weightOf = ({ confidence, area }: SupportingBox) => confidence * Math.sqrt(area);

/** The strongest box of each class. */
export function supportingBoxes(found: readonly DetectedObject[], { width, height }: { width: number; height: number }) {
  const boxes = new Map<string, SupportingBox>();
  for (const { label, confidence, bounding_box: box } of found) {
    if ((boxes.get(label)?.confidence ?? 0) >= confidence) continue;
    const distance = Math.hypot((box.x + box.width / 2) / width - 0.5, (box.y + box.height / 2) / height - 0.5);
    boxes.set(label, { confidence, area: (box.width * box.height) / (width * height), distance });
  }
  return boxes;
}

/** The likeliest of the head's names that is not related: both cannot be true. */
function rivalOf(name: string, { head, tree }: Evidence): number {
  let rival = 0;
  for (const [other, value] of head.objects) if (value > rival && !tree.areRelated(name, other)) rival = value;
  return rival;
}

/** Features of a name that the head knows, or of a wider one. */
export function nameFeatures(name: string, evidence: Evidence): Features {
  const { head, names, boxes, tree } = evidence;
  const below = [...head.objects].filter(([each]) => each === name || tree.ancestors(each).includes(name));
  const [isWider, isTop] = [tree.isWider(name), tree.ancestors(name).length === 0];
  const weights = (related: boolean) =>
    [...boxes].filter(([label]) => tree.areRelated(label, name) === related).map(([, box]) => weightOf(box));
  return {
    name: logit(names.get(name) ?? 0),
    rival: logit(rivalOf(name, evidence)),
    surest: logit(highest(below.map(([, value]) => value))),
    specific: Number(!isTop && !isWider),
    general: Number(isTop && isWider),
    box: highest(weights(true)),
    other_box: highest(weights(false)),
    scene: logit(highest(head.scenes.values())),
  };
}

/** Features of a class of the detector that has a box. */
export function boxFeatures(label: string, box: SupportingBox, evidence: Evidence): Features {
  const { head, names, boxes, tree } = evidence;
  const others = [...boxes].filter(([each]) => each !== label).map(([, each]) => each);
  // Where the head does not know the name, it says what it thinks of the next wider one.
  const known = [label, ...tree.ancestors(label)].find((name) => names.has(name));
  return {
    box: logit(box.confidence),
    area: Math.log(box.area + 0.003),
    distance: box.distance,
    company: Math.log(1 + others.filter(({ confidence }) => confidence >= SURE_BOX).length),
    larger: highest(others.map(weightOf)),
    rival: logit(rivalOf(label, evidence)),
    name: known === undefined ? 0 : logit(names.get(known)!),
    scene: logit(highest(head.scenes.values())),
  };
}
