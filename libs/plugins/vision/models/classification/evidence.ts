import type { DetectedObject } from '@percept/sdk/models';
import type { HeadAnswer } from './head';
import type { NameTree } from './name-tree';

/** A detector class's strongest box. */
interface SupportingBox {
  confidence: number;
  /** Part of the image that it covers, 0 to 1. */
  area: number;
  /** From the image's centre to the box's centre, as a share of the image's sides. */
  distance: number;
}

/** What head and detector say about an image: the basis of one answer. */
export interface Evidence {
  head: HeadAnswer;
  /** Probability of each of the head's names and of each wider name. */
  names: ReadonlyMap<string, number>;
  /** By detector class; a class without a box is missing. */
  boxes: ReadonlyMap<string, SupportingBox>;
  /** Kinds of scene, combined from head and objects. */
  scenes: ReadonlyMap<string, number>;
  tree: NameTree;
}

/** Numbers that speak for or against a name, by the name of their weight in the manifest. */
export type NameEvidence = Readonly<Record<string, number>>;

/** Images with several boxes of this confidence resemble the detector's training images: each box is likelier right. */
const SURE_BOX = 0.7;
const MIN_PROBABILITY = 1e-3;
/** A lower share of the head says no more than this one. */
const MIN_SHARE = 1e-5;
const boundedLogit = (probability: number) => {
  const inside = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(inside / (1 - inside));
};

/** The head's answer without impossible names, which are most of a thousand: each feature would go through them again. */
export function keepLikely({ objects, ...others }: HeadAnswer): HeadAnswer {
  return { objects: new Map([...objects].filter(([, value]) => value >= MIN_SHARE)), ...others };
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

/** The probability of the head's likeliest unrelated name: both cannot be true. */
function rivalOf(name: string, { head, tree }: Evidence): number {
  let rival = 0;
  for (const [other, value] of head.objects) if (value > rival && !tree.areRelated(name, other)) rival = value;
  return rival;
}

/** The logarithm of how much likelier a name is than the surest other name. The names below it count for it. */
function marginOf(name: string, { head, tree }: Evidence): number {
  let [own, other] = [MIN_SHARE, MIN_SHARE];
  for (const [each, value] of head.objects) {
    if (each === name || tree.ancestors(each).includes(name)) own = Math.max(own, value);
    else other = Math.max(other, value);
  }
  return Math.log(own / other);
}

/** Features of one of the head's names, or of a wider name. */
export function nameFeatures(name: string, evidence: Evidence): NameEvidence {
  const { head, names, boxes, tree } = evidence;
  const [isWider, isTop] = [tree.isWider(name), tree.ancestors(name).length === 0];
  const weights = (related: boolean) =>
    [...boxes].filter(([label]) => tree.areRelated(label, name) === related).map(([, box]) => weightOf(box));
  return {
    name: boundedLogit(names.get(name) ?? 0),
    margin: marginOf(name, evidence),
    specific: Number(!isTop && !isWider),
    middle: Number(!isTop && isWider),
    general: Number(isTop && isWider),
    box: highest(weights(true)),
    other_box: highest(weights(false)),
    scene: boundedLogit(highest(head.scenes.values())),
  };
}

/** Features of a detector class that has a box. */
export function boxFeatures(label: string, box: SupportingBox, evidence: Evidence): NameEvidence {
  const { head, names, boxes, tree } = evidence;
  const others = [...boxes].filter(([each]) => each !== label).map(([, each]) => each);
  // If the head does not know the name, take its opinion of the next wider one.
  const known = [label, ...tree.ancestors(label)].find((name) => names.has(name));
  return {
    box: boundedLogit(box.confidence),
    area: Math.log(box.area + 0.003),
    distance: box.distance,
    company: Math.log(1 + others.filter(({ confidence }) => confidence >= SURE_BOX).length),
    larger: highest(others.map(weightOf)),
    rival: boundedLogit(rivalOf(label, evidence)),
    name: known === undefined ? 0 : boundedLogit(names.get(known)!),
    scene: boundedLogit(highest(head.scenes.values())),
  };
}
