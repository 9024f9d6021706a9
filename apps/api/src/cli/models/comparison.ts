/** A model's answer for an image: names with their confidence and, if the model finds places, boxes. */
export interface ComparedAnswer {
  name: string;
  confidence: number;
  /** More general names of the same thing. */
  wider?: readonly string[];
  box?: { x: number; y: number; width: number; height: number };
}

/** An image with the answers of two models and their milliseconds. */
export interface ComparedImage {
  file: string;
  /** The name of its folder. */
  label?: string;
  before: readonly ComparedAnswer[];
  after: readonly ComparedAnswer[];
  beforeMs: number;
  afterMs: number;
}

export interface Comparison {
  images: number;
  /** Share of all answers that both models give; 1 if neither gives any. */
  agreement: number;
  /** Images for which only one of the models answers anything. */
  only_before: number;
  only_after: number;
  /**
   * Images in a folder whose name is one that a model can give, and how many of them each model names so; 0 without such folders.
   */
  labelled: number;
  right_before: number;
  right_after: number;
  /** Median milliseconds for an image. */
  before_ms: number;
  after_ms: number;
  /** Images whose first names differ. Those where a model was most certain come first. */
  changes: { file: string; before: string | null; after: string | null }[];
}

/** Intersection over union from which two boxes show the same thing. */
const SAME_PLACE = 0.5;
const EXAMPLES = 5;

export function compareAnswers(images: readonly ComparedImage[]): Comparison {
  let [both, all] = [0, 0];
  for (const { before, after } of images) {
    const shared = sharedAnswers(before, after);
    both += 2 * shared;
    all += before.length + after.length;
  }
  const only = (one: 'before' | 'after', other: 'before' | 'after') =>
    images.filter((image) => image[one].length > 0 && image[other].length === 0).length;
  return {
    images: images.length,
    agreement: all === 0 ? 1 : both / all,
    only_before: only('before', 'after'),
    only_after: only('after', 'before'),
    ...rightOf(images),
    before_ms: median(images.map(({ beforeMs }) => beforeMs)),
    after_ms: median(images.map(({ afterMs }) => afterMs)),
    changes: changesOf(images),
  };
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, ' ');
const says = (answers: readonly ComparedAnswer[], label: string): boolean =>
  answers.some(({ name, wider = [] }) => [name, ...wider].some((each) => plain(each) === plain(label)));

function rightOf(images: readonly ComparedImage[]): Pick<Comparison, 'labelled' | 'right_before' | 'right_after'> {
  const known = (label: string) => images.some(({ before, after }) => says([...before, ...after], label));
  const labels = new Set(images.map(({ label }) => label).filter((label) => label !== undefined && known(label)));
  const labelled = images.filter(({ label }) => labels.has(label));
  const right = (side: 'before' | 'after') => labelled.filter((image) => says(image[side], image.label!)).length;
  return { labelled: labelled.length, right_before: right('before'), right_after: right('after') };
}

/** How many answers have a partner with the same name and place; each partner counts once. */
function sharedAnswers(before: readonly ComparedAnswer[], after: readonly ComparedAnswer[]): number {
  const rest = [...after];
  return before.filter((answer) => {
    const at = rest.findIndex((other) => isSame(answer, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
}

const isSame = (one: ComparedAnswer, other: ComparedAnswer): boolean =>
  one.name.toLowerCase() === other.name.toLowerCase() && (!one.box || !other.box || overlap(one.box, other.box) >= SAME_PLACE);

type Box = NonNullable<ComparedAnswer['box']>;

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

function changesOf(images: readonly ComparedImage[]): Comparison['changes'] {
  const first = (answers: readonly ComparedAnswer[]) => answers.toSorted((one, other) => other.confidence - one.confidence)[0];
  return images
    .map(({ file, before, after }) => ({ file, before: first(before), after: first(after) }))
    .filter(({ before, after }) => before?.name.toLowerCase() !== after?.name.toLowerCase())
    .sort((one, other) => sureness(other) - sureness(one))
    .slice(0, EXAMPLES)
    .map(({ file, before, after }) => ({ file, before: said(before), after: said(after) }));
}

const sureness = ({ before, after }: { before?: ComparedAnswer; after?: ComparedAnswer }) =>
  Math.max(before?.confidence ?? 0, after?.confidence ?? 0);
const said = (answer?: ComparedAnswer) => (answer ? `${answer.name} ${answer.confidence.toFixed(2)}` : null);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
