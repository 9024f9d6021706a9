import type { ModelArchitecture, ModelDraft, ModelFacts } from '@percept/sdk/models';
import { checkLabels, imagePort, inputFrom } from './processor';

type Page = Readonly<Record<string, unknown>>;

/** Networks with a number for each label: those of the Transformers library, of timm, and others with a list of labels. */
export const classification: ModelArchitecture = {
  name: 'image classification (transformers, timm, ImageNet)',
  recognize(facts: ModelFacts): ModelDraft | undefined {
    const [output] = facts.outputs;
    const sides = output?.shape.slice(1).filter((side) => side !== 1) ?? [];
    if (!imagePort(facts) || facts.outputs.length !== 1 || sides.length > 1 || output!.type !== 'float32') return undefined;
    checkLabels(facts, sides[0] ?? -1);
    const { page, notes } = pageOf(facts);
    const timm = facts.config['pretrained_cfg'] ? ({ arithmetic: 'pillow', cut: 'even' } as const) : {};
    return { task: 'image-classification', input: { ...inputFrom(facts, page), ...timm }, output: outputFrom(facts), notes };
  },
};

function outputFrom({ config, outputs: [output] }: ModelFacts): NonNullable<ModelDraft['output']> {
  const decoder = output!.operator === 'Softmax' || output!.operator === 'Sigmoid' ? 'probabilities' : activation(config);
  return { decoder, ...(output!.name !== 'output' && { names: { scores: output!.name } }) };
}

const activation = (config: Page) => (config['problem_type'] === 'multi_label_classification' ? 'sigmoid' : 'logits');

function pageOf({ config, preprocessor }: ModelFacts): { page: Page; notes: string[] } {
  const timm = config['pretrained_cfg'] as Page | undefined;
  if (timm) return { page: pageOfTimm(timm), notes: [] };
  if (preprocessor) return { page: preprocessor, notes: [] };
  const note =
    'It has no preprocessor_config.json: its input is taken to be that of ImageNet, with 256 pixels of which 224 are seen.';
  return { page: { size: { shortest_edge: 256 }, do_center_crop: true, crop_size: 224 }, notes: [note] };
}

/** Pillow's numbers for its filters. */
const FILTERS = new Map<unknown, number>(Object.entries({ nearest: 0, lanczos: 1, bilinear: 2, bicubic: 3 }));

/** Timm's own evaluation settings, in the words of the Hub's processors. */
function pageOfTimm(timm: Page): Page {
  const [, side = 224] = (timm['input_size'] as number[] | undefined) ?? [];
  const part = Number(timm['crop_pct'] ?? 0.875);
  const scaled = Math.floor(side / part);
  const resample = FILTERS.get(timm['interpolation']) ?? 3;
  const isSquash = timm['crop_mode'] === 'squash';
  const size = isSquash && scaled === side ? { width: side, height: side } : { shortest_edge: scaled };
  return { size, do_center_crop: true, crop_size: side, resample, image_mean: timm['mean'], image_std: timm['std'] };
}
