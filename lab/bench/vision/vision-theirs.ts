import { requirePeer } from '../../peers';
import { serveTurns } from './peer-process';

type Forward = (inputs: Record<string, unknown>) => Promise<Record<string, unknown>>;
interface ImageClassifier {
  (file: string, options: { top_k: number }): Promise<unknown[]>;
  model: Forward | { forward: Forward; config: unknown };
}
const { env, pipeline } = requirePeer('@huggingface/transformers') as {
  env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(task: 'image-classification', model: string, options: object): Promise<ImageClassifier>;
};

const [, , models] = process.argv;

/** The file calls its input and output otherwise than the library expects; everything else of the pipeline is the library's. */
function withNamesOfTheFile(classify: ImageClassifier): void {
  const model = classify.model as { forward: Forward; config: unknown };
  const renamed: Forward = async ({ pixel_values }) => {
    const { output } = await model.forward({ input: pixel_values });
    return { logits: output };
  };
  Object.assign(classify, { model: Object.assign(renamed, { config: model.config }) });
}

async function main(): Promise<void> {
  env.allowRemoteModels = false;
  env.localModelPath = models!;
  const classify = await pipeline('image-classification', 'shufflenet', { dtype: 'fp32', device: 'cpu' });
  withNamesOfTheFile(classify);
  serveTurns(async (file) => (await classify(file, { top_k: 5 })).length);
}

void main();
