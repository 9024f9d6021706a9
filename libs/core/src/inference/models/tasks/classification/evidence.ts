import type { DetectedObject } from '../../runtime';
import type { HeadAnswer } from './head';

/** The strongest box of a class of the detector. */
export interface SupportingBox {
  confidence: number;
  /** Part of the image that it covers, 0..1. */
  area: number;
  /** From the image's centre to its own, in parts of the image's sides. */
  distance: number;
}

/** What head and detector say of an image, from which one answer is made. */
export interface Evidence {
  head: HeadAnswer;
  /** By class of the detector; a class without a box is not there. */
  boxes: ReadonlyMap<string, SupportingBox>;
  /** Kinds of scene, fused from head and objects. */
  scenes: ReadonlyMap<string, number>;
  /** The category of each label. */
  categories: ReadonlyMap<string, string>;
}

/** Numbers that speak for or against a name, by the name of their weight in the manifest. */
export type Features = Readonly<Record<string, number>>;

/** Images with several such boxes are of the kind that the detector was taught with: each of them is likelier right. */
const SURE_BOX = 0.7;
const LEAST = 1e-3;
export const logit = (probability: number) => {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, probability));
  return Math.log(inside / (1 - inside));
};
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

/** Of a class of the detector that has a box. */
export function boxFeatures(label: string, box: SupportingBox, evidence: Evidence): Features {
  const { head, boxes, categories } = evidence;
  const category = categories.get(label);
  const rivals = (same: boolean) =>
    [...head.objects]
      .filter(([each]) => each !== label && (categories.get(each) === category) === same)
      .map(([, value]) => value);
  const known = head.objects.get(label);
  return {
    box: logit(box.confidence),
    area: Math.log(box.area + 0.003),
    distance: box.distance,
    company: Math.log(1 + [...boxes].filter(([each, { confidence }]) => each !== label && confidence >= SURE_BOX).length),
    larger: highest([...boxes].filter(([each]) => each !== label).map(([, each]) => weightOf(each))),
    same_category: logit(highest(rivals(true))),
    other_category: logit(highest(rivals(false))),
    scene: logit(highest(head.scenes.values())),
    none: head.none,
    known: Number(known !== undefined),
    head: known === undefined ? 0 : logit(known),
    [`category ${category}`]: 1,
  };
}

/** Of an object that the head names. */
export function headFeatures(label: string, { head, boxes, categories }: Evidence): Features {
  const category = categories.get(label);
  const others = [...head.objects].filter(([each]) => each !== label).map(([, value]) => value);
  const rivals = [...boxes].filter(([each]) => each !== label);
  return {
    head: logit(head.objects.get(label) ?? 0),
    others: logit(highest(others)),
    same_category: highest(rivals.filter(([each]) => categories.get(each) === category).map(([, box]) => weightOf(box))),
    other_category: highest(rivals.filter(([each]) => categories.get(each) !== category).map(([, box]) => weightOf(box))),
    scene: logit(highest(head.scenes.values())),
    none: head.none,
    [`category ${category}`]: 1,
  };
}

/** Of a kind of scene. */
export function sceneFeatures(label: string, { head, boxes, scenes }: Evidence): Features {
  const others = [...scenes].filter(([each]) => each !== label).map(([, value]) => value);
  return {
    fused: logit(scenes.get(label) ?? 0),
    head: logit(head.scenes.get(label) ?? 0),
    others: logit(highest(others)),
    object: logit(highest(head.objects.values())),
    box: highest([...boxes.values()].map(weightOf)),
    area: highest([...boxes.values()].map(({ confidence, area }) => confidence * area)),
  };
}

/** Of a category, such as `animal`, once its names have their confidences. */
export function categoryFeatures(category: string, named: ReadonlyMap<string, number>, evidence: Evidence): Features {
  const { head, boxes, categories } = evidence;
  const belongs = (label: string) => categories.get(label) === category;
  const anyOf = (values: readonly number[]) => logit(1 - values.reduce((rest, value) => rest * (1 - value), 1));
  const sum = (values: readonly number[]) => logit(values.reduce((all, value) => all + value, 0));
  const [inside, outside] = [belongs, (label: string) => !belongs(label)].map((within) => {
    const values = (map: ReadonlyMap<string, number>) => [...map].filter(([label]) => within(label)).map(([, value]) => value);
    return {
      named: anyOf(values(named)),
      head: sum(values(head.objects)),
      boxes: highest([...boxes].filter(([label]) => within(label)).map(([, box]) => weightOf(box))),
    };
  }) as [Record<'named' | 'head' | 'boxes', number>, Record<'named' | 'head' | 'boxes', number>];
  return {
    named: inside.named,
    named_otherwise: outside.named,
    head: inside.head,
    head_otherwise: outside.head,
    boxes: inside.boxes,
    boxes_otherwise: outside.boxes,
    scene: logit(highest(head.scenes.values())),
    none: head.none,
    [`category ${category}`]: 1,
  };
}
