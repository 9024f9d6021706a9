/**
 * Groups what our own models can name: a category, a kind, and the labels and kinds in it. A label without a kind has only its
 * category. We wrote the list; docs/compat/aws.md has the same table.
 */
export const LABEL_KINDS: readonly [category: string, kind: string, members: string][] = [
  ['accessory', 'accessory', 'bag, tie, umbrella, watch'],
  ['accessory', 'bag', 'backpack, handbag, suitcase'],
  ['animal', 'animal', 'arachnid, bird, crustacean, dinosaur, fish, insect, mammal, mollusc, reptile, starfish, trilobite'],
  ['animal', 'arachnid', 'scorpion, tick'],
  ['animal', 'bear', 'panda'],
  ['animal', 'bird', 'emu, flamingo, ibis, pigeon, rooster'],
  ['animal', 'crustacean', 'crab, crayfish, lobster'],
  ['animal', 'dinosaur', 'brontosaurus, stegosaurus'],
  ['animal', 'dog', 'dalmatian'],
  ['animal', 'fish', 'bass (fish), seahorse'],
  ['animal', 'insect', 'ant, butterfly, dragonfly, mayfly'],
  [
    'animal',
    'mammal',
    'bear, beaver, cat, cougar, cow, dog, dolphin, elephant, gerenuk, giraffe, hedgehog, horse, kangaroo, leopard, llama, okapi, platypus, rhinoceros, sheep, wild cat, zebra',
  ],
  ['animal', 'mollusc', 'nautilus, octopus'],
  ['animal', 'reptile', 'crocodile, sea turtle'],
  ['building', 'building', 'minaret, pagoda, pyramid'],
  ['electronics', 'electronics', 'camera, cell phone, computer, headphones, keyboard, mouse, remote, tv'],
  ['electronics', 'computer', 'laptop'],
  ['food', 'food', 'cake, donut, fruit, hot dog, pizza, sandwich, vegetable'],
  ['food', 'fruit', 'apple, banana, orange, strawberry'],
  ['food', 'vegetable', 'broccoli, carrot'],
  ['furniture', 'furniture', 'bed, bench, chair, couch, table'],
  ['furniture', 'lamp', 'chandelier'],
  ['furniture', 'table', 'dining table'],
  ['furniture', '', 'ceiling fan, lamp, toilet'],
  ['general', 'money', 'banknote'],
  ['general', 'statue', 'buddha statue'],
  ['general', 'symbol', 'yin-yang symbol'],
  ['general', 'toy', 'teddy bear'],
  ['general', '', 'brain, cartoon, money, statue, symbol, toy'],
  ['household', 'appliance', 'hair drier, microwave, oven, refrigerator, toaster'],
  ['household', 'cutlery', 'fork, knife, spoon'],
  ['household', 'tableware', 'bowl, cup, cutlery, wine glass'],
  [
    'household',
    '',
    'appliance, barrel, book, bottle, clock, ewer, menorah, scissors, sink, stapler, tableware, toothbrush, vase',
  ],
  ['instrument', 'guitar', 'electric guitar'],
  ['instrument', 'musical instrument', 'accordion, euphonium, guitar, mandolin, piano, saxophone'],
  ['instrument', 'piano', 'grand piano'],
  ['instrument', '', 'gramophone, metronome, musical instrument'],
  ['person', '', 'face, person'],
  ['plant', 'flower', 'daisy, dandelion, rose, sunflower, tulip, water lily'],
  ['plant', 'plant', 'bonsai, flower, joshua tree, potted plant'],
  ['scene', 'nature', 'countryside, forest, glacier, mountain, sea'],
  ['scene', 'room', 'bathroom, bedroom, kitchen, living room, office'],
  ['scene', 'station', 'train station'],
  [
    'scene',
    '',
    'airport, buildings, dining, highway, industrial, nature, room, snow, sports field, station, store, street, suburb',
  ],
  ['sport', 'ball', 'soccer ball, sports ball'],
  [
    'sport',
    'sports equipment',
    'ball, baseball bat, baseball glove, frisbee, inline skate, kite, skateboard, skis, snowboard, surfboard, tennis racket',
  ],
  ['sport', '', 'sports equipment'],
  ['street', 'sign', 'stop sign'],
  ['street', '', 'fire hydrant, parking meter, sign, traffic light'],
  ['tool', 'tool', 'wrench'],
  ['tool', '', 'anchor, binoculars'],
  ['vehicle', 'aircraft', 'airplane, helicopter'],
  ['vehicle', 'boat', 'ferry, sailboat'],
  ['vehicle', 'vehicle', 'aircraft, bicycle, boat, bus, car, motorcycle, train, truck, wheelchair'],
  ['weapon', 'gun', 'revolver'],
  ['weapon', 'weapon', 'cannon, gun'],
];

const CATEGORIES = new Map<string, string>();
const KIND_OF = new Map<string, string>();
for (const [category, kind, members] of LABEL_KINDS) {
  if (kind) CATEGORIES.set(kind, category);
  for (const member of members.split(', ')) {
    CATEGORIES.set(member, category);
    if (kind) KIND_OF.set(member, kind);
  }
}

/** Undefined for a label that our own models do not have. */
export function findCategory(label: string): string | undefined {
  return CATEGORIES.get(label.toLowerCase());
}

/** Starts with the nearest kind: `pigeon` is a `bird`, and a bird is an `animal`. */
export function listKinds(label: string): string[] {
  const kind = KIND_OF.get(label.toLowerCase());
  return kind === undefined ? [] : [kind, ...listKinds(kind)];
}
