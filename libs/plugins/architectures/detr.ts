import type { Candidate, DecodeOptions, DetectionDecoder, ModelArchitecture, ModelDraft, ModelFacts } from '@percept/sdk/models';
import { Tensor } from 'onnxruntime-node';
import { checkLabels, imagePort, inputFrom } from './processor';

/** Minimum number of pairs to keep: as many as an answer can have. */
const MOST = 100;

type Outputs = Parameters<DetectionDecoder['decode']>[0];

/** Kinds whose last class means "no object". All others score each class independently. */
const WITH_NO_OBJECT = ['detr', 'yolos', 'table-transformer'];

/** The mask that tells a DETR which pixels belong to the image: here all of them. */
const masks = {
  names: ['pixel_mask'],
  make: ({ width, height }: DecodeOptions['frame']) => ({
    pixel_mask: new Tensor('int64', new BigInt64Array(width * height).fill(1n), [1, height, width]),
  }),
};
const outputs = { logits: 'logits', pred_boxes: 'pred_boxes' };

/**
 * The DETR family: `logits` is 1 × queries × classes, `pred_boxes` 1 × queries × 4: centre and size in fractions of the input.
 * `detr` takes the likeliest class of each query, where the last class means "no object". `detr-focal` takes the likeliest pairs of
 * query and class: as many as there are queries, and at least 100.
 */
export const detrDecoders: Readonly<Record<string, DetectionDecoder>> = {
  detr: { outputs, inputs: masks, decode: decodeSoftmax },
  'detr-focal': { outputs, inputs: masks, decode: decodeFocal },
};

function decodeSoftmax({ logits, pred_boxes }: Outputs, { minScore, labels, frame }: DecodeOptions): Candidate[] {
  const { queries, classes, values } = read(logits!, labels + 1);
  const found: Candidate[] = [];
  for (let query = 0; query < queries; query++) {
    const row = values.subarray(query * classes, (query + 1) * classes);
    const highest = row.reduce((most, value) => Math.max(most, value), -Infinity);
    const sum = row.reduce((all, value) => all + Math.exp(value - highest), 0);
    let label = 0;
    for (let each = 1; each < labels; each++) if (row[each]! > row[label]!) label = each;
    const score = Math.exp(row[label]! - highest) / sum;
    if (score >= minScore) found.push(candidateAt(pred_boxes!, { query, label, score }, frame));
  }
  return found;
}

function decodeFocal({ logits, pred_boxes }: Outputs, { minScore, labels, frame }: DecodeOptions): Candidate[] {
  const { queries, classes, values } = read(logits!, labels);
  const least = Math.log(minScore / (1 - minScore));
  const most = Math.max(queries, MOST);
  // Numbers alone are sorted faster than the pairs that they belong to.
  const bar =
    values
      .filter((value) => value >= least)
      .sort()
      .at(-most) ?? least;
  const pairs: number[] = [];
  for (let pair = 0; pair < values.length; pair++) if (values[pair]! >= bar) pairs.push(pair);
  return pairs
    .sort((one, other) => values[other]! - values[one]!)
    .slice(0, most)
    .map((pair) => {
      const query = Math.floor(pair / classes);
      const score = 1 / (1 + Math.exp(-values[pair]!));
      return candidateAt(pred_boxes!, { query, label: pair - query * classes, score }, frame);
    });
}

function read({ dims, data }: Outputs[string], expected: number) {
  const [queries, classes] = dims.slice(-2) as [number, number];
  if (classes !== expected)
    throw new Error(`The model answers ${dims.join(' × ')} logits, but its labels ask for ${expected} classes.`);
  return { queries, classes, values: data as Float32Array };
}

interface Found {
  query: number;
  label: number;
  score: number;
}

function candidateAt(
  { data }: Outputs[string],
  { query, label, score }: Found,
  { width, height }: DecodeOptions['frame'],
): Candidate {
  const [from, sides] = [query * 4, data as Float32Array];
  const [x, y, across, down] = [sides[from]!, sides[from + 1]!, sides[from + 2]!, sides[from + 3]!];
  const [left, top] = [(x - across / 2) * width, (y - down / 2) * height];
  return { label, score, left, top, right: left + across * width, bottom: top + down * height };
}

export const detr: ModelArchitecture = {
  name: 'DETR and its family (D-FINE, RT-DETR, RF-DETR, YOLOS, Conditional DETR)',
  recognize(facts: ModelFacts): ModelDraft | undefined {
    const named = namesOf(facts);
    if (!named || !imagePort(facts)) return undefined;
    const classes = facts.outputs.find(({ name }) => name === named.logits)!.shape.at(-1) ?? -1;
    const hasNone = WITH_NO_OBJECT.includes(String(facts.config['model_type']));
    checkLabels(facts, classes < 0 ? -1 : hasNone ? classes - 1 : classes);
    const page = facts.preprocessor ?? {};
    const names = named.logits === 'logits' ? {} : { names: named };
    return {
      task: 'object-detection',
      // RF-DETR scales images as fractions, without smoothing.
      input: inputFrom(facts, page, isRfDetr(facts, named.logits) ? 'fractions' : 'torch'),
      // No object is found twice: each query looks for another one.
      output: { decoder: hasNone ? 'detr' : 'detr-focal', overlap: 1, ...names },
      notes: facts.preprocessor ? [] : ['It has no preprocessor_config.json: the size and the colours of its input are a guess.'],
    };
  },
};

const isRfDetr = ({ config }: ModelFacts, logits: string): boolean => config['model_type'] === 'rf_detr' || logits === OWN.logits;

/** The names that RF-DETR itself exports. */
const OWN = { logits: 'labels', pred_boxes: 'dets' };

/** The output names as exported by the Transformers library, or by RF-DETR itself. */
function namesOf({ outputs }: ModelFacts): { logits: string; pred_boxes: string } | undefined {
  const has = (...names: string[]) => names.every((name) => outputs.some((each) => each.name === name));
  if (has('logits', 'pred_boxes')) return { logits: 'logits', pred_boxes: 'pred_boxes' };
  return has(OWN.pred_boxes, OWN.logits) ? OWN : undefined;
}
