import { env, pipeline, type ImageClassificationPipeline, type Tensor } from '@huggingface/transformers';
import { serveTurns } from './peer-process';

const [, , models] = process.argv;

/** The file calls its input and output otherwise than the library expects; everything else of the pipeline is the library's. */
function withNamesOfTheFile(classify: ImageClassificationPipeline): void {
  const model = classify.model as unknown as {
    forward(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
    config: unknown;
  };
  const renamed = async ({ pixel_values }: { pixel_values: Tensor }) => {
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
