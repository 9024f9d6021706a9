import type { Classification } from '@percept/sdk/models';

/** Kinds of scene, and things that belong there, under the classifier's names. */
const INDOORS = {
  scenes: 'kitchen, bedroom, living room, office, store, bathroom, dining',
  objects:
    'couch, bed, toilet, tv, oven, microwave, refrigerator, sink, dining table, toaster, laptop, keyboard, mouse, remote, ' +
    'hair drier, book, vase, bowl, wine glass, chair, clock, toothbrush',
};
const OUTDOORS = {
  scenes:
    'street, highway, buildings, suburb, countryside, forest, mountain, glacier, snow, sea, sports field, airport, train station',
  objects:
    'car, bus, truck, train, airplane, boat, traffic light, fire hydrant, stop sign, parking meter, surfboard, skis, ' +
    'snowboard, kite, horse, cow, sheep, elephant, bear, zebra, giraffe, bird, motorcycle, bicycle, frisbee, baseball bat, ' +
    'baseball glove',
};
/** Fitted on 171 images of the open mix that we judged by eye, each with two crops: docs/reference/quality.md. */
const WEIGHTS = {
  intercept: 0.55198,
  scenes: { indoors: 0.66544, outdoors: -0.50485 },
  objects: { indoors: 6.7108, outdoors: -2.6434 },
};

const listed = (names: string) => new Set(names.split(', '));
const PLACES = [INDOORS, OUTDOORS].map(({ scenes, objects }) => ({ scenes: listed(scenes), objects: listed(objects) }));
const [INSIDE, OUTSIDE] = PLACES as [(typeof PLACES)[0], (typeof PLACES)[0]];

/** Evidence that an image was taken indoors, as log odds; below 0 for outdoors. */
export function indoorEvidence(found: readonly Classification[]): number {
  const sum = (names: ReadonlySet<string>) =>
    found.reduce((all, { label, confidence }) => (names.has(label) ? all + confidence : all), 0);
  const { intercept, scenes, objects } = WEIGHTS;
  return (
    intercept +
    scenes.indoors * logit(sum(INSIDE.scenes)) +
    scenes.outdoors * logit(sum(OUTSIDE.scenes)) +
    objects.indoors * Math.min(1, sum(INSIDE.objects)) +
    objects.outdoors * Math.min(1, sum(OUTSIDE.objects))
  );
}

/** Whether a kind of scene is indoors; undefined if it may be either. */
export function isIndoors(scene: string): boolean | undefined {
  if (INSIDE.scenes.has(scene)) return true;
  return OUTSIDE.scenes.has(scene) ? false : undefined;
}

const LEAST = 1e-3;
const MOST = 0.99;

function logit(probability: number): number {
  const inside = Math.min(MOST, Math.max(LEAST, probability));
  return Math.log(inside / (1 - inside));
}
