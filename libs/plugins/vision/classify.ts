import { defineCapability, PerceptError, type Image, type TimingRecorder } from '@percept/sdk';
import type { Classification, ImageEmbedder } from '@percept/sdk/models';
import { roundConfidence } from './confidence';
import { ClassifyOutput } from './classification';
import { ClassifyInput } from './classify-input';

/** Weaker names are noise. */
const MIN_NEAREST = 0.1;
const MAX_NEAREST = 3;

export const classify = defineCapability({
  id: 'vision.classify',
  operation: 'classifyImage',
  summary: 'Names the objects and the scene that an image shows.',
  description:
    'Returns labels for the whole image, most likely first, each with its category. ' +
    'A wider label, such as `animal`, comes behind a more specific one. ' +
    'If few labels fit, the list is short or empty; then `nearest` says what came closest.',
  input: ClassifyInput,
  output: ClassifyOutput,
  deterministic: true,
  tasks: ['image-classification', 'image-embedding'],
  examples: [{ image_url: 'https://example.com/harbour.jpg', max_results: 5, confidence_threshold: 0.6 }],

  async setup({ model }) {
    await model('image-classification');
    return async (input, { timer, used }) => {
      const { image, model: name, max_results, confidence_threshold } = input;
      const least = Math.min(confidence_threshold, MIN_NEAREST);
      let found: Classification[];
      if (input.labels) {
        const embedder = await model('image-embedding', namedFor(input));
        found = await judge(embedder, input, timer);
        used(embedder.identity);
      } else {
        if (input.prompts) throw PerceptError.invalid('prompts', 'goes with `labels`: name what the image may show.');
        const classifier = await model('image-classification', name);
        found = await classifier.run(image, { minConfidence: least, timer });
        for (const identity of [classifier.identity, ...classifier.uses]) used(identity);
      }
      const all = found.map((each) => ({ ...each, confidence: roundConfidence(each.confidence) }));
      const { width, height, format } = image.properties;
      const classifications = all.filter(({ confidence }) => confidence >= confidence_threshold).slice(0, max_results);
      const nearest = all.filter(({ confidence }) => confidence >= MIN_NEAREST).slice(0, MAX_NEAREST);
      return {
        classifications,
        ...(classifications.length === 0 && { nearest }),
        image_properties: { width, height, format },
      };
    };
  },
});

function namedFor({ model }: Pick<ClassifyInput, 'model'>): string {
  if (model !== undefined) return model;
  throw PerceptError.invalid(
    'labels',
    "goes with a `model` that compares pictures with texts, such as CLIP or SigLIP: add one with 'percept models add', and name it.",
  );
}

/** Scores labels without training, most likely first. */
async function judge(
  embedder: ImageEmbedder,
  { image, labels = [], prompts: templates }: { image: Image } & Pick<ClassifyInput, 'labels' | 'prompts'>,
  timer: TimingRecorder,
): Promise<Classification[]> {
  if (!embedder.texts)
    throw PerceptError.invalid(
      'model',
      `'${embedder.identity.name}' reads no texts, so it cannot judge \`labels\`: name a model such as CLIP.`,
    );
  const vector = await embedder.run(image, { timer });
  const scores = await embedder.texts.compare(vector, labels, { ...(templates && { templates }), timer });
  return labels
    .map((label, at) => ({ label, confidence: scores[at]!, category: 'general' }))
    .sort((one, other) => other.confidence - one.confidence);
}
